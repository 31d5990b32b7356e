package phpeval

import (
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// typeFunctions cast values and ask for their type.
func typeFunctions() map[string]builtin {
	is := func(kinds ...Kind) builtin {
		return builtin{min: 1, max: 1, eval: func(c *builtinCall) Value {
			for _, k := range kinds {
				if c.args[0].Kind == k {
					return boolean(true)
				}
			}
			return boolean(false)
		}}
	}
	castTo := func(kind php.CastKind) builtin {
		return builtin{min: 1, max: 1, eval: func(c *builtinCall) Value { return cast(kind, c.args[0]) }}
	}
	return map[string]builtin{
		"intval":   {min: 1, max: 2, eval: intval},
		"floatval": castTo(php.CastFloat), "doubleval": castTo(php.CastFloat),
		"boolval": castTo(php.CastBool), "strval": castTo(php.CastString),
		"is_null": is(Null), "is_bool": is(Bool), "is_string": is(String), "is_array": is(Array),
		"is_int": is(Int), "is_integer": is(Int), "is_long": is(Int), "is_float": is(Float), "is_double": is(Float),
		"is_scalar": is(Bool, Int, Float, String),
		"is_object": is(Object, Enum, Closure),
		"is_numeric": {min: 1, max: 1, eval: func(c *builtinCall) Value {
			v := c.args[0]
			_, ok := number(v)
			return boolean(ok && v.Kind != Null && v.Kind != Bool)
		}},
		"gettype": {min: 1, max: 1, eval: func(c *builtinCall) Value {
			return text(map[Kind]string{
				Null: "NULL", Bool: "boolean", Int: "integer", Float: "double", String: "string", Array: "array",
				Object: "object", Enum: "object", Closure: "object",
			}[c.args[0].Kind])
		}},
		"filter_var": {min: 1, max: 3, eval: filterVar},
	}
}

// intval is (int), or reads digits of another base.
func intval(c *builtinCall) Value {
	base, ok := c.int(1, 10)
	if ok && base == 10 || c.args[0].Kind != String {
		return cast(php.CastInt, c.args[0])
	}
	s := strings.Trim(c.args[0].Str, " \t\n\r\v\f")
	if base == 16 && len(s) > 2 && lowerASCII(s[:2]) == "0x" {
		s = s[2:]
	}
	if base < 2 || base > 36 {
		return c.unknown("a base that is not evaluated")
	}
	return c.parseInt(s, int(base))
}

// Filters and flags of filter_var().
const (
	filterInt           = 257
	filterBool          = 258
	filterDefault       = 516
	filterNullOnFailure = 1 << 27
)

// filterVar knows the filters for bool and int.
func filterVar(c *builtinCall) Value {
	filter, ok1 := c.int(1, filterDefault)
	flags, options, ok2 := c.filterOptions()
	s, ok3 := c.text(0)
	if !ok1 || !ok2 || !ok3 {
		return c.unknown("options that are not evaluated")
	}
	failure := boolean(false)
	if flags&filterNullOnFailure != 0 {
		failure = null()
	}
	if d, ok := options.Get(StringKey("default")); ok {
		failure = d.Value
	}
	s = strings.Trim(s, " \t\n\r\v\x00")
	switch filter {
	case filterBool:
		switch lowerASCII(s) {
		case "1", "true", "on", "yes":
			return boolean(true)
		case "0", "false", "off", "no":
			return boolean(false)
		case "":
			if c.args[0].Kind == String || c.args[0].Kind == Bool || c.args[0].Kind == Null {
				return boolean(false)
			}
		}
		return failure
	case filterInt:
		n, ok := filterInteger(s, options)
		if !ok {
			return failure
		}
		return integer(n)
	}
	return c.unknown("a filter that is not evaluated")
}

// filterOptions reads the third argument: flags, or an array with the keys options and flags.
func (c *builtinCall) filterOptions() (flags int64, options *ArrayValue, ok bool) {
	options = &ArrayValue{}
	if !c.has(2) {
		return 0, options, true
	}
	a := c.array(2)
	if a == nil {
		flags, ok = c.int(2, 0)
		return flags, options, ok && flags&^filterNullOnFailure == 0
	}
	if !a.whole() {
		return 0, options, false
	}
	for _, e := range a.Entries {
		switch e.Key.Str {
		case "flags":
			if e.Value.Kind != Int || e.Value.Int&^filterNullOnFailure != 0 {
				return 0, options, false
			}
			flags = e.Value.Int
		case "options":
			if e.Value.Kind != Array || !e.Value.Array.whole() {
				return 0, options, false
			}
			options = e.Value.Array
		}
	}
	return flags, options, true
}

// filterInteger reads a whole number without leading zeros, within min_range and max_range.
func filterInteger(s string, options *ArrayValue) (int64, bool) {
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" || digits[0] == '0' && digits != "0" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, false
	}
	for _, e := range options.Entries {
		limit, ok := toInt(e.Value)
		if ok && (e.Key.Str == "min_range" && n < limit || e.Key.Str == "max_range" && n > limit) {
			return 0, false
		}
	}
	return n, true
}
