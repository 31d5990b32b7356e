package phpeval

import (
	"math"
	"slices"
	"strconv"

	"github.com/qlint-dev/qlint/internal/source"
)

// maxElements bounds the arrays that are made.
const maxElements = 10_000

// indexFrom is the length from which an array is worth a map.
const indexFrom = 16

// Key is an array's key: an integer, or a string that is no decimal integer.
type Key struct {
	IsInt bool
	Int   int64
	Str   string
}

// IntKey is an integer key.
func IntKey(n int64) Key { return Key{IsInt: true, Int: n} }

// StringKey is the key that PHP makes of a string: "5" and "-3" are integers, "05", "+1" and "1.0" are not.
func StringKey(s string) Key {
	if n, ok := decimalKey(s); ok {
		return IntKey(n)
	}
	return Key{Str: s}
}

func decimalKey(s string) (int64, bool) {
	if s == "" || len(s) > 20 || s[len(s)-1] < '0' || s[len(s)-1] > '9' {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n == math.MinInt64 || strconv.FormatInt(n, 10) != s {
		return 0, false
	}
	return n, true
}

// String is the key as text.
func (k Key) String() string {
	if k.IsInt {
		return strconv.FormatInt(k.Int, 10)
	}
	return k.Str
}

func (k Key) value() Value {
	if k.IsInt {
		return integer(k.Int)
	}
	return text(k.Str)
}

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
	// Open says why entries may exist that are not listed (an unknown spread or merge); "" for a complete array. A key that an
	// open array does not list is Unknown, not absent, and the order and number of the listed ones mean nothing.
	Open string

	index map[Key]int
	last  int64 // the largest integer key so far
	used  bool  // whether any integer key was set so far
	// unnumbered says that elements with unknown integer keys may have been added: the next one's key is not known.
	unnumbered bool
}

// Get returns the element of a key. found is false when the array does not list it; see Open for what that means.
func (a *ArrayValue) Get(key Key) (entry Entry, found bool) {
	if a == nil {
		return Entry{}, false
	}
	if i := a.find(key); i >= 0 {
		return a.Entries[i], true
	}
	return Entry{}, false
}

func (a *ArrayValue) find(key Key) int {
	if a.index != nil {
		if i, ok := a.index[key]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(a.Entries, func(e Entry) bool { return e.Key == key })
}

// whole says that the array is complete.
func (a *ArrayValue) whole() bool { return a.Open == "" }

// isList says that the keys are 0, 1, 2 … in this order.
func (a *ArrayValue) isList() bool {
	for i, e := range a.Entries {
		if e.Key != IntKey(int64(i)) {
			return false
		}
	}
	return a.whole()
}

// builder makes an array, by PHP's rules for keys.
type builder struct {
	a *ArrayValue
	// negative is what follows a largest key below zero: that key + 1 since PHP 8.3, 0 before, and unknown where the version is.
	negative numbering
}

type numbering uint8

const (
	byVersion numbering = iota
	fromZero
	fromLargest
)

func newBuilder(n numbering) *builder { return &builder{&ArrayValue{}, n} }

// copyOf starts a builder with the elements of an array.
func copyOf(a *ArrayValue, n numbering) *builder {
	c := *a
	c.Entries = slices.Clone(a.Entries)
	c.index = nil
	b := &builder{&c, n}
	b.reindex()
	return b
}

func (b *builder) reindex() {
	b.a.index = nil
	if len(b.a.Entries) < indexFrom {
		return
	}
	b.a.index = make(map[Key]int, 2*len(b.a.Entries))
	for i, e := range b.a.Entries {
		b.a.index[e.Key] = i
	}
}

// set puts an element under its key, at the place of an element that has it already.
func (b *builder) set(e Entry) {
	if e.Key.IsInt && (!b.a.used || e.Key.Int > b.a.last) {
		b.a.last, b.a.used = e.Key.Int, true
	}
	if i := b.a.find(e.Key); i >= 0 {
		b.a.Entries[i].Value = e.Value
		b.a.Entries[i].KeySpan = e.KeySpan
		return
	}
	b.a.Entries = append(b.a.Entries, e)
	if b.a.index != nil {
		b.a.index[e.Key] = len(b.a.Entries) - 1
	} else if len(b.a.Entries) >= indexFrom {
		b.reindex()
	}
}

// put is set for an element that a function made.
func (b *builder) put(key Key, v Value) { b.set(Entry{Key: key, Value: v}) }

// push appends an element under the next integer key.
func (b *builder) push(v Value) { b.append(Entry{Value: v}) }

// append is push for an entry whose key is to be made.
func (b *builder) append(e Entry) {
	switch {
	case b.a.unnumbered:
		return // the array is open already
	case !b.a.used:
		e.Key = IntKey(0)
	case b.a.last == math.MaxInt64:
		b.loseKeys("PHP refuses to append behind the largest key")
		return
	case b.a.last >= -1 || b.negative == fromLargest:
		e.Key = IntKey(b.a.last + 1)
	case b.negative == fromZero:
		e.Key = IntKey(0)
	default:
		b.loseKeys("the key of an element behind a negative one depends on PHP's version")
		return
	}
	b.set(e)
}

func (b *builder) remove(key Key) {
	i := b.a.find(key)
	if i < 0 {
		return
	}
	b.a.Entries = slices.Delete(b.a.Entries, i, i+1)
	b.reindex()
}

// openBelow says that further elements may exist under keys that are not listed.
func (b *builder) openBelow(why string) {
	if b.a.Open == "" {
		b.a.Open = why
	}
	b.a.unnumbered = true
}

// openAfter says that unknown elements were merged or spread over the array: they may replace string keys, integer ones are
// appended.
func (b *builder) openAfter(why string) {
	for i := range b.a.Entries {
		if !b.a.Entries[i].Key.IsInt {
			b.a.Entries[i].Value = unknown(why, b.a.Entries[i].Value.Origin)
		}
	}
	b.openBelow(why)
}

// loseKeys says that an element was set under an unknown key, which may be any.
func (b *builder) loseKeys(why string) {
	for i := range b.a.Entries {
		b.a.Entries[i].Value = unknown(why, b.a.Entries[i].Value.Origin)
	}
	b.openBelow(why)
}

func (b *builder) value() Value { return Value{Kind: Array, Array: b.a} }

// list is an array of the given values under 0, 1, 2 ….
func list(values ...Value) Value {
	b := newBuilder(fromZero)
	for _, v := range values {
		b.push(v)
	}
	return b.value()
}

// merge appends the elements of an array as array_merge() and ... do: integer keys are numbered anew, string keys replaced.
func (b *builder) merge(a *ArrayValue) {
	for _, e := range a.Entries {
		switch {
		case !e.Key.IsInt:
			b.set(e)
		case a.whole():
			b.append(Entry{Value: e.Value})
		}
	}
	if a.Open != "" {
		b.openAfterBut(a)
	}
}

// openAfterBut is openAfter for the unlisted elements of an open array that was just merged: they replace no element that it lists.
func (b *builder) openAfterBut(a *ArrayValue) {
	for i := range b.a.Entries {
		e := &b.a.Entries[i]
		if !e.Key.IsInt && a.find(e.Key) < 0 {
			e.Value = unknown(a.Open, e.Value.Origin)
		}
	}
	b.openBelow(a.Open)
}
