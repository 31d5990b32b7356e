package phpeval

import (
	"math"
	"strconv"
	"strings"
)

// format is sprintf(): the directives %b %c %d %e %f %F %o %s %u %x %X %%, with position, sign, padding, width and precision.
func (c *builtinCall) format(layout Value, args []Value) Value {
	s, ok := toString(layout)
	if !ok {
		return c.unknown("not a text")
	}
	var out strings.Builder
	used := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			out.WriteByte(s[i])
			continue
		}
		i++
		if i < len(s) && s[i] == '%' {
			out.WriteByte('%')
			continue
		}
		d, n := readDirective(s[i:])
		if n == 0 {
			return c.unknown("a format that is not evaluated")
		}
		i += n - 1
		at := d.argument - 1
		if at < 0 {
			at = used
			used++
		}
		if at >= len(args) {
			return throwing("too few arguments for a format", nil)
		}
		piece, ok := d.write(args[at])
		if !ok {
			return c.unknown("a format that is not evaluated")
		}
		out.WriteString(piece)
		c.work(len(piece))
		if out.Len() > maxText {
			return c.unknown("a text too long to follow")
		}
	}
	return text(out.String())
}

// directive is one %… of a format.
type directive struct {
	argument         int // from 1; 0 for the next
	plus, left       bool
	fill             byte
	width, precision int // a precision below zero is not given
	verb             byte
}

// readDirective reads what follows a percent sign and returns its length, 0 for what is not understood.
func readDirective(s string) (d directive, n int) {
	d = directive{fill: ' ', precision: -1}
	if k := countDigits(s); k > 0 && k < 4 && k < len(s) && s[k] == '$' {
		d.argument, _ = strconv.Atoi(s[:k])
		n = k + 1
	}
flags:
	for ; n < len(s); n++ {
		switch s[n] {
		case '+':
			d.plus = true
		case '-':
			d.left = true
		case '0', ' ':
			d.fill = s[n]
		case '\'':
			if n++; n >= len(s) {
				return d, 0
			}
			d.fill = s[n]
		default:
			break flags
		}
	}
	number := func() int {
		k := countDigits(s[n:])
		if k > 4 {
			return -1
		}
		v, _ := strconv.Atoi(s[n : n+k])
		n += k
		return v
	}
	if d.width = number(); d.width < 0 {
		return d, 0
	}
	if n < len(s) && s[n] == '.' {
		n++
		if d.precision = number(); d.precision < 0 || d.precision > 50 {
			return d, 0
		}
	}
	if n >= len(s) || strings.IndexByte("bcdefFosuxX", s[n]) < 0 {
		return d, 0
	}
	d.verb = s[n]
	return d, n + 1
}

func (d *directive) write(v Value) (string, bool) {
	if !scalar(v) {
		return "", false
	}
	switch d.verb {
	case 's':
		s, _ := toString(v)
		if d.precision >= 0 {
			s = s[:min(d.precision, len(s))]
		}
		return d.pad(s, false), true
	case 'e', 'f', 'F':
		n, _ := toFloat(v)
		if math.IsInf(n, 0) || math.IsNaN(n) {
			return "", false
		}
		return d.float(n)
	}
	n, _ := toInt(v)
	switch d.verb {
	case 'c':
		return string([]byte{byte(n)}), true
	case 'd':
		s := strconv.FormatInt(n, 10)
		if d.plus && n >= 0 {
			s = "+" + s
		}
		return d.pad(s, true), true
	case 'u':
		return d.pad(strconv.FormatUint(uint64(n), 10), true), true
	}
	base := map[byte]int{'b': 2, 'o': 8, 'x': 16, 'X': 16}[d.verb]
	s := strconv.FormatUint(uint64(n), base)
	if d.verb == 'X' {
		s = upperASCII(s)
	}
	return d.pad(s, true), true
}

func (d *directive) float(n float64) (string, bool) {
	precision := d.precision
	if precision < 0 {
		precision = 6
	}
	if d.verb == 'e' {
		return "", false
	}
	s := strconv.FormatFloat(n, 'f', precision, 64)
	if d.plus && n >= 0 {
		s = "+" + s
	}
	return d.pad(s, true), true
}

// pad fills a text up to the width; zeros stand behind the sign of a number.
func (d *directive) pad(s string, number bool) string {
	missing := d.width - len(s)
	if missing <= 0 {
		return s
	}
	fill := strings.Repeat(string([]byte{d.fill}), missing)
	switch {
	case d.left:
		return s + fill
	case number && d.fill == '0' && s != "" && (s[0] == '-' || s[0] == '+'):
		return s[:1] + fill + s[1:]
	}
	return fill + s
}
