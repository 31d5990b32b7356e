// Package phpeval evaluates PHP statically: configuration files and the constants, properties and methods of queued classes. It
// gives PHP's answer or none: what cannot be proved from the repository is Unknown and says why. Every value carries the way it
// came, so that a reader can be shown it.
package phpeval

import (
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Kind is the type of a value.
type Kind uint8

const (
	// Unknown cannot be proved; Value.Why says why. It is the zero Kind.
	Unknown Kind = iota
	Null
	Bool
	Int
	Float
	String
	Array
	// Enum is an enum case: Class, Case, and Array-less Backing for a backed enum.
	Enum
	// Closure is a closure or arrow function.
	Closure
	// Object is an instance of Class of which nothing else is known.
	Object
	// OneOf is one of several values; which one depends on something the repository does not decide.
	OneOf
)

// Value is a PHP value and where it comes from.
type Value struct {
	Kind  Kind
	Bool  bool
	Int   int64
	Float float64
	Str   string
	Array *ArrayValue
	// Class is the class of an Enum or Object, without leading backslash.
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
}

// Key is an array's key: an integer, or a string that is no decimal integer.
type Key struct {
	IsInt bool
	Int   int64
	Str   string
}

// StringKey is the key that PHP makes of a string: "5" is 5.
func StringKey(s string) Key {
	if n, ok := decimalKey(s); ok {
		return Key{IsInt: true, Int: n}
	}
	return Key{Str: s}
}

// IntKey is an integer key.
func IntKey(n int64) Key { return Key{IsInt: true, Int: n} }

// Entry is one element of an array.
type Entry struct {
	Key Key
	// KeySpan is where the key is written; zero for keys that PHP numbered or a function made.
	KeySpan source.Span
	Value   Value
}

// ArrayValue is a PHP array: ordered, with unique keys. It is never changed once a Value holds it.
type ArrayValue struct {
	Entries []Entry
	// Open says why entries may exist, or have other values, that are not listed (an unknown spread or merge); "" for a
	// complete array. A key that an open array does not list is Unknown, not absent.
	Open string

	index map[Key]int
	next  int64 // the key of the next element without one
	used  bool  // whether any integer key was set so far
}

// Get returns the element of a key. found is false when the array does not list it; see Open for what that means.
func (a *ArrayValue) Get(key Key) (entry Entry, found bool) {
	if a == nil {
		return Entry{}, false
	}
	if a.index == nil {
		for _, e := range a.Entries {
			if e.Key == key {
				return e, true
			}
		}
		return Entry{}, false
	}
	i, ok := a.index[key]
	if !ok {
		return Entry{}, false
	}
	return a.Entries[i], true
}

// Lookup returns the element under a string key: its value, Null-less absent (found false, known true) when the array is
// complete and does not have it, and Unknown (known false) when the array is open there or is no array.
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

// IsNull says that the value is known to be null.
func (v Value) IsNull() bool { return v.Kind == Null }

func unknown(why string, from *queue.Origin) Value {
	return Value{Kind: Unknown, Why: why, Origin: from}
}
