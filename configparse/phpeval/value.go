package phpeval

import (
	"math"
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of values. Foo::class is a KindString.
const (
	// KindUnknown cannot be proved; Why says why. It is the zero Kind.
	KindUnknown Kind = iota
	KindNull
	KindBool
	KindInt
	KindFloat
	KindString
	KindArray
	// KindClosure is a closure or arrow function.
	KindClosure
	// KindEnum is a case of an enum of the application.
	KindEnum
	// KindObject is an object of which only its existence is known: it is true and not null.
	KindObject
	// KindOneOf is one of several known values, by something that the repository does not decide; Each lists them.
	KindOneOf
)

// MaxAlternatives bounds the values of a KindOneOf; with more, a value is Unknown.
const MaxAlternatives = 8

// Value is a PHP value and where it comes from. It never changes; the zero Value is Unknown.
type Value struct {
	kind   Kind
	never  bool   // of an Unknown: PHP throws, so that no value comes to be
	bits   uint64 // bool, int64 or float64
	text   string // the string, or why the value is unknown
	ref    any    // *Array, *EnumCase, *closure, *object, []Value
	origin *queue.Origin
}

// EnumCase is a case of an enum.
type EnumCase struct {
	// Class is the enum's full name, Name the case's.
	Class, Name string
	// Backing is the value of a backed enum's case; Unknown for a pure enum.
	Backing Value

	pure bool
}

// object is what is known of an object: its class, where New names it.
type object struct{ class string }

// NewUnknown is a value that cannot be proved; why completes the sentence "unknown: …".
func NewUnknown(why string, from *queue.Origin) Value {
	return Value{text: why, origin: from}
}

// NewNull is null.
func NewNull(from *queue.Origin) Value { return Value{kind: KindNull, origin: from} }

// NewBool is true or false.
func NewBool(b bool, from *queue.Origin) Value {
	v := Value{kind: KindBool, origin: from}
	if b {
		v.bits = 1
	}
	return v
}

// NewInt is an int.
func NewInt(n int64, from *queue.Origin) Value {
	return Value{kind: KindInt, bits: uint64(n), origin: from}
}

// NewFloat is a float.
func NewFloat(f float64, from *queue.Origin) Value {
	return Value{kind: KindFloat, bits: math.Float64bits(f), origin: from}
}

// NewString is a string of any bytes.
func NewString(s string, from *queue.Origin) Value {
	return Value{kind: KindString, text: s, origin: from}
}

// NewArray is an array; a must not change any more.
func NewArray(a *Array, from *queue.Origin) Value {
	return Value{kind: KindArray, ref: a, origin: from}
}

// Alternatives is one of the given values. Equal ones count once and one alone is that value; an Unknown one, or more than
// MaxAlternatives, make the whole Unknown.
func Alternatives(values ...Value) Value {
	flat := make([]Value, 0, len(values))
	for _, v := range values {
		each, known := v.Each()
		if !known {
			return v
		}
		for _, one := range each {
			if !slices.ContainsFunc(flat, func(have Value) bool { return same(have, one) }) {
				flat = append(flat, one)
			}
		}
	}
	switch {
	case len(flat) == 0:
		return NewUnknown("no value is possible", nil)
	case len(flat) == 1:
		return flat[0]
	case len(flat) > MaxAlternatives:
		return NewUnknown("too many values are possible", flat[0].origin)
	}
	return Value{kind: KindOneOf, ref: flat, origin: flat[0].origin}
}

// Kind is the value's type.
func (v Value) Kind() Kind { return v.kind }

// IsUnknown says that nothing is proved.
func (v Value) IsUnknown() bool { return v.kind == KindUnknown }

// IsNull says that the value is null for sure.
func (v Value) IsNull() bool { return v.kind == KindNull }

// Why is the reason of an Unknown value, "" for any other.
func (v Value) Why() string {
	if v.kind != KindUnknown {
		return ""
	}
	if v.text == "" {
		return "not evaluated"
	}
	return v.text
}

// Origin is where the value comes from; nil when that is not known.
func (v Value) Origin() *queue.Origin { return v.origin }

// WithOrigin is the same value from another place, for a step that passes it on.
func (v Value) WithOrigin(from *queue.Origin) Value {
	v.origin = from
	return v
}

// Bool returns a KindBool.
func (v Value) Bool() (b, ok bool) { return v.kind == KindBool && v.bits != 0, v.kind == KindBool }

// Int returns a KindInt, without any cast.
func (v Value) Int() (int64, bool) {
	if v.kind != KindInt {
		return 0, false
	}
	return int64(v.bits), true
}

// Float returns a KindFloat, without any cast.
func (v Value) Float() (float64, bool) {
	if v.kind != KindFloat {
		return 0, false
	}
	return math.Float64frombits(v.bits), true
}

// Str returns a KindString, without any cast.
func (v Value) Str() (string, bool) {
	if v.kind != KindString {
		return "", false
	}
	return v.text, true
}

// Array returns a KindArray, nil for any other.
func (v Value) Array() *Array {
	a, _ := v.ref.(*Array)
	return a
}

// Enum returns a KindEnum, nil for any other.
func (v Value) Enum() *EnumCase {
	e, _ := v.ref.(*EnumCase)
	return e
}

// ObjectClass is the full name of a KindObject's class where it is known, "" otherwise.
func (v Value) ObjectClass() string {
	if o, ok := v.ref.(*object); ok {
		return o.class
	}
	return ""
}

// Each lists every value that is possible, none of them Unknown or KindOneOf; false when the value is Unknown.
func (v Value) Each() ([]Value, bool) {
	switch v.kind {
	case KindUnknown:
		return nil, false
	case KindOneOf:
		return slices.Clone(v.ref.([]Value)), true
	default:
		return []Value{v}, true
	}
}

// At descends into nested arrays. It is Null with ok false where a key is certainly absent, and Unknown where that is not known
// or where a step is no array.
func (v Value) At(keys ...string) (at Value, ok bool) {
	for _, key := range keys {
		if v.kind == KindOneOf {
			return v.eachAt(keys)
		}
		a := v.Array()
		if a == nil {
			if v.IsUnknown() {
				return v, false
			}
			return NewUnknown("not an array", v.origin), false
		}
		entry, has := a.Get(key)
		switch has {
		case queue.No:
			return NewNull(nil), false
		case queue.Maybe:
			return NewUnknown(a.Why(), v.origin), false
		}
		v, keys = entry.Value, keys[1:]
	}
	return v, true
}

// eachAt is At where all alternatives have the key or none has.
func (v Value) eachAt(keys []string) (Value, bool) {
	each, _ := v.Each()
	found := make([]Value, len(each))
	all := true
	for i, one := range each {
		at, ok := one.At(keys...)
		if at.IsUnknown() || i > 0 && ok != all {
			return NewUnknown("only some of the possible arrays have the key", v.origin), false
		}
		found[i], all = at, ok
	}
	return Alternatives(found...), all
}

// same says that two values are identical (===), with the same keys in the same order; an Unknown is the same as nothing.
func same(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case KindNull:
		return true
	case KindBool, KindInt:
		return a.bits == b.bits
	case KindFloat:
		return math.Float64frombits(a.bits) == math.Float64frombits(b.bits)
	case KindString:
		return a.text == b.text
	case KindArray:
		return sameArray(a.Array(), b.Array())
	case KindEnum:
		return a.Enum().Class == b.Enum().Class && a.Enum().Name == b.Enum().Name
	default:
		return false
	}
}
