package ignore

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

// The rules about ignores themselves.
const (
	Unused  = "QL002"
	Faulty  = "QL003"
	Expired = "QL004"
)

// Set is every directive that counts in a run.
type Set struct {
	docs       []*ruledoc.Doc
	today      time.Time
	directives []*Directive
	// used holds, for each directive, the rules by name that took something back.
	used map[*Directive]map[string]bool
}

// New collects the directives of files. Docs are all rules; today decides which directives have ended.
func New(files []*source.File, docs []*ruledoc.Doc, today time.Time) *Set {
	s := &Set{docs: docs, today: today, used: map[*Directive]map[string]bool{}}
	for _, f := range files {
		s.directives = append(s.directives, Parse(f, docs)...)
	}
	return s
}

// AddPath adds a directive for every file whose path matches, as the settings state it.
func (s *Set) AddPath(at source.Span, matches func(path string) bool, rules []string, reason string, until time.Time) {
	s.directives = append(s.directives, &Directive{Span: at, Rules: rules, Reason: reason, Until: until, where: scope{path: matches}})
}

// Apply splits findings into those that stay and those that a directive takes back: one at any place of a finding does.
func (s *Set) Apply(all []*diag.Diagnostic) (kept []*diag.Diagnostic, suppressed int) {
	for _, d := range all {
		if s.takesBack(d) {
			suppressed++
		} else {
			kept = append(kept, d)
		}
	}
	return kept, suppressed
}

// takesBack notes every directive that would take the finding back, so that none of them is called unused.
func (s *Set) takesBack(d *diag.Diagnostic) bool {
	doc := ruledoc.Doc{ID: d.Rule, Slug: d.Slug}
	found := false
	for _, dir := range s.directives {
		if dir.Fault != "" || dir.expired(s.today) || !dir.covers(d.Place.Span) && !slices.ContainsFunc(d.Related, func(p diag.Place) bool { return dir.covers(p.Span) }) {
			continue
		}
		for _, name := range dir.Rules {
			if doc.Matches(name) {
				found = true
				if s.used[dir] == nil {
					s.used[dir] = map[string]bool{}
				}
				s.used[dir][name] = true
			}
		}
	}
	return found
}

// Findings are those about the directives themselves, after Apply. Ran says whether a rule ran: an ignore of one that did not may well be
// needed.
func (s *Set) Findings(ran func(id string) bool) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	add := func(rule, slug string, severity diag.Severity, d *Directive, message, fix string) {
		if ran(rule) {
			out = append(out, &diag.Diagnostic{
				Rule: rule, Slug: slug, Severity: severity, Place: diag.Place{Span: d.Span}, Message: message, Fix: fix,
				Names: []string{strings.Join(d.Rules, ","), d.Reason},
			})
		}
	}
	for _, d := range s.directives {
		switch {
		case d.quiet:
		case d.Fault != "":
			add(Faulty, "ignore-without-reason", diag.Error, d, "this ignore counts for nothing: "+d.Fault, "write qlint:ignore RULES reason")
		case d.expired(s.today):
			add(Expired, "expired-ignore", diag.Warning, d, "this ignore ended on "+d.Until.Format(time.DateOnly), "mend what it hides, or give it a later date")
		default:
			if unused := s.unused(d, ran); len(unused) > 0 {
				add(Unused, "unused-ignore", diag.Warning, d, fmt.Sprintf("nothing of %s is reported here", strings.Join(unused, ", ")), "take the ignore away")
			}
		}
	}
	return out
}

// unused are the names of a directive that took nothing back although all their rules ran.
func (s *Set) unused(d *Directive, ran func(id string) bool) []string {
	var out []string
	for _, name := range d.Rules {
		all := !slices.ContainsFunc(s.docs, func(doc *ruledoc.Doc) bool { return doc.Matches(name) && !ran(doc.ID) })
		if all && !s.used[d][name] {
			out = append(out, name)
		}
	}
	return out
}
