package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/qlint-dev/qlint/internal/source"
)

// writeCompact writes `file:line:col: severity: message [QL101 slug]`, a line each.
func writeCompact(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		at := d.Place.Span.First(source.CodePoints)
		fmt.Fprintf(out, "%s:%d:%d: %s: %s [%s %s]\n", r.path(d.Place.Span.Path()), at.Line, at.Column, d.Severity, printable(d.Message), d.Rule, d.Slug)
	}
	return out.Flush()
}
