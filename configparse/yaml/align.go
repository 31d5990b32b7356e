package yaml

import (
	"unicode/utf8"

	library "go.yaml.in/yaml/v4"
)

func nextRune(data []byte) (rune, int) {
	if len(data) == 0 {
		return 0, 0
	}
	return utf8.DecodeRune(data)
}

// align finds the place of every byte of a scalar's text by walking the text and what is written beside each other. It returns the offset
// behind the scalar too.
func (p *parser) align(n *node, start int) ([]int, int) {
	a := &aligner{data: p.data[:p.part.end], at: start}
	switch {
	case n.Style&library.DoubleQuotedStyle != 0:
		a.quote = '"'
	case n.Style&library.SingleQuotedStyle != 0:
		a.quote = '\''
	case n.Style&(library.LiteralStyle|library.FoldedStyle) != 0:
		a.skipLine()
	}
	if a.quote != 0 {
		a.at++
	}
	for i := 0; i < len(n.Value); {
		i += a.step(n.Value, i)
	}
	if a.quote != 0 && a.at < len(a.data) {
		a.at++
	}
	return a.offsets, min(a.at, p.part.end)
}

type aligner struct {
	data    []byte
	at      int
	quote   byte
	offsets []int
}

func (a *aligner) skipLine() {
	for a.at < len(a.data) && a.data[a.at] != '\n' {
		a.at++
	}
	a.at = min(a.at+1, len(a.data))
}

// step places the byte at i of a text and says how many were placed.
func (a *aligner) step(text string, i int) int {
	c := text[i]
	for a.at < len(a.data) {
		w := a.data[a.at]
		switch {
		case a.quote == '"' && w == '\\':
			return a.escape(text, i)
		case a.quote == '\'' && w == '\'' && c == '\'':
			return a.place(1, 2)
		case isBlank(c) && a.folds():
			n := 1
			for i+n < len(text) && isBlank(text[i+n]) {
				n++
			}
			return a.place(n, a.blanks())
		case w == c:
			return a.place(1, 1)
		case isBlank(w):
			a.at++
		default:
			// The text is not what is written: the rest has no places of its own.
			return a.place(len(text)-i, 0)
		}
	}
	return a.place(len(text)-i, 0)
}

// place gives the next bytes of the text the current place and goes on.
func (a *aligner) place(count, forward int) int {
	at := min(a.at, max(len(a.data)-1, 0))
	for range count {
		a.offsets = append(a.offsets, at)
	}
	a.at = min(a.at+forward, len(a.data))
	return count
}

// blanks is the length of the blanks and line ends at the current place.
func (a *aligner) blanks() int {
	n := 0
	for a.at+n < len(a.data) && isBlank(a.data[a.at+n]) {
		n++
	}
	return n
}

// folds says that a line ends within the blanks at the current place.
func (a *aligner) folds() bool {
	for _, c := range a.data[a.at : a.at+a.blanks()] {
		if c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// escape places what a backslash in double quotes stands for.
func (a *aligner) escape(text string, i int) int {
	if a.at+1 >= len(a.data) {
		return a.place(len(text)-i, 0)
	}
	switch a.data[a.at+1] {
	case '\n', '\r':
		a.at++
		a.at += a.blanks()
		if i < len(text) && a.at < len(a.data) {
			return 0
		}
		return a.place(len(text)-i, 0)
	case 'x':
		return a.place(runeLength(text, i), 4)
	case 'u':
		return a.place(runeLength(text, i), 6)
	case 'U':
		return a.place(runeLength(text, i), 10)
	}
	return a.place(runeLength(text, i), 2)
}

func runeLength(text string, i int) int {
	_, size := utf8.DecodeRuneInString(text[i:])
	return size
}
