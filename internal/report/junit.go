package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/qlint-dev/qlint/internal/diag"
)

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
	Skipped *junitFailure `xml:"skipped"`
}

type junitFailure struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite: a test for each finding, failed, and a test for each rule that found nothing, passed, so that a clean
// run is no empty suite, which some readers take for an error. Information is a skipped test: it fails nothing.
func writeJUnit(w io.Writer, r *Report) error {
	suite := junitSuite{Name: "qlint"}
	found := map[string]bool{}
	for _, d := range r.Diagnostics {
		found[d.Rule] = true
	}
	for _, doc := range r.Docs {
		if !found[doc.ID] {
			suite.Cases = append(suite.Cases, junitCase{Class: "qlint", Name: doc.ID + " " + doc.Slug})
		}
	}
	for _, d := range r.Diagnostics {
		p := r.place(d.Place.Span)
		c := junitCase{
			Class: "qlint." + d.Rule, Name: fmt.Sprintf("%s %s at %s", d.Rule, d.Slug, r.position(d.Place.Span)), File: printable(p.File), Line: p.Line,
		}
		text := &junitFailure{Type: d.Severity.String(), Message: printable(d.Message), Text: r.withPlaces(d)}
		if d.Severity == diag.Info {
			text.Type = ""
			c.Skipped = text
			suite.Skipped++
		} else {
			c.Failure = text
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	return encodeXML(w, junitSuites{Suites: []junitSuite{suite}})
}
