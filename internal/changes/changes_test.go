package changes

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

// repository is a git repository with one commit and changes on top of it.
func repository(t *testing.T, before, after map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("git is missing")
		}
		t.Skip("git is missing")
	}
	root := t.TempDir()
	run(t, root, "init", "-q")
	write(t, root, before)
	run(t, root, "add", "-A")
	run(t, root, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "x")
	for name := range before {
		if _, ok := after[name]; !ok {
			os.Remove(filepath.Join(root, name))
		}
	}
	write(t, root, after)
	return root
}

func run(t *testing.T, root string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", root}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func numbered(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestChangedLinesAreThoseOfGit(t *testing.T) {
	root := repository(t, map[string]string{
		"same": "1\n2\n", "changed": numbered("1", "2", "3", "4", "5"), "shrunk": numbered("1", "2", "3", "4"), "dir/größe \t\"x\"": "1\n2\n",
		"gone": "1\n", "odd": numbered("-- a", "++ b"), "moved": numbered("1", "2", "3", "4", "5", "6", "7", "8"), "start": "1\n2\n", "noend": "1\n2",
	}, map[string]string{
		"same": "1\n2\n", "changed": numbered("1", "two", "3", "4", "5", "6", "7"), "shrunk": numbered("1", "4"), "dir/größe \t\"x\"": "1\nzwei\n",
		"odd": numbered("-- c", "++ d", "@@ -1 +1 @@", "+++ b/x"), "new": "1\n", "new dir/ü": "", ".gitignore": "ignored\n", "ignored": "",
		"renamed": numbered("1", "2", "3", "4", "5", "6", "7", "eight"), "start": "2\n", "noend": "1\n3",
	})
	got, err := Since(t.Context(), root, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	want := Set{
		"changed": {{2, 2}, {6, 7}}, "shrunk": {{1, 2}}, "dir/größe \t\"x\"": {{2, 2}}, "odd": {{1, 4}},
		"new": {{1, 0}}, "new dir/ü": {{1, 0}}, ".gitignore": {{1, 0}}, "renamed": {{1, 0}}, "start": {{1, 1}}, "noend": {{2, 2}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(lines{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAFolderBelowIsItsOwnRoot(t *testing.T) {
	root := repository(t, map[string]string{"testdata/shop/a": "1\n", "b": "1\n"}, map[string]string{"testdata/shop/a": "2\n", "b": "2\n", "testdata/shop/c": ""})
	got, err := Since(t.Context(), filepath.Join(root, "testdata/shop"), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Set{"a": {{1, 1}}, "c": {{1, 0}}}, got, cmp.AllowUnexported(lines{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAWrongRevisionIsSaid(t *testing.T) {
	root := repository(t, map[string]string{"a": "1\n"}, map[string]string{"a": "1\n"})
	for _, revision := range []string{"nowhere", "--output=x", "HEAD~7", ""} {
		if _, err := Since(t.Context(), root, revision); err == nil || !strings.Contains(err.Error(), "is no revision") {
			t.Errorf("%q: %v", revision, err)
		}
	}
}

func TestTheRepositorysOwnConfigurationStartsNothing(t *testing.T) {
	root := repository(t, map[string]string{"a.x": "1\n", ".gitattributes": "*.x diff=evil\n"}, map[string]string{"a.x": "2\n", ".gitattributes": "*.x diff=evil\n"})
	mark := filepath.Join(root, "..", "started")
	script := filepath.Join(root, ".git", "evil.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "diff.external", "diff.evil.command", "diff.evil.textconv"} {
		run(t, root, "config", key, script)
	}
	if _, err := Since(t.Context(), root, "HEAD"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program was started")
	}
}

func TestAFindingIsNewWhereAnyOfItsPlacesChanged(t *testing.T) {
	f := source.New("a", []byte("1\n2\n3\n4\n"))
	line := func(n int) diag.Place { return diag.Place{Span: f.Span(2*n-2, 2*n-1)} }
	set := Set{"a": {{2, 3}}, "new": {{1, 0}}}
	tests := []struct {
		name string
		d    diag.Diagnostic
		want bool
	}{
		{"its own place", diag.Diagnostic{Place: line(2)}, true},
		{"a related place", diag.Diagnostic{Place: line(1), Related: []diag.Place{{}, line(3)}}, true},
		{"none", diag.Diagnostic{Place: line(1), Related: []diag.Place{line(4)}}, false},
		{"a place over changed lines", diag.Diagnostic{Place: diag.Place{Span: f.Span(0, 7)}}, true},
		{"a new file", diag.Diagnostic{Place: diag.Place{Span: source.New("new", []byte("\n\nx")).Span(2, 3)}}, true},
		{"another file", diag.Diagnostic{Place: diag.Place{Span: source.New("b", []byte("1\n2\n")).Span(2, 3)}}, false},
	}
	for _, test := range tests {
		if got := set.Touches(&test.d); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
