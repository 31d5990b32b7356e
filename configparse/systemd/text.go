package systemd

import (
	"sort"

	"github.com/qlint-dev/qlint/internal/source"
)

// Text is a text whose bytes remember where in a file they were written.
type Text struct {
	String string
	// Why says why the text is not known (a template fills it in), "" when it is.
	Why string

	file *source.File
	runs []run
	end  int // offset in the file behind the text
}

// run says that the bytes from at on were written from the file's offset from on, each as width bytes: 1 for bytes that stand there
// themselves, the length of the escape for one byte that stands for it.
type run struct{ at, from, width int }

// Span is where the bytes from start up to end were written.
func (t Text) Span(start, end int) source.Span {
	if t.file == nil {
		return source.Span{}
	}
	start = min(max(start, 0), len(t.String))
	end = min(max(end, start), len(t.String))
	from, _ := t.place(start)
	if start == end {
		return t.file.Span(from, from)
	}
	_, to := t.place(end - 1)
	return t.file.Span(from, to)
}

// Whole is where the text was written.
func (t Text) Whole() source.Span { return t.Span(0, len(t.String)) }

func (t Text) place(i int) (from, to int) {
	if i >= len(t.String) || len(t.runs) == 0 {
		return t.end, t.end
	}
	r := t.runs[sort.Search(len(t.runs), func(k int) bool { return t.runs[k].at > i })-1]
	if r.width != 1 {
		return r.from, r.from + r.width
	}
	return r.from + i - r.at, r.from + i - r.at + 1
}

// slice is a part of the text.
func (t Text) slice(start, end int) Text {
	var b builder
	b.part(t, start, end)
	_, stop := t.place(max(start, end-1))
	return b.done(t, stop)
}

// part appends a part of a text run by run.
func (b *builder) part(t Text, start, end int) {
	if start >= end {
		return
	}
	n := sort.Search(len(t.runs), func(k int) bool { return t.runs[k].at > start }) - 1
	for ; n < len(t.runs) && t.runs[n].at < end; n++ {
		r, stop := t.runs[n], end
		if n+1 < len(t.runs) {
			stop = min(end, t.runs[n+1].at)
		}
		first := max(start, r.at)
		if r.width == 1 {
			r.from += first - r.at
		}
		r.at = len(b.bytes)
		if last := len(b.runs) - 1; last < 0 || r.width != 1 || b.runs[last].width != 1 || r.from-b.runs[last].from != r.at-b.runs[last].at {
			b.runs = append(b.runs, r)
		}
		b.bytes = append(b.bytes, t.String[first:stop]...)
	}
}

// builder puts a text together byte by byte.
type builder struct {
	bytes []byte
	runs  []run
}

// add appends a byte that was written as the file's bytes from up to to.
func (b *builder) add(c byte, from, to int) {
	at := len(b.bytes)
	if n := len(b.runs) - 1; n < 0 || to-from != 1 || b.runs[n].width != 1 || from-b.runs[n].from != at-b.runs[n].at {
		b.runs = append(b.runs, run{at, from, max(to-from, 0)})
	}
	b.bytes = append(b.bytes, c)
}

// file appends bytes as they stand in a file.
func (b *builder) file(data []byte, start, end int) {
	if start < end {
		b.runs = append(b.runs, run{at: len(b.bytes), from: start, width: 1})
		b.bytes = append(b.bytes, data[start:end]...)
	}
}

func (b *builder) done(of Text, end int) Text {
	return Text{String: string(b.bytes), Why: of.Why, file: of.file, runs: b.runs, end: end}
}
