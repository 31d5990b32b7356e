package phpeval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// programs makes PHP code at random, the same for the same seed. Code that PHP refuses or warns about is part of it: qlint may be
// silent there, and must not be wrong.
type programs struct {
	*rand.Rand
	// conditions are left to f(n), which PHP decides and qlint does not know.
	undecided bool
	calls     int
	loops     int
}

func (p *programs) pick(choices ...string) string { return choices[p.Intn(len(choices))] }

func (p *programs) scalar() string {
	return p.pick("0", "1", "-1", "2", "7", "60", "90", "1.5", "0.1", "-2.5", "1e3", "1e20", "9223372036854775807", "PHP_INT_MIN",
		"true", "false", "null", "''", "'0'", "'1'", "'90'", "'90s'", "' 90'", "'90 '", "'1e3'", "'1.5'", "'abc'", "'A'", "'-5'",
		"'0x1A'", "'1_000'", "'.5'", "'5.'", "'  x '", "'high, default'", "'null'", "\"\\n\"", "'é'", "'007'", "'-0'",
		"'9223372036854775808'", "'foo_bar-baz Qux'")
}

func (p *programs) literalText() string {
	return p.pick("''", "'a'", "'abc'", "'a,b,c'", "' x '", "'Hello World'", "'FooBar'", "'a/b/c.php'", "'90s'", "'aXbXc'", "','", "'/'",
		"'b'", "'high, default , low'", "'a.b'", "'--x--'")
}

func (p *programs) list(depth int) string {
	if depth <= 0 || p.Intn(5) == 0 {
		return p.pick("[]", "[1, 2, 3]", "['a' => 1, 'b' => 2]", "[3 => 'x', 'y']", "['x', '', null, 0, 'y']",
			"['a' => ['x' => 1], 'b' => null]", "[1, '1', 1.0, true]", "['k' => 'v', 5 => 'w', 'u']", "['b', 'a', 'c']",
			"['1' => 'a', '01' => 'b', 'x']")
	}
	var parts []string
	for range p.Intn(4) {
		switch p.Intn(4) {
		case 0:
			parts = append(parts, p.scalar()+" => "+p.expr(depth-1))
		case 1:
			parts = append(parts, "..."+p.list(depth-1))
		default:
			parts = append(parts, p.expr(depth-1))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (p *programs) array(depth int) string {
	if depth <= 0 {
		return p.list(0)
	}
	a := func() string { return p.array(depth - 1) }
	switch p.Intn(11) {
	case 0:
		return "explode(" + p.pick("','", "'X'", "' '") + ", " + p.text(depth-1) + p.pick("", ", 2", ", -1", ", 0") + ")"
	case 1:
		return "array_map(" + p.pick("'trim'", "'intval'", "fn ($x) => [$x]", "fn ($x) => is_string($x) ? 1 : 2") + ", " + a() + ")"
	case 2:
		return p.pick("array_values", "array_keys", "array_reverse", "array_flip", "array_unique", "array_filter") + "(" + a() + ")"
	case 3:
		return "array_slice(" + a() + ", " + p.pick("0", "1", "-1", "5") + ", " + p.pick("0", "2", "-1", "null") + p.pick("", ", true") + ")"
	case 4:
		return p.pick("array_merge", "array_replace", "array_merge_recursive", "array_replace_recursive", "array_diff", "array_diff_key",
			"array_intersect", "array_intersect_key", "array_combine") + "(" + a() + ", " + a() + ")"
	case 5:
		return "(" + a() + " + " + a() + ")"
	case 6:
		return "array_pad(" + a() + ", " + p.pick("5", "-5", "1") + ", 'p')"
	}
	return p.list(depth)
}

func (p *programs) text(depth int) string {
	if depth <= 0 {
		return p.literalText()
	}
	s := func() string { return p.text(depth - 1) }
	switch p.Intn(11) {
	case 0:
		return "(" + s() + " . " + p.expr(depth-1) + ")"
	case 1:
		return p.pick("trim", "ltrim", "rtrim") + "(" + s() + p.pick("", ", 'a..c'", ", '/'") + ")"
	case 2:
		return p.pick("strtolower", "strtoupper", "ucfirst", "ucwords", "strrev", "md5", "basename", "dirname", "Str::snake", "Str::slug",
			"Str::studly", "Str::camel", "Str::kebab", "Str::title") + "(" + s() + ")"
	case 3:
		return "substr(" + s() + ", " + p.pick("0", "1", "-1", "-3", "7") + ", " + p.pick("0", "2", "-1", "null", "9") + ")"
	case 4:
		return "str_replace(" + p.pick(p.literalText(), "['a', 'b']") + ", " + p.pick("'x'", "['x']", "''") + ", " + s() + ")"
	case 5:
		return "implode(" + p.literalText() + ", " + p.array(depth-1) + ")"
	case 6:
		return "sprintf(" + p.pick("'%s'", "'%d-%s'", "'%05d'", "'%.2f'", "'%5s|%-5s'", "'%x'", "'%2$s%1$s'", "'%05.1f'", "\"%'x8s\"") + ", " +
			p.expr(depth-1) + ", " + p.expr(depth-1) + ")"
	case 7:
		return "Str::" + p.pick("after", "before", "finish", "start") + "(" + s() + ", " + p.pick("'a'", "','", "'/'") + ")"
	case 8:
		return "str_pad(" + s() + ", 8, " + p.pick("'-'", "'ab'") + ", " + p.pick("STR_PAD_LEFT", "STR_PAD_BOTH") + ")"
	}
	return p.literalText()
}

func (p *programs) expr(depth int) string {
	if depth <= 0 {
		return p.scalar()
	}
	e := func() string { return p.expr(depth - 1) }
	switch p.Intn(20) {
	case 0, 1, 2:
		return "(" + e() + " " + p.pick("+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>") + " " + e() + ")"
	case 3, 4:
		return "(" + e() + " " + p.pick("==", "!=", "===", "!==", "<", "<=", ">", ">=", "<=>") + " " + e() + ")"
	case 5:
		return "(" + e() + " " + p.pick("&&", "||", "xor", "?:", "??") + " " + e() + ")"
	case 6:
		return "(" + e() + " ? " + e() + " : " + e() + ")"
	case 7, 8:
		return p.pick("(int) ", "(float) ", "(bool) ", "(string) ", "(array) ", "!", "- ", "+ ") + e()
	case 9:
		return p.pick("intval", "floatval", "is_numeric", "gettype", "abs", "floor", "ceil", "round", "is_string") + "(" + e() + ")"
	case 10:
		return p.pick("max", "min") + "(" + e() + ", " + e() + ")"
	case 11:
		return p.pick("max", "min", "count", "array_sum", "array_key_first", "array_is_list") + "(" + p.array(depth-1) + ")"
	case 12:
		return p.pick("in_array", "array_search") + "(" + e() + ", " + p.array(depth-1) + p.pick("", ", true") + ")"
	case 13:
		return "(" + p.array(depth-1) + "[" + e() + "] ?? " + e() + ")"
	case 14:
		return p.pick("str_contains", "str_starts_with", "strpos", "strrpos", "strstr", "substr_count", "Str::contains", "Str::is") + "(" +
			p.text(depth-1) + ", " + p.literalText() + ")"
	case 15:
		return "filter_var(" + e() + ", " + p.pick("FILTER_VALIDATE_BOOLEAN", "FILTER_VALIDATE_INT") + p.pick("", ", FILTER_NULL_ON_FAILURE") + ")"
	case 16:
		return "(" + p.array(depth-1) + " " + p.pick("==", "===") + " " + p.array(depth-1) + ")"
	case 17:
		return "match (true) { " + e() + " => " + e() + ", default => " + e() + " }"
	case 18:
		return p.text(depth)
	}
	return p.array(depth)
}

func (p *programs) variable() string { return p.pick("$a", "$b", "$c", "$d") }

func (p *programs) condition() string {
	if p.undecided && p.Intn(2) == 0 {
		p.calls++
		return fmt.Sprintf("f(%d)", p.calls)
	}
	return p.pick(p.variable()+" % 2 === 0", p.variable()+" > 3", p.variable()+" == "+p.variable(), "!("+p.variable()+" < "+p.variable()+")")
}

func (p *programs) number() string {
	switch p.Intn(7) {
	case 0:
		return strconv.Itoa(p.Intn(9))
	case 1:
		return "(" + p.variable() + " + " + p.variable() + ")"
	case 2:
		return "(" + p.condition() + " ? " + p.number() + " : " + p.number() + ")"
	case 3:
		return fmt.Sprintf("($l[%d] ?? %s)", p.Intn(3), p.number())
	case 4:
		return "match (" + p.variable() + ") { 1, 4 => " + p.number() + ", 2 => " + p.number() + ", default => " + p.number() + " }"
	case 5:
		return "(" + p.variable() + " = " + p.variable() + ")"
	}
	return p.variable()
}

func (p *programs) block(depth int) string {
	return "{ " + p.statement(depth) + " " + p.statement(depth) + " }"
}

func (p *programs) loop(head string, depth int) string {
	p.loops++
	defer func() { p.loops-- }()
	return head + " " + p.block(depth-1)
}

func (p *programs) statement(depth int) string {
	if depth <= 0 {
		return p.simple()
	}
	p.calls++
	counter := fmt.Sprintf("$i%d", p.calls)
	switch p.Intn(7) {
	case 0, 1:
		return "if (" + p.condition() + ") " + p.block(depth-1) + p.pick("", " elseif ("+p.condition()+") "+p.block(depth-1)) +
			p.pick("", " else "+p.block(depth-1))
	case 2:
		return p.loop(fmt.Sprintf("for (%s = 0; %s < %d; %s++)", counter, counter, p.Intn(4), counter), depth)
	case 3:
		return p.loop("foreach ("+p.pick("[1, 2, 3]", "[5 => 2, 'x' => 1]", "$l", "[]")+" as "+p.variable()+")", depth)
	case 4:
		return counter + " = 0; " + p.loop(fmt.Sprintf("while (%s++ < 3 && %s)", counter, p.condition()), depth)
	case 5:
		p.loops++
		defer func() { p.loops-- }()
		return "switch (" + p.number() + ") { case 1: " + p.statement(depth-1) + p.pick("", " break;") + " case 2: " + p.statement(depth-1) +
			" break; " + p.pick("", "default: "+p.statement(depth-1)) + " }"
	}
	return "try " + p.block(depth-1) + " catch (\\Exception $x) " + p.block(depth-1)
}

func (p *programs) simple() string {
	switch p.Intn(9) {
	case 0:
		return p.variable() + p.pick(" += ", " -= ", " ??= ") + p.number() + ";"
	case 1:
		return p.variable() + p.pick("++", "--") + ";"
	case 2:
		return "$l[] = " + p.number() + "; $l = array_slice($l, -4);"
	case 3:
		return "$l[" + p.variable() + "] = " + p.number() + ";"
	case 4:
		if p.loops > 0 {
			levels := ""
			if p.loops > 1 {
				levels = p.pick("", " 2")
			}
			return p.pick("break", "continue") + levels + ";"
		}
	case 5:
		return "[" + p.variable() + ", " + p.variable() + "] = [" + p.number() + ", " + p.number() + "];"
	case 6:
		if p.Intn(4) == 0 {
			return "return " + p.number() + ";"
		}
	}
	return p.variable() + " = " + p.number() + ";"
}

// oracleResults runs a file that returns a list, and gives its elements.
func oracleResults(t *testing.T, code string) []any {
	t.Helper()
	name := filepath.Join(t.TempDir(), "random.php")
	if err := os.WriteFile(name, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	line := runOracle(t, "/app", nil, []string{name})[name]
	if !line.OK {
		t.Fatal(line.Error)
	}
	decoder := json.NewDecoder(bytes.NewReader(line.Value))
	decoder.UseNumber()
	var value map[string][][2]any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	out := make([]any, len(value["a"]))
	for i, pair := range value["a"] {
		out[i] = pair[1]
	}
	return out
}

const caught = "PHP throws"

func threw(result any) bool {
	s, ok := result.(string)
	return ok && s == caught
}

func TestRandomExpressionsAreNeverWrong(t *testing.T) {
	needPHP(t)
	const use = "use Illuminate\\Support\\Str;\n"
	p := &programs{Rand: rand.New(rand.NewSource(1))}
	var exprs []string
	var code strings.Builder
	code.WriteString("<?php\n" + use + "return [\n")
	for range 3000 {
		e := p.expr(3)
		exprs = append(exprs, e)
		fmt.Fprintf(&code, "(function () { try { return %s; } catch (\\Throwable $e) { return '%s'; } })(),\n", e, caught)
	}
	code.WriteString("];")
	known := 0
	for i, result := range oracleResults(t, code.String()) {
		if threw(result) {
			continue
		}
		v := evaluate(t, &World{PHP: phpVersion}, use+"return "+exprs[i]+";")
		if v.throws {
			t.Errorf("%s: PHP says %v, qlint that it throws: %s", exprs[i], result, v.Why)
		}
		known += truth(v.Kind != Unknown)
		if !allows(v, result) {
			t.Errorf("%s: PHP says %v, qlint %s", exprs[i], result, show(v))
		}
	}
	if known < 1500 {
		t.Errorf("only %d expressions are known", known)
	}
}

func TestRandomStatementsAllowWhatPHPDoes(t *testing.T) {
	needPHP(t)
	for _, undecided := range []bool{false, true} {
		p := &programs{Rand: rand.New(rand.NewSource(2)), undecided: undecided}
		var bodies []string
		var code strings.Builder
		code.WriteString("<?php function f($n) { return crc32($n . 'q' . $GLOBALS['q']) % 2 === 0; }\nreturn [\n")
		for range 600 {
			body := "$a = 1; $b = 2; $c = 3; $d = 0; $l = [7, 8]; " + p.statement(2) + " " + p.statement(2) + " " + p.statement(2) +
				" return [$a, $b, $c, $d, $l];"
			bodies = append(bodies, body)
			fmt.Fprintf(&code, "(function () { $r = []; foreach ([1, 2, 3, 4] as $q) { $GLOBALS['q'] = $q; try { $r[] = (function () { %s })(); } "+
				"catch (\\Throwable $e) { $r[] = '%s'; } } return $r; })(),\n", body, caught)
		}
		code.WriteString("];")
		known := 0
		for i, results := range oracleResults(t, code.String()) {
			v := evaluate(t, &World{PHP: phpVersion}, "return (function () { "+bodies[i]+" })();")
			known += truth(v.Kind != Unknown)
			for _, pair := range results.(map[string]any)["a"].([]any) {
				if result := pair.([]any)[1]; !threw(result) && (v.throws || !allows(v, result)) {
					t.Errorf("%s\nPHP says %v\nqlint %s", bodies[i], result, show(v))
					break
				}
			}
		}
		if known < 150 {
			t.Errorf("only %d programs are known", known)
		}
	}
}

// allows says that PHP's result is possible by what qlint knows.
func allows(v Value, theirs any) bool {
	switch v.Kind {
	case Unknown:
		return true
	case OneOf:
		for _, one := range v.Some {
			if allows(one, theirs) {
				return true
			}
		}
		return false
	case Array:
		object, _ := theirs.(map[string]any)
		entries, ok := object["a"].([]any)
		if !ok || v.Array.whole() && len(entries) != len(v.Array.Entries) {
			return false
		}
		for i, e := range v.Array.Entries {
			if !allowsEntry(e, i, v.Array.whole(), entries) {
				return false
			}
		}
		return true
	}
	return (&differ{}).equal(v, theirs)
}

func allowsEntry(e Entry, at int, whole bool, entries []any) bool {
	for j, p := range entries {
		pair := p.([]any)
		if (&differ{}).equal(e.Key.value(), pair[0]) {
			return allows(e.Value, pair[1]) && (j == at || !whole)
		}
	}
	return e.Value.Kind == Unknown && !whole
}
