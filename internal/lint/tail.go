package lint

import (
	"bytes"
	"path"
	"slices"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/qlint-dev/qlint/internal/baseline"
	"github.com/qlint-dev/qlint/internal/changes"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ignore"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
	"github.com/qlint-dev/qlint/rules"
)

// Tail says what becomes of findings before they are reported.
type Tail struct {
	// Settings are those of the repository, nil for none.
	Settings *settings.Settings
	// Baseline holds the accepted findings, nil for none.
	Baseline *baseline.Baseline
	// Changed limits the report to findings with a place on a changed line; nil reports all.
	Changed changes.Set
	// Under limits the report to findings with a place under one of the paths, relative to the repository; none reports all.
	Under []string
	// Docs are those of all rules, known to ignore comments; nil for the rules of this engine.
	Docs []*ruledoc.Doc
	// More are findings that were made elsewhere, by the rules that MoreRan names, and MoreFiles the files with their ignore comments.
	More      []*diag.Diagnostic
	MoreRan   []string
	MoreFiles []*source.File
	// MorePart says that those rules saw a part of the repository only: what they did not find again may be there still.
	MorePart bool
}

// Findings puts the findings that the options hold through the tail alone. Nothing of the repository is read.
func Findings(o Options) *Result {
	r := &Result{}
	r.finish(nil, nil, o)
	return r
}

// JudgesFindings tells the rules about ignores and baselines, which look at what other rules found.
func JudgesFindings(id string) bool {
	return slices.Contains([]string{ignore.Unused, ignore.Faulty, ignore.Expired, baseline.Stale}, id)
}

// finish puts findings through settings, ignores, baseline and limits. Files may hold ignore comments.
func (r *Result) finish(found []*diag.Diagnostic, files []*source.File, o Options) {
	docs := o.Docs
	if docs == nil {
		docs = docsOf(rules.All())
	}
	ran := o.ran()
	found = append(found, o.More...)
	slices.SortFunc(found, diag.Compare)
	found, r.Suppressed = o.ignore(found, withMarks(slices.Concat(files, o.MoreFiles), found), docs, ran)
	r.Open = found
	if o.Baseline != nil {
		fresh, accepted, stale := o.Baseline.Split(found)
		found, r.Baselined = slices.Concat(fresh, o.Baseline.Findings(stale, o.sawAll(ran))), accepted
	}
	for _, d := range found {
		if i := slices.IndexFunc(docs, func(doc *ruledoc.Doc) bool { return doc.ID == d.Rule }); i >= 0 {
			o.Settings.Adjust(d, docs[i])
		}
	}
	found = slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
		return !d.TouchesAny(o.Under) || o.Changed != nil && !o.Changed.Touches(d)
	})
	slices.SortFunc(found, diag.Compare)
	r.Diagnostics = found
}

// ran says which rules ran. Where a part of the environments was judged, or another one than the repository states, a finding that is
// not there proves nothing: ignores and baseline entries are then not called unused.
func (o Options) ran() func(id string) bool {
	active := o.Rules
	if active == nil {
		active = rules.All()
	}
	ids := map[string]bool{}
	for _, r := range active {
		ids[r.ID] = true
	}
	for _, id := range o.MoreRan {
		ids[id] = true
	}
	if o.Environment != "" || len(o.EnvFiles) > 0 || len(o.EnvGiven) > 0 {
		ids[ignore.Unused], ids[baseline.Stale] = false, false
	}
	return func(id string) bool { return ids[id] }
}

// sawAll says which rules saw the whole repository.
func (t Tail) sawAll(ran func(string) bool) func(id string) bool {
	return func(id string) bool { return ran(id) && !(t.MorePart && slices.Contains(t.MoreRan, id)) }
}

// ignore takes back what comments and settings ignore, and adds what is to say about them.
func (t Tail) ignore(found []*diag.Diagnostic, files []*source.File, docs []*ruledoc.Doc, ran func(string) bool) ([]*diag.Diagnostic, int) {
	set := ignore.New(files, docs, time.Now())
	if t.Settings != nil {
		for _, entry := range t.Settings.Ignores {
			glob := path.Join(t.Settings.Base, entry.Path)
			set.AddPath(entry.Span, func(p string) bool {
				ok, err := doublestar.Match(glob, p)
				return err == nil && ok
			}, entry.Rules, entry.Reason, entry.Until)
		}
	}
	kept, suppressed := set.Apply(found)
	own, more := set.Apply(set.Findings(ran)) // a finding about an ignore can be ignored too
	return append(kept, own...), suppressed + more
}

// withMarks are the files that hold ignore comments: those that are known to, and those of the findings' places.
func withMarks(files []*source.File, found []*diag.Diagnostic) []*source.File {
	seen := map[*source.File]bool{}
	var out []*source.File
	add := func(f *source.File) {
		if f != nil && !seen[f] {
			seen[f] = true
			if bytes.Contains(f.Data, []byte(ignore.Mark)) || bytes.Contains(f.Data, []byte("nolint:")) {
				out = append(out, f)
			}
		}
	}
	for _, f := range files {
		add(f)
	}
	for _, d := range found {
		add(d.Place.Span.File)
		for _, p := range d.Related {
			add(p.Span.File)
		}
	}
	slices.SortFunc(out, func(a, b *source.File) int { return source.Compare(a.Whole(), b.Whole()) })
	return out
}

func docsOf(all []*rules.Rule) []*ruledoc.Doc {
	out := make([]*ruledoc.Doc, len(all))
	for i, r := range all {
		out[i] = &r.Doc
	}
	return out
}
