package jsobject

import (
	"strconv"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

// show writes a node in one line: ? stands for what is no literal, … for more that may be there.
func show(n *Node) string {
	if n == nil {
		return "nothing"
	}
	var parts []string
	switch n.Kind {
	case Object:
		for _, m := range n.Members {
			parts = append(parts, m.Key+":"+show(m.Value))
		}
	case Array:
		for _, item := range n.Items {
			parts = append(parts, show(item))
		}
	case String:
		return strconv.Quote(n.Text)
	case Other:
		return "?"
	default:
		return n.Text
	}
	if n.Open {
		parts = append(parts, "…")
	}
	out := strings.Join(parts, " ")
	if n.Kind == Array {
		return "[" + out + "]"
	}
	return "{" + out + "}"
}

func TestLiteralsAreReadAndNothingElse(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"CommonJS", "// x\nmodule.exports = { apps: [{ name: 'a', 'kill_timeout': 5_000, x: -1.5, },] };\n", `{apps:[{name:"a" kill_timeout:5_000 x:-1.5}]}`},
		{"a module", "import x from 'y'\nexport default {a: true, b: null, c: undefined}", `{a:true b:null c:undefined}`},
		{"JSON", `{"a": [1, "b\"c"]}`, `{a:[1 "b\"c"]}`},
		{"expressions", "module.exports = {a: 60 * 1000, b: process.env.X || 'y', c: f({d: 1}), e: `x${y}`, g: `z`, h: [1].length}", `{a:? b:? c:? e:? g:"z" h:?}`},
		{"spreads, methods and computed keys", "module.exports = {...a, b() { return {c: 1} }, [d]: 2, e, f: 3}", `{e:? f:3 …}`},
		{"a spread in a list", "module.exports = [1, ...x, 2]", `[1 2 …]`},
		{"functions", "module.exports = {a: () => { return 1 }, b: function () { return {} }, c: 2}", `{a:? b:? c:2}`},
		{"comments everywhere", "module.exports = /* é */ { // x\n a /* y */ : /* z */ 1 // w\n , b: 2 }", `{a:1 b:2}`},
		{"concatenation", "module.exports = {a: 'x' + 'y', b: 1}", `{a:? b:1}`},
		{"a call around it", "module.exports = define({a: 1})", "nothing"},
		{"no export", "const apps = [{}]", "nothing"},
		{"cut off", "module.exports = {a: [1, {b: 'c", `{a:[1 {b:? …} …] …}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(Parse(source.New("x.js", []byte(c.in)))); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestPlacesAreThoseOfTheBytes(t *testing.T) {
	n := Parse(source.New("x.js", []byte("module.exports = {é: 1, 'ü': '日本', b: 'é c'}")))
	b := n.Get("b")
	if b.Inner.Text() != "é c" || b.Span.Text() != "'é c'" {
		t.Errorf("%q %q", b.Inner.Text(), b.Span.Text())
	}
	if at := b.Inner.First(source.CodePoints); at.Column != 40 {
		t.Errorf("column %d", at.Column)
	}
	if x, ok := Parse(source.New("x.js", []byte("{a: 5_0}"))).Get("a").Float(); !ok || x != 50 {
		t.Error(x, ok)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"module.exports = {a: [1, ...x, `y${z}`], b() {}, [c]: 'd\\u0041', /* e */ f: -1_0}", "export default [{]}", "{a:{a:{a:["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { walk(t, Parse(source.New("x.js", []byte(text)))) })
}

func walk(t *testing.T, n *Node) {
	if n == nil {
		return
	}
	if s := n.Span; s.File == nil || s.End < s.Start || s.End > len(s.File.Data) {
		t.Fatalf("a span outside of the file: %+v", n)
	}
	for _, m := range n.Members {
		walk(t, m.Value)
	}
	for _, item := range n.Items {
		walk(t, item)
	}
}
