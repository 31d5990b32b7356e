package ruledoc_test

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

func sample() *ruledoc.Doc {
	long := strings.Repeat("a worker that is killed in the middle leaves its locks behind, ", 3) + "and\nthe next one waits."
	return &ruledoc.Doc{
		ID: "QL110", Slug: "short", Severity: diag.Error, Summary: "too short",
		Why: long + "\n\n- " + long + "\n- second",
		Fix: "Raise it.",
		Bad: "-- a.conf --\nstopwaitsecs=60 ; want QL110/error@likely\n# want-below QL110\n{\n", Good: "-- a.go --\nx() // want \"QG701\"\n",
		References: []string{"https://example.com/"},
	}
}

func TestParagraphsAreSetAnewAndItemsStayApart(t *testing.T) {
	var b strings.Builder
	if err := ruledoc.WriteText(&b, sample()); err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(b.String(), "\n") {
		if len(line) > 98 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	for _, want := range []string{
		"QL110 short (error)\n\ntoo short\n\nWhy\n\n  a worker that", "\n\n  - a worker that", "\n    ", "\n  - second\n\nFix\n\n  Raise it.\n\nReported\n\n  -- a.conf --\n",
		"\n\nSilent\n\n", "\n\nSee\n\n  https://example.com/\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

func TestExamplesPointAtTheirFindings(t *testing.T) {
	var text, page strings.Builder
	if err := ruledoc.WriteText(&text, sample()); err != nil {
		t.Fatal(err)
	}
	if err := ruledoc.WriteMarkdown(&page, sample()); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{text.String(), page.String()} {
		for _, want := range []string{"stopwaitsecs=60 ; <-- QL110\n", "# QL110 on the next line\n", "x() // <-- QG701\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is missing in\n%s", want, out)
			}
		}
	}
}
