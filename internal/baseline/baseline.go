// Package baseline reads and writes the file of accepted findings, .qlint-baseline.json: what is in it is not reported.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

// Name is the file's usual name, at the root of a repository.
const Name = ".qlint-baseline.json"

// Stale is the id of the rule about entries that match nothing any more.
const Stale = "QL005"

// version is that of the file's form.
const version = 1

// Entry is one accepted finding. It holds no line and no value, so that neither a moved line nor a changed number brings the finding
// back; Names are for people who read the file.
type Entry struct {
	Rule        string   `json:"rule"`
	App         string   `json:"app,omitempty"`
	Names       []string `json:"names,omitempty"`
	Fingerprint string   `json:"fingerprint"`
	// Note is what people write beside an entry; it is kept when the file is written anew.
	Note string `json:"note,omitempty"`
}

// Baseline is a file of accepted findings.
type Baseline struct {
	File    *source.File
	Entries []Entry
}

type document struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// Read reads a baseline; the error names what is wrong, not the file.
func Read(f *source.File) (*Baseline, error) {
	decoder := json.NewDecoder(bytes.NewReader(f.Data))
	decoder.DisallowUnknownFields()
	var doc document
	if err := decoder.Decode(&doc); err != nil {
		return nil, fmt.Errorf("not a baseline: %w", err)
	}
	if doc.Version != version {
		return nil, fmt.Errorf("a baseline of version %d, and this qlint reads version %d: write it anew with `qlint baseline`", doc.Version, version)
	}
	return &Baseline{File: f, Entries: doc.Findings}, nil
}

// Split parts findings from those that the baseline accepts, and returns the entries that match nothing.
func (b *Baseline) Split(all []*diag.Diagnostic) (fresh []*diag.Diagnostic, accepted int, stale []Entry) {
	found := map[string]bool{}
	known := map[string]bool{}
	for _, e := range b.Entries {
		known[e.Fingerprint] = true
	}
	for i, fingerprint := range diag.Fingerprints(all) {
		found[fingerprint] = true
		if known[fingerprint] {
			accepted++
		} else {
			fresh = append(fresh, all[i])
		}
	}
	for _, e := range b.Entries {
		if !found[e.Fingerprint] {
			stale = append(stale, e)
		}
	}
	return fresh, accepted, stale
}

// Findings reports stale entries of rules that ran.
func (b *Baseline) Findings(stale []Entry, ran func(id string) bool) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, e := range stale {
		if !ran(Stale) || !ran(e.Rule) {
			continue
		}
		at := b.File.Whole()
		if i := bytes.Index(b.File.Data, []byte(`"`+e.Fingerprint+`"`)); i >= 0 {
			at = b.File.Span(i, i+len(e.Fingerprint)+2)
		}
		out = append(out, &diag.Diagnostic{
			Rule: Stale, Slug: "stale-baseline", Severity: diag.Info, App: e.App, Place: diag.Place{Span: at},
			Message: fmt.Sprintf("%s of %s is in the baseline and is not found any more", e.Rule, strings.Join(e.Names, ", ")),
			Fix:     "write the baseline anew: qlint baseline", Names: []string{e.Rule, e.Fingerprint},
		})
	}
	return out
}

// Write makes a baseline's text of findings, and of the entries of an old one whose rules did not run.
func Write(all []*diag.Diagnostic, old *Baseline, ran func(id string) bool) []byte {
	doc := document{Version: version, Findings: []Entry{}}
	notes := map[string]string{}
	if old != nil {
		for _, e := range old.Entries {
			notes[e.Fingerprint] = e.Note
			if !ran(e.Rule) {
				doc.Findings = append(doc.Findings, e)
			}
		}
	}
	for i, fingerprint := range diag.Fingerprints(all) {
		doc.Findings = append(doc.Findings, Entry{all[i].Rule, all[i].App, all[i].Names, fingerprint, notes[fingerprint]})
	}
	slices.SortFunc(doc.Findings, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.App, b.App), slices.Compare(a.Names, b.Names), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(doc); err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return out.Bytes()
}
