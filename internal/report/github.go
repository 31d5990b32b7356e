package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
)

var (
	// githubData and githubProperty escape what would end a workflow command or one of its properties.
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeGitHub writes workflow commands, which GitHub Actions shows as annotations.
func writeGitHub(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		level := d.Severity.String()
		if d.Severity == diag.Info {
			level = "notice"
		}
		p := r.place(d.Place.Span)
		end := ""
		if p.EndLine == p.Line && p.EndColumn > p.Column {
			end = fmt.Sprintf(",endColumn=%d", p.EndColumn) // GitHub takes columns on one line only
		}
		fmt.Fprintf(out, "::%s file=%s,line=%d,endLine=%d,col=%d%s,title=%s::%s\n", level, githubProperty.Replace(printable(p.File)), p.Line, p.EndLine,
			p.Column, end, githubProperty.Replace(d.Rule+" "+d.Slug), githubData.Replace(r.withPlaces(d)))
	}
	return out.Flush()
}
