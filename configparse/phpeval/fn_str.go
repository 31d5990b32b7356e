package phpeval

import (
	"strings"
	"unicode/utf8"
)

// strMethods are those of Illuminate\Support\Str. Where the answer for other alphabets depends on Unicode tables, only ASCII is
// answered.
func strMethods() map[string]builtin {
	test := func(test func(s, part string) bool) builtin {
		return builtin{min: 2, max: 2, eval: func(c *builtinCall) Value { return c.anyOf(test) }}
	}
	return map[string]builtin{
		"lower": asciiOnly(lowerASCII), "upper": asciiOnly(upperASCII), "title": asciiOnly(title),
		"ucfirst": asciiOnly(upperFirst), "lcfirst": asciiOnly(lowerFirst),
		"studly": asciiOnly(studly), "pascal": asciiOnly(studly),
		"camel": asciiOnly(func(s string) string { return lowerFirst(studly(s)) }),
		"snake": onTexts(1, 2, func(c *builtinCall, s []string) Value {
			return c.snake(s[0], strings.Join(append(s[1:], "_")[:1], ""))
		}),
		"kebab": onTexts(1, 1, func(c *builtinCall, s []string) Value { return c.snake(s[0], "-") }),
		"slug":  onTexts(1, 3, slug),
		"finish": onTexts(2, 2, func(c *builtinCall, s []string) Value {
			if s[1] == "" || strings.HasSuffix(s[0], "\n") || !utf8.ValidString(s[0]+s[1]) {
				return c.unknown("a text that a pattern decides about")
			}
			for strings.HasSuffix(s[0], s[1]) {
				s[0] = strings.TrimSuffix(s[0], s[1])
			}
			return text(s[0] + s[1])
		}),
		"start": onTexts(2, 2, func(c *builtinCall, s []string) Value {
			if s[1] == "" || !utf8.ValidString(s[0]+s[1]) {
				return c.unknown("a text that a pattern decides about")
			}
			for strings.HasPrefix(s[0], s[1]) {
				s[0] = strings.TrimPrefix(s[0], s[1])
			}
			return text(s[1] + s[0])
		}),
		"contains": test(strings.Contains), "startswith": test(strings.HasPrefix), "endswith": test(strings.HasSuffix),
		"is":      {min: 2, max: 2, eval: strIs},
		"replace": {min: 3, max: 3, eval: replaceText},
		"after":   cutAt(strings.Index, func(s, part string, i int) string { return s[i+len(part):] }),
		"before":  cutAt(strings.Index, func(s, _ string, i int) string { return s[:i] }),
		"afterlast": cutAt(strings.LastIndex, func(s, part string, i int) string {
			return s[i+len(part):]
		}),
		"beforelast": cutAt(strings.LastIndex, func(s, _ string, i int) string { return s[:i] }),
		"length":     searchFunctions()["mb_strlen"],
	}
}

func cutAt(find func(s, part string) int, cut func(s, part string, i int) string) builtin {
	return onTexts(2, 2, func(_ *builtinCall, s []string) Value {
		i := find(s[0], s[1])
		if s[1] == "" || i < 0 {
			return text(s[0])
		}
		return text(cut(s[0], s[1], i))
	})
}

// anyOf tests a text against one part or a list of parts; an empty part is in nothing.
func (c *builtinCall) anyOf(test func(s, part string) bool) Value {
	s, ok1 := c.text(0)
	parts, ok2 := c.textList(1)
	if !ok1 || !ok2 {
		return c.unknown("not texts")
	}
	for _, p := range parts {
		if p != "" && test(s, p) {
			return boolean(true)
		}
	}
	return boolean(false)
}

// strIs matches patterns in which * stands for any text.
func strIs(c *builtinCall) Value {
	patterns, ok1 := c.textList(0)
	s, ok2 := c.text(1)
	if !ok1 || !ok2 || !utf8.ValidString(s) {
		return c.unknown("not texts")
	}
	for _, p := range patterns {
		c.work(len(s) + len(p))
		if p == s || wildcard(strings.Split(p, "*"), s) {
			return boolean(true)
		}
	}
	return boolean(false)
}

// wildcard says that a text is made of the given parts with anything between them.
func wildcard(parts []string, s string) bool {
	if len(parts) == 1 {
		return parts[0] == s
	}
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, p)
		if i < 0 {
			return false
		}
		rest = rest[i+len(p):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

func studly(s string) string {
	words := strings.Split(strings.NewReplacer("-", " ", "_", " ").Replace(s), " ")
	for i, w := range words {
		words[i] = upperFirst(w)
	}
	return strings.Join(words, "")
}

// snake separates words at upper-case letters (Laravel: Str::snake, which leaves a text of lower-case letters alone).
func (c *builtinCall) snake(s, delimiter string) Value {
	if !ascii(s) || strings.ContainsAny(delimiter, `$\`) || strings.Contains(s, "\n") {
		return c.unknown("a text that is not ASCII")
	}
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" {
		return text(s)
	}
	s = capitalize(s, " \t\r\n\f\v")
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n\f\v", r) }), "")
	var out strings.Builder
	for i := range len(s) {
		if i > 0 && 'A' <= s[i] && s[i] <= 'Z' {
			out.WriteString(delimiter)
		}
		out.WriteByte(s[i])
	}
	return text(lowerASCII(out.String()))
}

// slug is Str::slug() of ASCII text.
func slug(c *builtinCall, s []string) Value {
	separator := "-"
	if len(s) > 1 {
		separator = s[1]
	}
	if !ascii(s[0]) || separator != "-" && separator != "_" && separator != "" && separator != "." {
		return c.unknown("a text that is not ASCII")
	}
	flipped := "-"
	if separator == "-" {
		flipped = "_"
	}
	title := collapse(s[0], func(b byte) bool { return b == flipped[0] }, separator)
	title = strings.ReplaceAll(title, "@", separator+"at"+separator)
	var kept strings.Builder
	for _, b := range []byte(lowerASCII(title)) {
		if 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || isSpace(b) || separator != "" && b == separator[0] {
			kept.WriteByte(b)
		}
	}
	title = collapse(kept.String(), func(b byte) bool { return isSpace(b) || separator != "" && b == separator[0] }, separator)
	if separator == "" {
		return text(title)
	}
	return text(strings.Trim(title, separator))
}

func isSpace(b byte) bool { return strings.IndexByte(space, b) >= 0 }

// collapse replaces every run of the bytes in a set by one text.
func collapse(s string, in func(byte) bool, with string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if !in(s[i]) {
			out.WriteByte(s[i])
			continue
		}
		for i+1 < len(s) && in(s[i+1]) {
			i++
		}
		out.WriteString(with)
	}
	return out.String()
}

// title capitalizes words as mb_convert_case() does: an apostrophe and a few other marks do not end a word.
func title(s string) string {
	out := []byte(lowerASCII(s))
	inWord := false
	for i, b := range out {
		switch {
		case 'a' <= b && b <= 'z':
			if !inWord {
				out[i] = b - 0x20
			}
			inWord = true
		case strings.IndexByte("'.:^`", b) >= 0:
		default:
			inWord = false
		}
	}
	return string(out)
}
