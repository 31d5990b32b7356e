package phpeval

import "math"

// maxElements bounds what one evaluation may build (range(), str_repeat(), loops).
const maxElements = 100_000

// builder makes an array as PHP does: a later element of the same key replaces the value and keeps the place.
type builder struct{ a *ArrayValue }

func newBuilder() builder { return builder{&ArrayValue{}} }

// copyOf starts from the elements of another array.
func copyOf(a *ArrayValue) builder {
	b := newBuilder()
	if a == nil {
		return b
	}
	for _, e := range a.Entries {
		b.set(e)
	}
	b.a.Open, b.a.next, b.a.used = a.Open, a.next, a.used
	return b
}

func (b builder) set(e Entry) {
	a := b.a
	if a.index == nil {
		a.index = map[Key]int{}
	}
	if i, ok := a.index[e.Key]; ok {
		a.Entries[i].Value, a.Entries[i].KeySpan = e.Value, e.KeySpan
		return
	}
	a.index[e.Key] = len(a.Entries)
	a.Entries = append(a.Entries, e)
	if e.Key.IsInt && (!a.used || e.Key.Int >= a.next) {
		a.used = true
		a.next = e.Key.Int
		if e.Key.Int < math.MaxInt64 {
			a.next++
		}
	}
}

// push appends under the next integer key. Since PHP 8.3 that is -4 after -5, before it was 0: such a key makes the array open.
func (b builder) push(v Value) {
	if b.a.used && b.a.next < 0 {
		b.open("the key after a negative one differs between versions of PHP")
	}
	if b.a.Open != "" {
		b.open(b.a.Open)
	}
	b.set(Entry{Key: IntKey(b.a.next), Value: v})
}

func (b builder) remove(key Key) {
	a := b.a
	i, ok := a.index[key]
	if !ok {
		return
	}
	a.Entries = append(a.Entries[:i:i], a.Entries[i+1:]...)
	delete(a.index, key)
	for k, at := range a.index {
		if at > i {
			a.index[k] = at - 1
		}
	}
}

// open notes why the array may hold more, or others, than is listed.
func (b builder) open(why string) {
	if b.a.Open == "" {
		b.a.Open = why
	}
}

func (b builder) value() Value { return Value{Kind: Array, Array: b.a} }

// list makes an array of values numbered from 0.
func list(values ...Value) Value {
	b := newBuilder()
	for _, v := range values {
		b.push(v)
	}
	return b.value()
}

// known says that every element is listed.
func (a *ArrayValue) complete() bool { return a.Open == "" }

// isList says that the keys are 0, 1, 2 …
func (a *ArrayValue) isList() bool {
	for i, e := range a.Entries {
		if !e.Key.IsInt || e.Key.Int != int64(i) {
			return false
		}
	}
	return true
}

// toKey is the key that PHP makes of a value; false for arrays, objects and what is not known.
func toKey(v Value) (Key, bool) {
	switch v.Kind {
	case String:
		return StringKey(v.Str), true
	case Int:
		return IntKey(v.Int), true
	case Bool:
		if v.Bool {
			return IntKey(1), true
		}
		return IntKey(0), true
	case Null:
		return Key{}, true
	case Float:
		n, ok := floatToInt(v.Float)
		return IntKey(n), ok
	default:
		return Key{}, false
	}
}

// keyValue is an array's key as a value.
func keyValue(k Key) Value {
	if k.IsInt {
		return Value{Kind: Int, Int: k.Int}
	}
	return Value{Kind: String, Str: k.Str}
}

// deepUnknown says that a value or anything within it is not known.
func deepUnknown(v Value) (why string, is bool) {
	switch v.Kind {
	case Unknown:
		return v.Why, true
	case OneOf:
		return "one of several values", true
	case Object:
		return "an object of " + v.Class, true
	case Array:
		if v.Array.Open != "" {
			return v.Array.Open, true
		}
		for _, e := range v.Array.Entries {
			if why, is := deepUnknown(e.Value); is {
				return why, true
			}
		}
	}
	return "", false
}
