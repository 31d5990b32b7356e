package phpeval

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func unitOf(t testing.TB, path, code string) *Unit {
	t.Helper()
	file := source.New(path, []byte(code))
	return NewUnit(file, php.Parse(file.Data))
}

// evaluate gives what a file with the statements returns.
func evaluate(t testing.TB, w *World, statements string) Value {
	t.Helper()
	u := unitOf(t, "config/queue.php", "<?php\n"+statements)
	for _, e := range u.Tree.Errors {
		t.Fatalf("%s: %s", statements, e.Message)
	}
	return w.File(u)
}

func TestWhatNothingDecidesIsUnknownOrOneOfSeveral(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"return app()->isProduction() ? 5 : 1;", "one of 5 | 1"},
		{"return app()->isProduction() ? 5 : 5;", "5"},
		{"return (app()->isProduction() ? 5 : 1) * 10;", "one of 50 | 10"},
		{"return 'x' . (f() ? 'a' : 'b') . (g() ? 'c' : 'd');", `one of "xac" | "xad" | "xbc" | "xbd"`},
		{"return (f() ? 1 : 2) + (f() ? 1 : 2);", "one of 2 | 3 | 4"},
		{"return (f() ? 1 : 2) > 0;", "true"},
		{"return (f() ? 1 : 2) > 1;", "one of false | true"},
		{"return (f() ? 1 : 2) == 3 ? 'a' : 'b';", `"b"`},
		{"return f() ?: 5;", "unknown: qlint does not evaluate f()"},
		{"return f() ?? 5;", "unknown: qlint does not evaluate f()"},
		{"return (f() ? null : 1) ?? 5;", "one of 1 | 5"},
		{"return (f() ? 0 : 1) ?: 5;", "one of 1 | 5"},
		{"return f() && false;", "false"},
		{"return f() || true;", "true"},
		{"return true && f();", "unknown: qlint does not evaluate f()"},
		{"return match (f()) { 1 => 'a', 2, 3 => 'b', default => 'c' };", `one of "a" | "b" | "c"`},
		{"return match (f()) { 1 => 'a', default => throw new E };", `"a"`},
		{"return match (true) { f() => 1, true => 2, default => 3 };", "one of 1 | 2"},
		{"return match (5) { 1 => 2 };", "unknown: no arm of the match fits"},
		{"$a = 1; if (f()) { $a = 2; } return $a;", "one of 2 | 1"},
		{"if (f()) { $a = 2; } else { $a = 3; } return $a;", "one of 2 | 3"},
		{"if (f()) { return 1; } return 2;", "one of 1 | 2"},
		{"if (f()) { return 1; } elseif (g()) { return 2; } return 3;", "one of 1 | 2 | 3"},
		{"if (f()) { throw new E; } return 2;", "2"},
		{"if (f()) { exit; } return 2;", "2"},
		{"$a = 1; if (f()) { $a = g(); } return [$a, 2];", "[0 => unknown: qlint does not evaluate g(), 1 => 2]"},
		{"$a = []; if (f()) { $a['x'] = 1; } return $a;", "one of [x => 1] | []"},
		{"if (f()) { $a = 1; } return $a ?? 7;", "one of 1 | 7"},
		{"foreach (f() as $x) { $a = $x; } $b = 2; return [$b, $a];",
			"[0 => 2, 1 => unknown: $a is not known: what the loop runs over is not known: f()]"},
		{"$n = 0; while (f()) { $n++; } return $n;", "unknown: $n is not known: nothing decides how the loop runs"},
		{"$n = 0; $m = 5; foreach ([1, 2] as $x) { if (f()) { break; } $n++; } return [$m, $n];",
			"[0 => 5, 1 => unknown: $n is not known: nothing decides how the loop runs]"},
		{"foreach (f() as $x) { if ($x) { return 1; } } return 2;", "unknown: what the loop runs over is not known: f()"},
		{"switch (f()) { case 1: $a = 1; break; case 2: $a = 2; break; default: $a = 3; } return $a;", "one of 1 | 2 | 3"},
		{"switch (f()) { case 1: $a = 1; case 2: $b = 2; } return $b ?? 0;", "one of 2 | 0"},
		{"try { $a = g(); } catch (E $e) { $a = 2; } return 3;", "3"},
		{"try { return 1; } catch (E $e) { return 2; }", "one of 1 | 2"},
		{"$a = 5; extract(f()); return $a;", "unknown: $a is not known: extract() sets or reads variables by name"},
		{"$a = 5; h($a); return $a;", "unknown: $a is not known: a function that is not followed may change it"},
		{"$a = 5; strlen($a); file_exists($a); return $a;", "5"},
		{"$a = 5; $o->m($a); return $a;", "unknown: $a is not known: a function that is not followed may change it"},
		{"$a = 5; include 'x.php'; return $a;", "unknown: $a is not known: a file is included that is not read"},
		{"$a = 5; $$b = 6; return $a;", "unknown: $a is not known: a variable variable is assigned"},
		{"$x = f() ? ($y = 1) : ($y = 2); return $y;", "one of 1 | 2"},
		{"$y = 0; f() && ($y = 2); return $y;", "one of 2 | 0"},
		{"return f() ? 1 : (g() ? 2 : h());", "unknown: qlint does not evaluate h()"},
		{"return isset($_GET['x']) ? 1 : 2;", "one of 1 | 2"},
		{"return new DateTime ? 1 : 2;", "1"},
		{"return [1, 2][f()];", "unknown: qlint does not evaluate f()"},
		{"return ['a' => 1, 'b' => 2][f() ? 'a' : 'b'];", "one of 1 | 2"},
		{"return array_sum([f() ? 1 : 2, 10]);", "one of 11 | 12"},
		{"return max(f() ? 1 : 20, 10);", "one of 10 | 20"},
		{"return implode(',', ['a', f() ? 'b' : 'c']);", `one of "a,b" | "a,c"`},
		{"return in_array(f(), ['a', 'b']);", "unknown: qlint does not evaluate f()"},
		{"return in_array(f() ? 'a' : 'b', ['a', 'b']);", "true"},
		{"return PHP_VERSION_ID >= 80400 ? 1 : 2;", "one of 1 | 2"},
		{"return PHP_OS_FAMILY === 'Windows' ? 1 : 2;", "one of 1 | 2"},
		{"return f() ? [1] : 'x';", `one of [0 => 1] | "x"`},
		{"goto end; end: return 1;", "unknown: the code jumps"},
	} {
		if got := show(evaluate(t, &World{}, test.code)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

func TestArraysOfWhichAPartIsKnownStayOpen(t *testing.T) {
	const f = "what is spread here is not known: qlint does not evaluate f()"
	for _, test := range []struct{ code, want string }{
		{"return ['a' => 1, ...f()];", "[a => unknown: " + f + ", … " + f + "]"},
		{"return [...f(), 'a' => 1];", "[a => 1, … " + f + "]"},
		{"return [7, ...f(), 8];", "[0 => 7, … " + f + "]"},
		{"return [f() => 1, 'a' => 2];", "[a => 2, … the key f() is not known]"},
		{"return ['a' => 2, f() => 1];", "[a => unknown: the key f() is not known, … the key f() is not known]"},
		{"return ['a' => 1] + f();", "unknown: qlint does not evaluate f()"},
		{"return array_merge(f(), ['a' => 1]);",
			"[a => 1, … an array that is merged is not known: qlint does not evaluate f()]"},
		{"return (array_merge(f(), ['a' => 1]))['b'];", "unknown: an array that is merged is not known: qlint does not evaluate f()"},
		{"return ['x' => 1, ...[...f(), 'x' => 2]];", "[x => 2, … " + f + "]"},
		{"return array_filter(['a' => 1, 'b' => f(), 'c' => 0]);",
			"[a => 1, … nothing decides which elements array_filter() keeps: qlint does not evaluate f()]"},
		{"return count([...f(), 1]);", "unknown: count(): " + f},
		{"return array_map(fn ($x) => $x * 2, ['a' => 1, 'b' => f()]);", "[a => 2, b => unknown: qlint does not evaluate f()]"},
		{"return array_diff_key(['a' => 1, 'b' => 2], f() ? ['a' => 0] : []);", "one of [b => 2] | [a => 1, b => 2]"},
		{"$a = ['x' => 1]; $a[f()] = 2; return $a;",
			"[x => unknown: an element is assigned under a key that is not known, … an element is assigned under a key that is not known]"},
		{"$a = ['x' => 1, 'y' => 2]; unset($a[f()]); return $a;",
			"unknown: an element is taken away under a key that is not known"},
		{"return [-5 => 'a', 'b'];", "[-5 => unknown: the key of an element behind a negative one depends on PHP's version, " +
			"… the key of an element behind a negative one depends on PHP's version]"},
	} {
		if got := show(evaluate(t, &World{}, test.code)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

func TestTheKeyBehindANegativeOneFollowsPHPsVersion(t *testing.T) {
	exactly := func(minor int) queue.VersionRange { return queue.Exactly(queue.Version{Major: 8, Minor: minor}, nil) }
	for _, test := range []struct {
		php  queue.VersionRange
		want string
	}{{exactly(2), `[-5 => "a", 0 => "b"]`}, {exactly(3), `[-5 => "a", -4 => "b"]`}} {
		if got := show(evaluate(t, &World{PHP: test.php}, "return [-5 => 'a', 'b'];")); got != test.want {
			t.Errorf("%s: got %s, want %s", test.php, got, test.want)
		}
	}
}

func TestEnvTellsADefaultFromAValue(t *testing.T) {
	env := testEnv{map[string]string{"SET": "300", "NULLED": "null"}, VariableUnset}
	for _, test := range []struct{ code, want string }{
		{"return env('SET', 90);", `"300"`},
		{"return env('NULLED', 90);", "null"},
		{"return env('MISSING', 90);", "90"},
		{"return env('MISSING');", "unknown: MISSING is not set by anything that was read, and env() has no default"},
		{"return env('MISSING') ?? 5;", "unknown: MISSING is not set by anything that was read, and env() has no default"},
		{"return env('MISSING') ? 5 : 6;", "one of 5 | 6"},
		{"return env('MISSING', null);", "null"},
		{"return env('MISSING', env('SET'));", `"300"`},
		{"return env('MISSING', f());", "unknown: qlint does not evaluate f()"},
		{"return env(f());", "unknown: qlint does not evaluate f()"},
		{"return getenv('SET');", `"300"`},
		{"return getenv('NULLED');", `"null"`},
		{"return getenv('MISSING');", "unknown: nothing that was read sets MISSING"},
		{"return $_ENV['SET'] ?? 1;", `"300"`},
		{"putenv('SET=5'); return env('SET', 1);", "unknown: the code sets environment variables itself"},
		{"$_ENV['SET'] = 5; return env('SET', 1);", "unknown: the code sets environment variables itself"},
		{"return $_SERVER['MISSING'] ?? 1;", "unknown: nothing that was read sets MISSING"},
	} {
		if got := show(evaluate(t, &World{Env: env}, test.code)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
	class := classIn(t, &World{}, "<?php class Job { function tries() { return env('SET', 3); } function max() { return env('MISSING', 3); } }")
	w := &World{Env: env}
	for method, want := range map[string]string{
		"tries": "unknown: env() outside configuration files gives nothing once the configuration is cached", "max": "3",
	} {
		if got := show(w.Return(class.Decl.Method(method), class, class)); got != want {
			t.Errorf("%s: got %s, want %s", method, got, want)
		}
	}
}

func chain(o *queue.Origin) string {
	var steps []string
	o.Steps(func(s *queue.Origin) bool {
		steps = append(steps, s.Text)
		return true
	})
	return strings.Join(steps, " <- ")
}

func TestOriginsTellTheWayOfAValue(t *testing.T) {
	env := testEnv{map[string]string{"SET": "300"}, VariableUnset}
	for _, test := range []struct {
		code, chain, open string
		via               queue.Via
		line              int
	}{
		{"return 90;", "90", "", queue.ViaLiteral, 2},
		{"return 60 * 5;", "60 * 5", "", queue.ViaComputed, 2},
		{"return env('SET', 90);", "env('SET', 90) <- .env", "", queue.ViaEnvFile, 2},
		{"return (int) env('SET', 90);", "env('SET', 90) <- .env", "", queue.ViaEnvFile, 2},
		{"return (int) env('X',\n  90);", "env('X', 90)", "X", queue.ViaEnvDefault, 2},
		{"return env('A', env('B', 5));", "env('A', env('B', 5)) <- env('B', 5)", "A B", queue.ViaEnvDefault, 2},
		{"return (int) env('X', '90s');", "(int) env('X', '90s') <- env('X', '90s')", "X", queue.ViaComputed, 2},
		{"$a = env('X', 60);\nreturn $a * 2;", "$a * 2 <- env('X', 60)", "X", queue.ViaComputed, 3},
		{"$a = 60;\n$b = $a;\nreturn $b;", "60", "", queue.ViaLiteral, 2},
		{"const LEASE = 90;\nreturn LEASE;", "LEASE <- 90", "", queue.ViaConstant, 3},
		{"return env('A', 1) + env('B', 2);", "env('A', 1) + env('B', 2) <- env('B', 2) <- env('A', 1)", "B A", queue.ViaComputed, 2},
		{"return ['a' => ['b' => env('X', 1)]]['a']['b'];", "env('X', 1)", "X", queue.ViaEnvDefault, 2},
		{"return max(env('X', 1), 10);", "10", "", queue.ViaLiteral, 2},
		{"return explode(',', env('X', 'a,b'))[1];", "explode(',', env('X', 'a,b')) <- env('X', 'a,b')", "X", queue.ViaComputed, 2},
		{"return f();", "f()", "", queue.ViaComputed, 2},
		{"return f(" + strings.Repeat("'long argument', ", 9) + "1);",
			"f('long argument', 'long argument', 'long argument', 'long …", "", queue.ViaComputed, 2},
	} {
		v := evaluate(t, &World{Env: env}, test.code)
		if v.Origin == nil {
			t.Errorf("%s has no origin", test.code)
			continue
		}
		if got := chain(v.Origin); got != test.chain {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.chain)
		}
		if got := strings.Join(v.Origin.OpenVariables(), " "); got != test.open {
			t.Errorf("%s: open variables %q, want %q", test.code, got, test.open)
		}
		if v.Origin.Via != test.via {
			t.Errorf("%s: via %d, want %d", test.code, v.Origin.Via, test.via)
		}
		if got := v.Origin.Place().First(source.CodePoints).Line; got != test.line {
			t.Errorf("%s: line %d, want %d", test.code, got, test.line)
		}
	}
}

func TestKeysKnowWhereTheyAreWritten(t *testing.T) {
	v := evaluate(t, &World{}, "$c = ['redis' => ['retry_after' => 90]];\n$c['redis']['queue'] = 'x';\nreturn array_merge(['a' => 1], $c);")
	redis, found, known := v.Lookup("redis")
	if !found || !known {
		t.Fatal("no redis")
	}
	for key, want := range map[string]string{"retry_after": "2 'retry_after'", "queue": "3 'queue'"} {
		e, _, _ := redis.Value.Lookup(key)
		got := string(rune('0'+e.KeySpan.First(source.CodePoints).Line)) + " " + e.KeySpan.Text()
		if got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
	if got := redis.KeySpan.Text(); got != "'redis'" {
		t.Errorf("redis: got %s", got)
	}
}

func TestConversionsDoWhatCastsDo(t *testing.T) {
	v := evaluate(t, &World{}, "return ['n' => '90s', 'z' => null, 'f' => 60.5, 'o' => app() ? '5' : 7, 'a' => [1], 'u' => f(), 't' => true];")
	at := func(key string) Value {
		e, _, _ := v.Lookup(key)
		return e.Value
	}
	if n, ok := at("n").AsInt().Get(); n != 90 || !ok {
		t.Errorf("'90s' is %d", n)
	}
	if !at("z").AsInt().IsAbsent() || !at("z").AsString().IsAbsent() {
		t.Error("null is not absent")
	}
	if some, ok := at("o").AsInt().Each(); !ok || len(some) != 2 {
		t.Errorf("one of two is %v", some)
	}
	if !at("a").AsInt().IsUnknown() || !at("u").AsBool().IsUnknown() {
		t.Error("an array or an unknown value became known")
	}
	if s, ok := at("t").AsString().Get(); s != "1" || !ok {
		t.Errorf("true is %q", s)
	}
	if s, _ := at("f").AsScalar().Get(); s.Kind != queue.FloatScalar || s.Float != 60.5 {
		t.Errorf("60.5 is %v", s)
	}
	if s, _ := at("a").AsScalar().Get(); s.Kind != queue.OtherScalar {
		t.Errorf("an array is %v", s)
	}
}
