package report

import (
	"io"

	"github.com/qlint-dev/qlint/internal/diag"
)

// gitlabIssue is one entry of a Code Quality report (GitLab: "Code Quality report format").
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

var gitlabSeverities = map[diag.Severity]string{diag.Error: "critical", diag.Warning: "major", diag.Info: "info"}

// writeGitLab writes a Code Quality report.
func writeGitLab(w io.Writer, r *Report) error {
	out := []gitlabIssue{}
	prints := diag.Fingerprints(r.Diagnostics)
	for i, d := range r.Diagnostics {
		p := r.place(d.Place.Span)
		out = append(out, gitlabIssue{
			Description: r.withPlaces(d), CheckName: d.Rule + " " + d.Slug, Fingerprint: prints[i], Severity: gitlabSeverities[d.Severity],
			Location: gitlabLocation{p.File, gitlabLines{p.Line, p.EndLine}},
		})
	}
	return encodeJSON(w, out)
}
