// Package ignore reads the comments by which a file's author takes findings back, and says which of them take back nothing:
//
//	// qlint:ignore QL101,QL110 until=2027-03-01 the queue has one worker
//
// A comment counts for its own line, and alone on a line for the next one; `qlint:ignore-file` in the first ten lines for the whole file.
package ignore

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

// Mark is what every comment of this package holds: a file without it needs no look.
const Mark = "qlint:"

// fileLines is how many lines of a file may hold an ignore for all of it.
const fileLines = 10

// Directive is one comment, or one entry of the settings.
type Directive struct {
	// Span is the directive's text, without the signs of the comment.
	Span source.Span
	// Rules are ids, slugs or globs as written.
	Rules  []string
	Reason string
	// Until is the last day on which the directive counts; zero without one.
	Until time.Time
	// Fault says why the directive counts for nothing, "" when it is right.
	Fault string

	// quiet directives are another tool's: they are never called faulty or unused.
	quiet bool
	where scope
}

// scope is where a directive counts: in files whose path matches, on the lines from first to last, all of them for 0.
type scope struct {
	path        func(string) bool
	first, last int
}

// Parse finds the directives of a file.
func Parse(f *source.File, docs []*ruledoc.Doc) []*Directive {
	var out []*Directive
	var alone []*Directive // of the lines just above
	for _, c := range commentsOf(f) {
		d := parseDirective(f, c, docs)
		if d == nil {
			continue
		}
		d.where.path = func(p string) bool { return p == f.Path }
		if d.where.first != 0 {
			first := f.Position(c.start, source.Bytes).Line
			last := f.Position(c.end, source.Bytes).Line
			if len(alone) > 0 && alone[len(alone)-1].where.last != first {
				alone = nil
			}
			d.where.first, d.where.last = first, last
			if isAlone(f, c) {
				d.where.last++
				alone = append(alone, d)
				for _, above := range alone {
					above.where.last = d.where.last
				}
			}
		}
		out = append(out, d)
	}
	return out
}

// isAlone says that nothing stands beside a comment on its lines.
func isAlone(f *source.File, c comment) bool {
	first, last := f.Position(c.start, source.Bytes), f.Position(c.end, source.Bytes)
	before := string(f.Line(first.Line)[:first.Column-1])
	line := f.Line(last.Line)
	after := string(line[min(last.Column-1, len(line)):])
	return strings.TrimSpace(before) == "" && strings.TrimSpace(after) == ""
}

// parseDirective reads a comment's directive; nil where the comment holds none.
func parseDirective(f *source.File, c comment, docs []*ruledoc.Doc) *Directive {
	text := string(f.Data[c.at:c.to])
	word, rest, _ := strings.Cut(text, " ")
	d := &Directive{Span: f.Span(c.at, c.to)}
	d.where.first = 1
	switch word {
	case "nolint:":
		d.quiet, d.Rules = true, []string{"*"}
		return d
	case Mark: // prose about qlint
		return nil
	case "qlint:ignore":
	case "qlint:ignore-file":
		d.where.first = 0
		if f.Position(c.at, source.Bytes).Line > fileLines {
			d.Fault = fmt.Sprintf("qlint:ignore-file counts in the first %d lines only", fileLines)
			return d
		}
	default:
		d.Fault = fmt.Sprintf("%s is not known: qlint:ignore or qlint:ignore-file", word)
		return d
	}
	d.read(strings.TrimSpace(rest), docs)
	return d
}

// read reads what follows the directive's name: rules, an end, a reason.
func (d *Directive) read(text string, docs []*ruledoc.Doc) {
	names, reason, _ := strings.Cut(text, " ")
	reason = strings.TrimSpace(reason)
	if names == "" {
		d.Fault = "no rule is named"
		return
	}
	d.Rules = strings.Split(names, ",")
	if rest, ok := strings.CutPrefix(reason, "until="); ok {
		day, rest, _ := strings.Cut(rest, " ")
		until, err := time.Parse(time.DateOnly, day)
		if err != nil {
			d.Fault = fmt.Sprintf("%q is no date: until=2027-03-01", day)
			return
		}
		d.Until, reason = until, strings.TrimSpace(rest)
	}
	d.Reason = reason
	for _, name := range d.Rules {
		switch {
		case name == "":
			d.Fault = "the list of rules ends at the first blank: QL101,QL110"
			return
		case !slices.ContainsFunc(docs, func(doc *ruledoc.Doc) bool { return doc.Matches(name) }):
			d.Fault = name + " is no rule"
			return
		}
	}
	if strings.Trim(reason, "-:—. ") == "" {
		d.Fault = "no reason is given"
	}
}

// expired says that a directive's last day lies before a day.
func (d *Directive) expired(today time.Time) bool {
	return !d.Until.IsZero() && today.Format(time.DateOnly) > d.Until.Format(time.DateOnly)
}

// covers says whether a directive counts for a place.
func (d *Directive) covers(s source.Span) bool {
	if s.IsZero() || !d.where.path(s.Path()) {
		return false
	}
	if d.where.first == 0 {
		return true
	}
	first, last := s.First(source.Bytes).Line, s.Last(source.Bytes).Line
	return first <= d.where.last && last >= d.where.first
}
