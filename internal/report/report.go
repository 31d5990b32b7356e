// Package report writes diagnostics in the formats that people and tools read: one file for each format.
package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Summary counts what a run found.
type Summary struct {
	Errors, Warnings, Infos int
	// Suppressed findings were ignored on purpose, Baselined ones accepted before.
	Suppressed, Baselined int
	// Files were looked into, Apps judged.
	Files, Apps int
}

// Count makes the first three numbers of a summary.
func Count(all []*diag.Diagnostic) Summary {
	var s Summary
	for _, d := range all {
		switch d.Severity {
		case diag.Error:
			s.Errors++
		case diag.Warning:
			s.Warnings++
		default:
			s.Infos++
		}
	}
	return s
}

// Report is everything that a format may write.
type Report struct {
	// Diagnostics are sorted by diag.Compare.
	Diagnostics []*diag.Diagnostic
	Summary     Summary
	// Version of qlint, as "v0.1.0".
	Version string
	// Docs are those of the rules that ran, in the order of their ids.
	Docs []*ruledoc.Doc
	// Path turns a path within the repository into the one that is printed; nil prints it as it is.
	Path func(string) string
	// Color and Quiet are for people: escape sequences; no summary.
	Color, Quiet bool
	// Hints are sentences that stand behind the summary of the text format.
	Hints []string
}

func (r *Report) path(p string) string {
	if r.Path == nil {
		return p
	}
	return r.Path(p)
}

// Format is one output format.
type Format struct {
	Name  string
	Write func(io.Writer, *Report) error
}

// Formats lists all formats in the order in which they are shown.
func Formats() []Format {
	return []Format{
		{"text", writeText},
		{"compact", writeCompact},
		{"json", writeJSON},
	}
}

// Find returns the format of a name.
func Find(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return Format{}, fmt.Errorf("unknown format %q: one of %v", name, names)
}
