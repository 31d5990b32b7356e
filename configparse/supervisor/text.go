package supervisor

import (
	"sort"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// Text is a text whose bytes remember where in a file they were written. Parts of it may be unknown.
type Text struct {
	String string
	// Gaps are the parts that the repository does not decide, in order and apart. String holds them as written.
	Gaps []Gap

	file *source.File
	runs []run
	end  int // offset in the file behind the text
}

// Gap is an unknown part of a text.
type Gap struct {
	Start, End int // byte offsets in Text.String
	// Why completes the sentence "unknown: …".
	Why string
}

// run says that the bytes from at on were written from the file's offset from on. A replaced run was written as from..to as a
// whole; its bytes have no places of their own.
type run struct {
	at, from, to int
	replaced     bool
}

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

// place is the range of the file that byte i was written as.
func (t Text) place(i int) (from, to int) {
	if i >= len(t.String) {
		return t.end, t.end
	}
	n := sort.Search(len(t.runs), func(k int) bool { return t.runs[k].at > i }) - 1
	r := t.runs[n]
	if r.replaced {
		return r.from, r.to
	}
	return r.from + i - r.at, r.from + i - r.at + 1
}

// Unknown says why the bytes from start up to end are not known, "" when they are.
func (t Text) Unknown(start, end int) string {
	if i := t.gapBehind(start); i < len(t.Gaps) && t.Gaps[i].Start < end {
		return t.Gaps[i].Why
	}
	return ""
}

// gapBehind is the index of the first gap that ends behind an offset.
func (t Text) gapBehind(offset int) int {
	return sort.Search(len(t.Gaps), func(i int) bool { return t.Gaps[i].End > offset })
}

// Why says why the text as a whole is not known, "" when it is.
func (t Text) Why() string {
	if len(t.Gaps) == 0 {
		return ""
	}
	return t.Gaps[0].Why
}

// Masked is the text with every unknown part replaced by letters, digits and underscores of the same length, so that no reader
// of words takes it apart.
func (t Text) Masked() string {
	if len(t.Gaps) == 0 {
		return t.String
	}
	b := []byte(t.String)
	for _, g := range t.Gaps {
		for i := g.Start; i < g.End; i++ {
			if !isWordByte(b[i]) {
				b[i] = '_'
			}
		}
	}
	return string(b)
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// WithGaps is the text with further parts marked as unknown. Parts that overlap become one.
func (t Text) WithGaps(more ...Gap) Text {
	if len(more) == 0 {
		return t
	}
	gaps := append(append([]Gap(nil), t.Gaps...), more...)
	sort.SliceStable(gaps, func(i, k int) bool { return gaps[i].Start < gaps[k].Start })
	merged := gaps[:1]
	for _, g := range gaps[1:] {
		if last := &merged[len(merged)-1]; g.Start < last.End {
			last.End = max(last.End, g.End)
		} else {
			merged = append(merged, g)
		}
	}
	t.Gaps = merged
	return t
}

// ReplaceAll is the text with every old replaced. With a reason why the old ones stay and are marked as unknown instead.
func (t Text) ReplaceAll(old, with, why string) Text {
	if !strings.Contains(t.String, old) {
		return t
	}
	var b textBuilder
	at := 0
	for {
		n := strings.Index(t.String[at:], old)
		if n < 0 {
			break
		}
		start, end := at+n, at+n+len(old)
		b.part(t, at, start)
		if span := t.Span(start, end); why == "" {
			b.replaced(with, span.Start, span.End, "")
		} else {
			b.replaced(old, span.Start, span.End, why)
		}
		at = end
	}
	b.part(t, at, len(t.String))
	return b.done(t.file, t.end)
}

// Word is a word of a text between blanks.
type Word struct{ Start, End int }

// Fields splits the text at blanks as Python's str.split() does. Unknown parts are not split.
func (t Text) Fields() []Word {
	var words []Word
	start := -1
	for i, r := range t.Masked() + " " {
		switch blank := isSpace(r); {
		case blank && start >= 0:
			words = append(words, Word{start, i})
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	return words
}

// Slice is the part of the text from start up to end.
func (t Text) Slice(start, end int) Text {
	var b textBuilder
	b.part(t, start, end)
	return b.done(t.file, t.Span(start, end).End)
}

// textBuilder puts a text together from parts of files and of other texts.
type textBuilder struct {
	b    strings.Builder
	text Text
}

// file appends bytes as they stand in a file.
func (b *textBuilder) file(s string, from int) {
	if s != "" {
		b.text.runs = append(b.text.runs, run{at: b.b.Len(), from: from})
		b.b.WriteString(s)
	}
	b.text.end = from + len(s)
}

// replaced appends bytes that stand for a range of the file; why marks them as unknown.
func (b *textBuilder) replaced(s string, from, to int, why string) {
	if s == "" {
		return
	}
	start := b.b.Len()
	b.text.runs = append(b.text.runs, run{at: start, from: from, to: to, replaced: true})
	b.b.WriteString(s)
	if why != "" {
		b.text.Gaps = append(b.text.Gaps, Gap{Start: start, End: b.b.Len(), Why: why})
	}
	b.text.end = to
}

// part appends a part of another text with its places and gaps.
func (b *textBuilder) part(t Text, start, end int) {
	for start < end {
		n := sort.Search(len(t.runs), func(k int) bool { return t.runs[k].at > start })
		r, stop := t.runs[n-1], end
		if n < len(t.runs) {
			stop = min(end, t.runs[n].at)
		}
		at := b.b.Len()
		if !r.replaced {
			r.from += start - r.at
		}
		r.at = at
		b.text.runs = append(b.text.runs, r)
		b.b.WriteString(t.String[start:stop])
		for _, g := range t.Gaps[t.gapBehind(start):] {
			if g.Start >= stop {
				break
			}
			from, to := max(g.Start, start), min(g.End, stop)
			b.text.Gaps = append(b.text.Gaps, Gap{Start: at + from - start, End: at + to - start, Why: g.Why})
		}
		start = stop
	}
}

func (b *textBuilder) done(file *source.File, end int) Text {
	b.text.file, b.text.end, b.text.String = file, end, b.b.String()
	return b.text
}
