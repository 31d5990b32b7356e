package report

import (
	"encoding/xml"
	"io"
)

type checkstyleReport struct {
	XMLName xml.Name          `xml:"checkstyle"`
	Version string            `xml:"version,attr"`
	Files   []*checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// writeCheckstyle writes the XML of Checkstyle. Findings are sorted by file already.
func writeCheckstyle(w io.Writer, r *Report) error {
	out := checkstyleReport{Version: "4.3"}
	var file *checkstyleFile
	for _, d := range r.Diagnostics {
		p := r.place(d.Place.Span)
		if name := printable(p.File); file == nil || file.Name != name {
			file = &checkstyleFile{Name: name}
			out.Files = append(out.Files, file)
		}
		file.Errors = append(file.Errors, checkstyleError{p.Line, p.Column, d.Severity.String(), r.withPlaces(d), "qlint." + d.Rule})
	}
	return encodeXML(w, out)
}

// encodeXML writes a document with its declaration. Package xml replaces characters that XML can't hold.
func encodeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
