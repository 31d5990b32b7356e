package phpeval

import (
	"math"
	"math/bits"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// binary applies an arithmetic, string or comparison operator to known values. Where PHP throws or warns there is no answer.
func binary(op php.Op, a, b Value) Value {
	switch op {
	case php.OpConcat:
		x, ok1 := toString(a)
		y, ok2 := toString(b)
		if !ok1 || !ok2 {
			return unknown("text of a value that is none", nil)
		}
		if len(x)+len(y) > maxText {
			return unknown("a text too long to follow", nil)
		}
		return Value{Kind: String, Str: x + y}
	case php.OpAdd:
		if a.Kind == Array && b.Kind == Array {
			return union(a.Array, b.Array)
		}
		return arithmetic(op, a, b)
	case php.OpSub, php.OpMul, php.OpDiv, php.OpMod, php.OpPow:
		return arithmetic(op, a, b)
	case php.OpBitAnd, php.OpBitOr, php.OpBitXor, php.OpShiftLeft, php.OpShiftRight:
		return bitwise(op, a, b)
	case php.OpIdentical:
		return identical(a, b).value()
	case php.OpNotIdentical:
		return identical(a, b).not().value()
	case php.OpEqual:
		return looselyEqual(a, b).value()
	case php.OpNotEqual:
		return looselyEqual(a, b).not().value()
	}
	c, ok := compare(a, b)
	if !ok {
		return unknown("a comparison that is not decided", nil)
	}
	switch op {
	case php.OpSpaceship:
		return Value{Kind: Int, Int: int64(c)}
	case php.OpLess:
		return Value{Kind: Bool, Bool: c < 0}
	case php.OpLessEqual:
		return Value{Kind: Bool, Bool: c <= 0}
	case php.OpGreater:
		return Value{Kind: Bool, Bool: c > 0}
	case php.OpGreaterEqual:
		return Value{Kind: Bool, Bool: c >= 0}
	}
	return unknown("the operator "+op.String(), nil)
}

// union is `+` of arrays: the left one's elements, then what only the right one has.
func union(a, b *ArrayValue) Value {
	out := copyOf(a)
	for _, e := range b.Entries {
		if _, ok := a.Get(e.Key); ok {
			continue
		}
		if a.Open != "" {
			e.Value = unknown(a.Open, e.Value.Origin)
		}
		out.set(e)
	}
	if b.Open != "" {
		out.open(b.Open)
	}
	return out.value()
}

// number is an operand of arithmetic as an int or float; false where PHP throws (arrays, text that is no number) or warns.
func number(v Value) (Value, bool) {
	switch v.Kind {
	case Int, Float:
		return v, true
	case Null, Bool:
		n, _ := toInt(v)
		return Value{Kind: Int, Int: n}, true
	case String:
		n, whole, ok := numericPrefix(v.Str)
		return n, ok && whole
	default:
		return Value{}, false
	}
}

func arithmetic(op php.Op, a, b Value) Value {
	x, ok1 := number(a)
	y, ok2 := number(b)
	if !ok1 || !ok2 {
		return unknown("arithmetic with what is no number", nil)
	}
	if op == php.OpMod {
		return modulo(x, y)
	}
	if x.Kind == Int && y.Kind == Int {
		if v, ok := intArithmetic(op, x.Int, y.Int); ok {
			return v
		}
	}
	l, _ := toFloat(x)
	r, _ := toFloat(y)
	switch op {
	case php.OpAdd:
		return Value{Kind: Float, Float: l + r}
	case php.OpSub:
		return Value{Kind: Float, Float: l - r}
	case php.OpMul:
		return Value{Kind: Float, Float: l * r}
	case php.OpPow:
		return Value{Kind: Float, Float: math.Pow(l, r)}
	}
	if r == 0 {
		return unknown("division by zero", nil)
	}
	return Value{Kind: Float, Float: l / r}
}

// intArithmetic computes with integers; false where the result is a float.
func intArithmetic(op php.Op, x, y int64) (Value, bool) {
	n := Value{Kind: Int}
	switch op {
	case php.OpAdd:
		n.Int = x + y
		return n, (x >= 0) != (y >= 0) || (n.Int >= 0) == (x >= 0)
	case php.OpSub:
		n.Int = x - y
		return n, (x >= 0) == (y >= 0) || (n.Int >= 0) == (x >= 0)
	case php.OpMul:
		n.Int = x * y
		return n, !overflowsMul(x, y)
	case php.OpDiv:
		if y == 0 || y == -1 && x == math.MinInt64 || x%y != 0 {
			return n, false
		}
		n.Int = x / y
		return n, true
	case php.OpPow:
		return intPower(x, y)
	}
	return n, false
}

func overflowsMul(x, y int64) bool {
	negative := (x < 0) != (y < 0)
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if negative {
		return hi != 0 || lo > 1<<63
	}
	return hi != 0 || lo > math.MaxInt64
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func intPower(x, y int64) (Value, bool) {
	if y < 0 {
		return Value{}, false
	}
	result := int64(1)
	for range min(y, 64) {
		if overflowsMul(result, x) {
			return Value{}, false
		}
		result *= x
	}
	if y > 64 && x != 0 && x != 1 {
		if x != -1 {
			return Value{}, false
		}
		if y%2 != 0 {
			result = -1
		}
	}
	return Value{Kind: Int, Int: result}, true
}

func modulo(x, y Value) Value {
	l, ok1 := toInt(x)
	r, ok2 := toInt(y)
	switch {
	case !ok1 || !ok2:
		return unknown("arithmetic with what is no number", nil)
	case r == 0:
		return unknown("modulo by zero", nil)
	case r == -1:
		return Value{Kind: Int}
	}
	return Value{Kind: Int, Int: l % r}
}

func bitwise(op php.Op, a, b Value) Value {
	if a.Kind == String && b.Kind == String && op != php.OpShiftLeft && op != php.OpShiftRight {
		return unknown("bits of texts", nil)
	}
	x, ok1 := number(a)
	y, ok2 := number(b)
	if !ok1 || !ok2 {
		return unknown("bits of what is no number", nil)
	}
	l, ok1 := toInt(x)
	r, ok2 := toInt(y)
	if !ok1 || !ok2 {
		return unknown("bits of what is no number", nil)
	}
	n := Value{Kind: Int}
	switch op {
	case php.OpBitAnd:
		n.Int = l & r
	case php.OpBitOr:
		n.Int = l | r
	case php.OpBitXor:
		n.Int = l ^ r
	default:
		if r < 0 {
			return unknown("shift by a negative number", nil)
		}
		if op == php.OpShiftLeft {
			n.Int = l << min(r, 64)
		} else {
			n.Int = l >> min(r, 63)
		}
	}
	return n
}

func unary(op php.Op, v Value) Value {
	switch op {
	case php.OpNot:
		b, ok := toBool(v)
		if !ok {
			return unknown("not decided", nil)
		}
		return Value{Kind: Bool, Bool: !b}
	case php.OpMinus:
		return arithmetic(php.OpMul, v, Value{Kind: Int, Int: -1})
	case php.OpPlus:
		return arithmetic(php.OpMul, v, Value{Kind: Int, Int: 1})
	case php.OpBitNot:
		if v.Kind == Int {
			return Value{Kind: Int, Int: ^v.Int}
		}
	}
	return unknown("the operator "+op.String(), nil)
}

// cast applies a cast.
func cast(kind php.CastKind, v Value) Value {
	switch kind {
	case php.CastInt:
		if n, ok := toInt(v); ok {
			return Value{Kind: Int, Int: n}
		}
	case php.CastFloat:
		if n, ok := toFloat(v); ok {
			return Value{Kind: Float, Float: n}
		}
	case php.CastString:
		if s, ok := toString(v); ok {
			return Value{Kind: String, Str: s}
		}
	case php.CastBool:
		if b, ok := toBool(v); ok {
			return Value{Kind: Bool, Bool: b}
		}
	case php.CastArray:
		switch v.Kind {
		case Array:
			return v
		case Null:
			return list()
		case Bool, Int, Float, String:
			return list(v)
		}
	}
	return unknown("a cast of "+describe(v), nil)
}

// describe names a value's type in a sentence.
func describe(v Value) string {
	switch v.Kind {
	case Null:
		return "null"
	case Bool, Int, Float, String:
		return "a scalar"
	case Array:
		return "an array"
	case Enum:
		return "the enum case " + v.Class + "::" + v.Case
	case Closure:
		return "a closure"
	case Object:
		return "an object of " + strings.TrimPrefix(v.Class, `\`)
	}
	return "an unknown value"
}
