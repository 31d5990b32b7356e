package dotenv

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

// measured is an input with the answer of the real software: Dotenv::parse of vlucas/phpdotenv 416df70 under PHP 8.2.
type measured struct {
	Name   string
	Input  string
	Expect struct {
		Values map[string]*string
		Error  string
	}
}

func readMeasured(t *testing.T, path string) []measured {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []measured
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	return cases
}

// checkMeasured compares a file with what phpdotenv said of it: its first error, or all values.
func checkMeasured(t *testing.T, c measured, f *File) {
	t.Helper()
	if c.Expect.Error != "" {
		if len(f.Errors) == 0 || f.Errors[0].Message != c.Expect.Error {
			t.Errorf("%q: errors %v, phpdotenv says %q", c.Input, f.Errors, c.Expect.Error)
		}
		return
	}
	if len(f.Errors) != 0 {
		t.Errorf("%q: error %v, phpdotenv has none", c.Input, f.Errors)
	}
	got := map[string]*string{}
	for i := range f.Entries {
		e := &f.Entries[i]
		if got[e.Name] = &e.Value; e.Null {
			got[e.Name] = nil
		}
	}
	for name, want := range c.Expect.Values {
		v, ok := got[name]
		switch {
		case !ok:
			t.Errorf("%q: %s is missing", c.Input, name)
		case (v == nil) != (want == nil):
			t.Errorf("%q: %s null: %v, want %v", c.Input, name, v == nil, want == nil)
		case v != nil && *v != *want:
			t.Errorf("%q: %s = %q, want %q", c.Input, name, *v, *want)
		}
	}
	if len(got) != len(c.Expect.Values) {
		t.Errorf("%q: %d names, want %d", c.Input, len(got), len(c.Expect.Values))
	}
}

func TestStringsAreReadAsPhpdotenvReadsThem(t *testing.T) {
	for _, path := range []string{"testdata/cases.json", "testdata/generated.json"} {
		for _, c := range readMeasured(t, path) {
			t.Run(c.Name, func(t *testing.T) {
				checkMeasured(t, c, parse(source.New(".env", []byte(c.Input)), false))
			})
		}
	}
}

func TestSpansPointAtNamesValuesAndReferences(t *testing.T) {
	const text = "# c\r\n export  APP_KEY = \"a\\nb ${X}\" # note\r\nX=1#c\r\nMULTI=\"one\r\ntwo ${X}\"\r\nBARE\r\n'Q'='v'\r\nN=${A${X}}\r\nE=\r\n"
	f := Parse(source.New(".env", []byte(text)))
	if len(f.Errors) != 0 {
		t.Fatal(f.Errors)
	}
	want := []struct{ name, value, span, refs string }{
		{"APP_KEY", "a\nb ${X}", `"a\nb ${X}"`, "${X}"},
		{"X", "1", "1", ""},
		{"MULTI", "one\ntwo 1", "\"one\r\ntwo ${X}\"", "${X}"},
		{"BARE", "", "", ""},
		{"Q", "v", "'v'", ""},
		{"N", "${A1}", "${A${X}}", "${A${X}} ${X}"},
		{"E", "", "", ""},
	}
	if len(f.Entries) != len(want) {
		t.Fatalf("%d entries, want %d", len(f.Entries), len(want))
	}
	for i, w := range want {
		e := f.Entries[i]
		var refs []string
		for _, r := range e.References {
			refs = append(refs, r.Span.Text())
		}
		if e.Name != w.name || e.NameSpan.Text() != w.name || e.Value != w.value || e.ValueSpan.Text() != w.span || strings.Join(refs, " ") != w.refs {
			t.Errorf("got %q (%q) = %q (%q) from %q, want %+v", e.Name, e.NameSpan.Text(), e.Value, e.ValueSpan.Text(), refs, w)
		}
	}
	if !f.Entries[3].Null || f.Entries[6].Null {
		t.Error("only a line without '=' is null")
	}
}

func TestErrorsArePlacedAndTheOtherLinesKept(t *testing.T) {
	for _, c := range []struct{ text, at, cause string }{
		{"A=1\nB=a b\nC=2", "b", "unexpected whitespace at [a b]"},
		{"A=1\nB=\"a\" b\nC=2", "b", "unexpected whitespace at [\"a\" b]"},
		{"A=1\nB='abc\nC=2", "'", "a missing closing quote at ['abc]"},
		{"A=1\nB= \"abc\nC=2", `"`, `a missing closing quote at ["abc]`},
		{"A=1\nB=\"a\\qb\"\nC=2", "qb", `an unexpected escape sequence at ["a\qb"]`},
		{"A=1\nB-B=3\nC=2", "B-B", "an invalid name at [B-B]"},
		{"A=1\n export B=3\nC=2", "export B", "an invalid name at [export B]"},
		{"A=1\n=3\nC=2", "=", "an unexpected equals at [=3]"},
	} {
		f := Parse(source.New(".env", []byte(c.text)))
		if len(f.Errors) != 1 || f.Errors[0].Span.Text() != c.at || !strings.Contains(f.Errors[0].Message, c.cause) {
			t.Errorf("%q: %+v at %q, want %q at %q", c.text, f.Errors, f.Errors[0].Span.Text(), c.cause, c.at)
		}
		if f.Last("A") == nil || f.Last("C") == nil || f.Last("C").Value != "2" {
			t.Errorf("%q: the other lines are lost", c.text)
		}
	}
}

func TestUnclosedQuoteLosesTheRestOfTheFile(t *testing.T) {
	f := Parse(source.New(".env", []byte("A=1\n#B=\"x\nC=2\n")))
	if f.Last("C") != nil || f.Lost.Text() != "#B=\"x\nC=2\n" || len(f.Errors) != 0 {
		t.Errorf("lost %q, C %v, errors %v", f.Lost.Text(), f.Last("C"), f.Errors)
	}
	closed := Parse(source.New(".env", []byte("#B=\"x\nC=2\nD=\"3\"\nE=4")))
	if closed.Last("C") != nil || closed.Last("D") != nil || closed.Last("E") == nil || !closed.Lost.IsZero() {
		t.Errorf("a commented quote must swallow up to the next one: %+v", closed.Entries)
	}
}

func TestFilesFromDiskMayHaveByteOrderMarkAndBadBytes(t *testing.T) {
	f := Parse(source.New(".env", []byte("\ufeffA=x\nB=\xff\n")))
	if !f.BOM || len(f.Errors) != 0 || f.Last("A") == nil || f.Last("B").Value != "?" {
		t.Errorf("%+v %v", f.Entries, f.Errors)
	}
	if at := f.Last("A").NameSpan; at.Start != 3 || at.Text() != "A" {
		t.Errorf("name at %d", at.Start)
	}
}

func TestEnvironmentWinsInReferences(t *testing.T) {
	f := Parse(source.New(".env", []byte("H=file\nA=${H}:${P}\nH\nB=${H}")))
	env := func(name string) (string, bool) { return "env", name == "H" }
	for _, c := range []struct {
		entries []Entry
		a, b    string
		from    int
	}{
		{f.Entries, "file:${P}", "${H}", 0},
		{f.Resolve(env), "env:${P}", "env", -1},
	} {
		if c.entries[1].Value != c.a || c.entries[3].Value != c.b || c.entries[1].References[0].Entry != c.from {
			t.Errorf("A=%q B=%q from %+v, want %q, %q", c.entries[1].Value, c.entries[3].Value, c.entries[1].References, c.a, c.b)
		}
	}
}

func TestDoublingReferencesAreCutOff(t *testing.T) {
	text := "A=0123456789a\n" + strings.Repeat("A=${A}${A}\n", 20)
	f := Parse(source.New(".env", []byte(text)))
	if e := f.Last("A"); len(e.Value) > maxValue || !f.Entries[13].TooLong {
		t.Errorf("%d bytes, %v", len(e.Value), f.Entries[13].TooLong)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"A=1", "export AB=\"x\\n${A}\" # c", "#A=\"\nB", "A='${B}\r\nC=${A${B}}", "\ufeffA=\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := Parse(source.New(".env", data))
		for _, e := range file.Entries {
			if e.NameSpan.Text() != e.Name && !strings.Contains(e.Name, "?") {
				t.Errorf("name %q stands at %q", e.Name, e.NameSpan.Text())
			}
			if e.ValueSpan.Start < e.NameSpan.End || e.ValueSpan.End > len(data) {
				t.Errorf("value of %q at %d-%d", e.Name, e.ValueSpan.Start, e.ValueSpan.End)
			}
			for _, r := range e.References {
				if !strings.HasPrefix(r.Span.Text(), "$") {
					t.Errorf("reference %q stands at %q", r.Name, r.Span.Text())
				}
			}
		}
	})
}

func TestSpansOnLinesOfSeveralBytesACharacter(t *testing.T) {
	f := Parse(source.New(".env", []byte("# größe\nA=é\nB=\"ä ${A} ü\" # ö\n")))
	b := f.Last("B")
	if b == nil || b.Value != "ä é ü" || b.ValueSpan.Text() != "\"ä ${A} ü\"" || len(b.References) != 1 || b.References[0].Span.Text() != "${A}" {
		t.Fatalf("%+v", b)
	}
	if got := b.References[0].Span.First(source.CodePoints); got.Line != 3 || got.Column != 6 {
		t.Errorf("the reference is in line %d, column %d", got.Line, got.Column)
	}
}
