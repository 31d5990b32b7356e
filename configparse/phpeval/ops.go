package phpeval

import (
	"math"
	"math/big"

	"github.com/qlint-dev/qlint/configparse/php"
)

// maxText is the longest string, in bytes, that is made.
const maxText = 1 << 20

// binary applies an arithmetic, string or comparison operator to known values. Where PHP only warns there is no answer.
func (f *frame) operate(op php.Op, a, b Value) Value {
	switch op {
	case php.OpConcat:
		return f.concat(a, b)
	case php.OpAdd, php.OpSub, php.OpMul, php.OpDiv, php.OpMod, php.OpPow:
		if op == php.OpAdd && a.Kind == Array && b.Kind == Array {
			return f.union(a.Array, b.Array)
		}
		return arithmetic(op, a, b)
	case php.OpBitAnd, php.OpBitOr, php.OpBitXor, php.OpShiftLeft, php.OpShiftRight:
		return bitwise(op, a, b)
	case php.OpIdentical:
		return identical(a, b).value()
	case php.OpNotIdentical:
		return identical(a, b).not().value()
	case php.OpEqual:
		return f.looselyEqual(a, b).value()
	case php.OpNotEqual:
		return f.looselyEqual(a, b).not().value()
	}
	c, ok := f.compare(a, b)
	if !ok {
		return unknown(undecidedComparison, nil)
	}
	switch op {
	case php.OpSpaceship:
		return integer(int64(c))
	case php.OpLess:
		return boolean(c < 0)
	case php.OpLessEqual:
		return boolean(c <= 0)
	case php.OpGreater:
		return boolean(c > 0)
	case php.OpGreaterEqual:
		return boolean(c >= 0)
	}
	return unknown("the operator "+op.String(), nil)
}

func (f *frame) concat(a, b Value) Value {
	x, ok1 := toString(a)
	y, ok2 := toString(b)
	switch {
	case !ok1:
		return unknown("the text of "+describe(a), nil)
	case !ok2:
		return unknown("the text of "+describe(b), nil)
	case len(x)+len(y) > maxText:
		return unknown("a text too long to follow", nil)
	}
	f.work(len(x) + len(y))
	return text(x + y)
}

// union is `+` of arrays: the left one's elements, then what only the right one has.
func (f *frame) union(a, b *ArrayValue) Value {
	out := f.copyOf(a)
	for _, e := range b.Entries {
		if out.a.find(e.Key) >= 0 {
			continue
		}
		if a.Open != "" {
			e.Value = unknown(a.Open, e.Value.Origin)
		}
		out.set(e)
	}
	f.work(len(b.Entries))
	if b.Open != "" {
		out.openBelow(b.Open)
	}
	return out.value()
}

// number is an operand of arithmetic as an int or float; false where PHP warns or throws.
func number(v Value) (Value, bool) {
	switch v.Kind {
	case Int, Float:
		return v, true
	case Null, Bool:
		n, _ := toInt(v)
		return integer(n), true
	case String:
		n, whole, ok := numericPrefix(v.Str)
		return n, ok && whole
	}
	return Value{}, false
}

func numbers(a, b Value) (x, y Value, problem Value, ok bool) {
	for _, v := range [...]Value{a, b} {
		switch v.Kind {
		case Array, Enum, Closure:
			return x, y, throwing("arithmetic with "+describe(v), nil), false
		}
	}
	x, ok1 := number(a)
	y, ok2 := number(b)
	return x, y, unknown("arithmetic with what is no number", nil), ok1 && ok2
}

func arithmetic(op php.Op, a, b Value) Value {
	x, y, problem, ok := numbers(a, b)
	if !ok {
		return problem
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
		return float(l + r)
	case php.OpSub:
		return float(l - r)
	case php.OpMul:
		return float(l * r)
	case php.OpPow:
		return floatPower(l, r)
	}
	if r == 0 {
		return throwing("division by zero", nil)
	}
	return float(l / r)
}

// intArithmetic computes with integers; false where the result is that of floats.
func intArithmetic(op php.Op, x, y int64) (Value, bool) {
	switch op {
	case php.OpAdd:
		n := x + y
		return integer(n), (n > x) == (y > 0)
	case php.OpSub:
		n := x - y
		return integer(n), (n < x) == (y > 0)
	case php.OpMul:
		return multiply(x, y)
	case php.OpDiv:
		if y == 0 || y == -1 && x == math.MinInt64 || x%y != 0 {
			return Value{}, false
		}
		return integer(x / y), true
	case php.OpPow:
		return power(x, y)
	}
	return Value{}, false
}

func multiply(x, y int64) (Value, bool) {
	n := x * y
	if x != 0 && (n/x != y || x == -1 && y == math.MinInt64) {
		return Value{}, false
	}
	return integer(n), true
}

// power squares as PHP does, so that a result beyond the integers is rounded in the same places.
func power(base, exponent int64) (Value, bool) {
	if exponent < 0 {
		return Value{}, false
	}
	result := int64(1)
	for i := exponent; i > 0; {
		if i%2 == 1 {
			i--
			n, ok := multiply(result, base)
			if !ok {
				return overflow(float64(result)*float64(base), float64(base), i), true
			}
			result = n.Int
			continue
		}
		i /= 2
		n, ok := multiply(base, base)
		if !ok {
			return overflow(float64(result), float64(base)*float64(base), i), true
		}
		base = n.Int
	}
	return integer(result), true
}

// overflow is factor * base ** exponent as floats.
func overflow(factor, base float64, exponent int64) Value {
	p := floatPower(base, float64(exponent))
	if p.Kind == Float {
		p.Float *= factor
	}
	return p
}

// floatPower raises to whole powers, rounded once as the C library does; other powers are not answered.
func floatPower(base, exponent float64) Value {
	if math.IsNaN(base) || math.IsInf(base, 0) || base == 0 || exponent == 0 || base == 1 {
		return float(math.Pow(base, exponent))
	}
	if exponent != math.Trunc(exponent) || math.Abs(exponent) > 4096 {
		return unknown("a power that is no whole number", nil)
	}
	const precision = 300
	result := big.NewFloat(1).SetPrec(precision)
	factor := new(big.Float).SetPrec(precision).SetFloat64(base)
	for n := int64(math.Abs(exponent)); n > 0; n /= 2 {
		if n%2 == 1 {
			result.Mul(result, factor)
		}
		factor.Mul(factor, factor)
	}
	if exponent < 0 {
		result.Quo(big.NewFloat(1).SetPrec(precision), result)
	}
	f, _ := result.Float64()
	return float(f)
}

func modulo(x, y Value) Value {
	if !integral(x) || !integral(y) {
		return unknown("the remainder of a number with a fraction", nil)
	}
	l, _ := toInt(x)
	r, _ := toInt(y)
	switch r {
	case 0:
		return throwing("remainder of a division by zero", nil)
	case -1:
		return integer(0)
	}
	return integer(l % r)
}

// integral says that a number converts to int without loss, about which PHP would warn.
func integral(v Value) bool {
	return v.Kind == Int || v.Float == math.Trunc(v.Float) && math.Abs(v.Float) < math.MaxInt64
}

func bitwise(op php.Op, a, b Value) Value {
	if a.Kind == String && b.Kind == String && op != php.OpShiftLeft && op != php.OpShiftRight {
		return unknown("the bits of texts", nil)
	}
	x, y, problem, ok := numbers(a, b)
	if !ok {
		return problem
	}
	if !integral(x) || !integral(y) {
		return unknown("the bits of a number with a fraction", nil)
	}
	l, _ := toInt(x)
	r, _ := toInt(y)
	switch op {
	case php.OpBitAnd:
		return integer(l & r)
	case php.OpBitOr:
		return integer(l | r)
	case php.OpBitXor:
		return integer(l ^ r)
	}
	switch {
	case r < 0:
		return throwing("shift by a negative number", nil)
	case op == php.OpShiftLeft:
		return integer(l << uint64(r))
	}
	return integer(l >> uint64(r))
}

func (f *frame) prefix(op php.Op, v Value) Value {
	switch op {
	case php.OpNot:
		b, ok := toBool(v)
		if !ok {
			return unknown(whyUndecided(v), nil)
		}
		return boolean(!b)
	case php.OpMinus:
		return arithmetic(php.OpMul, v, integer(-1))
	case php.OpPlus:
		return arithmetic(php.OpMul, v, integer(1))
	case php.OpBitNot:
		if v.Kind == Int {
			return integer(^v.Int)
		}
	}
	return unknown("the operator "+op.String()+" on "+describe(v), nil)
}

// cast applies a cast to a known value.
func cast(kind php.CastKind, v Value) Value {
	switch kind {
	case php.CastInt:
		if n, ok := toInt(v); ok {
			return integer(n)
		}
	case php.CastFloat:
		if n, ok := toFloat(v); ok {
			return float(n)
		}
	case php.CastString:
		if s, ok := toString(v); ok {
			return text(s)
		}
	case php.CastBool:
		if b, ok := toBool(v); ok {
			return boolean(b)
		}
	case php.CastArray:
		switch v.Kind {
		case Array:
			return v
		case Null:
			return list()
		case Bool, Int, Float, String, Closure:
			return list(v)
		}
	case php.CastObject:
		if v.Kind == Object {
			return v
		}
		return Value{Kind: Object, Class: "stdClass"}
	}
	return unknown("a cast of "+describe(v), nil)
}
