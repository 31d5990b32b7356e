package shlex

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func texts(words []Word) []string {
	out := []string{}
	for _, w := range words {
		out = append(out, w.Text)
	}
	return out
}

func TestSplitTakesOffQuotesAndKeepsPlaces(t *testing.T) {
	for _, c := range []struct {
		in    string
		words []string
		spans []string
	}{
		{"", []string{}, []string{}},
		{"  php artisan\n --queue=high", []string{"php", "artisan", "--queue=high"}, []string{"php", "artisan", "--queue=high"}},
		{`a"b c"'d'`, []string{"a" + "b c" + "d"}, []string{`a"b c"'d'`}},
		{`'' x ""`, []string{"", "x", ""}, []string{"''", "x", `""`}},
		{`"a\"b\\c\n"`, []string{`a"b\c\n`}, []string{`"a\"b\\c\n"`}},
		{`'a\'b`, []string{`a\b`}, []string{`'a\'b`}},
		{`a\ b # c`, []string{"a b", "#", "c"}, []string{`a\ b`, "#", "c"}},
		{"a\\\nb", []string{"a\nb"}, []string{"a\\\nb"}},
	} {
		words, err := Split(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		}
		if got := texts(words); !slices.Equal(got, c.words) {
			t.Errorf("%q: words %q, want %q", c.in, got, c.words)
		}
		for i, w := range words {
			if got := c.in[w.Start:w.End]; got != c.spans[i] {
				t.Errorf("%q: word %d stands at %q, want %q", c.in, i, got, c.spans[i])
			}
		}
	}
}

func TestErrorsSayWhereTheQuoteOrBackslashStands(t *testing.T) {
	for _, c := range []struct {
		in, message string
		offset      int
		before      []string
	}{
		{`php "abc`, "No closing quotation", 4, []string{"php"}},
		{`a 'b" c`, "No closing quotation", 2, []string{"a"}},
		{`php x\`, "No escaped character", 5, []string{"php"}},
		{`a "b\`, "No escaped character", 4, []string{"a"}},
	} {
		words, err := Split(c.in)
		if err == nil || err.Message != c.message || err.Offset != c.offset || !slices.Equal(texts(words), c.before) {
			t.Errorf("%q: %q, %+v", c.in, texts(words), err)
		}
	}
	if tokens, err := Tokens(`A="x y`, ""); err == nil || err.Offset != 2 || len(tokens) != 2 {
		t.Errorf("%q, %+v", texts(tokens), err)
	}
}

func TestOffsetPointsAtTheByteBehindQuotes(t *testing.T) {
	const text = `x --q="a\"b"c`
	words, _ := Split(text)
	w := words[1]
	for i, want := range []int{2, 3, 4, 5, 7, 9, 10, 12, 13} {
		if got := w.Offset(i); got != want {
			t.Errorf("byte %d of %q stands at %d, want %d", i, w.Text, got, want)
		}
	}
}

func TestTokensKeepQuotesAndSplitAtOddCharacters(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{`A="x, y",B=/p-1:2`, []string{"A", "=", `"x, y"`, ",", "B", "=", "/p-1:2"}},
		{`A=$HOME`, []string{"A", "=", "$", "HOME"}},
		{`A="a\"b"`, []string{"A", "=", `"a\"`, `b"`}},
		{`A=pass#word` + "\nB", []string{"A", "=", "passB"}},
		{`A=é`, []string{"A", "=", "é"}},
		{`x"y z"`, []string{`x"y`, `z"`}},
	} {
		tokens, err := Tokens(c.in, "/.+-():")
		if got := texts(tokens); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q (%v), want %q", c.in, got, err, c.want)
		}
	}
}

const pythonOracle = `
import json, shlex, sys
out = []
for s in json.load(sys.stdin):
    row = []
    for f in (lambda: shlex.split(s), lambda: tokens(s)):
        try: row.append({"words": f()})
        except ValueError as e: row.append({"error": str(e)})
    out.append(row)
json.dump(out, sys.stdout)
`

const pythonTokens = `
def tokens(s):
    import shlex
    lex = shlex.shlex(s)
    lex.wordchars += '/.+-():'
    return list(lex)
`

func TestAgreesWithPython(t *testing.T) {
	python, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	inputs := generate(4000)
	data, _ := json.Marshal(inputs)
	cmd := exec.CommandContext(t.Context(), python, "-c", pythonTokens+pythonOracle)
	cmd.Stdin = strings.NewReader(string(data))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][2]struct {
		Words []string
		Error string
	}
	if err := json.Unmarshal(out, &rows); err != nil || len(rows) != len(inputs) {
		t.Fatal(err, len(rows))
	}
	for i, in := range inputs {
		split, splitErr := Split(in)
		tokens, tokensErr := Tokens(in, "/.+-():")
		for k, got := range []struct {
			words []Word
			err   *Error
		}{{split, splitErr}, {tokens, tokensErr}} {
			message := ""
			if got.err != nil {
				message = got.err.Message
			}
			if message != rows[i][k].Error || message == "" && !slices.Equal(texts(got.words), append([]string{}, rows[i][k].Words...)) {
				t.Fatalf("%q (mode %d): %q %q, Python says %q %q", in, k, texts(got.words), message, rows[i][k].Words, rows[i][k].Error)
			}
		}
	}
}

// generate makes the same odd inputs in every run.
func generate(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b c", `"`, `'`, `\`, " ", "\t", "\n", "\r", "#", "=", ",", "$", "é", "日", "--x=", "/.-+():", "_9", "%(a)s", `\"`, "\x0b"}
	out := make([]string, n)
	for i := range out {
		for range r.IntN(12) {
			out[i] += parts[r.IntN(len(parts))]
		}
	}
	return out
}

func FuzzSplitAndTokens(f *testing.F) {
	for _, s := range generate(20) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		split, _ := Split(s)
		tokens, _ := Tokens(s, "/.+-():")
		for _, words := range [][]Word{split, tokens} {
			last := 0
			for _, w := range words {
				if w.Start < last || w.End <= w.Start || w.End > len(s) {
					t.Fatalf("%q: %+v after %d", s, w, last)
				}
				last = w.End
				for i := range len(w.Text) {
					if s[w.Offset(i)] != w.Text[i] {
						t.Fatalf("%q: byte %d of %q", s, i, w.Text)
					}
				}
				if w.Offset(len(w.Text)) > w.End {
					t.Fatalf("%q: end of %q", s, w.Text)
				}
			}
		}
	})
}
