package analyzers_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestPassesAreListedByIDAndAreValid(t *testing.T) {
	var ids []string
	var list []*analysis.Analyzer
	for _, r := range analyzers.All() {
		ids = append(ids, r.Doc.ID)
		list = append(list, r.Analyzer)
		if r.Analyzer.Name != r.Doc.Slug {
			t.Errorf("%s: analyzer %q, slug %q", r.Doc.ID, r.Analyzer.Name, r.Doc.Slug)
		}
		for what, text := range map[string]string{"summary": r.Doc.Summary, "why": r.Doc.Why, "fix": r.Doc.Fix, "bad": r.Doc.Bad, "good": r.Doc.Good} {
			if text == "" {
				t.Errorf("%s has no %s", r.Doc.ID, what)
			}
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("ids %q", ids)
	}
	if err := analysis.Validate(list); err != nil {
		t.Error(err)
	}
}

func TestBadExamplesAreReportedAndGoodOnesAreNot(t *testing.T) {
	for _, r := range analyzers.All() {
		t.Run(r.Doc.ID, func(t *testing.T) {
			dir := analyzertest.Tree(t)
			if !strings.Contains(r.Doc.Bad, "// want ") || strings.Contains(r.Doc.Good, "// want ") {
				t.Fatal("the bad example alone has to want a finding")
			}
			write(t, filepath.Join(dir, "src", "bad"), r.Doc.Bad)
			write(t, filepath.Join(dir, "src", "good"), r.Doc.Good)
			a := r.New(nil)
			if err := a.Flags.Set("info", "true"); err != nil {
				t.Fatal(err)
			}
			analysistest.Run(t, dir, a, "bad", "good")
		})
	}
}

func write(t *testing.T, dir, archive string) {
	t.Helper()
	files := txtar.Parse([]byte(archive)).Files
	if len(files) == 0 {
		t.Fatal("the example holds no files")
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
