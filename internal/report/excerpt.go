package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/qlint-dev/qlint/internal/source"
)

// maxExcerpt is the widest source line that is shown whole, in columns of a terminal.
const maxExcerpt = 110

// excerpt is the line that a span starts on, ready for a terminal, and the columns of the terminal that the span covers: tabs are four
// columns, wide characters two, marks that combine none. A span over several lines is marked to the end of its first.
func excerpt(s source.Span) (text string, from, to int) {
	at := s.File.Position(s.Start, source.Bytes)
	line := s.File.Line(at.Line)
	start := min(at.Column-1, len(line))
	end := min(start+s.End-s.Start, len(line))
	before, from := columns(line[:start], 0)
	marked, wide := columns(line[start:end], from)
	after, _ := columns(line[end:], from+wide)
	to = from + wide
	if cut := from - maxExcerpt/2; cut > 0 && from+wide+columnsOf(after) > maxExcerpt {
		before, from = dropColumns(before, cut)
		to = from + wide
	}
	return limit(before+marked+after, maxExcerpt), from, min(to, maxExcerpt)
}

// columns prints bytes from a column on and says how many columns they take.
func columns(b []byte, at int) (string, int) {
	var out strings.Builder
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		b = b[size:]
		switch w := runeWidth(r); {
		case r == '\t':
			spaces := 4 - (at+n)%4
			out.WriteString(strings.Repeat(" ", spaces))
			n += spaces
		case r == utf8.RuneError && size == 1 || !unicode.IsPrint(r) && w != 0:
			out.WriteRune('�')
			n++
		default:
			out.WriteRune(r)
			n += w
		}
	}
	return out.String(), n
}

func columnsOf(s string) int {
	_, n := columns([]byte(s), 0)
	return n
}

// runeWidth is the number of terminal columns of a character.
func runeWidth(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// dropColumns takes columns off the start and puts an ellipsis there; it returns the width of what is left.
func dropColumns(s string, n int) (string, int) {
	for n > 0 && s != "" {
		r, size := utf8.DecodeRuneInString(s)
		n -= runeWidth(r)
		s = s[size:]
	}
	s = "… " + s
	return s, columnsOf(s)
}

// limit cuts a text to a width.
func limit(s string, most int) string {
	n := 0
	for i, r := range s {
		n += runeWidth(r)
		if n > most {
			return s[:i] + " …"
		}
	}
	return s
}
