package phpeval

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

func returned(u *Unit) php.Expr {
	for _, s := range u.Tree.Stmts {
		if r, ok := s.(*php.Return); ok {
			return r.X
		}
	}
	return nil
}

func TestHostileCodeIsCutOff(t *testing.T) {
	for _, code := range []string{
		"while (true) { $a[] = 1; } return $a;",
		"for (;;) { $i = ($i ?? 0) + 1; }",
		"function f($x) { return f($x); } return f(1);",
		"function f($x) { return f($x) + f($x); } return f(1);",
		"$f = fn ($x) => $x($x); return $f($f);",
		"const A = B; const B = A; return A;",
		"class C { const A = self::B; const B = self::A; } return C::A;",
		"return range(1, 1000000000);",
		"return array_fill(0, 1000000000, 'x');",
		"return str_repeat('x', 1000000000);",
		"return str_pad('x', 1000000000);",
		"$s = 'x'; while (true) { $s .= $s; } return $s;",
		"$a = [1]; while (true) { $a = [...$a, ...$a]; } return $a;",
		"$a = []; while (true) { $a = [$a, $a]; } return $a;",
		"return str_repeat(str_repeat('x', 100000), 100000);",
		"return str_replace('a', str_repeat('b', 10000), str_repeat('a', 10000));",
		"return array_map(fn ($x) => range(1, 9000), range(1, 9000));",
		"return array_merge_recursive(...array_fill(0, 5000, ['a' => ['b' => [1]]]));",
		"$x = " + strings.Repeat("(f() ? 1 : ", 40) + "2" + strings.Repeat(")", 40) + "; return $x;",
		"return [" + strings.Repeat("f() ? 1 : 2, ", 1000) + "];",
		strings.Repeat("if (f()) { $a = g(); } ", 2000) + "return 1;",
		"return " + strings.Repeat("1 + ", 900) + "1;",
		"return " + strings.Repeat("!", 5000) + "1;",
		strings.Repeat("if (f()) { ", 200) + "return 1;" + strings.Repeat("}", 200),
		"function f($n) { foreach ([1, 2, 3, 4] as $x) { f($n + 1); } } return f(0);",
		"return 2 ** 2 ** 2 ** 2 ** 2 ** 2;",
		"return 1 << PHP_INT_MAX;",
		"return array_pad([], PHP_INT_MAX, 1);",
		"return array_chunk(range(1, 9000), PHP_INT_MAX);",
		"return substr('abc', PHP_INT_MIN, PHP_INT_MIN);",
		"return explode(',', 'a,b', PHP_INT_MIN);",
		"return array_slice([1, 2], PHP_INT_MIN, PHP_INT_MAX);",
		"return PHP_INT_MIN % -1 + intdiv(PHP_INT_MIN, 2);",
		"return range(PHP_INT_MIN, PHP_INT_MAX);",
		"return [PHP_INT_MAX => 1, 2];",
		"return sprintf('%9999d', 1);",
		"return sprintf(str_repeat('%9999d', 9999), 1);",
		"return dirname('/a', PHP_INT_MAX);",
		"$a = [1, 2]; foreach ($a as $a) { foreach ($a as $b) {} } return $a;",
		"return (function () { return (function () { return func_get_args(); })(); })();",
		"return json_decode('" + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + "', true);",
		"class E extends E { function f() { return $this->f(); } } return (new E)->f();",
		"enum Q: string { case A = self::A->value; } return Q::A->value;",
	} {
		u := unitOf(t, "config/queue.php", "<?php\n"+code)
		v := (&World{}).File(u)
		if v.Kind == Array && len(v.Array.Entries) > maxElements {
			t.Errorf("%.60s: an array of %d elements", code, len(v.Array.Entries))
		}
		if len(v.Str) > maxText {
			t.Errorf("%.60s: a text of %d bytes", code, len(v.Str))
		}
	}
}

func TestWhatIsCutOffIsSaid(t *testing.T) {
	for code, want := range map[string]string{
		"while (true) {}":                                                     "evaluation was cut off after 100000 steps",
		"return range(1, 1e9);":                                               "range(): ends that are no whole numbers",
		"return range(1, 1000000);":                                           "range(): a range too long to follow",
		"return str_repeat('x', 100000000);":                                  "str_repeat(): a text too long to follow",
		"for ($i = 0; $i < 20000; $i++) $a[] = $i; return $a;":                "evaluation was cut off after 100000 steps",
		"function f() { return f(); } return f();":                            "calls are nested too deep",
		"return f() ? 1 : (f() ? 2 : (f() ? 3 : (f() ? 4 : (f() ? 5 : 6))));": "",
		"return match (f()) { 1 => 1, 2 => 2, 3 => 3, 4 => 4, 5 => 5, 6 => 6, 7 => 7, 8 => 8, 9 => 9 };": "too many values are possible",
	} {
		if got := evaluate(t, &World{}, code); got.Why != want {
			t.Errorf("%s: got %q, want %q", code, got.Why, want)
		}
	}
}

func FuzzEvaluate(f *testing.F) {
	names, _ := filepath.Glob(filepath.Join("testdata", "config", "*.php"))
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("<?php class A extends A { public $x = self::X; const X = [self::X, ...A::X]; function f() { return $this->x[f()] ?? static::f(); } }"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := source.New("config/fuzz.php", data)
		u := NewUnit(file, php.Parse(file.Data))
		w := &World{Env: testEnv{map[string]string{"NUMBER": "5"}, VariableUnset}, Config: func(string) *Unit { return u }}
		w.Classes = NewClasses()
		w.Classes.Add(u)
		walkValue(w.File(u))
		w.ConfigValue("a.b")
		for _, class := range w.Classes.All() {
			for _, m := range class.Decl.Members {
				switch m := m.(type) {
				case *php.Method:
					walkValue(w.Return(m, class, class))
				case *php.Property:
					for _, item := range m.Items {
						v, _, _ := w.Property(class, item.Name.Name)
						walkValue(v)
					}
				case *php.ClassConst:
					for _, item := range m.Items {
						walkValue(w.Const(class, item.Name.Name))
					}
				}
			}
		}
	})
}

// walkValue reads all of a value, so that a broken one shows.
func walkValue(v Value) {
	if (v.Kind == Unknown) != (v.Why != "") {
		panic(fmt.Sprintf("a value of kind %d with the reason %q", v.Kind, v.Why))
	}
	switch v.Kind {
	case Array:
		for i, e := range v.Array.Entries {
			if v.Array.find(e.Key) != i {
				panic("a key that is not found: " + e.Key.String())
			}
			walkValue(e.Value)
		}
	case OneOf:
		if len(v.Some) < 2 || len(v.Some) > MaxAlternatives {
			panic(fmt.Sprintf("%d alternatives", len(v.Some)))
		}
		for _, one := range v.Some {
			if one.Kind == Unknown || one.Kind == OneOf {
				panic("an alternative that is not known")
			}
			walkValue(one)
		}
	}
	v.AsInt()
	v.AsString()
	v.AsBool()
	v.AsScalar()
}
