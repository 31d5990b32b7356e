package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/qlint-dev/qlint/internal/source"
)

const (
	// maxExcerpt is the widest source line that is shown whole, in columns of a terminal.
	maxExcerpt = 110
	// window is how many bytes around a span are looked at: some lines are megabytes long.
	window = 4 * maxExcerpt
)

// excerpt is the line that a span starts on, ready for a terminal, and the columns of the terminal that the span covers: tabs reach to the
// next multiple of four, wide characters take two, marks that combine none. A span over several lines is marked to the end of its
// first; of a long line the part around the span is shown.
func excerpt(s source.Span) (text string, from, to int) {
	at := s.File.Position(s.Start, source.Bytes)
	line := s.File.Line(at.Line)
	start := min(at.Column-1, len(line))
	end := min(start+s.End-s.Start, len(line))
	low, high := runeStart(line, max(start-window, 0)), runeStart(line, min(end+window, len(line)))
	before, from := columns(line[low:start], 0)
	marked, wide := columns(line[start:end], from)
	after, rest := columns(line[end:high], from+wide)
	if cut := from - maxExcerpt/2; cut > 0 && (low > 0 || from+wide+rest > maxExcerpt) {
		before = "… " + dropColumns(before, cut)
		from = columnsOf(before)
	} else if low > 0 {
		before = "… " + before
		from += 2
	}
	text = limit(before+marked+after, maxExcerpt)
	return strings.TrimRight(text, " "), from, min(from+wide, maxExcerpt)
}

// runeStart moves an offset back to the start of the character that it lies in.
func runeStart(line []byte, at int) int {
	for i := at; i > 0 && i > at-utf8.UTFMax && i < len(line); i-- {
		if utf8.RuneStart(line[i]) {
			return i
		}
	}
	return at
}

// columns prints bytes from a column on and says how many columns they take. What would steer the terminal is replaced.
func columns(b []byte, at int) (string, int) {
	var out strings.Builder
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		b = b[size:]
		switch {
		case r == '\t':
			spaces := 4 - (at+n)%4
			out.WriteString(strings.Repeat(" ", spaces))
			n += spaces
		case !isText(r, size):
			out.WriteRune(utf8.RuneError)
			n++
		default:
			out.WriteRune(r)
			n += runeWidth(r)
		}
	}
	return out.String(), n
}

// isText says that a character is one and prints as itself; direction marks and joiners do not.
func isText(r rune, size int) bool {
	return (r != utf8.RuneError || size > 1) && unicode.IsPrint(r)
}

// columnsOf is the width of a text in a terminal.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
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

// dropColumns takes at least n columns off the start of a text.
func dropColumns(s string, n int) string {
	for n > 0 && s != "" {
		r, size := utf8.DecodeRuneInString(s)
		n -= runeWidth(r)
		s = s[size:]
	}
	return s
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
