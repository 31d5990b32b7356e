package report

import (
	"io"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

type jsonReport struct {
	Version  int           `json:"version"`
	Tool     jsonTool      `json:"tool"`
	Findings []jsonFinding `json:"findings"`
	Summary  jsonSummary   `json:"summary"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonSummary struct {
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"`
	Baselined  int `json:"baselined"`
	Files      int `json:"files"`
	Apps       int `json:"apps"`
	Packages   int `json:"packages,omitempty"`
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

type jsonRelated struct {
	Role diag.Role `json:"role"`
	jsonPlace
	Message string `json:"message"`
}

type jsonFinding struct {
	Rule         string   `json:"rule"`
	Slug         string   `json:"slug"`
	Severity     string   `json:"severity"`
	Confidence   string   `json:"confidence"`
	Environments []string `json:"environments"`
	Message      string   `json:"message"`
	jsonPlace
	Related     []jsonRelated `json:"related"`
	Outcome     string        `json:"outcome"`
	Fix         string        `json:"fix"`
	Fingerprint string        `json:"fingerprint"`
}

// writeJSON writes version 1 of qlint's own format.
func writeJSON(w io.Writer, r *Report) error {
	s := r.Summary
	out := jsonReport{
		Version: 1, Tool: jsonTool{"qlint", r.Version}, Findings: []jsonFinding{},
		Summary: jsonSummary{s.Errors, s.Warnings, s.Infos, s.Suppressed, s.Baselined, s.Files, s.Apps, s.Packages},
	}
	prints := diag.Fingerprints(r.Diagnostics)
	for i, d := range r.Diagnostics {
		f := jsonFinding{
			Rule: d.Rule, Slug: d.Slug, Severity: d.Severity.String(), Confidence: d.Confidence.String(),
			Environments: append([]string{}, d.Environments...), Message: d.Message, jsonPlace: r.place(d.Place.Span),
			Related: []jsonRelated{}, Outcome: d.Outcome, Fix: d.Fix, Fingerprint: prints[i],
		}
		for _, p := range d.Related {
			if p.Span.IsZero() {
				continue
			}
			f.Related = append(f.Related, jsonRelated{p.Role, r.place(p.Span), p.Label})
		}
		out.Findings = append(out.Findings, f)
	}
	return encodeJSON(w, out)
}

// place counts columns in code points.
func (r *Report) place(s source.Span) jsonPlace {
	first, last := s.First(source.CodePoints), s.Last(source.CodePoints)
	return jsonPlace{r.path(s.Path()), max(first.Line, 1), max(first.Column, 1), max(last.Line, 1), max(last.Column, 1)}
}
