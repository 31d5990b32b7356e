package phpeval

import (
	"math"
	"strconv"
	"strings"
)

// toBool is PHP's truth of a value; false for what is not decided.
func toBool(v Value) (truth, ok bool) {
	switch v.Kind {
	case Null:
		return false, true
	case Bool:
		return v.Bool, true
	case Int:
		return v.Int != 0, true
	case Float:
		return v.Float != 0, true
	case String:
		return v.Str != "" && v.Str != "0", true
	case Array:
		return len(v.Array.Entries) > 0, len(v.Array.Entries) > 0 || v.Array.whole()
	case Enum, Closure, Object:
		return true, true
	case OneOf:
		first, ok := toBool(v.Some[0])
		for _, x := range v.Some[1:] {
			if b, known := toBool(x); !known || b != first {
				return false, false
			}
		}
		return first, ok
	}
	return false, false
}

// toInt is (int) of a scalar or null, and of an array that is known whole.
func toInt(v Value) (int64, bool) {
	switch v.Kind {
	case Null:
		return 0, true
	case Bool:
		return int64(truth(v.Bool)), true
	case Int:
		return v.Int, true
	case Float:
		return floatToInt(v.Float), true
	case String:
		n, _, ok := numericPrefix(v.Str)
		switch {
		case !ok:
			return 0, true
		case n.Kind == Int:
			return n.Int, true
		case math.IsInf(n.Float, 0):
			return 0, false // 0 in PHP 8.2, and not the same in all versions
		}
		return saturate(n.Float), true
	case Array:
		b, ok := toBool(v)
		return int64(truth(b)), ok
	}
	return 0, false
}

// floatToInt wraps around as PHP does on 64 bits.
func floatToInt(f float64) int64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	if f >= -math.MaxInt64-1 && f < math.MaxInt64 {
		return int64(f)
	}
	const two64 = 1 << 64
	m := math.Mod(math.Trunc(f), two64)
	if m < 0 {
		m += two64
	}
	return int64(uint64(m))
}

// saturate is how PHP casts numeric strings beyond the range of an int.
func saturate(f float64) int64 {
	switch {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// toFloat is (float) of a scalar or null.
func toFloat(v Value) (float64, bool) {
	switch v.Kind {
	case Float:
		return v.Float, true
	case String:
		n, _, ok := numericPrefix(v.Str)
		switch {
		case !ok:
			return 0, true
		case n.Kind == Int && n.Int == 0 && strings.HasPrefix(strings.TrimLeft(v.Str, space), "-"):
			return math.Copysign(0, -1), true
		case n.Kind == Int:
			return float64(n.Int), true
		}
		return n.Float, true
	}
	n, ok := toInt(v)
	return float64(n), ok
}

// toString is (string) of a scalar or null.
func toString(v Value) (string, bool) {
	switch v.Kind {
	case Null:
		return "", true
	case Bool:
		if v.Bool {
			return "1", true
		}
		return "", true
	case Int:
		return strconv.FormatInt(v.Int, 10), true
	case Float:
		return floatText(v.Float), true
	case String:
		return v.Str, true
	}
	return "", false
}

// floatText formats with the 14 digits of PHP's setting precision.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NAN"
	case math.IsInf(f, 1):
		return "INF"
	case math.IsInf(f, -1):
		return "-INF"
	}
	s := strconv.FormatFloat(f, 'e', 13, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	e, _ := strconv.Atoi(exponent)
	if f != 0 && (e < -4 || e >= 14) {
		whole, fraction, _ := strings.Cut(mantissa, ".")
		fraction = strings.TrimRight(fraction, "0")
		if fraction == "" {
			fraction = "0"
		}
		sign := "+"
		if e < 0 {
			sign, e = "-", -e
		}
		return whole + "." + fraction + "E" + sign + strconv.Itoa(e)
	}
	s = strconv.FormatFloat(f, 'f', max(13-e, 0), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

const space = " \t\n\r\v\f"

// numericPrefix reads the number that a string starts with, after white space. whole says that nothing but white space follows:
// PHP's numeric string. ok is false where the string starts with no number.
func numericPrefix(s string) (n Value, whole, ok bool) {
	t := strings.TrimLeft(s, space)
	end, isFloat := scanNumber(t)
	if end == 0 {
		return Value{}, false, false
	}
	whole = strings.Trim(t[end:], space) == ""
	if !isFloat {
		if i, err := strconv.ParseInt(t[:end], 10, 64); err == nil {
			return integer(i), whole, true
		}
	}
	f, _ := strconv.ParseFloat(t[:end], 64) // out of range gives an infinity, as in PHP
	return float(f), whole, true
}

// scanNumber is the length of the decimal number at the start of a string.
func scanNumber(s string) (end int, isFloat bool) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := countDigits(s[i:])
	i += digits
	if i < len(s) && s[i] == '.' {
		fraction := countDigits(s[i+1:])
		if digits == 0 && fraction == 0 {
			return 0, false
		}
		// "1." is a float to PHP as well.
		i += 1 + fraction
		isFloat = true
	} else if digits == 0 {
		return 0, false
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		k := i + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if d := countDigits(s[k:]); d > 0 {
			return k + d, true
		}
	}
	return i, isFloat
}

func countDigits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// toKey is the key that a value becomes; false where PHP throws or the value is not known.
func toKey(v Value) (Key, bool) {
	switch v.Kind {
	case Null:
		return Key{}, true
	case Bool:
		return IntKey(int64(truth(v.Bool))), true
	case Int:
		return IntKey(v.Int), true
	case Float:
		return IntKey(floatToInt(v.Float)), true
	case String:
		return StringKey(v.Str), true
	}
	return Key{}, false
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
