package laravel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/source"
)

func TestProblemsAreThoseOfFilesThatMatter(t *testing.T) {
	tests := map[string]struct {
		version string
		files   map[string]string
		want    []string
	}{
		"none": {"v12.40.0", nil, nil},
		"a queue.php that PHP refuses": {
			"v12.40.0", map[string]string{"config/queue.php": "<?php\nreturn [\n 'default' => 'redis',\n 'connections' => ['redis' => ['driver' => 'redis', 'queue' => ]],\n];"},
			[]string{"config/queue.php:4:64 PHP cannot parse it"},
		},
		"another file's fault is nobody's business here": {"v12.40.0", map[string]string{"config/mail.php": "<?php return ["}, nil},
		"no queue.php before 11":                         {"v10.48.0", nil, []string{"composer.lock:1:57 config/queue.php is missing"}},
		"no configuration at all is taken for one that is not in the repository": {
			"v10.48.0", map[string]string{"config/app.php": "-"}, nil,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files := appWith(test.version, test.files)
			maps.DeleteFunc(files, func(_, text string) bool { return text == "-" })
			_, app, _ := evaluate(t, files, nil)
			var got []string
			for _, p := range app.Problems {
				got = append(got, describeProblem(p))
			}
			if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("problems %q, want %q", got, test.want)
			}
		})
	}
}

func TestWhatIsLeftOfAFaultyFileIsUsed(t *testing.T) {
	_, app, _ := evaluate(t, appWith("v10.48.0", map[string]string{
		"config/queue.php": "<?php return ['default' => 'redis', 'connections' => ['redis' => ['driver' => 'redis', 'retry_after' => 120], 'jobs' => [$], 'other' => ['driver' => 'database', 'retry_after' => 5]]];",
	}), nil)
	if c := app.Connection("redis"); c == nil || leaseText(c) != "120" {
		t.Errorf("redis is lost: %v", lines(app))
	}
	if len(app.Problems) != 1 || app.Problems[0].Kept == "" {
		t.Errorf("problems %v", app.Problems)
	}
}

func TestFileThatCannotBeReadIsAProblem(t *testing.T) {
	fsys := fstest.MapFS{
		"artisan": {}, "composer.json": {Data: []byte(`{"require": {"laravel/framework": "^10.0"}}`)},
		"config/queue.php": {Data: make([]byte, source.MaxFileSize+1)},
	}
	a := Open(source.NewTree(fsys, []string{"artisan", "composer.json", "config/queue.php"}), "")
	app := a.Evaluate(a.World(variables{}, nil))
	if len(app.Problems) != 1 || describeProblem(app.Problems[0]) != "config/queue.php:1:1 cannot be read: larger than 32 MiB ()" {
		t.Errorf("problems %v", app.Problems)
	}
	if app.MoreConnections == "" || !app.DefaultConnection.IsUnknown() {
		t.Errorf("a file that cannot be read is taken for known: %q", app.MoreConnections)
	}
}

func TestStoresOfDatabaseAndCache(t *testing.T) {
	files := appWith("v12.40.0", map[string]string{
		"config/database.php": `<?php return ['default' => env('DB_CONNECTION', 'mysql'), 'connections' => [
			'mysql' => ['driver' => 'mysql', 'version' => '8.0', 'options' => [1 => true]], 'odd' => other()],
			'redis' => ['client' => 'predis', 'options' => ['prefix' => 'x'], 'queue' => ['host' => 'r', 'read_timeout' => 60]]];`,
		"config/cache.php": `<?php return ['default' => env('CACHE_STORE', 'redis'), 'stores' => ['redis' => ['driver' => 'redis', 'connection' => 'cache']]];`,
	})
	a, _, w := evaluate(t, files, variables{"CACHE_STORE": "array"})
	describe := func(s *Stores) string {
		var out []string
		for _, one := range s.List {
			out = append(out, one.Name+":"+known(one.Driver))
		}
		return fmt.Sprintf("%s of %s more %q", known(s.Default), strings.Join(out, " "), s.More)
	}
	if got, want := describe(a.Databases(w)), `mysql of sqlite:sqlite mysql:mysql mariadb:mariadb pgsql:pgsql sqlsrv:sqlsrv odd:unknown more ""`; got != want {
		t.Errorf("databases %s, want %s", got, want)
	}
	if got, want := describe(a.Caches(w)), `array of array:array session:session database:database file:file memcached:memcached redis:redis dynamodb:dynamodb octane:octane failover:failover more ""`; got != want {
		t.Errorf("caches %s, want %s", got, want)
	}
	if got, want := describe(a.Redis(w)), `unknown of queue:absent more ""`; got != want {
		t.Errorf("redis %s, want %s", got, want)
	}
	mysql := a.Databases(w).Get("mysql")
	if v, _ := mysql.Setting("version").Get(); v.Text != "8.0" || mysql.Span.Text() != "'mysql'" {
		t.Errorf("mysql's version is %+v, its place %q", v, mysql.Span.Text())
	}
	if v, _ := a.Databases(w).Get("mariadb").Setting("port").Get(); v.Text != "3306" {
		t.Errorf("mariadb's port is %+v", v)
	}
	if !mysql.Setting("host").IsAbsent() {
		t.Error("the framework's keys are mixed into a connection of the application")
	}
}

func TestStoresBefore11AreTheApplicationsAlone(t *testing.T) {
	a, _, w := evaluate(t, appWith("v10.48.0", map[string]string{"config/queue.php": twoConnections,
		"config/cache.php": `<?php return ['default' => 'file', 'stores' => ['file' => ['driver' => 'file']]];`}), nil)
	if s := a.Caches(w); len(s.List) != 1 || s.More != "" {
		t.Errorf("caches %+v", s)
	}
	if s := a.Databases(w); len(s.List) != 0 || !s.Default.IsUnknown() {
		t.Errorf("databases without a file: %+v", s)
	}
}

func TestConfigCallsSeeTheFrameworksConfiguration(t *testing.T) {
	a := Open(treeOf(appWith("v12.40.0", map[string]string{"config/mine/deep.php": `<?php return ['x' => 5];`})), "")
	w := a.World(variables{"DB_QUEUE": "fast"}, nil)
	for key, want := range map[string]string{
		"queue.connections.database.queue": "String fast", "queue.default": "String database", "mine.deep.x": "Int 5", "app.env": "String production",
		"queue.connections.none": "Null", "queue.nothing": "Null", "app.nothing": "Unknown", "other.x": "Unknown", "mail.default": "Unknown",
	} {
		v := w.ConfigValue(key)
		got := map[phpeval.Kind]string{phpeval.String: "String " + v.Str, phpeval.Int: fmt.Sprint("Int ", v.Int), phpeval.Null: "Null", phpeval.Unknown: "Unknown"}[v.Kind]
		if got != want {
			t.Errorf("config(%s) is %s (%s), want %s", key, got, v.Why, want)
		}
	}
}

func TestEnvironmentsDoNotMix(t *testing.T) {
	a := Open(treeOf(appWith("v12.40.0", nil)), "")
	for _, want := range []string{"300", "90", "300"} {
		app := a.Evaluate(a.World(variables{"DB_QUEUE_RETRY_AFTER": want}, nil))
		if got := leaseText(app.Connection("database")); got != want {
			t.Errorf("lease %s, want %s", got, want)
		}
	}
}

// FuzzEvaluate looks for configuration that ends the reader.
func FuzzEvaluate(f *testing.F) {
	f.Add(twoConnections, `<?php return ['defaults' => ['s' => ['queue' => ['a', 'b']]], 'environments' => ['production' => ['s' => ['queue' => ['x']]]]];`, lockOf("laravel/horizon v5.29.1"))
	f.Add(`<?php return ['default' => config('queue.default'), 'connections' => [...config('queue.connections'), 'x' => [[[[[[1]]]]]]]];`, `<?php $a = [1]; return [$a, $a];`, `{"packages": [{}]}`)
	f.Add(`<?php return ['connections' => rand() ? ['a' => ['driver' => ['x']]] : 5];`, `<?php return ['environments' => rand() ? ['a' => [1]] : null, 'defaults' => rand() ? [2] : ['a' => 3]];`, `[`)
	f.Fuzz(func(t *testing.T, config, horizon, lock string) {
		files := appWith("v12.40.0", map[string]string{"config/queue.php": config, "config/horizon.php": horizon, "composer.lock": lock,
			"composer.json": `{"require": {"laravel/framework": "^12.0", "laravel/horizon": "^5.0"}}`, "bootstrap/app.php": config, "app/Providers/A.php": horizon})
		a := Open(treeOf(files), "")
		w := a.World(variables{}, phpeval.NewClasses())
		a.Evaluate(w)
		a.Caches(w)
		a.Redis(w)
	})
}
