package report

import (
	"io"
	"net/url"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

// The parts of SARIF 2.1.0 that are written (OASIS: Static Analysis Results Interchange Format).
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string         `json:"id"`
	Name                 string         `json:"name"`
	ShortDescription     sarifText      `json:"shortDescription"`
	FullDescription      sarifText      `json:"fullDescription"`
	Help                 sarifText      `json:"help"`
	DefaultConfiguration sarifLevel     `json:"defaultConfiguration"`
	Properties           map[string]any `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           *int              `json:"ruleIndex,omitempty"`
	Level               string            `json:"level"`
	Message             sarifText         `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Fixes               []sarifFix        `json:"fixes,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          map[string]any    `json:"properties"`
}

type sarifLocation struct {
	ID               *int          `json:"id,omitempty"`
	PhysicalLocation sarifPhysical `json:"physicalLocation"`
	Message          *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location sarifLocation `json:"location"`
}

type sarifFix struct {
	Description     sarifText     `json:"description"`
	ArtifactChanges []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion `json:"deletedRegion"`
	InsertedContent sarifText   `json:"insertedContent"`
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homepage    = "https://github.com/qlint-dev/qlint"
	// fingerprintName carries the version of how fingerprints are made.
	fingerprintName = "qlintFingerprint/v1"
)

// writeSARIF writes SARIF 2.1.0.
func writeSARIF(w io.Writer, r *Report) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "qlint", Version: r.Version, InformationURI: homepage, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	index := map[string]int{}
	for i, d := range r.Docs {
		index[d.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(d))
	}
	prints := diag.Fingerprints(r.Diagnostics)
	for i, d := range r.Diagnostics {
		result := r.sarifResult(d)
		result.PartialFingerprints = map[string]string{fingerprintName: prints[i]}
		if at, ok := index[d.Rule]; ok {
			result.RuleIndex = &at
		}
		run.Results = append(run.Results, result)
	}
	return encodeJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifRuleOf(d *ruledoc.Doc) sarifRule {
	var text, markdown strings.Builder
	_ = ruledoc.WriteText(&text, d)
	_ = ruledoc.WriteMarkdown(&markdown, d)
	return sarifRule{
		ID: d.ID, Name: d.Slug, ShortDescription: sarifText{Text: d.Summary}, FullDescription: sarifText{Text: d.Why},
		Help: sarifText{text.String(), markdown.String()}, DefaultConfiguration: sarifLevel{sarifLevelOf(d.Severity)},
		Properties: map[string]any{"tags": []string{"queue", "background-job"}, "precision": "very-high", "problem.severity": problemSeverity(d.Severity)},
	}
}

func sarifLevelOf(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	default:
		return "note"
	}
}

// problemSeverity is GitHub's name for a rule's severity.
func problemSeverity(s diag.Severity) string {
	if s == diag.Info {
		return "recommendation"
	}
	return s.String()
}

func (r *Report) sarifResult(d *diag.Diagnostic) sarifResult {
	own := r.sarifLocation(d.Place)
	out := sarifResult{
		RuleID: d.Rule, Level: sarifLevelOf(d.Severity), Message: sarifText{Text: paragraph(d)}, Locations: []sarifLocation{own},
		Properties: map[string]any{"confidence": d.Confidence.String()},
	}
	if len(d.Environments) > 0 {
		out.Properties["environments"] = d.Environments
	}
	flow := sarifThreadFlow{}
	for _, p := range d.Related {
		if p.Span.IsZero() {
			continue
		}
		at := r.sarifLocation(p)
		flow.Locations = append(flow.Locations, sarifStep{at})
		id := len(out.RelatedLocations) + 1
		at.ID = &id
		out.RelatedLocations = append(out.RelatedLocations, at)
	}
	if len(flow.Locations) > 0 {
		flow.Locations = append(flow.Locations, sarifStep{own})
		out.CodeFlows = []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{flow}}}
	}
	if len(d.Edits) > 0 {
		out.Fixes = []sarifFix{r.sarifFix(d)}
	}
	return out
}

func (r *Report) sarifLocation(p diag.Place) sarifLocation {
	out := sarifLocation{PhysicalLocation: sarifPhysical{sarifArtifact{r.uri(p.Span.Path())}, r.sarifRegion(p.Span)}}
	if p.Label != "" {
		out.Message = &sarifText{Text: printable(p.Label)}
	}
	return out
}

func (r *Report) sarifRegion(s source.Span) sarifRegion {
	p := r.place(s)
	return sarifRegion{p.Line, p.Column, p.EndLine, p.EndColumn}
}

// sarifFix is a finding's edits, those of one file together.
func (r *Report) sarifFix(d *diag.Diagnostic) sarifFix {
	fix := sarifFix{Description: sarifText{Text: printable(d.Fix)}}
	for _, e := range d.Edits {
		uri := r.uri(e.Span.Path())
		last := len(fix.ArtifactChanges) - 1
		if last < 0 || fix.ArtifactChanges[last].ArtifactLocation.URI != uri {
			fix.ArtifactChanges = append(fix.ArtifactChanges, sarifChange{ArtifactLocation: sarifArtifact{uri}})
			last++
		}
		change := &fix.ArtifactChanges[last]
		change.Replacements = append(change.Replacements, sarifReplacement{r.sarifRegion(e.Span), sarifText{Text: e.Text}})
	}
	return fix
}

// uri is a path as a reference relative to the working directory, or a file URI outside it.
func (r *Report) uri(path string) string {
	u := url.URL{Path: r.path(path)}
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
