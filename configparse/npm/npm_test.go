package npm

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestScriptsAreFoundByTheirName(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"name": "größe", "scripts": {"worker": "node é.js --x"}}`, "node é.js --x"},
		{`{"scripts": {"worker": "sh -c \"node a.js\""}}`, `sh -c "node a.js"`},
		{`{"scripts": {"worker": "a", "worker": "b"}}`, "b"},
		{`{"scripts": {"web": "node web.js"}}`, ""},
		{`{"scripts": {"worker": {"command": "a"}}}`, ""},
		{`{"scripts": "worker"}`, ""},
		{`["scripts"]`, ""},
		{`{"scripts": {"worker": "node`, ""},
		{"", ""},
	} {
		got := ""
		if s := Find(source.New("package.json", []byte(c.text)), "worker"); s != nil {
			got = s.Text
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestScriptsHaveTheirPlaceOnLinesOfSeveralBytesACharacter(t *testing.T) {
	s := Find(source.New("package.json", []byte(`{"größe": "é", "scripts": {"ä": "ü", "worker": "NÖ=1 node worker.js"}}`)), "worker")
	if s == nil {
		t.Fatal("no script")
	}
	if got := s.At(6, 10).Text(); got != "node" {
		t.Errorf("bytes 6 to 10 are at %q", got)
	}
	escaped := Find(source.New("package.json", []byte(`{"scripts": {"worker": "a \"b\""}}`)), "worker")
	if got := escaped.At(0, 1).Text(); got != `a \"b\"` {
		t.Errorf("with escapes the place is %q", got)
	}
}

func FuzzFind(f *testing.F) {
	f.Add(`{"name": "é", "scripts": {"worker": "node \"a\" -- 'b'"}}`)
	f.Add(`{"scripts": {"worker": "\u00e9 \ud83d\ude00"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s := Find(source.New("package.json", []byte(text)), "worker")
		if s == nil {
			return
		}
		for i := range len(s.Text) {
			if span := s.At(i, i+1); span.Start < 0 || span.End > len(text) || span.Start > span.End {
				t.Fatalf("byte %d is at %d to %d", i, span.Start, span.End)
			}
		}
	})
}
