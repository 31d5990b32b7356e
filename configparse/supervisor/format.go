package supervisor

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// spec is one conversion: %(name)-05.3d.
type spec struct {
	start, end int
	name       string
	named      bool
	flags      string
	width      int
	precision  int // -1 without one
	verb       rune
	stars      int
}

// maxWidth bounds what a conversion may pad its value to; a wider one is not followed.
const maxWidth = 4096

// parseSpec reads a conversion as Python does (Objects/unicodeobject.c). why is Python's message when it is not complete.
func parseSpec(s string, at int) (c spec, why string) {
	c = spec{start: at, precision: -1}
	i := at + 1
	if i < len(s) && s[i] == '(' {
		depth, from := 1, i+1
		for i++; i < len(s) && depth > 0; i++ {
			switch s[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		if depth > 0 {
			c.named, c.end = true, len(s)
			return c, incompleteKey
		}
		c.name, c.named = s[from:i-1], true
	}
	from := i
	for i < len(s) && strings.IndexByte("-+ #0", s[i]) >= 0 {
		i++
	}
	c.flags = s[from:i]
	c.width, i, why = c.number(s, i, "width too big")
	if why == "" && i < len(s) && s[i] == '.' {
		c.precision, i, why = c.number(s, i+1, "precision too big")
	}
	if why == "" && i < len(s) && strings.IndexByte("hlL", s[i]) >= 0 {
		i++
	}
	if i >= len(s) {
		c.end = len(s)
		if why == "" {
			why = "incomplete format"
		}
		return c, why
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	c.verb, c.end = r, i+size
	return c, why
}

// number reads a width or precision.
func (c *spec) number(s string, i int, tooBig string) (n, next int, why string) {
	if i < len(s) && s[i] == '*' {
		c.stars++
		return 0, i + 1, ""
	}
	from := i
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if from == i {
		return 0, i, ""
	}
	n, err := strconv.Atoi(s[from:i])
	if err != nil {
		return 0, i, tooBig
	}
	return n, i, ""
}

// refuses is Python's message where a conversion does not take a value of a kind, "" where it does.
func (c spec) refuses(kind string, v Name, format string) string {
	switch c.verb {
	case 's', 'r', 'a':
		return ""
	case 'c':
		switch {
		case kind == "str" && utf8.RuneCountInString(v.Text) == 1:
			return ""
		case kind != "int":
			return "%c requires int or char"
		case v.Number < 0 || v.Number > utf8.MaxRune:
			return "%c arg not in range(0x110000)"
		}
		return ""
	case 'd', 'i', 'u':
		if kind != "int" {
			return fmt.Sprintf("%%%c format: a real number is required, not %s", c.verb, kind)
		}
		return ""
	case 'o', 'x', 'X':
		if kind != "int" {
			return fmt.Sprintf("%%%c format: an integer is required, not %s", c.verb, kind)
		}
		return ""
	case 'e', 'E', 'f', 'F', 'g', 'G':
		if kind != "int" {
			return "must be real number, not " + kind
		}
		return ""
	default:
		return c.unsupported(format)
	}
}

// unsupported is Python's message for an unknown conversion character.
func (c spec) unsupported(format string) string {
	shown := '?'
	if 31 <= c.verb && c.verb < 0x7f {
		shown = c.verb
	}
	_, size := utf8.DecodeLastRuneInString(format[:c.end])
	return fmt.Sprintf("unsupported format character '%c' (0x%x) at index %d", shown, c.verb, utf8.RuneCountInString(format[:c.end-size]))
}

// format is a value as the conversion shows it.
func (c spec) format(v Name) string {
	switch c.verb {
	case 's', 'r', 'a':
		return c.pad("", c.cut(v.shown(c.verb)), ' ')
	case 'c':
		if !v.IsNumber {
			return c.pad("", v.Text, ' ')
		}
		return c.pad("", string(rune(v.Number)), ' ')
	case 'd', 'i', 'u', 'o', 'x', 'X':
		return c.integer(v.Number)
	default:
		return c.float(float64(v.Number))
	}
}

func (v Name) shown(verb rune) string {
	switch {
	case v.IsNumber:
		return strconv.Itoa(v.Number)
	case verb == 's':
		return v.Text
	case verb == 'a':
		return ascii(v.Text)
	default:
		return Repr(v.Text)
	}
}

// cut applies a precision to a text.
func (c spec) cut(s string) string {
	if c.precision < 0 {
		return s
	}
	n := 0
	for i := range s {
		if n == c.precision {
			return s[:i]
		}
		n++
	}
	return s
}

func (c spec) has(flag byte) bool { return strings.IndexByte(c.flags, flag) >= 0 }

// pad fills a value up to the width; zeros go behind the sign.
func (c spec) pad(sign, digits string, fill byte) string {
	missing := c.width - len(sign) - utf8.RuneCountInString(digits)
	switch {
	case missing <= 0:
		return sign + digits
	case c.has('-'):
		return sign + digits + strings.Repeat(" ", missing)
	case fill == '0':
		return sign + strings.Repeat("0", missing) + digits
	default:
		return strings.Repeat(" ", missing) + sign + digits
	}
}

func (c spec) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case c.has('+'):
		return "+"
	case c.has(' '):
		return " "
	}
	return ""
}

func (c spec) fill() byte {
	if c.has('0') {
		return '0'
	}
	return ' '
}

func (c spec) integer(n int) string {
	base, prefix := 10, ""
	switch c.verb {
	case 'o':
		base, prefix = 8, "0o"
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	}
	digits := strings.TrimPrefix(strconv.FormatInt(int64(n), base), "-")
	if c.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	if missing := c.precision - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	sign := c.sign(n < 0)
	if c.has('#') {
		sign += prefix
	}
	return c.pad(sign, digits, c.fill())
}

func (c spec) float(x float64) string {
	precision := c.precision
	if precision < 0 {
		precision = 6
	}
	if precision == 0 && (c.verb == 'g' || c.verb == 'G') {
		precision = 1
	}
	verb := byte(c.verb)
	if verb == 'F' {
		verb = 'f'
	}
	digits := strings.TrimPrefix(strconv.FormatFloat(x, verb, precision, 64), "-")
	return c.pad(c.sign(x < 0), digits, c.fill())
}
