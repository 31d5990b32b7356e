// Package report writes diagnostics in the formats that people and tools read: one file for each format.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

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
	// Color says that the text format may use escape sequences.
	Color bool
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
		{"sarif", writeSARIF},
		{"github", writeGitHub},
		{"gitlab", writeGitLab},
		{"checkstyle", writeCheckstyle},
		{"junit", writeJUnit},
	}
}

// Names lists the formats by name.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Find returns the format of a name.
func Find(name string) (Format, error) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q: one of %s", name, strings.Join(Names(), ", "))
}

// paragraph is a finding in the words of the formats that have one text for it: message, outcome, fix, each a line.
func paragraph(d *diag.Diagnostic) string {
	lines := []string{d.Message}
	if len(d.Environments) > 0 {
		lines = append(lines, "in: "+strings.Join(d.Environments, ", "))
	}
	if d.Outcome != "" {
		lines = append(lines, d.Outcome)
	}
	if d.Fix != "" {
		lines = append(lines, "fix: "+d.Fix)
	}
	for i, l := range lines {
		lines[i] = printable(l)
	}
	return strings.Join(lines, "\n")
}

// withPlaces is the paragraph of a finding with the places that it names.
func (r *Report) withPlaces(d *diag.Diagnostic) string {
	text := paragraph(d)
	for _, p := range d.Related {
		if !p.Span.IsZero() {
			text += "\n" + r.position(p.Span) + ": " + printable(p.Label)
		}
	}
	return text
}
