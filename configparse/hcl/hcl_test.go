package hcl

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/source"
)

func evaluate(t *testing.T, text string, resolve Resolve) *document.Node {
	t.Helper()
	f := Parse(source.New("main.tf", []byte("x = "+text+"\n")))
	if len(f.Errors) > 0 {
		t.Fatalf("%s: %v", text, f.Errors)
	}
	return f.Root.Attribute("x").Node(resolve)
}

func TestValuesThatFollowFromTheFilesAreKnown(t *testing.T) {
	known := func(path []string) *document.Node {
		if strings.Join(path, ".") == "var.t" {
			return &document.Node{Kind: document.Scalar, Text: "30"}
		}
		return nil
	}
	tests := map[string]string{
		`30`: "30", `"a"`: "a", `true`: "true", `var.t`: "30", `6 * var.t`: "180", `(1 + 2) - 4`: "-1", `90 / 3`: "30", `"a-${var.t}-b"`: "a-30-b",
		`"${var.t}"`: "30", `tostring(var.t)`: "30", `1.5`: "1.5", "<<EOF\nx\nEOF": "x\n", `"größe"`: "größe",
	}
	for text, want := range tests {
		n := evaluate(t, text, known)
		if n.Why != "" || n.Text != want {
			t.Errorf("%s: %q (%s), want %q", text, n.Text, n.Why, want)
		}
	}
}

func TestValuesThatTheFilesLeaveOpenAreNotKnown(t *testing.T) {
	for _, text := range []string{
		`var.x`, `"a-${var.x}"`, `var.x * 2`, `10 / 3`, `1.5 * 2`, `max(1, 2)`, `true ? 1 : 2`, `[for x in var.y : x]`, `each.key`, `-1 + 2`,
	} {
		if n := evaluate(t, text, nil); n.Why == "" {
			t.Errorf("%s is taken for %q", text, n.Text)
		}
	}
}

func TestObjectsKeepTheirKeysAndPlaces(t *testing.T) {
	text := `jsonencode({ größe = 1, "maxReceiveCount" = 3, (var.k) = 4 })`
	n := evaluate(t, text, nil)
	got := n.Get("maxReceiveCount")
	if got == nil || got.Text != "3" {
		t.Fatalf("maxReceiveCount: %+v", n)
	}
	if at := got.Span.First(source.CodePoints); at.Column != 1+len([]rune(`x = jsonencode({ größe = 1, "maxReceiveCount" = `)) {
		t.Errorf("it stands in column %d", at.Column)
	}
	if n.Why == "" {
		t.Error("an object with a key that is not known is taken for known")
	}
}

func TestOneBadLineDoesNotLoseTheRest(t *testing.T) {
	f := Parse(source.New("main.tf", []byte("resource \"a\" \"b\" {\n  x = 1\n}\nresource \"a\" {{ \n\n")))
	if len(f.Errors) == 0 {
		t.Fatal("the fault is not reported")
	}
	if b := f.Root.First("resource"); b == nil || b.Attribute("x").Node(nil).Text != "1" || b.Label(1) != "b" || b.Last.Text() != `"b"` {
		t.Errorf("the block before the fault is lost: %+v", b)
	}
}

func TestHostileTextsEnd(t *testing.T) {
	for name, text := range map[string]string{
		"brackets": "x = " + strings.Repeat("[", 400_000),
		"signs":    "x = " + strings.Repeat("- ", 50_000) + "1",
		"nots":     "x = " + strings.Repeat("!", 400_000) + "true",
		"choices":  "x = " + strings.Repeat("a?a:", 50_000) + "1",
		"sums":     "x = " + strings.Repeat("1+", 50_000) + "1",
		"size":     strings.Repeat("x", maxSize+1),
		"template": `x = "` + strings.Repeat("${\"", 60_000),
		"blocks":   strings.Repeat("a {\n", 100_000),
	} {
		f := Parse(source.New("main.tf", []byte(text)))
		if len(f.Errors) == 0 && f.Root.Attribute("x").Node(nil).Why == "" {
			t.Errorf("%s: neither a fault nor unknown", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("resource \"aws_sqs_queue\" \"q\" {\n  name = \"x-${var.y}\"\n  redrive_policy = jsonencode({ maxReceiveCount = 2 * 3 })\n}\n"))
	f.Add([]byte("x = <<EOF\n{\"a\": ${b.c[0][\"d\"]}}\nEOF\ny = concat([1], [for a in b : a])\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := Parse(source.New("main.tf", data))
		var walk func(b *Block, depth int)
		walk = func(b *Block, depth int) {
			for _, a := range b.Attributes {
				if n := a.Node(func([]string) *document.Node { return nil }); n == nil {
					t.Error("no value")
				}
				if a.Span.Text() == "" {
					t.Errorf("%q stands nowhere", a.Name)
				}
			}
			for _, one := range b.Blocks {
				walk(one, depth+1)
			}
		}
		walk(file.Root, 0)
	})
}
