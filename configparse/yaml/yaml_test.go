package yaml

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func parse(text string) *File { return Parse(source.New("compose.yml", []byte(text))) }

func TestScalarsKnowWhereTheyAreWritten(t *testing.T) {
	for name, c := range map[string]struct{ text, want, word, written string }{
		"plain":                {"k: php artisan queue:work\n", "php artisan queue:work", "queue:work", "queue:work"},
		"behind other letters": {"é: {日本: php artisan}\n", "", "", ""},
		"single quotes":        {"k: 'it''s artisan'\n", "it's artisan", "artisan", "artisan"},
		"double quotes":        {`k: "a\tb \u00e9 artisan"` + "\n", "a\tb é artisan", "artisan", "artisan"},
		"a line continued":     {"k: \"a \\\n   artisan\"\n", "a artisan", "artisan", "artisan"},
		"literal":              {"k: |\n  php\n    artisan\n", "php\n  artisan\n", "artisan", "artisan"},
		"literal with indent":  {"k: |2-\n   x\n  artisan\n", " x\nartisan", "artisan", "artisan"},
		"folded":               {"k: >-\n  php artisan\n  queue:work\n", "php artisan queue:work", "queue:work", "queue:work"},
		"plain over lines":     {"k: php artisan\n  queue:work\n  --tries=3\n", "php artisan queue:work --tries=3", "--tries=3", "--tries=3"},
		"anchor and tag":       {"k: &a !!str artisan\n", "artisan", "artisan", "artisan"},
		"carriage returns":     {"a: 1\r\nk: artisan\r\n", "artisan", "artisan", "artisan"},
		"a byte order mark":    {"\ufeffk: artisan\n", "artisan", "artisan", "artisan"},
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(c.text)
			if len(f.Errors) > 0 || len(f.Documents) != 1 {
				t.Fatalf("%d documents, errors %v", len(f.Documents), f.Errors)
			}
			n := f.Documents[0].Get("k")
			if c.want == "" {
				n = f.Documents[0].Get("é", "日本")
				c.want, c.word, c.written = "php artisan", "artisan", "artisan"
			}
			if n == nil || n.Text != c.want {
				t.Fatalf("got %+v, want %q", n, c.want)
			}
			at := strings.Index(n.Text, c.word)
			if got := n.At(at, at+len(c.word)).Text(); got != c.written {
				t.Errorf("the word %q stands at %q", c.word, got)
			}
		})
	}
}

func TestMergesBringWhatAMappingDoesNotSetItself(t *testing.T) {
	f := parse("a: &a\n  grace: 5s\n  name: a\nb: &b\n  <<: *a\n  name: b\nc:\n  <<: [*b, {name: x, extra: 1}]\nd:\n  command: *missing_is_no_error\n")
	if len(f.Errors) != 1 {
		t.Fatalf("an unknown anchor gives one error, got %v", f.Errors)
	}
	f = parse("a: &a\n  grace: 5s\n  name: a\nb: &b\n  <<: *a\n  name: b\nc:\n  <<: [*b, {name: x, extra: 1}]\n")
	c := f.Documents[0].Get("c")
	for key, want := range map[string]string{"grace": "5s", "name": "b", "extra": "1"} {
		if got := c.Get(key); got == nil || got.Text != want {
			t.Errorf("%s is %+v, want %s", key, got, want)
		}
	}
	if e := c.Entry("grace"); !e.Merged || e.Value.Span.First(source.Bytes).Line != 2 {
		t.Errorf("grace stands in line %d", e.Value.Span.First(source.Bytes).Line)
	}
}

func TestCyclesAndBlowUpEnd(t *testing.T) {
	f := parse("a: &a\n  <<: *a\n  self: *a\n  x: 1\n")
	if got := f.Documents; len(got) == 1 && got[0].Get("a", "self", "self", "x").Text != "1" {
		t.Error("a node that holds itself is reached through itself")
	}
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x]\n")
	for i := range 60 {
		n := string(rune('0'+i/10)) + string(rune('0'+i%10))
		before := "a0"
		if i > 0 {
			before = "b" + string(rune('0'+(i-1)/10)) + string(rune('0'+(i-1)%10))
		}
		bomb.WriteString("b" + n + ": &b" + n + " [*" + before + ", *" + before + ", *" + before + "]\n")
	}
	if f := parse(bomb.String()); len(f.Documents) != 1 {
		t.Errorf("aliases of aliases: %v", f.Errors)
	}
	if f := parse(strings.Repeat("[", 5000)); len(f.Errors) == 0 && f.Cut == "" {
		t.Error("deep brackets pass without a word")
	}
}

func TestAFaultLosesOneDocumentOnly(t *testing.T) {
	f := parse("a: 1\n---\nb: [1\n---\n# comment\n\nc: 3\n")
	if len(f.Documents) != 2 || f.Documents[1].Get("c").Text != "3" {
		t.Fatalf("documents %v, errors %v", f.Documents, f.Errors)
	}
	if line := f.Errors[0].Span.First(source.Bytes).Line; len(f.Errors) != 1 || line < 2 || line > 4 {
		t.Errorf("errors %v in line %d", f.Errors, line)
	}
	if line := f.Documents[1].Entry("c").Span.First(source.Bytes).Line; line != 7 {
		t.Errorf("c stands in line %d", line)
	}
}

func TestKeysWrittenTwiceAreNotKnown(t *testing.T) {
	f := parse("a:\n  grace: 5s\n  grace: 60s\n")
	if n := f.Documents[0].Get("a", "grace"); n.Why == "" || len(f.Duplicates) != 1 {
		t.Errorf("%+v, duplicates %v", n, f.Duplicates)
	}
}

func TestTemplatesAreNotKnown(t *testing.T) {
	f := parse(`kind: Deployment
spec:
  grace: {{ .Values.grace | default 30 }}
  {{- if .Values.extra }}
  inside: 60
  {{- end }}
  {{- include "x.labels" . | nindent 4 }}
  after: 45
  image: "app:{{ .Values.tag }}"
`)
	if len(f.Errors) > 0 || !f.Template {
		t.Fatalf("errors %v, template %v", f.Errors, f.Template)
	}
	spec := f.Documents[0].Get("spec")
	if n := spec.Get("grace"); n.Text != "{{ .Values.grace | default 30 }}" || !strings.Contains(n.Why, "template") {
		t.Errorf("grace is %+v", n)
	}
	if n := spec.Get("inside"); n.Why == "" {
		t.Error("what stands in a condition counts as known")
	}
	if n := spec.Get("after"); n.Text != "45" || n.Why != "" {
		t.Errorf("after is %+v", n)
	}
	if n := spec.Get("image"); n.Text != "app:{{ .Values.tag }}" || n.Why == "" {
		t.Errorf("image is %+v", n)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"services:\n  a: &a {image: x}\n  b:\n    <<: *a\n", "a: |\n  b\n---\n- 'c''d'\n", "{{ if }}\na: \"\\u00e9\\\n b\"\n{{ end }}", "a: >\n\n b\n  c\n",
		"? [a]\n: b\n", "!!binary x", "&a [*a]", "a: {{ x\n}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := parse(text)
		seen := map[*Node]bool{}
		var walk func(n *Node)
		walk = func(n *Node) {
			if seen[n] {
				return
			}
			seen[n] = true
			if n.Kind == Scalar && len(n.offsets) != len(n.Text) {
				t.Fatalf("%d places for the %d bytes of %q", len(n.offsets), len(n.Text), n.Text)
			}
			for i := range n.Text {
				n.At(i, i+1).Text()
			}
			for _, item := range n.Items {
				walk(item)
			}
			for _, e := range n.Entries {
				walk(e.Value)
			}
		}
		for _, d := range file.Documents {
			walk(d)
		}
	})
}
