// Package phpeval evaluates PHP statically: configuration files and the constants, properties and methods of queued classes. It
// gives PHP's answer or none: what cannot be proved from the repository is Unknown and says why. Every value carries the way it
// came, so that a reader can be shown it.
//
// The semantics are those of PHP 8 and of the helpers of laravel/framework 10 to 13. What depends on the machine, on the clock or
// on code that is not followed is Unknown; a branch that nothing decides is one of several values (OneOf). Every evaluation is
// bounded in steps, depth and size.
package phpeval

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of values. Foo::class is a String.
const (
	// Unknown cannot be proved; Value.Why says why. It is the zero Kind.
	Unknown Kind = iota
	Null
	Bool
	Int
	Float
	String
	Array
	// Enum is a case of an enum: Class, Case, and Backing for a backed enum.
	Enum
	// Closure is a closure or arrow function.
	Closure
	// Object is an instance of Class of which nothing else is known.
	Object
	// OneOf is one of several values; which one depends on something the repository does not decide.
	OneOf
)

// MaxAlternatives bounds the values of a OneOf; with more a value is Unknown.
const MaxAlternatives = 8

// Value is a PHP value and where it comes from. It never changes once it is made.
type Value struct {
	Kind  Kind
	Bool  bool
	Int   int64
	Float float64
	Str   string
	Array *ArrayValue
	// Class is the class of an Enum or Object, without leading backslash; "" for an object of unknown class.
	Class string
	// Case is the name of an Enum's case, Backing its value (nil for a pure enum).
	Case    string
	Backing *Value
	// Some holds the alternatives of OneOf; none of them is Unknown or OneOf.
	Some []Value
	// Why completes the sentence "unknown: …".
	Why    string
	Origin *queue.Origin

	closure *closure
	// throws says of an Unknown that PHP throws or exits here, so that no value comes to be: another branch is the one taken.
	throws bool
}

// IsNull says that the value is known to be null.
func (v Value) IsNull() bool { return v.Kind == Null }

// WithOrigin is the same value from another place, for a step that passes it on.
func (v Value) WithOrigin(from *queue.Origin) Value {
	v.Origin = from
	return v
}

// Each lists every value that is possible, none of them Unknown or OneOf; false when the value is Unknown.
func (v Value) Each() ([]Value, bool) {
	switch v.Kind {
	case Unknown:
		return nil, false
	case OneOf:
		return slices.Clone(v.Some), true
	default:
		return []Value{v}, true
	}
}

// Lookup returns the element under a string key. Where found is false, known tells whether the key is certainly absent; it is not
// where the array is open there, or the value is no known array.
func (v Value) Lookup(name string) (entry Entry, found, known bool) {
	switch v.Kind {
	case Array:
		if e, ok := v.Array.Get(StringKey(name)); ok {
			return e, true, true
		}
		return Entry{}, false, v.Array.Open == ""
	case Unknown, OneOf, Object:
		return Entry{}, false, false
	default:
		return Entry{}, false, true
	}
}

// Alternatives is one of the given values. Equal ones count once, and one alone is that value; an Unknown one, or more than
// MaxAlternatives, make the whole Unknown.
func Alternatives(values ...Value) Value {
	var distinct []Value
	var throws *Value
	for i, v := range values {
		if v.throws {
			throws = &values[i]
			continue
		}
		some, known := v.Each()
		if !known {
			return v
		}
		for _, one := range some {
			if !slices.ContainsFunc(distinct, func(have Value) bool { return identical(have, one) == yes }) {
				distinct = append(distinct, one)
			}
		}
	}
	switch {
	case len(distinct) == 1:
		return distinct[0]
	case len(distinct) > MaxAlternatives:
		return unknown("too many values are possible", distinct[0].Origin)
	case len(distinct) > 1:
		return Value{Kind: OneOf, Some: distinct, Origin: distinct[0].Origin}
	case throws != nil:
		return *throws
	}
	return unknown("no value is possible", nil)
}

// each applies a function to a value, or to every alternative of it.
func each(v Value, apply func(Value) Value) Value {
	switch v.Kind {
	case Unknown:
		return v
	case OneOf:
		out := make([]Value, len(v.Some))
		for i, x := range v.Some {
			out[i] = apply(x)
		}
		return Alternatives(out...)
	default:
		return apply(v)
	}
}

func unknown(why string, from *queue.Origin) Value { return Value{Why: why, Origin: from} }

// throwing is the Unknown of code in which PHP throws or exits.
func throwing(why string, from *queue.Origin) Value {
	return Value{Why: why, Origin: from, throws: true}
}

func null() Value { return Value{Kind: Null} }

func boolean(b bool) Value { return Value{Kind: Bool, Bool: b} }

func integer(n int64) Value { return Value{Kind: Int, Int: n} }

func float(n float64) Value { return Value{Kind: Float, Float: n} }

func text(s string) Value { return Value{Kind: String, Str: s} }

// describe names a value's type in a sentence.
func describe(v Value) string {
	switch v.Kind {
	case Null:
		return "null"
	case Bool, Int, Float:
		return "a number"
	case String:
		return "a text"
	case Array:
		return "an array"
	case Enum:
		return "the enum case " + v.Class + "::" + v.Case
	case Closure:
		return "a closure"
	case Object:
		if v.Class != "" {
			return "an object of " + v.Class
		}
		return "an object"
	}
	return "an unknown value"
}
