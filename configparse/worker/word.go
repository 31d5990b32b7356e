package worker

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxWords bounds the words of one command.
const maxWords = 10_000

// wordBuilder collects a word's bytes with their places, and why some are not known.
type wordBuilder struct {
	m         masked
	variables *variables
	text      []byte
	offsets   []int
	why       string
	from      *queue.Origin
}

// words are what the shell makes of a word of a parsed text: one, or where it is a variable without quotes, as many as that holds.
func (w *walker) words(arg *syntax.Word) []Word {
	if len(arg.Parts) == 1 {
		if p, ok := arg.Parts[0].(*syntax.ParamExp); ok {
			if e, known := w.variables.word(arg); known && !strings.ContainsAny(e.text, `*?[\`) {
				return w.split(p, e)
			}
		}
	}
	return []Word{w.word(arg)}
}

// split takes what a variable without quotes stands for apart at its blanks.
func (w *walker) split(p *syntax.ParamExp, e expansion) []Word {
	start, end := int(p.Pos().Offset()), int(p.End().Offset())
	at := func(int, int) source.Span { return w.at(start, end) }
	var out []Word
	for text := range strings.FieldsFuncSeq(e.text, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }) {
		out = append(out, Word{Text: text, From: e.from, At: at})
	}
	return out
}

// word is a word of a parsed text after quotes and backslashes were taken off. What the shell would fill in stays as written where it is
// not known.
func (w *walker) word(arg *syntax.Word) Word {
	start, end := int(arg.Pos().Offset()), int(arg.End().Offset())
	b := &wordBuilder{m: w.masked, variables: w.variables, why: w.why(start, end)}
	for _, part := range arg.Parts {
		b.part(part)
	}
	at, offsets := w.at, b.offsets
	return Word{Text: string(b.text), Why: b.why, From: b.from, At: func(from, to int) source.Span {
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
				b.filledIn(inner, true)
			}
		}
	default:
		b.filledIn(part, false)
	}
}

// filledIn is a part that the shell fills in. Without quotes it would take the word apart at blanks, or look for files.
func (b *wordBuilder) filledIn(part syntax.WordPart, quoted bool) {
	start, end := int(part.Pos().Offset()), int(part.End().Offset())
	e, known := b.variables.word(&syntax.Word{Parts: []syntax.WordPart{part}})
	if !known || !quoted && (e.text == "" || strings.ContainsAny(e.text, " \t\n*?[\\")) {
		b.unknown(start, end)
		return
	}
	for i := range len(e.text) {
		b.text = append(b.text, e.text[i])
		at := start
		if i == len(e.text)-1 {
			at = end - 1
		}
		b.offsets = append(b.offsets, at)
	}
	b.from = joined(b.from, e.from)
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
