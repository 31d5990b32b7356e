package phpeval

import (
	"cmp"
	"math"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// verdict is the answer of a comparison.
type verdict uint8

const (
	undecided verdict = iota
	yes
	no
)

const undecidedComparison = "a comparison that nothing decides"

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
		return unknown(undecidedComparison, nil)
	}
	return boolean(d == yes)
}

// overEach joins the verdicts on all alternatives of both sides.
func overEach(a, b Value, judge func(a, b Value) verdict) verdict {
	left, ok1 := a.Each()
	right, ok2 := b.Each()
	if !ok1 || !ok2 {
		return undecided
	}
	result := judge(left[0], right[0])
	for _, x := range left {
		for _, y := range right {
			if judge(x, y) != result {
				return undecided
			}
		}
	}
	return result
}

// identical is ===.
func identical(a, b Value) verdict {
	if a.Kind == OneOf || b.Kind == OneOf {
		return overEach(a, b, identical)
	}
	if a.Kind == Unknown || b.Kind == Unknown {
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
		return decide(foldName(a.Class) == foldName(b.Class) && a.Case == b.Case)
	case Array:
		return identicalArrays(a.Array, b.Array)
	}
	return undecided
}

func identicalArrays(a, b *ArrayValue) verdict {
	if a == b && a.whole() {
		return allDecided(a)
	}
	if !a.whole() || !b.whole() {
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

func allDecided(a *ArrayValue) verdict {
	for _, e := range a.Entries {
		if identical(e.Value, e.Value) != yes {
			return undecided
		}
	}
	return yes
}

// looselyEqual is ==.
func (f *frame) looselyEqual(a, b Value) verdict {
	switch {
	case a.Kind == OneOf || b.Kind == OneOf:
		return overEach(a, b, f.looselyEqual)
	case a.Kind == Enum && b.Kind == Enum:
		return identical(a, b)
	case a.Kind == Enum && scalar(b) || b.Kind == Enum && scalar(a):
		x, _ := toBool(a)
		y, _ := toBool(b)
		// An object compares with a bool or null by its truth, and equals no number or text.
		return decide(x == y && (a.Kind == Bool || b.Kind == Bool))
	case a.Kind == Array && b.Kind == Array:
		return f.equalArrays(a.Array, b.Array)
	case a.Kind == Array && (b.Kind == Null || b.Kind == Bool), b.Kind == Array && (a.Kind == Null || a.Kind == Bool):
		x, ok1 := toBool(a)
		y, ok2 := toBool(b)
		if !ok1 || !ok2 {
			return undecided
		}
		return decide(x == y)
	case a.Kind == Array && scalar(b) || b.Kind == Array && scalar(a):
		return no
	}
	if notANumber(a) && scalar(b) && b.Kind != Bool || notANumber(b) && scalar(a) && a.Kind != Bool {
		return no
	}
	c, ok := f.compare(a, b)
	if !ok {
		return undecided
	}
	return decide(c == 0)
}

func notANumber(v Value) bool { return v.Kind == Float && math.IsNaN(v.Float) }

func (f *frame) equalArrays(a, b *ArrayValue) verdict {
	if !a.whole() || !b.whole() {
		return undecided
	}
	if len(a.Entries) != len(b.Entries) {
		return no
	}
	all := yes
	f.work(len(a.Entries))
	for _, e := range a.Entries {
		other, ok := b.Get(e.Key)
		if !ok {
			return no
		}
		switch f.looselyEqual(e.Value, other.Value) {
		case no:
			return no
		case undecided:
			all = undecided
		}
	}
	return all
}

// compare is <=> for scalars and null. NaN compares with nothing.
func (f *frame) compare(a, b Value) (int, bool) {
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
		return f.compareStrings(a.Str, b.Str)
	case a.Kind == String:
		c, ok := f.compareNumberString(b, a.Str)
		return -c, ok
	case b.Kind == String:
		return f.compareNumberString(a, b.Str)
	case a.Kind == Int && b.Kind == Int:
		return cmp.Compare(a.Int, b.Int), true
	}
	x, _ := toFloat(a)
	y, _ := toFloat(b)
	return cmp.Compare(x, y), x == x && y == y
}

func (f *frame) compareStrings(a, b string) (int, bool) {
	x, wholeX, ok1 := numericPrefix(a)
	y, wholeY, ok2 := numericPrefix(b)
	if ok1 && ok2 && wholeX && wholeY {
		if x.Kind == Float && y.Kind == Float && x.Float == y.Float && (math.IsInf(x.Float, 0) || digitsOnly(a) && digitsOnly(b)) {
			return strings.Compare(a, b), true // beyond the range where numbers could tell them apart
		}
		return f.compare(x, y)
	}
	return strings.Compare(a, b), true
}

func digitsOnly(s string) bool { return !strings.ContainsAny(s, ".eE") }

// compareNumberString compares as numbers where the text is one, as texts where it is none; before PHP 8 a text that is no number
// was 0.
func (f *frame) compareNumberString(n Value, s string) (int, bool) {
	y, whole, ok := numericPrefix(s)
	if ok && whole {
		return f.compare(n, y)
	}
	if v := f.w.PHP; !v.IsZero() && v.AtLeast(8, 0, 0) != queue.Yes {
		return 0, false
	}
	number, _ := toString(n)
	return strings.Compare(number, s), true
}

func scalar(v Value) bool {
	return v.Kind == Null || v.Kind == Bool || v.Kind == Int || v.Kind == Float || v.Kind == String
}
