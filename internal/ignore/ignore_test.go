package ignore

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var (
	docs = []*ruledoc.Doc{
		{ID: "QL101", Slug: "job-timeout"}, {ID: "QL110", Slug: "stop-grace"}, {ID: "QL201", Slug: "unlimited-tries"}, {ID: "QG103", Slug: "ackorder"},
		{ID: "QL002", Slug: "unused-ignore"}, {ID: "QL003", Slug: "ignore-without-reason"}, {ID: "QL004", Slug: "expired-ignore"},
	}
	today = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	every = func(string) bool { return true }
)

// at is a finding whose place is the first occurrence of a text.
func at(f *source.File, rule, text string) *diag.Diagnostic {
	i := strings.Index(string(f.Data), text)
	if i < 0 {
		panic(text)
	}
	slug := ""
	for _, d := range docs {
		if d.ID == rule {
			slug = d.Slug
		}
	}
	return &diag.Diagnostic{Rule: rule, Slug: slug, Place: diag.Place{Span: f.Span(i, i+len(text))}}
}

func TestAnIgnoreTakesBackWhatStandsBesideIt(t *testing.T) {
	tests := []struct {
		name, path, text string
		rule             string
		suppressed       bool
	}{
		{"on the line", "a.php", "<?php\nHERE; // qlint:ignore QL101 one worker\n", "QL101", true},
		{"with a hash", "a.php", "<?php\nHERE; # qlint:ignore QL101 one worker\n", "QL101", true},
		{"in a block", "a.php", "<?php\nHERE; /* qlint:ignore QL101 one worker */\n", "QL101", true},
		{"alone on the line before", "a.php", "<?php\n  // qlint:ignore QL101 one worker\nHERE;", "QL101", true},
		{"in a doc comment before", "a.php", "<?php\n/**\n * Imports.\n *\n * qlint:ignore QL101 one worker\n */\nHERE;", "QL101", true},
		{"two of them before", "a.php", "<?php\n// qlint:ignore QL101 one\n// qlint:ignore QL110 two\nHERE;", "QL101", true},
		{"not two lines before", "a.php", "<?php\n// qlint:ignore QL101 one\n\nHERE;", "QL101", false},
		{"not alone: the line before keeps its own", "a.php", "<?php\nx(); // qlint:ignore QL101 one\nHERE;", "QL101", false},
		{"not behind", "a.php", "<?php\nHERE;\n// qlint:ignore QL101 one\n", "QL101", false},
		{"another rule", "a.php", "<?php\nHERE; // qlint:ignore QL110 one\n", "QL101", false},
		{"several rules", "a.php", "<?php\nHERE; // qlint:ignore QL110,QL101 one\n", "QL101", true},
		{"a slug", "a.php", "<?php\nHERE; // qlint:ignore job-timeout one\n", "QL101", true},
		{"a glob", "a.php", "<?php\nHERE; // qlint:ignore QL1* one\n", "QL101", true},
		{"in a string", "a.php", "<?php\nHERE; $x = '// qlint:ignore QL101 one';\n", "QL101", false},
		{"outside of PHP", "a.php", "// qlint:ignore QL101 one\nHERE<?php\n", "QL101", false},
		{"without a reason", "a.php", "<?php\nHERE; // qlint:ignore QL101\n", "QL101", false},
		{"until tomorrow", "a.php", "<?php\nHERE; // qlint:ignore QL101 until=2026-06-16 one\n", "QL101", true},
		{"until today", "a.php", "<?php\nHERE; // qlint:ignore QL101 until=2026-06-15 one\n", "QL101", true},
		{"until yesterday", "a.php", "<?php\nHERE; // qlint:ignore QL101 until=2026-06-14 one\n", "QL101", false},
		{"the whole file", "a.php", "<?php\n// qlint:ignore-file QL101 legacy\n\n\n\nHERE;", "QL101", true},
		{"the whole file, too late", "a.php", "<?php\n" + strings.Repeat("\n", 10) + "// qlint:ignore-file QL101 legacy\nHERE;", "QL101", false},
		{"a semicolon of Supervisor", "a.conf", "[program:a]\nHERE=1 ; qlint:ignore QL101 one\n", "QL101", true},
		{"a hash of Supervisor, alone", "a.conf", "# qlint:ignore QL101 one\r\nHERE=1\r\n", "QL101", true},
		{"no blank before: no comment", "a.conf", "HERE=1;qlint:ignore QL101 one\n", "QL101", false},
		{"an env file", ".env.production", "HERE=1 # qlint:ignore QL101 one\n", "QL101", true},
		{"YAML", "a.yml", "a:\n  # qlint:ignore QL101 one\n  b: HERE\n", "QL101", true},
		{"a here-document of a script", "a.sh", "cat <<X\nHERE=1 ; qlint:ignore QL101 one\nX\n", "QL101", true},
		{"a Dockerfile", "Dockerfile", "# qlint:ignore QL101 one\nCMD HERE\n", "QL101", true},
		{"XML", "a.xml", "<a>HERE</a> <!-- qlint:ignore QL101 one -->\n", "QL101", true},
		{"SQL", "a.sql", "HERE -- qlint:ignore QL101 one\n", "QL101", true},
		{"JSON has no comments", "a.json", "// qlint:ignore QL101 one\n{HERE}\n", "QL101", false},
		{"Go", "a.go", "package a\n\nvar x = HERE // qlint:ignore QG103 one\n", "QG103", true},
		{"Go without a blank", "a.go", "package a\n\n//qlint:ignore QG103 one\nvar x = HERE\n", "QG103", true},
		{"golangci-lint's form", "a.go", "package a\n\nvar x = HERE //nolint:errcheck,qlint // why\n", "QG103", true},
		{"golangci-lint's form for another", "a.go", "package a\n\nvar x = HERE //nolint:errcheck\n", "QG103", false},
		{"a string of Go", "a.go", "package a\n\nvar x = HERE + `\n//qlint:ignore QG103 one\n`\n", "QG103", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := source.New(test.path, []byte(test.text))
			set := New([]*source.File{f}, docs, today)
			kept, suppressed := set.Apply([]*diag.Diagnostic{at(f, test.rule, "HERE")})
			if (suppressed == 1) != test.suppressed || len(kept)+suppressed != 1 {
				t.Errorf("suppressed %d, kept %d", suppressed, len(kept))
			}
		})
	}
}

func TestAnIgnoreAtAnyPlaceOfAFindingTakesItBack(t *testing.T) {
	other := source.New("queue.php", []byte("<?php\n'retry_after' => 90, // qlint:ignore QL101 the queue is drained first\n"))
	f := source.New("a.php", []byte("<?php\nHERE"))
	d := at(f, "QL101", "HERE")
	d.Related = []diag.Place{{}, at(other, "", "90").Place}
	if _, suppressed := New([]*source.File{other, f}, docs, today).Apply([]*diag.Diagnostic{d}); suppressed != 1 {
		t.Error("the finding stays")
	}
}

func TestIgnoresThatDoNothingAreReported(t *testing.T) {
	tests := []struct {
		name, text string
		ran        func(string) bool
		want       []string
	}{
		{"used", "HERE # qlint:ignore QL101 one", every, nil},
		{"unused", "HERE # qlint:ignore QL110 one", every, []string{"QL002 nothing of QL110 is reported here"}},
		{"one of two is unused", "HERE # qlint:ignore QL101,QL110 one", every, []string{"QL002 nothing of QL110 is reported here"}},
		{"unused, but its rule did not run", "HERE # qlint:ignore QL110 one", func(id string) bool { return id != "QL110" }, nil},
		{"a glob of which a rule did not run", "HERE # qlint:ignore QL2* one", func(id string) bool { return id != "QL201" }, nil},
		{"unused, but that is not asked for", "HERE # qlint:ignore QL110 one", func(id string) bool { return id != "QL002" }, nil},
		{"no rule", "HERE # qlint:ignore", every, []string{"QL003 this ignore counts for nothing: no rule is named"}},
		{"no reason", "HERE # qlint:ignore QL101", every, []string{"QL003 this ignore counts for nothing: no reason is given"}},
		{"a reason of signs", "HERE # qlint:ignore QL101 --", every, []string{"QL003 this ignore counts for nothing: no reason is given"}},
		{"no reason behind the date", "HERE # qlint:ignore QL101 until=2027-01-01", every, []string{"QL003 this ignore counts for nothing: no reason is given"}},
		{"an unknown rule", "HERE # qlint:ignore QL999 one", every, []string{"QL003 this ignore counts for nothing: QL999 is no rule"}},
		{"a blank in the list", "HERE # qlint:ignore QL101, QL110 one", every, []string{"QL003 this ignore counts for nothing: the list of rules ends at the first blank: QL101,QL110"}},
		{"no date", "HERE # qlint:ignore QL101 until=soon one", every, []string{`QL003 this ignore counts for nothing: "soon" is no date: until=2027-03-01`}},
		{"another word", "HERE # qlint:ingore QL101 one", every, []string{"QL003 this ignore counts for nothing: qlint:ingore is not known: qlint:ignore or qlint:ignore-file"}},
		{"ended", "HERE # qlint:ignore QL101 until=2026-06-14 one", every, []string{"QL004 this ignore ended on 2026-06-14"}},
		{"prose", "HERE # qlint: is a linter", every, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := source.New("a.conf", []byte(test.text+"\n"))
			set := New([]*source.File{f}, docs, today)
			set.Apply([]*diag.Diagnostic{at(f, "QL101", "HERE")})
			var got []string
			for _, d := range set.Findings(test.ran) {
				got = append(got, d.Rule+" "+d.Message)
				if text := d.Place.Span.Text(); !strings.HasPrefix(text, "qlint:") {
					t.Errorf("the place is %q", text)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	f := source.New("a.go", []byte("package a\n\nvar x = 1 //nolint:qlint\n"))
	if found := New([]*source.File{f}, docs, today).Findings(every); len(found) > 0 {
		t.Errorf("another tool's comment: %s", found[0].Message)
	}
}

func TestSettingsIgnoreByPath(t *testing.T) {
	settings := source.New("qlint.toml", []byte("[[ignore]]\n"))
	f := source.New("legacy/a.conf", []byte("HERE\n"))
	set := New(nil, docs, today)
	set.AddPath(settings.Span(0, 10), func(p string) bool { return strings.HasPrefix(p, "legacy/") }, []string{"QL1*", "QL2*"}, "frozen", time.Time{})
	kept, suppressed := set.Apply([]*diag.Diagnostic{at(f, "QL101", "HERE"), at(source.New("b.conf", []byte("HERE")), "QL101", "HERE")})
	if len(kept) != 1 || suppressed != 1 || kept[0].Place.Span.Path() != "b.conf" {
		t.Errorf("kept %d, suppressed %d", len(kept), suppressed)
	}
	found := set.Findings(every)
	if len(found) != 1 || found[0].Message != "nothing of QL2* is reported here" || found[0].Place.Span.Path() != "qlint.toml" {
		t.Errorf("%v", found)
	}
}

func FuzzParse(f *testing.F) {
	for i, p := range []string{"a.php", "a.go", "a.conf", "a.xml", "a.json"} {
		f.Add(p, fmt.Appendf(nil, "<?php /* qlint:ignore QL%d x */\n# qlint:ignore-file QL101 until=2027-01-01 y\n//nolint:qlint", i))
	}
	f.Fuzz(func(t *testing.T, p string, data []byte) {
		file := source.New(p, data)
		for _, d := range Parse(file, docs) {
			if text := d.Span.Text(); !strings.HasPrefix(text, Mark) && text != "nolint:" {
				t.Errorf("a directive is %q", text)
			}
		}
	})
}
