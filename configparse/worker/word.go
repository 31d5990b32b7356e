package worker

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/source"
)

// wordBuilder collects a word's bytes with their places, and why some are not known.
type wordBuilder struct {
	m       masked
	text    []byte
	offsets []int
	why     string
}

// word is a word of a parsed text after quotes and backslashes were taken off. What the shell would fill in stays as written.
func (w *walker) word(arg *syntax.Word) Word {
	start, end := int(arg.Pos().Offset()), int(arg.End().Offset())
	b := &wordBuilder{m: w.masked, why: w.why(start, end)}
	for _, part := range arg.Parts {
		b.part(part)
	}
	at, offsets := w.at, b.offsets
	return Word{Text: string(b.text), Why: b.why, At: func(from, to int) source.Span {
		if from <= 0 && to >= len(offsets) || len(offsets) == 0 {
			return at(start, end)
		}
		from = min(from, len(offsets)-1)
		return at(offsets[from], max(offsets[from], offsets[max(to, 1)-1]+1))
	}}
}

func (b *wordBuilder) part(part syntax.WordPart) {
	start, end := int(part.Pos().Offset()), int(part.End().Offset())
	switch p := part.(type) {
	case *syntax.Lit:
		b.unquoted(start, end)
	case *syntax.SglQuoted:
		if p.Dollar {
			if strings.Contains(b.m.text[start:end], `\`) {
				b.unknown(start, end)
				return
			}
			start++
		}
		b.copy(start+1, end-1)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			if lit, ok := inner.(*syntax.Lit); ok {
				b.doubleQuoted(int(lit.Pos().Offset()), int(lit.End().Offset()))
			} else {
				b.unknown(int(inner.Pos().Offset()), int(inner.End().Offset()))
			}
		}
	default:
		b.unknown(start, end)
	}
}

func (b *wordBuilder) copy(start, end int) {
	for i := start; i < end; i++ {
		b.add(i)
	}
}

func (b *wordBuilder) add(i int) {
	b.text = append(b.text, b.m.written[i])
	b.offsets = append(b.offsets, i)
}

// unknown keeps what the shell fills in as it is written.
func (b *wordBuilder) unknown(start, end int) {
	b.copy(start, end)
	if b.why == "" {
		b.why = "the shell fills in " + b.m.written[start:end]
	}
}

// unquoted takes backslashes off; one before a line end joins the lines.
func (b *wordBuilder) unquoted(start, end int) {
	for i := start; i < end; i++ {
		if b.m.text[i] == '\\' && i+1 < end {
			i++
			if b.m.text[i] == '\n' {
				continue
			}
		}
		b.add(i)
	}
}

// doubleQuoted takes off the backslashes that count within double quotes.
func (b *wordBuilder) doubleQuoted(start, end int) {
	for i := start; i < end; i++ {
		if b.m.text[i] == '\\' && i+1 < end && strings.IndexByte("$`\"\\\n", b.m.text[i+1]) >= 0 {
			i++
			if b.m.text[i] == '\n' {
				continue
			}
		}
		b.add(i)
	}
}
