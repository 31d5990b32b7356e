package rules

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var update = flag.Bool("update", false, "write docs/rules")

// The pages of docs/rules are made from the rules: `go test ./rules -update` writes them.
func TestPagesOfRulesAreFresh(t *testing.T) {
	folder := filepath.Join("..", "docs", "rules")
	want := map[string][]byte{}
	var docs []*ruledoc.Doc
	for _, r := range All() {
		docs = append(docs, &r.Doc)
		var page bytes.Buffer
		if err := ruledoc.WriteMarkdown(&page, &r.Doc); err != nil {
			t.Fatal(err)
		}
		want[r.ID+".md"] = page.Bytes()
	}
	var index bytes.Buffer
	if err := ruledoc.WriteIndex(&index, docs); err != nil {
		t.Fatal(err)
	}
	want["README.md"] = index.Bytes()
	if *update {
		write(t, folder, want)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := want[e.Name()]; !ok {
			t.Errorf("%s belongs to no rule", e.Name())
		}
	}
	for name, page := range want {
		have, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Errorf("%v: run go test ./rules -update", err)
			continue
		}
		if diff := cmp.Diff(string(page), string(have)); diff != "" {
			t.Errorf("%s is stale: run go test ./rules -update\n%s", name, diff)
		}
	}
}

func write(t *testing.T, folder string, pages map[string][]byte) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(folder, name), page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRulesAreListedInTheOrderOfTheirIdsOnce(t *testing.T) {
	var ids, slugs []string
	for _, r := range All() {
		ids = append(ids, r.ID)
		slugs = append(slugs, r.Slug)
		if r.Summary == "" || r.Why == "" || r.Fix == "" {
			t.Errorf("%s is not documented", r.ID)
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("ids are not in order, or one stands twice: %v", ids)
	}
	slices.Sort(slugs)
	if len(slices.Compact(slices.Clone(slugs))) != len(slugs) {
		t.Errorf("a slug stands twice: %v", slugs)
	}
}
