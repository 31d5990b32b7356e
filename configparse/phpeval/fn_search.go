package phpeval

import (
	"strings"
	"unicode/utf8"
)

// searchFunctions look for something in texts, compare or measure them.
func searchFunctions() map[string]builtin {
	has := func(test func(s, part string) bool) builtin {
		return onTexts(2, 2, func(_ *builtinCall, s []string) Value { return boolean(test(s[0], s[1])) })
	}
	return map[string]builtin{
		"str_contains":    has(strings.Contains),
		"str_starts_with": has(strings.HasPrefix),
		"str_ends_with":   has(strings.HasSuffix),
		"strpos":          position(func(s string) string { return s }, strings.Index),
		"stripos":         position(lowerASCII, strings.Index),
		"strrpos":         position(func(s string) string { return s }, strings.LastIndex),
		"strstr":          {min: 2, max: 3, eval: func(c *builtinCall) Value { return c.from(strings.Index) }},
		"strrchr": {min: 2, max: 2, eval: func(c *builtinCall) Value {
			return c.from(func(s, part string) int { return strings.LastIndex(s, part[:min(len(part), 1)]) })
		}},
		"substr_count": onTexts(2, 2, func(_ *builtinCall, s []string) Value {
			if s[1] == "" {
				return throwing("substr_count() of an empty text", nil)
			}
			return integer(int64(strings.Count(s[0], s[1])))
		}),
		"strlen": onTexts(1, 1, func(_ *builtinCall, s []string) Value { return integer(int64(len(s[0]))) }),
		"mb_strlen": onTexts(1, 1, func(c *builtinCall, s []string) Value {
			if !utf8.ValidString(s[0]) {
				return c.unknown("a text that is not UTF-8")
			}
			return integer(int64(utf8.RuneCountInString(s[0])))
		}),
		"strcmp": onTexts(2, 2, func(c *builtinCall, s []string) Value {
			if s[0] != s[1] {
				return c.unknown("a number of which PHP promises the sign alone")
			}
			return integer(0)
		}),
		"ctype_digit": {min: 1, max: 1, eval: func(c *builtinCall) Value {
			if c.args[0].Kind != String {
				return c.unknown("not a text")
			}
			s := c.args[0].Str
			return boolean(s != "" && countDigits(s) == len(s))
		}},
		"version_compare": {min: 2, max: 3, eval: versionCompare},
		"basename":        onTexts(1, 2, basename),
		"dirname":         {min: 1, max: 2, eval: dirname},
	}
}

// position is where a text is found, from an offset on; false where it is not.
func position(fold func(string) string, find func(s, part string) int) builtin {
	return builtin{min: 2, max: 3, eval: func(c *builtinCall) Value {
		s, ok1 := c.text(0)
		part, ok2 := c.text(1)
		offset, ok3 := c.int(2, 0)
		if !ok1 || !ok2 || !ok3 || offset < 0 {
			return c.unknown("not texts, or an offset from the end")
		}
		if offset > int64(len(s)) {
			return throwing(c.name+"() from behind the text's end", nil)
		}
		c.work(len(s))
		i := find(fold(s)[offset:], fold(part))
		if i < 0 {
			return boolean(false)
		}
		return integer(int64(i) + offset)
	}}
}

// from is the text from where a part is found, or with a third argument up to there; false where it is not found.
func (c *builtinCall) from(find func(s, part string) int) Value {
	s, ok1 := c.text(0)
	part, ok2 := c.text(1)
	before, ok3 := c.flag(2)
	if !ok1 || !ok2 || !ok3 {
		return c.unknown("not texts")
	}
	i := find(s, part)
	switch {
	case i < 0:
		return boolean(false)
	case before:
		return text(s[:i])
	}
	return text(s[i:])
}

func basename(c *builtinCall, s []string) Value {
	if strings.ContainsAny(s[0], "\\\x00") || !ascii(s[0]) {
		return c.unknown("a path that the operating system decides about")
	}
	name := strings.TrimRight(s[0], "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	if len(s) > 1 && name != s[1] {
		name = strings.TrimSuffix(name, s[1])
	}
	return text(name)
}

func dirname(c *builtinCall) Value {
	s, ok1 := c.text(0)
	n, ok2 := c.int(1, 1)
	if !ok1 || !ok2 || strings.Contains(s, `\`) {
		return c.unknown("not a path")
	}
	if n < 1 {
		return throwing("dirname() of no levels", nil)
	}
	for range min(n, 100) {
		s = parentOf(s)
	}
	return text(s)
}

func parentOf(s string) string {
	if s == "" {
		return ""
	}
	t := strings.TrimRight(s, "/")
	if t == "" {
		return "/"
	}
	i := strings.LastIndexByte(t, '/')
	if i < 0 {
		return "."
	}
	if t = strings.TrimRight(t[:i], "/"); t == "" {
		return "/"
	}
	return t
}

// versionCompare knows versions of digits and points; PHP's rules for words such as beta are its own.
func versionCompare(c *builtinCall) Value {
	a, ok1 := c.text(0)
	b, ok2 := c.text(1)
	operator, ok3 := c.text(2)
	if !ok1 || !ok2 || !ok3 || !plainVersion(a) || !plainVersion(b) {
		return c.unknown("versions with words in them")
	}
	order := compareVersions(strings.Split(a, "."), strings.Split(b, "."))
	if !c.has(2) || c.args[2].Kind == Null {
		return integer(int64(order))
	}
	switch operator {
	case "<", "lt":
		return boolean(order < 0)
	case "<=", "le":
		return boolean(order <= 0)
	case ">", "gt":
		return boolean(order > 0)
	case ">=", "ge":
		return boolean(order >= 0)
	case "==", "eq":
		return boolean(order == 0)
	case "!=", "<>", "ne":
		return boolean(order != 0)
	}
	return throwing("version_compare() by an operator that does not exist", nil)
}

func plainVersion(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || len(part) > 9 || countDigits(part) != len(part) {
			return false
		}
	}
	return true
}

func compareVersions(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) {
			return -1
		}
		if i >= len(b) {
			return 1
		}
		x, _ := toInt(text(a[i]))
		y, _ := toInt(text(b[i]))
		if x != y {
			return 1 - 2*truth(x < y)
		}
	}
	return 0
}
