// Package analyzertest runs an analyzer over packages of its testdata, beside stand-ins for the libraries it knows, so that tests need no network.
package analyzertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// Run checks the `want` comments of packages below testdata/src, findings of every severity shown.
func Run(t *testing.T, a *analysis.Analyzer, pkgs ...string) []*analysistest.Result {
	t.Helper()
	if err := a.Flags.Set("info", "true"); err != nil {
		t.Fatal(err)
	}
	return analysistest.Run(t, Tree(t), a, pkgs...)
}

// RunFixes is Run, and compares the suggested fixes with the .golden files.
func RunFixes(t *testing.T, a *analysis.Analyzer, pkgs ...string) {
	t.Helper()
	if err := a.Flags.Set("info", "true"); err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, Tree(t), a, pkgs...)
}

// Tree makes a GOPATH of the stand-ins and the test's own testdata.
func Tree(t *testing.T) string {
	t.Helper()
	standIns, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "github.com/qlint-dev/qlint/analyzers/internal/analyzertest").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, from := range []string{filepath.Join(strings.TrimSpace(string(standIns)), "testdata"), analysistest.TestData()} {
		if _, err := os.Stat(from); err != nil {
			continue
		}
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
