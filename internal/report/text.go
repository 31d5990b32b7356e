package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

// textWriter prints for people: every place with its line, then what will happen and what to change.
type textWriter struct {
	out    *bufio.Writer
	report *Report
	style  style
	// width is that of the line numbers of the finding at hand.
	width int
}

// maxPlaces bounds the excerpts of one finding.
const maxPlaces = 8

// writeText writes the findings in their order. Those that one change would mend are told as one story, where its first finding stands.
func writeText(w io.Writer, r *Report) error {
	t := &textWriter{out: bufio.NewWriter(w), report: r, style: newStyle(r.Color)}
	for _, s := range stories(r.Diagnostics) {
		t.finding(s.told)
		t.more(s)
		t.line("")
	}
	return t.out.Flush()
}

// story is findings of one rule and cause: the one that is told, and the others, which differ from it in their own place.
type story struct {
	told *diag.Diagnostic
	more []*diag.Diagnostic
}

// stories groups findings of one rule, application and cause. The gravest of them is told: a change that mends it mends the others.
func stories(all []*diag.Diagnostic) []story {
	type key struct{ rule, app, cause string }
	at := map[key]int{}
	var groups [][]*diag.Diagnostic
	for _, d := range all {
		k := key{d.Rule, d.App, d.Cause}
		i, ok := at[k]
		if !ok || d.Cause == "" {
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	out := make([]story, len(groups))
	for i, group := range groups {
		told := 0
		for n, d := range group {
			if cmp.Or(cmp.Compare(d.Severity, group[told].Severity), cmp.Compare(extent(d), extent(group[told]))) > 0 {
				told = n
			}
		}
		out[i] = story{group[told], slices.Delete(slices.Clone(group), told, told+1)}
	}
	return out
}

// extent is how far a finding's clocks reach.
func extent(d *diag.Diagnostic) time.Duration {
	if d.Timeline == nil {
		return 0
	}
	most := time.Duration(0)
	for _, m := range d.Timeline.Marks {
		most = max(most, m)
	}
	return most
}

func (t *textWriter) line(s string) { fmt.Fprintln(t.out, strings.TrimRight(s, " ")) }

// bar is the gutter of a line that shows no source.
func (t *textWriter) bar() string { return t.style.gutter.Sprint(strings.Repeat(" ", t.width) + " |") }

// note is a line behind the excerpts.
func (t *textWriter) note(s string) { t.line(strings.Repeat(" ", t.width) + " = " + s) }

func (t *textWriter) finding(d *diag.Diagnostic) {
	head := t.style.severity(d.Severity).Sprintf("%s[%s]", d.Severity, d.Rule)
	t.line(head + t.style.bold.Sprintf(" %s: %s", printable(d.Slug), printable(d.Message)))
	places := []diag.Place{d.Place}
	for _, p := range d.Related {
		if !p.Span.IsZero() {
			places = append(places, p)
		}
	}
	t.width = 2
	for _, p := range places[:min(len(places), maxPlaces)] {
		t.width = max(t.width, len(strconv.Itoa(p.Span.First(source.CodePoints).Line)))
	}
	for i, p := range places {
		if i == maxPlaces {
			t.note("and " + plural(len(places)-i, "more place"))
			break
		}
		t.place(p, i == 0, d.Severity)
	}
	if lines := timeline(d.Timeline); len(lines) > 0 {
		t.line(t.bar())
		for _, l := range lines {
			t.line(t.bar() + "  " + l)
		}
	}
	if len(d.Environments) > 0 {
		t.note("in: " + printable(strings.Join(d.Environments, ", ")))
	}
	if d.Outcome != "" {
		t.note(printable(d.Outcome))
	}
	if d.Fix != "" {
		t.note(t.style.bold.Sprint("fix: ") + printable(d.Fix))
	}
}

// more lists the further findings of a story, a line each.
func (t *textWriter) more(s story) {
	if len(s.more) == 0 {
		return
	}
	t.note("the same holds for:")
	places := make([]string, len(s.more))
	widest := 0
	for i, d := range s.more {
		places[i] = t.report.position(d.Place.Span)
		widest = max(widest, columnsOf(places[i]))
	}
	lead := strings.Repeat(" ", t.width+5)
	for i, d := range s.more {
		line := lead + pad(places[i], widest) + "  "
		if d.Severity != s.told.Severity {
			line += t.style.severity(d.Severity).Sprint(d.Severity) + ": "
		}
		line += printable(withoutCommonEnd(d.Message, s.told.Message))
		if len(d.Environments) > 0 && !slices.Equal(d.Environments, s.told.Environments) {
			line += " (in: " + printable(strings.Join(d.Environments, ", ")) + ")"
		}
		t.line(line)
	}
}

// withoutCommonEnd cuts the clause that two messages end in: what is said once of a story is not said again.
func withoutCommonEnd(message, told string) string {
	for i := 0; ; {
		at := strings.Index(message[i:], ", ")
		if at < 0 {
			return message
		}
		i += at
		if strings.HasSuffix(told, message[i:]) {
			return message[:i]
		}
		i += 2
	}
}

// place prints where something stands and the line itself with the span marked. A place that is a whole file has no line.
func (t *textWriter) place(p diag.Place, own bool, severity diag.Severity) {
	arrow := strings.Repeat(" ", t.width) + t.style.gutter.Sprint("-->") + " "
	label := ""
	if p.Label != "" {
		label = " " + printable(p.Label)
	}
	if p.Span.IsZero() || p.Span.Start == 0 && p.Span.End == 0 {
		t.line(arrow + printable(t.report.path(p.Span.Path())))
		if label != "" {
			t.line(t.bar() + label)
		}
		return
	}
	t.line(arrow + t.report.position(p.Span))
	if own {
		t.line(t.bar())
	}
	text, from, to := excerpt(p.Span)
	number := p.Span.First(source.CodePoints).Line
	t.line(t.style.gutter.Sprintf("%*d |", t.width, number) + " " + text)
	caret := t.style.info
	if own {
		caret = t.style.severity(severity)
	}
	t.line(t.bar() + " " + strings.Repeat(" ", from) + caret.Sprint(strings.Repeat("^", max(to-from, 1))+label))
}

// position is a place as "file:line:column".
func (r *Report) position(s source.Span) string {
	at := s.First(source.CodePoints)
	return fmt.Sprintf("%s:%d:%d", printable(r.path(s.Path())), max(at.Line, 1), max(at.Column, 1))
}
