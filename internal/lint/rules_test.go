package lint

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/internal/baseline"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
	"github.com/qlint-dev/qlint/rules"
)

// A case is a small repository. A line that must get a finding ends in a comment `want QL101`, with several ids where several are due;
// `want QL101/warning` asks for the severity too, and `want QL101@likely` for the confidence. Every error and warning must be wanted, and
// so must every info of the rule that the case is about (the folder that it lies in); of other infos those that are wanted.
// Where a format has no comments behind a value, `want-below QL101` stands alone on the line before.
var wantComment = regexp.MustCompile(`(?://|#|;|<!--)\s*want(-below)? ((?:QL\d{3}(?:/\w+)?(?:@\w+)?\s*)+)`)

type expectation struct {
	file string
	line int
	id   string
}

func expectations(files []txtar.File) []expectation {
	var out []expectation
	for _, f := range files {
		for n, line := range bytes.Split(f.Data, []byte("\n")) {
			if m := wantComment.FindSubmatch(line); m != nil {
				at := n + 1
				if len(m[1]) > 0 {
					at++
				}
				for _, id := range strings.Fields(string(m[2])) {
					out = append(out, expectation{f.Name, at, id})
				}
			}
		}
	}
	return out
}

// lintFiles runs every rule on a small repository.
func lintFiles(t *testing.T, files []txtar.File) []*diag.Diagnostic {
	t.Helper()
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	tree := source.NewTree(memory, paths)
	result, err := analyze(t.Context(), scanTree(tree), Options{Tail: tailOf(t, tree)}, newStopwatch())
	if err != nil {
		t.Fatal(err)
	}
	return result.Diagnostics
}

// tailOf reads the settings and the baseline of a small repository.
func tailOf(t *testing.T, tree *source.Tree) Tail {
	t.Helper()
	var tail Tail
	if file, err := tree.Read(settings.Names[0]); err == nil {
		var errs []settings.Error
		if tail.Settings, errs = settings.Read(file, docsOf(rules.All())); len(errs) > 0 {
			t.Fatal(errs)
		}
	}
	if file, err := tree.Read(baseline.Name); err == nil {
		if tail.Baseline, err = baseline.Read(file); err != nil {
			t.Fatal(err)
		}
	}
	return tail
}

// compareFindings says how findings differ from the expectations of a case about a rule; "" when they agree. What is about "skeletons" has
// no finding at all.
func compareFindings(about string, files []txtar.File, found []*diag.Diagnostic) string {
	wanted := expectations(files)
	var want, got []string
	for _, w := range wanted {
		want = append(want, fmt.Sprintf("%s:%d %s", w.file, w.line, w.id))
	}
	for _, d := range found {
		at := fmt.Sprintf("%s:%d ", d.Place.Span.Path(), d.Place.Span.First(source.Bytes).Line)
		id := d.Rule
		for _, form := range []string{d.Rule + "/" + d.Severity.String(), d.Rule + "@" + d.Confidence.String(), d.Rule + "/" + d.Severity.String() + "@" + d.Confidence.String()} {
			if slices.Contains(want, at+form) {
				id = form
			}
		}
		if d.Severity == diag.Info && d.Rule != about && about != "skeletons" && !slices.Contains(want, at+id) {
			continue
		}
		got = append(got, at+id)
	}
	slices.Sort(want)
	slices.Sort(got)
	diff := cmp.Diff(want, got)
	if diff == "" {
		return ""
	}
	var all strings.Builder
	for _, d := range found {
		fmt.Fprintf(&all, "%s %s: %s\n", d.Rule, d.Place.Span.Path(), d.Message)
	}
	return "(-want +got):\n" + diff + all.String()
}

func TestCasesGetTheFindingsTheyWant(t *testing.T) {
	cases, err := filepath.Glob("../../testdata/rules/*/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(data)
			if diff := compareFindings(filepath.Base(filepath.Dir(path)), archive.Files, lintFiles(t, archive.Files)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDocumentedExamplesDoWhatTheySay(t *testing.T) {
	for _, rule := range rules.All() {
		t.Run(rule.ID, func(t *testing.T) {
			bad := txtar.Parse([]byte(rule.Bad)).Files
			if !slices.ContainsFunc(expectations(bad), func(e expectation) bool { return strings.HasPrefix(e.id, rule.ID) }) {
				t.Error("the bad example wants no finding of the rule")
			}
			if diff := compareFindings(rule.ID, bad, lintFiles(t, bad)); diff != "" {
				t.Errorf("bad example: %s", diff)
			}
			good := txtar.Parse([]byte(rule.Good)).Files
			if len(good) == 0 {
				t.Error("no good example")
			}
			if diff := compareFindings(rule.ID, good, lintFiles(t, good)); diff != "" {
				t.Errorf("good example: %s", diff)
			}
		})
	}
}
