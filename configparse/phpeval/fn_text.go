package phpeval

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/queue"
)

// onText is a function of one text.
func onText(f func(string) string) builtin {
	return builtin{min: 1, max: 1, eval: func(c *builtinCall) Value {
		s, ok := c.text(0)
		if !ok {
			return c.unknown("not a text")
		}
		c.work(len(s))
		return text(f(s))
	}}
}

// onTexts is a function of several texts.
func onTexts(min, max int, f func(*builtinCall, []string) Value) builtin {
	return builtin{min: min, max: max, eval: func(c *builtinCall) Value {
		all, ok := c.texts()
		if !ok {
			return c.unknown("not a text")
		}
		return f(c, all)
	}}
}

// asciiOnly is a function of one text whose answer for other alphabets depends on Unicode tables.
func asciiOnly(f func(string) string) builtin {
	return onTexts(1, 1, func(c *builtinCall, s []string) Value {
		if !ascii(s[0]) {
			return c.unknown("a text that is not ASCII")
		}
		return text(f(s[0]))
	})
}

// textFunctions are those that make a text of a text.
func textFunctions() map[string]builtin {
	return map[string]builtin{
		"strtolower": onText(lowerASCII), "strtoupper": onText(upperASCII),
		"mb_strtolower": asciiOnly(lowerASCII), "mb_strtoupper": asciiOnly(upperASCII),
		"ucfirst": onText(upperFirst), "lcfirst": onText(lowerFirst),
		"ucwords":     onTexts(1, 2, ucwords),
		"trim":        trimFunction(true, true),
		"ltrim":       trimFunction(true, false),
		"rtrim":       trimFunction(false, true),
		"chop":        trimFunction(false, true),
		"strrev":      onText(reverse),
		"str_repeat":  {min: 2, max: 2, eval: repeat},
		"str_pad":     {min: 2, max: 4, eval: pad},
		"str_replace": {min: 3, max: 3, eval: replaceText},
		"substr":      {min: 2, max: 3, eval: substr},
		"mb_substr":   {min: 2, max: 3, eval: mbSubstr},
		"str_split":   {min: 1, max: 2, eval: strSplit},
		"explode":     {min: 2, max: 3, eval: explode},
		"implode":     {min: 1, max: 2, partial: true, eval: implode},
		"join":        {min: 1, max: 2, partial: true, eval: implode},
		"sprintf":     {min: 1, max: -1, eval: func(c *builtinCall) Value { return c.format(c.args[0], c.args[1:]) }},
		"vsprintf": {min: 2, max: 2, eval: func(c *builtinCall) Value {
			a := c.array(1)
			if a == nil || !a.whole() {
				return c.unknown("not a known array")
			}
			values := make([]Value, len(a.Entries))
			for i, e := range a.Entries {
				values[i] = e.Value
			}
			return c.combine(values, func(values []Value) Value { return c.format(c.args[0], values) })
		}},
	}
}

func upperASCII(s string) string {
	out := []byte(s)
	for i, b := range out {
		if 'a' <= b && b <= 'z' {
			out[i] = b - 0x20
		}
	}
	return string(out)
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return upperASCII(s[:1]) + s[1:]
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return lowerASCII(s[:1]) + s[1:]
}

func ucwords(_ *builtinCall, s []string) Value {
	delimiters := " \t\r\n\f\v"
	if len(s) > 1 {
		delimiters = s[1]
	}
	return text(capitalize(s[0], delimiters))
}

func capitalize(s, delimiters string) string {
	out := []byte(s)
	for i := range out {
		if i == 0 || strings.IndexByte(delimiters, s[i-1]) >= 0 {
			out[i] = upperASCII(s[i : i+1])[0]
		}
	}
	return string(out)
}

func reverse(s string) string {
	out := make([]byte, len(s))
	for i := range len(s) {
		out[len(s)-1-i] = s[i]
	}
	return string(out)
}

const blanks = " \n\r\t\v\x00"

func trimFunction(left, right bool) builtin {
	return onTexts(1, 2, func(_ *builtinCall, s []string) Value {
		var set [256]bool
		mask(blanks, &set)
		if len(s) > 1 {
			set = [256]bool{}
			mask(s[1], &set)
		}
		return text(trimBytes(s[0], &set, left, right))
	})
}

// mask reads a list of characters in which a..z is a range.
func mask(list string, set *[256]bool) {
	for i := 0; i < len(list); i++ {
		if i+3 < len(list) && list[i+1] == '.' && list[i+2] == '.' && list[i+3] >= list[i] {
			for b := int(list[i]); b <= int(list[i+3]); b++ {
				set[b] = true
			}
			i += 3
			continue
		}
		set[list[i]] = true
	}
}

func trimBytes(s string, set *[256]bool, left, right bool) string {
	for left && s != "" && set[s[0]] {
		s = s[1:]
	}
	for right && s != "" && set[s[len(s)-1]] {
		s = s[:len(s)-1]
	}
	return s
}

func repeat(c *builtinCall) Value {
	s, ok1 := c.text(0)
	n, ok2 := c.int(1, 0)
	switch {
	case !ok1 || !ok2:
		return c.unknown("not a text and a number")
	case n < 0:
		return throwing("str_repeat() of a negative number", nil)
	case s == "" || n == 0:
		return text("")
	case n > maxText/int64(len(s)):
		return c.unknown("a text too long to follow")
	}
	c.work(len(s) * int(n))
	return text(strings.Repeat(s, int(n)))
}

func pad(c *builtinCall) Value {
	s, ok1 := c.text(0)
	n, ok2 := c.int(1, 0)
	fill, ok3 := c.text(2)
	if !c.has(2) {
		fill = " "
	}
	side, ok4 := c.int(3, padRight)
	switch {
	case !ok1 || !ok2 || !ok3 || !ok4 || n > maxText:
		return c.unknown("not a text and a number")
	case n <= int64(len(s)):
		return text(s)
	case fill == "":
		return throwing("str_pad() with an empty text", nil)
	}
	missing := int(n) - len(s)
	left := 0
	switch side {
	case padLeft:
		left = missing
	case padBoth:
		left = missing / 2
	}
	c.work(missing)
	filled := strings.Repeat(fill, missing/len(fill)+1)
	return text(filled[:left] + s + filled[:missing-left])
}

const (
	padLeft = iota
	padRight
	padBoth
)

// replaceText is str_replace() of texts, or of lists of texts in one.
func replaceText(c *builtinCall) Value {
	subject, ok := c.text(2)
	if !ok {
		return c.unknown("not a text")
	}
	search, ok1 := c.textList(0)
	if !ok1 {
		return c.unknown("not texts")
	}
	if c.args[1].Kind != Array {
		with, ok := c.text(1)
		if !ok {
			return c.unknown("not a text")
		}
		for _, s := range search {
			subject = c.replaceAll(subject, s, with)
		}
		return text(subject)
	}
	if c.args[0].Kind != Array {
		return throwing("str_replace() of one text by several", nil)
	}
	with, ok2 := c.textList(1)
	if !ok2 {
		return c.unknown("not texts")
	}
	for i, s := range search {
		replacement := ""
		if i < len(with) {
			replacement = with[i]
		}
		subject = c.replaceAll(subject, s, replacement)
	}
	return text(subject)
}

func (c *builtinCall) replaceAll(s, old, with string) string {
	if old == "" {
		return s
	}
	if n := len(s) + strings.Count(s, old)*(len(with)-len(old)); n > maxText {
		panic(cutOff{"evaluation was cut off: a text too long to follow"})
	}
	c.work(len(s))
	return strings.ReplaceAll(s, old, with)
}

// textList is an argument that is a text or a whole array of texts.
func (c *builtinCall) textList(i int) ([]string, bool) {
	a := c.array(i)
	if a == nil {
		s, ok := c.text(i)
		return []string{s}, ok
	}
	if !a.whole() {
		return nil, false
	}
	out := make([]string, len(a.Entries))
	for i, e := range a.Entries {
		s, ok := toString(e.Value)
		if !ok {
			return nil, false
		}
		out[i] = s
	}
	return out, true
}

func substr(c *builtinCall) Value {
	s, ok := c.text(0)
	start, end, known := c.window(len(s))
	if !ok || !known {
		return c.unknown("not a text and numbers")
	}
	return text(s[start:end])
}

func mbSubstr(c *builtinCall) Value {
	s, ok := c.text(0)
	runes := []rune(s)
	start, end, known := c.window(len(runes))
	if !ok || !known || !utf8.ValidString(s) {
		return c.unknown("not a text and numbers")
	}
	return text(string(runes[start:end]))
}

// window is the part of something of the given size that an offset and a length (arguments 1 and 2) choose.
func (c *builtinCall) window(size int) (start, end int, ok bool) {
	offset, ok1 := c.int(1, 0)
	length, ok2 := int64(math.MaxInt32), true
	if c.has(2) && c.args[2].Kind != Null {
		length, ok2 = c.int(2, 0)
	}
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	if offset < 0 {
		offset = max(int64(size)+max(offset, -int64(size)), 0)
	}
	offset = min(offset, int64(size))
	rest := int64(size) - offset
	if length < 0 {
		length = max(rest+max(length, -rest), 0)
	}
	return int(offset), int(offset + min(length, rest)), true
}

func strSplit(c *builtinCall) Value {
	s, ok1 := c.text(0)
	n, ok2 := c.int(1, 1)
	switch {
	case !ok1 || !ok2:
		return c.unknown("not a text and a number")
	case n < 1:
		return throwing("str_split() into pieces of no length", nil)
	case s == "":
		if c.w.PHP.AtLeast(8, 2, 0) != queue.Yes {
			return c.unknown("the result for an empty text depends on PHP's version")
		}
		return list(text(""))
	}
	b := c.newBuilder()
	for s != "" {
		k := min(int64(len(s)), n)
		b.push(text(s[:k]))
		s = s[k:]
		c.tooLarge(b)
	}
	return b.value()
}

func explode(c *builtinCall) Value {
	delimiter, ok1 := c.text(0)
	s, ok2 := c.text(1)
	limit, ok3 := c.int(2, math.MaxInt64)
	switch {
	case !ok1 || !ok2 || !ok3:
		return c.unknown("not a text")
	case delimiter == "":
		return throwing("explode() by an empty text", nil)
	case strings.Count(s, delimiter) > maxElements:
		return c.unknown("too many parts to follow")
	}
	parts := strings.Split(s, delimiter)
	switch {
	case limit < 0:
		parts = parts[:max(int64(len(parts))+max(limit, -int64(len(parts))), 0)]
	case limit <= 1:
		parts = []string{s}
	case limit < int64(len(parts)):
		parts = strings.SplitN(s, delimiter, int(limit))
	}
	c.work(len(s) + 32*len(parts))
	origin := c.computed(c.node, c.args...)
	b := c.newBuilder()
	for _, p := range parts {
		b.push(text(p).WithOrigin(origin))
	}
	return b.value()
}

// implode joins an array; the separator may be missing or, as before PHP 8, stand second.
func implode(c *builtinCall) Value {
	pieces, glue := c.args[0], text("")
	if c.has(1) {
		glue, pieces = c.args[0], c.args[1]
	}
	if glue.Kind == Unknown {
		return glue
	}
	if pieces.Kind == Unknown {
		return pieces
	}
	a := pieces.Array
	if a == nil || !a.whole() || glue.Kind == Array {
		return c.unknown("not a known array")
	}
	var values []Value
	for i, e := range a.Entries {
		if i > 0 {
			values = append(values, glue)
		}
		values = append(values, e.Value)
	}
	return c.combine(values, func(parts []Value) Value {
		var out strings.Builder
		for _, p := range parts {
			s, ok := toString(p)
			if !ok {
				return c.unknown("the text of " + describe(p))
			}
			if out.Len()+len(s) > maxText {
				return c.unknown("a text too long to follow")
			}
			out.WriteString(s)
		}
		c.work(out.Len())
		return text(out.String())
	})
}
