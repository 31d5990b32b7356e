package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// span marks the n-th occurrence of a text, counted from 1.
func span(f *source.File, text string, n int) source.Span {
	at := 0
	for ; n > 0; n-- {
		i := bytes.Index(f.Data[at:], []byte(text))
		if i < 0 {
			panic("no " + text)
		}
		at += i + len(text)
	}
	return f.Span(at-len(text), at)
}

func lines(s ...string) []byte { return []byte(strings.Join(s, "\n") + "\n") }

// sample is a report with everything that formats have to cope with.
func sample() *Report {
	job := source.New("app/Jobs/Größe 1.php", lines("<?php", "class ImportCustomers {", "\t/* größe: 大きい é */ public $timeout = 300;", "}"))
	other := source.New("app/Jobs/B.php", lines("<?php", "class B { public $timeout = 600; }"))
	third := source.New("app/Jobs/C.php", lines("<?php", "class C { public $timeout = 120; }"))
	config := source.New("config/queue.php", lines("<?php", "return [", "    'retry_after' => 90,", "];"))
	hostile := source.New("ops/\x1b[31mq:ue,ue%.conf", []byte("[program:a]\nstopwaitsecs=\x1b]0;owned\x0710 \u202e; <&\">\x00\n"))
	lease := diag.Place{Span: span(config, "90", 1), Role: diag.RoleLease, Label: `90s: the lease of "redis"`}
	overdue := func(f *source.File, class, limit string, d time.Duration) *diag.Diagnostic {
		return &diag.Diagnostic{
			Rule: "QL101", Slug: "job-timeout-not-below-retry-after", Severity: diag.Error,
			Place:   diag.Place{Span: span(f, limit, 1), Role: diag.RoleCap, Label: limit + "s: the job's own limit"},
			Message: class + " may run " + limit + `s, but "redis" gives it to another worker after 90s`,
			Related: []diag.Place{lease, {Role: diag.RoleSelects, Label: "written nowhere"}},
			Outcome: "with tries=3: 3 copies at once", Fix: "set retry_after above " + limit + ` on "redis"`,
			Names: []string{"App\\Jobs\\" + class, "redis"}, Cause: "lease of redis",
			Timeline: &diag.Timeline{Marks: []time.Duration{0, 90 * time.Second, d}, Bars: []diag.Bar{
				{Label: "worker 1", End: d}, {Label: "worker 2: the same job", Start: 90 * time.Second, Open: true},
			}},
		}
	}
	all := []*diag.Diagnostic{
		overdue(job, "ImportCustomers", "300", 300*time.Second), overdue(other, "B", "600", 600*time.Second), overdue(third, "C", "120", 120*time.Second),
		{
			Rule: "QL110", Slug: "stop-grace-below-job", Severity: diag.Warning, Confidence: diag.Likely, Environments: []string{"production", ".env.example"},
			Place:   diag.Place{Span: span(hostile, "10", 1), Role: diag.RoleGrace, Label: "10s between \x1b[1mTERM and KILL"},
			Message: "supervisor kills \"a\x1b[2J\" 10s after\nthe stop signal: 50% <done>", Names: []string{"a"},
			Edits: []diag.Edit{{Span: span(hostile, "10", 1), Text: "310"}}, Fix: "set stopwaitsecs=310",
		},
		{
			Rule: "QL001", Slug: "unreadable-input", Severity: diag.Info, Place: diag.Place{Span: source.New("storage/x.php", nil).Whole(), Label: "permission denied"},
			Message: "storage/x.php cannot be read: permission denied", Names: []string{"x"},
		},
	}
	all[2].Severity, all[2].Environments = diag.Warning, []string{".env.staging"}
	slices.SortFunc(all, diag.Compare)
	r := &Report{Diagnostics: all, Summary: Count(all), Version: "v1.2.3", Docs: sampleDocs()}
	r.Summary.Files, r.Summary.Apps, r.Summary.Suppressed = 12, 1, 2
	r.Path = func(p string) string {
		if p == "app/Jobs/B.php" {
			return "/srv/elsewhere/" + p
		}
		return p
	}
	return r
}

func sampleDocs() []*ruledoc.Doc {
	doc := func(id, slug string, severity diag.Severity) *ruledoc.Doc {
		return &ruledoc.Doc{
			ID: id, Slug: slug, Severity: severity, Summary: "something is wrong", Why: "It matters.", Fix: "Mend it.",
			Bad: "-- a.php --\n<?php\n", Good: "-- b.conf --\nx=1\n", References: []string{"https://example.org/"},
		}
	}
	return []*ruledoc.Doc{
		doc("QL001", "unreadable-input", diag.Warning), doc("QL101", "job-timeout-not-below-retry-after", diag.Error),
		doc("QL110", "stop-grace-below-job", diag.Error), doc("QL211", "failed-handler-missing", diag.Info),
	}
}

func write(t *testing.T, format string, r *Report) string {
	t.Helper()
	f, err := Find(format)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := f.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	at := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(at, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", at, diff)
	}
}

func TestFormatsWriteWhatTheirGoldenFilesHold(t *testing.T) {
	for _, format := range Names() {
		t.Run(format, func(t *testing.T) { golden(t, "sample."+format, write(t, format, sample())) })
	}
	t.Run("text in colour", func(t *testing.T) {
		r := sample()
		r.Color = true
		golden(t, "sample.color", write(t, "text", r))
	})
}

func TestACleanRunIsWellFormedInEachFormat(t *testing.T) {
	for _, format := range Names() {
		t.Run(format, func(t *testing.T) {
			golden(t, "clean."+format, write(t, format, &Report{Version: "v1.2.3", Docs: sampleDocs()[:1]}))
		})
	}
}

func TestNoFormatLetsAFileSteerTheTerminal(t *testing.T) {
	for _, format := range Names() {
		out := write(t, format, sample())
		for _, bad := range []string{"\x1b", "\x07", "\x00", "\u202e"} {
			if strings.Contains(out, bad) {
				t.Errorf("%s passes %q on", format, bad)
			}
		}
	}
}

func TestMachineFormatsAreReadByTheirReaders(t *testing.T) {
	for _, r := range []*Report{sample(), {}} {
		for _, format := range []string{"json", "sarif", "gitlab"} {
			var v any
			if err := json.Unmarshal([]byte(write(t, format, r)), &v); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
		for _, format := range []string{"checkstyle", "junit"} {
			decoder := xml.NewDecoder(strings.NewReader(write(t, format, r)))
			for {
				if _, err := decoder.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Errorf("%s: %v", format, err)
					break
				}
			}
		}
		for line := range strings.Lines(write(t, "github", r)) {
			if !strings.HasPrefix(line, "::") {
				t.Errorf("github: %q is no command", line)
			}
		}
	}
}

func TestColumnsCountCodePoints(t *testing.T) {
	// The line is `\t/* größe: 大きい é */ public $timeout = 300;` with a combining accent: 300 starts at the 42nd code point.
	r := sample()
	var parsed struct {
		Findings []struct {
			File                             string
			Line, Column, EndLine, EndColumn int
		}
	}
	if err := json.Unmarshal([]byte(write(t, "json", r)), &parsed); err != nil {
		t.Fatal(err)
	}
	for _, f := range parsed.Findings {
		if strings.HasSuffix(f.File, "Größe 1.php") {
			if f.Line != 3 || f.Column != 40 || f.EndColumn != 43 {
				t.Errorf("json: %+v", f)
			}
		}
	}
	for format, want := range map[string]string{
		"compact": "app/Jobs/Größe 1.php:3:40: error", "github": ",line=3,endLine=3,col=40,endColumn=43,", "checkstyle": `line="3" column="40"`,
		"sarif": "\"startColumn\": 40,",
	} {
		if out := write(t, format, r); !strings.Contains(out, want) {
			t.Errorf("%s does not hold %s:\n%s", format, want, out)
		}
	}
}

func TestSummariesCount(t *testing.T) {
	tests := []struct {
		summary Summary
		want    string
	}{
		{Summary{Files: 1, Apps: 1}, "no findings (1 file, 1 application)\n"},
		{Summary{Errors: 1, Warnings: 2, Infos: 1, Files: 3}, "1 error, 2 warnings, 1 info (3 files, 0 applications)\n"},
		{Summary{Hidden: 2, Suppressed: 1, Baselined: 4, Files: 3, Apps: 2}, "no findings, 2 below --severity, 1 ignored, 4 in the baseline (3 files, 2 applications)\n"},
	}
	for _, test := range tests {
		var out strings.Builder
		if err := WriteSummary(&out, test.summary); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("got %q, want %q", out.String(), test.want)
		}
	}
}
