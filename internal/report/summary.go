package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
)

// Summary counts what a run found.
type Summary struct {
	Errors, Warnings, Infos int
	// Suppressed findings were ignored on purpose, Baselined ones accepted before.
	Suppressed, Baselined int
	// Hidden findings are below the lowest severity that is shown.
	Hidden int
	// Files were looked into, Apps and Go Packages judged.
	Files, Apps, Packages int
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

// WriteSummary prints the counts in one line, for people: "2 errors, 1 warning, 3 ignored (212 files, 1 application)".
func WriteSummary(w io.Writer, s Summary) error {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(s.Errors, "error", "errors")
	add(s.Warnings, "warning", "warnings")
	add(s.Infos, "info", "infos")
	if len(parts) == 0 {
		parts = append(parts, "no findings")
	}
	add(s.Hidden, "below --severity", "below --severity")
	add(s.Suppressed, "ignored", "ignored")
	add(s.Baselined, "in the baseline", "in the baseline")
	seen := []string{plural(s.Files, "file")}
	if s.Apps > 0 || s.Packages == 0 {
		seen = append(seen, plural(s.Apps, "application"))
	}
	if s.Packages > 0 {
		seen = append(seen, plural(s.Packages, "Go package"))
	}
	_, err := fmt.Fprintf(w, "%s (%s)\n", strings.Join(parts, ", "), strings.Join(seen, ", "))
	return err
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
