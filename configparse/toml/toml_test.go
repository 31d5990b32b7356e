package toml

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/source"
)

const sample = "\ufeffapp = \"größe\" # c\nkill_timeout = 30\n[env]\nA.B = 'x'\n\"C\" = true\n[[list]]\nn = 1.5\n[[list]]\nn = [1, {m = \"z\"}]\n"

func TestEveryValueHasItsPlace(t *testing.T) {
	f := Parse(source.New("fly.toml", []byte(sample)))
	if f.Error != nil {
		t.Fatal(f.Error)
	}
	tests := []struct {
		path []string
		text string
		span string
	}{
		{[]string{"app"}, "größe", `"größe"`}, {[]string{"kill_timeout"}, "30", "30"}, {[]string{"env", "A", "B"}, "x", "'x'"},
		{[]string{"env", "C"}, "true", "true"},
	}
	for _, test := range tests {
		n := f.Root.Get(test.path...)
		if n == nil || n.Text != test.text || n.Span.Text() != test.span {
			t.Errorf("%v: %+v", test.path, n)
		}
	}
	if at := f.Root.Get("app").At(4, 7).Text(); at != "ße" {
		t.Errorf("the bytes of app stand at %q", at)
	}
	list := f.Root.Get("list").Elements()
	if len(list) != 2 || list[0].Get("n").Text != "1.5" || list[1].Get("n").Elements()[1].Get("m").Span.Text() != `"z"` {
		t.Errorf("list: %+v", list)
	}
	if keys := f.Root.Children(); keys[0].Key != "app" || keys[2].Key != "env" || keys[1].Span.Text() != "kill_timeout" {
		t.Error("the keys are not in the order of the file")
	}
}

func TestFaultsHaveAPlace(t *testing.T) {
	f := Parse(source.New("fly.toml", []byte("a = 1\nb = = 2\n")))
	if f.Error == nil || f.Error.Span.First(source.Bytes).Line != 2 || f.Root != nil {
		t.Errorf("fault: %+v", f.Error)
	}
	for name, text := range map[string]string{
		"depth": "a = " + strings.Repeat("[", 200_000), "tables": "a = " + strings.Repeat("{a=", 200_000), "size": strings.Repeat("#", maxSize+1),
	} {
		if f := Parse(source.New("fly.toml", []byte(text))); f.Error == nil {
			t.Errorf("%s: no fault", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("a.b.c = \"\"\"x\ny\"\"\"\n[[a.d]]\n[a.d.e]\nf = 2020-01-01\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := Parse(source.New("fly.toml", data))
		if (file.Root == nil) == (file.Error == nil) {
			t.Error("neither a tree nor a fault")
		}
		var walk func(n *document.Node, depth int)
		walk = func(n *document.Node, depth int) {
			n.Seconds("x")
			n.Duration("x")
			n.At(0, len(n.Text))
			for _, e := range n.Children() {
				walk(e.Value, depth+1)
			}
			for _, item := range n.Elements() {
				walk(item, depth+1)
			}
		}
		if file.Root != nil {
			walk(file.Root, 0)
		}
	})
}
