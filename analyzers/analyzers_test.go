package analyzers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
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
	dir := analyzertest.Tree(t)
	var patterns []string
	ids := map[string]string{}
	for _, r := range analyzers.All() {
		ids[r.Doc.Slug] = r.Doc.ID
		write(t, filepath.Join(dir, "src", "bad", r.Doc.ID), r.Doc.Bad)
		write(t, filepath.Join(dir, "src", "good", r.Doc.ID), r.Doc.Good)
		patterns = append(patterns, "bad/"+r.Doc.ID, "good/"+r.Doc.ID)
	}
	found := map[string][]string{} // by package: the lines at which its own rule speaks
	for _, act := range analyzed(t, loadTree(t, dir, patterns...), nil) {
		for _, f := range act.Result.(analyzers.Findings).Findings {
			at := act.Package.Fset.Position(f.Pos)
			if strings.HasSuffix(act.Package.PkgPath, "/"+ids[act.Analyzer.Name]) {
				found[act.Package.PkgPath] = append(found[act.Package.PkgPath], fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line))
			}
		}
	}
	for _, r := range analyzers.All() {
		want := wanted(r.Doc.Bad, r.Doc.ID)
		if len(want) == 0 {
			t.Errorf("%s: the bad example wants nothing", r.Doc.ID)
		}
		if got := found["bad/"+r.Doc.ID]; !slices.Equal(got, want) {
			t.Errorf("%s: the bad example is reported at %q, not at %q", r.Doc.ID, got, want)
		}
		if got := found["good/"+r.Doc.ID]; len(got) > 0 {
			t.Errorf("%s: the good example is reported at %q", r.Doc.ID, got)
		}
	}
}

// wanted gives the places in an archive at which a comment wants a rule.
func wanted(archive, id string) []string {
	var out []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		n := 0
		for line := range strings.Lines(string(f.Data)) {
			n++
			if strings.Contains(line, fmt.Sprintf("// want %q", id)) {
				out = append(out, fmt.Sprintf("%s:%d", filepath.Base(f.Name), n))
			}
		}
	}
	return out
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
