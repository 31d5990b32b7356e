package phpeval

import (
	"testing"
)

// application is a world whose configuration files are given by name, without <?php.
func application(t testing.TB, files map[string]string) *World {
	return &World{
		Env: testEnv{map[string]string{}, VariableUnset},
		Config: func(name string) *Unit {
			code, ok := files[name]
			if !ok {
				return nil
			}
			return unitOf(t, "config/"+name+".php", "<?php\n"+code)
		},
		Include: func(path string) *Unit {
			code, ok := files[path]
			if !ok {
				return nil
			}
			return unitOf(t, path, "<?php\n"+code)
		},
	}
}

func TestConfigReadsAcrossFiles(t *testing.T) {
	files := map[string]string{
		"app":             "return ['env' => env('APP_ENV', 'production'), 'self' => config('app.env'), 'queue' => config('queue.default', 1)];",
		"queue":           "return ['default' => config('app.env'), 'connections' => ['redis' => ['retry_after' => 90, 'block_for' => null]]];",
		"foo.bar":         "return ['x' => ['y' => 5]];",
		"foo":             "return ['plain' => 1];",
		"open":            "return [...f(), 'a' => 1];",
		"either":          "return f() ? ['a' => ['b' => 1], 'only' => 1] : ['a' => ['b' => 2]];",
		"cycle":           "return ['a' => config('cycled.a')];",
		"cycled":          "return ['a' => config('cycle.a')];",
		"scalar":          "return 5;",
		"broken":          "return ['a' => 1, 'b' => => 2, 'c' => 3];",
		"list":            "return ['hosts' => ['x', 'y']];",
		"parts/part.php":  "return ['driver' => 'redis'];",
		"included":        "return require base_path('parts/part.php');",
		"self":            "return require __FILE__;",
		"config/self.php": "return require __FILE__;",
	}
	for _, test := range []struct{ key, want string }{
		{"queue.default", `"production"`},
		{"queue.connections.redis.retry_after", "90"},
		{"queue.connections.redis.block_for", "null"},
		{"queue.connections.redis.missing", "null"},
		{"queue.connections.sqs", "unknown: the framework or a package may add the key sqs"},
		{"queue.failed", "unknown: the framework or a package may add the key failed"},
		{"foo.bar.x.y", "5"},
		{"foo.plain", "1"},
		{"list.hosts.1", `"y"`},
		{"open.a", "1"},
		{"open.b", "unknown: what is spread here is not known: qlint does not evaluate f()"},
		{"either.a.b", "one of 1 | 2"},
		{"either.only", "unknown: the framework or a package may add the key only"},
		{"missing.x", "unknown: the application has no configuration file missing"},
		{"app.self", "unknown: config/app.php is not loaded yet when this is evaluated"},
		{"app.queue", "unknown: config/queue.php is not loaded yet when this is evaluated"},
		{"cycled.a", "unknown: config/cycled.php is not loaded yet when this is evaluated"},
		{"scalar.x", "unknown: the framework or a package may add the key x"},
		{"broken.a", "1"},
		{"broken.zzz", "unknown: a part of the array could not be parsed"},
		{"included.driver", `"redis"`},
		{"self", "unknown: config/self.php includes itself"},
	} {
		if got := show(application(t, files).ConfigValue(test.key)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.key, got, test.want)
		}
	}
}

func TestMergeDecidesWhatIsAbsent(t *testing.T) {
	w := application(t, map[string]string{"queue": "return ['default' => 'redis'];"})
	w.Merge = func(_ *World, name string, own Value) Value {
		if name != "queue" {
			return own
		}
		b := copyOf(own.Array, fromZero)
		b.put(StringKey("added"), integer(1))
		return b.value()
	}
	for _, test := range []struct{ code, want string }{
		{"return config('queue.added');", "1"},
		{"return config('queue.missing', 7);", "7"},
		{"return config('queue.missing', fn () => 8);", "8"},
		{"return config('queue.missing');", "null"},
		{"return config()->get('queue.default');", `"redis"`},
		{"return Illuminate\\Support\\Facades\\Config::string('queue.default');", `"redis"`},
		{"return Illuminate\\Support\\Facades\\Config::integer('queue.default');", "unknown: the configuration insists on another type than a text"},
		{"return config('other.x', 7);", "unknown: the application has no configuration file other"},
		{"return config(f(), 7);", "unknown: qlint does not evaluate f()"},
		{"return config(['queue.default' => 'x']);", "unknown: config() of an array"},
	} {
		u := unitOf(t, "app/x.php", "<?php\n"+test.code)
		v := w.Expr(returned(u), Scope{Unit: u})
		if got := show(v); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

func TestIncludesShareVariablesAndDeclarations(t *testing.T) {
	w := application(t, map[string]string{
		"config/parts.php": "const PART = 5; function part($x) { return $x + PART; } class Parts { const N = 7; } $set = $outer . '!'; return ['a' => 1];",
		"config/once.php":  "return 1;",
	})
	for _, test := range []struct{ code, want string }{
		{"$outer = 'x'; $p = require __DIR__ . '/parts.php'; return [$p['a'], $set, part(1), Parts::N, PART];",
			`[0 => 1, 1 => "x!", 2 => 6, 3 => 7, 4 => 5]`},
		{"return file_exists(__DIR__ . '/parts.php') ? 1 : 2;", "1"},
		{"return file_exists(__DIR__ . '/local.php') ? 1 : 2;", "one of 1 | 2"},
		{"$a = file_exists(__DIR__ . '/local.php') ? require __DIR__ . '/local.php' : []; return $a;",
			"unknown: the file __DIR__ . '/local.php' is not read"},
		{"return require_once __DIR__ . '/once.php';", "unknown: a file that is included once gives true the second time"},
		{"return require '../../etc/passwd';", "unknown: the file '../../etc/passwd' is not read"},
	} {
		if got := show(evaluate(t, w, test.code)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

func TestPathsFollowTheApplicationsFolder(t *testing.T) {
	w := &World{Root: "services/shop", Base: "/srv/shop"}
	for path, want := range map[string]string{
		"services/shop/config/queue.php": `"/srv/shop/config"`, "other/queue.php": "unknown: the file lies outside the application",
	} {
		u := unitOf(t, path, "<?php return __DIR__;")
		if got := show(w.File(u)); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	asked := ""
	w.Include = func(path string) *Unit {
		asked = path
		return nil
	}
	w.File(unitOf(t, "services/shop/config/queue.php", "<?php return require base_path('../../x/../y.php') . '';"))
	w.File(unitOf(t, "services/shop/config/queue.php", "<?php return require __DIR__ . '/a/../b.php';"))
	if asked != "services/shop/config/b.php" {
		t.Errorf("asked for %q", asked)
	}
}

func TestCollectionsOfSimpleChains(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"return collect([1, 2, 3])->map(fn ($x) => $x * 2)->filter(fn ($x) => $x > 2)->values()->all();", "[0 => 4, 1 => 6]"},
		{"return collect(['a' => 1])->map(fn ($v, $k) => $k . $v)->toArray();", `[a => "a1"]`},
		{"return collect(explode(',', 'a, b'))->map('trim')->implode('|');", `"a| b"`},
		{"return collect(['a', 'B'])->map('strtoupper')->implode('|');", `"A|B"`},
		{"return collect([3, 1])->merge([5])->reverse()->values()->all();", "[0 => 5, 1 => 1, 2 => 3]"},
		{"return collect([1, 0])->reject(fn ($x) => $x)->count();", "1"},
		{"return collect(['x'])->contains('x');", "true"},
		{"return collect([])->isEmpty();", "true"},
		{"return collect([])->first();", "null"},
		{"return collect(['a', 'b'])->last();", `"b"`},
		{"return collect(f())->all();", "unknown: qlint does not evaluate f()"},
		{"return collect([1])->shuffle()->all();", "unknown: qlint does not evaluate collect([1])->shuffle()"},
	} {
		if got := show(evaluate(t, &World{}, test.code)); got != test.want && test.code != "" {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}
