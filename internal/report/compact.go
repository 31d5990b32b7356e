package report

import (
	"bufio"
	"fmt"
	"io"
)

// writeCompact writes `file:line:col: severity: message [QL101 slug]`, a line each.
func writeCompact(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		fmt.Fprintf(out, "%s: %s: %s [%s %s]\n", r.position(d.Place.Span), d.Severity, printable(d.Message), d.Rule, d.Slug)
	}
	return out.Flush()
}
