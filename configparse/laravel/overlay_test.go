package laravel

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/source"
)

// phpArrays are pairs for the functions of PHP that combine arrays.
var phpArrays = [][2]string{
	{`[]`, `[]`},
	{`['a' => 1]`, `['a' => null]`},
	{`['a' => ['x' => 1, 'y' => 2], 'b' => 3]`, `['b' => ['z' => 1], 'a' => ['y' => 5], 'c' => 6]`},
	{`['q' => ['a', 'b', 'c']]`, `['q' => ['x']]`},
	{`['q' => ['a', 'b', 'c']]`, `['q' => []]`},
	{`['q' => 'a']`, `['q' => ['x']]`},
	{`['q' => ['a']]`, `['q' => 'x']`},
	{`['q' => ['a']]`, `['q' => [3 => 'x', 1 => 'y']]`},
	{`['s' => ['q' => ['k' => ['deep' => [1, 2]]]]]`, `['s' => ['q' => ['k' => ['deep' => [9], 'more' => true]]]]`},
	{`['5' => 'a', 'b' => 1.5]`, `[5 => 'c', '05' => false]`},
}

// jsonOf is a value as json_encode(…, JSON_FORCE_OBJECT) prints it.
func jsonOf(v phpeval.Value) string {
	switch v.Kind {
	case phpeval.Null:
		return "null"
	case phpeval.Bool:
		return strconv.FormatBool(v.Bool)
	case phpeval.Array:
		parts := make([]string, len(v.Array.Entries))
		for i, e := range v.Array.Entries {
			parts[i] = strconv.Quote(e.Key.String()) + ":" + jsonOf(e.Value)
		}
		return "{" + strings.Join(parts, ",") + "}"
	case phpeval.String:
		return strconv.Quote(v.Str)
	}
	s, _ := v.AsString().Get()
	return s
}

func arrayOf(t *testing.T, text string) phpeval.Value {
	t.Helper()
	file := source.New("x.php", []byte("<?php return "+text+";"))
	v := (&phpeval.World{}).File(phpeval.NewUnit(file, php.Parse(file.Data)))
	if v.Kind != phpeval.Array {
		t.Fatalf("%s is not evaluated: %s", text, v.Why)
	}
	return v
}

func TestReplaceRecursiveIsWhatPHPDoes(t *testing.T) {
	binary, err := exec.LookPath("php")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("php is not installed")
		}
		t.Skip("php is not installed")
	}
	var code strings.Builder
	for _, pair := range phpArrays {
		fmt.Fprintf(&code, "echo json_encode(array_replace_recursive(%s, %s), JSON_FORCE_OBJECT), \"\\n\";", pair[0], pair[1])
	}
	out, err := exec.CommandContext(t.Context(), binary, "-n", "-r", code.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		if got := jsonOf(replaceRecursive(arrayOf(t, phpArrays[i][0]), arrayOf(t, phpArrays[i][1]), 1)); got != want {
			t.Errorf("%s with %s: %s, PHP gives %s", phpArrays[i][0], phpArrays[i][1], got, want)
		}
	}
}

func TestUnknownPartsStayUnknownInAMerge(t *testing.T) {
	tests := []struct{ under, over, want string }{
		{`['a' => 1, ...f()]`, `['a' => 2, 'b' => ['x' => 1]]`, `{"a":2,"b":{"x":1}+}+`},
		{`['a' => 1, 'b' => ['x' => 1]]`, `['b' => ['y' => 2], ...f()]`, `{"a":,"b":}+`},
		{`['a' => f()]`, `['a' => ['x' => 1]]`, `{"a":{"x":1}+}`},
		{`['a' => f()]`, `['a' => 5]`, `{"a":5}`},
		{`['a' => 1]`, `['a' => f()]`, `{"a":}`},
		{`['a' => rand() ? 1 : 2]`, `['a' => ['x' => 1]]`, `{"a":{"x":1}+}`},
	}
	for _, test := range tests {
		if got := openJSON(replaceRecursive(arrayOf(t, test.under), arrayOf(t, test.over), 1)); got != test.want {
			t.Errorf("%s with %s: %s, want %s", test.under, test.over, got, test.want)
		}
	}
}

// openJSON is jsonOf with a plus behind an open array and nothing for an unknown value.
func openJSON(v phpeval.Value) string {
	if v.Kind != phpeval.Array {
		return jsonOf(v)
	}
	parts := make([]string, len(v.Array.Entries))
	for i, e := range v.Array.Entries {
		parts[i] = strconv.Quote(e.Key.String()) + ":" + openJSON(e.Value)
	}
	out := "{" + strings.Join(parts, ",") + "}"
	if v.Array.Open != "" {
		out += "+"
	}
	return out
}

func TestDeepConfigurationIsBounded(t *testing.T) {
	deep := strings.Repeat(`['a' => `, 200) + `1` + strings.Repeat(`]`, 200)
	v := arrayOf(t, deep)
	merged := replaceRecursive(v, v, 1)
	for depth := 0; merged.Kind == phpeval.Array; depth++ {
		if depth > 2*maxNesting {
			t.Fatal("the merge goes on without an end")
		}
		merged = merged.Array.Entries[0].Value
	}
	if merged.Why == "" {
		t.Error("what is cut off is not said")
	}
	wide := `[` + strings.Repeat(`[1, 2, 3],`, 1000) + `]`
	if n := len(settings(arrayOf(t, wide))); n > maxSettings+3 {
		t.Errorf("%d settings are kept", n)
	}
}
