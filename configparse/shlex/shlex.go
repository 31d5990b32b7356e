// Package shlex splits text into words as Python's shlex module does, with the byte offset of every word. Supervisor splits
// `command=` and `environment=` with it; no shell reads either.
package shlex

import "sort"

// Word is one word or token of a text.
type Word struct {
	// Text is the word after quotes and backslashes were taken off (Split), or the token as it stands (Tokens).
	Text string
	// Start and End are the byte offsets of the word in the text that was split, quotes included.
	Start, End int

	runs []run
}

// run says that the bytes of Word.Text from at on stand in the split text from offset from on.
type run struct{ at, from int }

// Offset is the place of the word's byte i in the text that was split: of a quoted word the byte itself, not its quote.
// i may be len(Text): the place behind the last byte.
func (w Word) Offset(i int) int {
	if i >= len(w.Text) {
		if len(w.Text) == 0 {
			return w.End
		}
		return w.Offset(len(w.Text)-1) + 1
	}
	n := sort.Search(len(w.runs), func(k int) bool { return w.runs[k].at > i }) - 1
	if n < 0 {
		return w.Start
	}
	return w.runs[n].from + i - w.runs[n].at
}

// Error is a text that cannot be split.
type Error struct {
	// Message is Python's own text: "No closing quotation" or "No escaped character".
	Message string
	// Offset is the place of the quote that is never closed, or of the backslash that nothing follows.
	Offset int
}

func (e *Error) Error() string { return e.Message }

const (
	noClosingQuotation = "No closing quotation"
	noEscapedCharacter = "No escaped character"
)

func isWhitespace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// builder collects the bytes of a word together with their places.
type builder struct {
	text []byte
	runs []run
}

func (b *builder) add(c byte, from int) {
	at := len(b.text)
	if n := len(b.runs); n == 0 || from-b.runs[n-1].from != at-b.runs[n-1].at {
		b.runs = append(b.runs, run{at, from})
	}
	b.text = append(b.text, c)
}

func (b *builder) word(start, end int) Word {
	w := Word{Text: string(b.text), Start: start, End: end, runs: b.runs}
	*b = builder{}
	return w
}
