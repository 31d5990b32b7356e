package worker

import (
	"cmp"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// placeholder is what another program fills in before the text is read: Supervisor's %(name)s, Jinja, ERB, Blade and the like.
var placeholder = pattern.New(`(?s)%\([A-Za-z0-9_]+\)[-+ #0-9.]*[a-zA-Z]|\{\{.*?\}\}|\{%.*?%\}|<%.*?%>|\{!!.*?!!\}`)

// masked is a text whose placeholders are replaced by letters of the same length, so that no reader of words takes them apart.
type masked struct {
	text, written string
	gaps          []supervisor.Gap
}

// markPlaceholders masks a text's known gaps, which are in order and apart, and the placeholders in it.
func markPlaceholders(text string, known []supervisor.Gap) masked {
	m := masked{text: text, written: text, gaps: known}
	if len(known) == 0 && !strings.Contains(text, "%(") && !strings.ContainsAny(text, "{<") {
		return m
	}
	var more []supervisor.Gap
	for _, at := range placeholder.FindAllStringIndex(text, -1) {
		if m.why(at[0], at[1]) == "" {
			more = append(more, supervisor.Gap{Start: at[0], End: at[1], Why: "it holds the placeholder " + text[at[0]:at[1]]})
		}
	}
	if m.gaps = slices.Concat(more, known); len(m.gaps) == 0 {
		return m
	}
	slices.SortFunc(m.gaps, func(a, b supervisor.Gap) int { return cmp.Compare(a.Start, b.Start) })
	b := []byte(text)
	for _, g := range m.gaps {
		for i := g.Start; i < g.End; i++ {
			b[i] = 'x'
		}
	}
	m.text = string(b)
	return m
}

// why says why a part of the text is not known, "" when it is.
func (m masked) why(start, end int) string {
	i, _ := slices.BinarySearchFunc(m.gaps, start, func(g supervisor.Gap, start int) int {
		if g.End > start {
			return 1
		}
		return -1
	})
	if i < len(m.gaps) && m.gaps[i].Start < end {
		return m.gaps[i].Why
	}
	return ""
}

// word turns a word of the masked text into one with the text as written.
func (m masked) word(w shlex.Word, at func(start, end int) source.Span) Word {
	b := make([]byte, len(w.Text))
	for i := range b {
		b[i] = m.written[w.Offset(i)]
	}
	return Word{Text: string(b), Why: m.why(w.Start, w.End), At: func(start, end int) source.Span {
		if start <= 0 && end >= len(w.Text) {
			return at(w.Start, w.End)
		}
		return at(w.Offset(start), max(w.Offset(start), w.Offset(end-1)+1))
	}}
}
