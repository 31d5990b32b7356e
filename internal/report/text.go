package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

// textWriter prints for people: every place with its line, then what will happen and what to change.
type textWriter struct {
	out    *bufio.Writer
	report *Report
	style  style
}

// style holds the colours; without colour each prints as it is.
type style struct {
	err, warning, info, bold, gutter, caret, faint *color.Color
}

func newStyle(on bool) style {
	paint := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return style{
		err: paint(color.FgRed, color.Bold), warning: paint(color.FgYellow, color.Bold), info: paint(color.FgCyan, color.Bold),
		bold: paint(color.Bold), gutter: paint(color.FgBlue), caret: paint(color.FgRed), faint: paint(color.Faint),
	}
}

func (s style) severity(of diag.Severity) *color.Color {
	switch of {
	case diag.Error:
		return s.err
	case diag.Warning:
		return s.warning
	default:
		return s.info
	}
}

// writeText writes the findings in their order. Those that one change would mend are told as one story, where its first finding stands.
func writeText(w io.Writer, r *Report) error {
	t := &textWriter{out: bufio.NewWriter(w), report: r, style: newStyle(r.Color)}
	for _, story := range stories(r.Diagnostics) {
		t.finding(story[0])
		t.more(story[1:])
		t.line("")
	}
	if !r.Quiet {
		t.summary()
	}
	return t.out.Flush()
}

// stories groups findings of one rule and cause.
func stories(all []*diag.Diagnostic) [][]*diag.Diagnostic {
	type key struct{ rule, app, cause string }
	at := map[key]int{}
	var out [][]*diag.Diagnostic
	for _, d := range all {
		k := key{d.Rule, d.App, d.Cause}
		i, ok := at[k]
		if !ok || d.Cause == "" {
			i = len(out)
			at[k] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], d)
	}
	return out
}

func (t *textWriter) line(s string) { fmt.Fprintln(t.out, s) }

func (t *textWriter) finding(d *diag.Diagnostic) {
	head := t.style.severity(d.Severity).Sprintf("%s[%s]", d.Severity, d.Rule)
	t.line(head + t.style.bold.Sprintf(" %s: %s", d.Slug, printable(d.Message)))
	places := append([]diag.Place{d.Place}, d.Related...)
	width := 2
	for _, p := range places {
		width = max(width, len(strconv.Itoa(p.Span.First(source.CodePoints).Line)))
	}
	bar := t.style.gutter.Sprint(strings.Repeat(" ", width) + " |")
	for i, p := range places {
		if i >= maxPlaces {
			t.line(fmt.Sprintf("%s = and %d more places", strings.Repeat(" ", width), len(places)-i))
			break
		}
		t.place(p, width, bar)
	}
	if lines := timeline(d.Timeline); len(lines) > 0 {
		t.line(bar)
		for _, l := range lines {
			t.line(bar + "  " + l)
		}
	}
	t.notes(d, strings.Repeat(" ", width)+" = ")
}

// maxPlaces bounds the excerpts of one finding.
const maxPlaces = 8

func (t *textWriter) notes(d *diag.Diagnostic, lead string) {
	if len(d.Environments) > 0 {
		t.line(lead + "in: " + printable(strings.Join(d.Environments, ", ")))
	}
	if d.Outcome != "" {
		t.line(lead + printable(d.Outcome))
	}
	if d.Fix != "" {
		t.line(lead + t.style.bold.Sprint("fix: ") + printable(d.Fix))
	}
}

// more lists the further findings of a story, a line each.
func (t *textWriter) more(rest []*diag.Diagnostic) {
	if len(rest) == 0 {
		return
	}
	t.line(fmt.Sprintf("   = %s of the same cause:", plural(len(rest), "more finding")))
	for _, d := range rest {
		at := d.Place.Span.First(source.CodePoints)
		t.line(fmt.Sprintf("     %s %s:%d:%d: %s", t.style.severity(d.Severity).Sprint(d.Severity), t.report.path(d.Place.Span.Path()), at.Line, at.Column, printable(d.Message)))
	}
}

// place prints where something stands and the line itself with the span marked.
func (t *textWriter) place(p diag.Place, width int, bar string) {
	at := p.Span.First(source.CodePoints)
	if p.Span.IsZero() {
		return
	}
	t.line(fmt.Sprintf("%s%s %s:%d:%d", strings.Repeat(" ", width), t.style.gutter.Sprint("-->"), printable(t.report.path(p.Span.Path())), at.Line, at.Column))
	text, from, to := excerpt(p.Span)
	t.line(bar)
	t.line(t.style.gutter.Sprintf("%*d |", width, at.Line) + strings.TrimRight(" "+text, " "))
	mark := strings.Repeat(" ", from) + t.style.caret.Sprint(strings.Repeat("^", max(to-from, 1)))
	t.line(bar + " " + mark + " " + printable(p.Label))
}

func (t *textWriter) summary() {
	s := t.report.Summary
	files := plural(s.Files, "file")
	if s.Apps > 0 {
		files += ", " + plural(s.Apps, "application")
	}
	extra := ""
	if s.Suppressed > 0 {
		extra += fmt.Sprintf(", %d ignored", s.Suppressed)
	}
	if s.Baselined > 0 {
		extra += fmt.Sprintf(", %d in the baseline", s.Baselined)
	}
	total := s.Errors + s.Warnings + s.Infos
	if total == 0 {
		t.line(fmt.Sprintf("no findings%s (%s)", extra, files))
	} else {
		var parts []string
		for _, part := range []struct {
			n    int
			noun string
		}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info"}} {
			if part.n > 0 {
				parts = append(parts, plural(part.n, part.noun))
			}
		}
		t.line(fmt.Sprintf("%s%s (%s)", strings.Join(parts, ", "), extra, files))
	}
	for _, hint := range t.report.Hints {
		t.line(hint)
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
