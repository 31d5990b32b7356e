package baseline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

func finding(rule, app string, names ...string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: rule, App: app, Names: names, Place: diag.Place{Span: source.New("f", []byte("x")).Span(0, 1)}}
}

func every(string) bool { return true }

func read(t *testing.T, text []byte) *Baseline {
	t.Helper()
	b, err := Read(source.New(Name, text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestABaselineAcceptsWhatItWasWrittenFrom(t *testing.T) {
	all := []*diag.Diagnostic{finding("QL201", "", "B"), finding("QL101", "api", "A", "redis"), finding("QL101", "api", "A", "redis"), finding("QL101", "", "A", "redis")}
	text := Write(all, nil, every)
	b := read(t, text)
	fresh, accepted, stale := b.Split(all)
	if len(fresh) != 0 || accepted != 4 || len(stale) != 0 {
		t.Errorf("fresh %d, accepted %d, stale %d", len(fresh), accepted, len(stale))
	}
	// A third one of the same names is new; one that went is stale.
	fresh, accepted, stale = b.Split([]*diag.Diagnostic{all[1], all[2], all[3], all[1], finding("QL101", "", "C")})
	if len(fresh) != 2 || accepted != 3 || len(stale) != 1 || stale[0].Rule != "QL201" {
		t.Errorf("fresh %d, accepted %d, stale %v", len(fresh), accepted, stale)
	}
	if again := Write([]*diag.Diagnostic{all[3], all[2], all[1], all[0]}, nil, every); string(again) != string(text) {
		t.Errorf("the order of findings shows:\n%s", cmp.Diff(string(text), string(again)))
	}
}

func TestStaleEntriesAreReportedForRulesThatRan(t *testing.T) {
	b := read(t, Write([]*diag.Diagnostic{finding("QL101", "", "A"), finding("QL201", "api", "B")}, nil, every))
	_, _, stale := b.Split(nil)
	found := b.Findings(stale, func(id string) bool { return id != "QL201" })
	if len(found) != 1 || found[0].Message != "QL101 of A is in the baseline and is not found any more" {
		t.Fatalf("%v", found)
	}
	if text := found[0].Place.Span.Text(); !strings.Contains(text, b.Entries[0].Fingerprint) {
		t.Errorf("the place is %q", text)
	}
	if found := b.Findings(stale, func(id string) bool { return id != Stale }); len(found) > 0 {
		t.Errorf("although it is switched off: %v", found)
	}
}

func TestRewritingKeepsRulesThatDidNotRun(t *testing.T) {
	old := read(t, Write([]*diag.Diagnostic{finding("QL101", "", "A"), finding("QL101", "", "D"), finding("QL201", "", "B")}, nil, every))
	for i := range old.Entries {
		old.Entries[i].Note = fmt.Sprint("note ", i)
	}
	b := read(t, Write([]*diag.Diagnostic{finding("QL101", "", "C"), finding("QL101", "", "D")}, old, func(id string) bool { return id == "QL101" }))
	var got []string
	for _, e := range b.Entries {
		got = append(got, e.Rule+" "+strings.Join(e.Names, ",")+" "+e.Note)
	}
	if diff := cmp.Diff([]string{"QL101 C ", "QL101 D note 1", "QL201 B note 2"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNoBaselineIsRefused(t *testing.T) {
	for _, text := range []string{"", "[]", `{"version": 2, "findings": []}`, `{"version": 1, "finding": []}`, `{"version": 1, "findings": {}}`} {
		if _, err := Read(source.New(Name, []byte(text))); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
