package phpeval

import (
	"math"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

func onNumber(f func(Value) Value) builtin {
	return builtin{min: 1, max: 1, eval: func(c *builtinCall) Value {
		n, ok := number(c.args[0])
		if !ok {
			return c.unknown("not a number")
		}
		return f(n)
	}}
}

func onFloat(f func(float64) float64) builtin {
	return onNumber(func(v Value) Value {
		n, _ := toFloat(v)
		return float(f(n))
	})
}

// numberFunctions compute with numbers.
func numberFunctions() map[string]builtin {
	return map[string]builtin{
		"abs": onNumber(func(v Value) Value {
			if v.Kind == Float {
				return float(math.Abs(v.Float))
			}
			if v.Int >= 0 {
				return v
			}
			return arithmetic(php.OpMul, v, integer(-1))
		}),
		"floor": onFloat(math.Floor), "ceil": onFloat(math.Ceil), "sqrt": onFloat(math.Sqrt),
		"round":  {min: 1, max: 2, eval: round},
		"is_nan": onNumber(func(v Value) Value { return boolean(v.Kind == Float && math.IsNaN(v.Float)) }),
		"intdiv": {min: 2, max: 2, eval: intdiv},
		"fmod": {min: 2, max: 2, eval: func(c *builtinCall) Value {
			a, ok1 := toFloat(c.args[0])
			b, ok2 := toFloat(c.args[1])
			if !ok1 || !ok2 {
				return c.unknown("not numbers")
			}
			return float(math.Mod(a, b))
		}},
		"pow": {min: 2, max: 2, eval: func(c *builtinCall) Value {
			return arithmetic(php.OpPow, c.args[0], c.args[1])
		}},
		"max":           {min: 1, max: -1, eval: func(c *builtinCall) Value { return c.extreme(1) }},
		"min":           {min: 1, max: -1, eval: func(c *builtinCall) Value { return c.extreme(-1) }},
		"array_sum":     {min: 1, max: 1, eval: func(c *builtinCall) Value { return c.fold(php.OpAdd, 0) }},
		"array_product": {min: 1, max: 1, eval: func(c *builtinCall) Value { return c.fold(php.OpMul, 1) }},
		"number_format": {min: 1, max: 4, eval: numberFormat},
		"dechex":        onInt(func(n int64) Value { return text(strconv.FormatUint(uint64(n), 16)) }),
		"decbin":        onInt(func(n int64) Value { return text(strconv.FormatUint(uint64(n), 2)) }),
		"decoct":        onInt(func(n int64) Value { return text(strconv.FormatUint(uint64(n), 8)) }),
		"hexdec":        onTexts(1, 1, func(c *builtinCall, s []string) Value { return c.parseInt(s[0], 16) }),
		"octdec":        onTexts(1, 1, func(c *builtinCall, s []string) Value { return c.parseInt(s[0], 8) }),
		"bindec":        onTexts(1, 1, func(c *builtinCall, s []string) Value { return c.parseInt(s[0], 2) }),
	}
}

func onInt(f func(int64) Value) builtin {
	return builtin{min: 1, max: 1, eval: func(c *builtinCall) Value {
		n, ok := c.int(0, 0)
		if !ok {
			return c.unknown("not a whole number")
		}
		return f(n)
	}}
}

func (c *builtinCall) parseInt(s string, base int) Value {
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil || s[0] == '-' || s[0] == '+' {
		return c.unknown("not a number of that base")
	}
	return integer(n)
}

// round rounds half away from zero. PHP corrects for binary fractions by rules that differ between versions: what lies near a half
// without being one is not answered.
func round(c *builtinCall) Value {
	n, ok1 := number(c.args[0])
	places, ok2 := c.int(1, 0)
	if !ok1 || !ok2 || places < -15 || places > 15 {
		return c.unknown("not numbers")
	}
	if n.Kind == Int && places >= 0 {
		return float(float64(n.Int))
	}
	x, _ := toFloat(n)
	r, ok := roundTo(x, int(places))
	if !ok {
		return c.unknown("a number near a half")
	}
	return float(r)
}

func roundTo(x float64, places int) (float64, bool) {
	if math.IsInf(x, 0) || math.IsNaN(x) || x == 0 {
		return x, true
	}
	factor := math.Pow(10, math.Abs(float64(places)))
	scaled := x * factor
	if places < 0 {
		scaled = x / factor
	}
	if math.Abs(scaled) > 1e14 {
		return x, false
	}
	fraction := math.Abs(scaled - math.Trunc(scaled))
	if d := math.Abs(fraction - 0.5); d != 0 && d < 1e-6 {
		return x, false
	}
	r := math.Round(scaled)
	if places < 0 {
		return r * factor, true
	}
	return r / factor, true
}

func intdiv(c *builtinCall) Value {
	a, ok1 := c.int(0, 0)
	b, ok2 := c.int(1, 0)
	switch {
	case !ok1 || !ok2:
		return c.unknown("not whole numbers")
	case b == 0 || b == -1 && a == math.MinInt64:
		return throwing("intdiv() beyond the integers", nil)
	}
	return integer(a / b)
}

// extreme is max() or min() of the arguments or of the elements of one array. Of equal values the first one counts.
func (c *builtinCall) extreme(sign int) Value {
	values := c.args
	if len(values) == 1 {
		a := c.array(0)
		switch {
		case a == nil:
			return throwing(c.name+"() of one value that is no array", nil)
		case !a.whole():
			return c.unknown("not a known array")
		case len(a.Entries) == 0:
			return throwing(c.name+"() of an empty array", nil)
		}
		values = make([]Value, len(a.Entries))
		for i, e := range a.Entries {
			values[i] = e.Value
		}
	}
	return c.combine(values, func(values []Value) Value {
		best := values[0]
		for _, v := range values[1:] {
			order, ok := c.compare(v, best)
			if !ok {
				return c.unknown(undecidedComparison)
			}
			if order*sign > 0 {
				best = v
			}
		}
		return best
	})
}

func (c *builtinCall) fold(op php.Op, start int64) Value {
	a := c.array(0)
	if a == nil || !a.whole() {
		return c.unknown("not a known array")
	}
	total := integer(start)
	for _, e := range a.Entries {
		total = each(total, func(t Value) Value {
			return each(e.Value, func(v Value) Value {
				if v.Kind == Array {
					return c.unknown("an array among the numbers")
				}
				sum := arithmetic(op, t, v)
				if sum.Kind == Float && t.Kind == Int && v.Kind == Int {
					return c.unknown("a total beyond the integers")
				}
				return sum
			})
		})
	}
	return total
}

func numberFormat(c *builtinCall) Value {
	n, ok1 := number(c.args[0])
	places, ok2 := c.int(1, 0)
	point, ok3 := c.text(2)
	comma, ok4 := c.text(3)
	if !c.has(2) {
		point = "."
	}
	if !c.has(3) {
		comma = ","
	}
	if !ok1 || !ok2 || !ok3 || !ok4 || places < 0 || places > 15 {
		return c.unknown("not numbers")
	}
	x, _ := toFloat(n)
	r, ok := roundTo(x, int(places))
	if !ok || math.Abs(r) >= 1e15 {
		return c.unknown("a number near a half")
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(r), 'f', int(places), 64), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + comma + whole[i:]
	}
	if r < 0 {
		whole = "-" + whole
	}
	if places > 0 {
		whole += point + fraction
	}
	return text(whole)
}
