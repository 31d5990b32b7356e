//go:build corpus

package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/source"
)

// label is one judgement about a place of a public repository: a finding that is due there (TRUE) or must not be (NOT).
type label struct {
	repo, kind, rule, file, detail string
	line                           int
}

// labelRules are the rules that a label's name stands for.
var labelRules = map[string][]string{
	"job-timeout-ge-retry-after": {"QL101"}, "worker-timeout-ge-retry-after": {"QL102"}, "horizon-timeout-ge-retry-after": {"QL103"},
	"job-timeout-unbounded": {"QL105"}, "worker-timeout-unbounded": {"QL105"}, "tries-unbounded": {"QL201", "QL202"},
	"stop-grace-short": {"QL110", "QL111", "QL112"}, "withoutoverlapping-no-expire": {"QL405"},
	"withoutoverlapping-expire-lt-timeout": {"QL406"}, "unique-no-uniquefor": {"QL401"}, "dispatch-in-transaction": {"QL501"},
	"check-then-insert": {"QL701", "QL702", "QL706"}, "deploy-no-restart": {"QL331"}, "machine-local-cache": {"QL403"},
	"queue-without-worker": {"QL320"}, "db-no-skip-locked": {"QL601"}, "horizon-on-other-connection": {"QL322"},
	"env-var-not-read": {"QL120"}, "signal-not-forwarded": {"QL303"}, "retry-after-absurd": {"QL125"},
}

// TestLabels scores the findings against labelled public repositories: QLINT_LABELS is a table (repo, commit, kind, rule, file, line, detail),
// QLINT_CORPUS the folder that holds each repository as owner+name.
func TestLabels(t *testing.T) {
	table, err := os.ReadFile(os.Getenv("QLINT_LABELS"))
	if err != nil {
		t.Skip("QLINT_LABELS names no table")
	}
	byRepo := map[string][]label{}
	for row := range strings.Lines(string(table)) {
		f := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if len(f) < 7 || f[0] == "repo" {
			continue
		}
		line, _ := strconv.Atoi(f[5])
		byRepo[f[0]] = append(byRepo[f[0]], label{f[0], f[2], f[3], f[4], f[6], line})
	}
	found, due, violated := map[string]int{}, map[string]int{}, 0
	for _, repo := range slices.Sorted(func(yield func(string) bool) {
		for r := range byRepo {
			if !yield(r) {
				return
			}
		}
	}) {
		root := filepath.Join(os.Getenv("QLINT_CORPUS"), strings.ReplaceAll(repo, "/", "+"))
		opened, err := discover.Open(root, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		result, err := Repository(t.Context(), opened, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		used := map[*diag.Diagnostic]bool{}
		for _, l := range byRepo[repo] {
			hits := matching(l, result.Diagnostics)
			for _, d := range hits {
				used[d] = true
			}
			switch {
			case l.kind == "TRUE":
				due[l.rule]++
				if len(hits) > 0 {
					found[l.rule]++
				} else {
					fmt.Printf("MISSED   %s %s %s:%d  %s\n", l.rule, l.repo, l.file, l.line, l.detail)
				}
			case len(hits) > 0:
				violated++
				fmt.Printf("VIOLATED %s %s %s:%d  %s\n         %s\n", l.rule, l.repo, l.file, l.line, l.detail, hits[0].Message)
			}
		}
		for _, d := range result.Diagnostics {
			if !used[d] && d.Severity > diag.Info {
				at := d.Place.Span.First(source.CodePoints)
				fmt.Printf("OTHER    %s %s %s %s:%d  %s\n", d.Severity, d.Rule, repo, d.Place.Span.Path(), at.Line, d.Message)
			}
		}
		opened.Close()
	}
	for rule := range due {
		fmt.Printf("%-40s %d of %d\n", rule, found[rule], due[rule])
	}
	fmt.Printf("violated: %d\n", violated)
}

// matching lists the findings that a label speaks of: any with a place within one line for TRUE, errors and warnings whose own place is there
// for NOT.
func matching(l label, all []*diag.Diagnostic) []*diag.Diagnostic {
	near := func(s source.Span) bool {
		line := s.First(source.Bytes).Line
		return s.Path() == l.file && line >= l.line-1 && line <= l.line+1
	}
	var out []*diag.Diagnostic
	for _, d := range all {
		if !slices.Contains(labelRules[l.rule], d.Rule) {
			continue
		}
		at := near(d.Place.Span)
		if l.kind == "TRUE" {
			at = at || slices.ContainsFunc(d.Related, func(p diag.Place) bool { return near(p.Span) })
		} else if d.Severity == diag.Info {
			at = false
		}
		if at {
			out = append(out, d)
		}
	}
	return out
}
