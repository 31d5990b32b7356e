package phpeval

import (
	"cmp"
	"strings"
)

// verdict is the answer of a comparison.
type verdict uint8

const (
	undecided verdict = iota
	yes
	no
)

func decide(b bool) verdict {
	if b {
		return yes
	}
	return no
}

func (d verdict) not() verdict {
	switch d {
	case yes:
		return no
	case no:
		return yes
	}
	return undecided
}

func (d verdict) value() Value {
	if d == undecided {
		return unknown("a comparison that is not decided", nil)
	}
	return Value{Kind: Bool, Bool: d == yes}
}

// identical is ===.
func identical(a, b Value) verdict {
	if a.Kind == Unknown || b.Kind == Unknown || a.Kind == OneOf || b.Kind == OneOf {
		return undecided
	}
	if a.Kind != b.Kind {
		return no
	}
	switch a.Kind {
	case Null:
		return yes
	case Bool:
		return decide(a.Bool == b.Bool)
	case Int:
		return decide(a.Int == b.Int)
	case Float:
		return decide(a.Float == b.Float)
	case String:
		return decide(a.Str == b.Str)
	case Enum:
		return decide(strings.EqualFold(a.Class, b.Class) && a.Case == b.Case)
	case Array:
		return identicalArrays(a.Array, b.Array)
	}
	return undecided
}

func identicalArrays(a, b *ArrayValue) verdict {
	if a.Open != "" || b.Open != "" {
		return undecided
	}
	if len(a.Entries) != len(b.Entries) {
		return no
	}
	all := yes
	for i, e := range a.Entries {
		if e.Key != b.Entries[i].Key {
			return no
		}
		switch identical(e.Value, b.Entries[i].Value) {
		case no:
			return no
		case undecided:
			all = undecided
		}
	}
	return all
}

// looselyEqual is == with the rules of PHP 8.
func looselyEqual(a, b Value) verdict {
	if a.Kind == Enum && b.Kind == Enum {
		return identical(a, b)
	}
	if a.Kind == Array && b.Kind == Array {
		if len(a.Array.Entries) != len(b.Array.Entries) && a.Array.complete() && b.Array.complete() {
			return no
		}
		return undecidedUnlessYes(identicalArrays(a.Array, b.Array))
	}
	c, ok := compare(a, b)
	if !ok {
		return undecided
	}
	return decide(c == 0)
}

// undecidedUnlessYes keeps a yes: arrays that are not identical may still be equal in another order.
func undecidedUnlessYes(d verdict) verdict {
	if d == yes {
		return yes
	}
	return undecided
}

// compare is <=> with the rules of PHP 8, for scalars and null.
func compare(a, b Value) (int, bool) {
	if !scalar(a) || !scalar(b) {
		return 0, false
	}
	switch {
	case a.Kind == Bool || b.Kind == Bool,
		a.Kind == Null && b.Kind != String || b.Kind == Null && a.Kind != String:
		x, _ := toBool(a)
		y, _ := toBool(b)
		return cmp.Compare(truth(x), truth(y)), true
	case a.Kind == Null || b.Kind == Null:
		return strings.Compare(a.Str, b.Str), true
	case a.Kind == String && b.Kind == String:
		return compareStrings(a.Str, b.Str)
	case a.Kind == String:
		c, ok := compareNumberString(b, a.Str)
		return -c, ok
	case b.Kind == String:
		return compareNumberString(a, b.Str)
	case a.Kind == Int && b.Kind == Int:
		return cmp.Compare(a.Int, b.Int), true
	}
	return compareFloats(a, b)
}

func compareFloats(a, b Value) (int, bool) {
	x, _ := toFloat(a)
	y, _ := toFloat(b)
	if x != x || y != y {
		return 0, false
	}
	return cmp.Compare(x, y), true
}

func compareStrings(a, b string) (int, bool) {
	x, wholeX, ok1 := numericPrefix(a)
	y, wholeY, ok2 := numericPrefix(b)
	if ok1 && ok2 && wholeX && wholeY {
		return compare(x, y)
	}
	return strings.Compare(a, b), true
}

// compareNumberString compares as numbers where the text is one, as texts where it is none (PHP 8).
func compareNumberString(n Value, s string) (int, bool) {
	y, whole, ok := numericPrefix(s)
	if ok && whole {
		return compare(n, y)
	}
	text, _ := toString(n)
	return strings.Compare(text, s), true
}

func scalar(v Value) bool {
	return v.Kind == Null || v.Kind == Bool || v.Kind == Int || v.Kind == Float || v.Kind == String
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
