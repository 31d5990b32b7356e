package laravel

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// lines describes the connections of an application: name, driver, lease, and where the lease comes from.
func lines(app *queue.App) []string {
	var out []string
	for _, c := range app.Connections {
		driver, _ := c.Driver.Get()
		line := fmt.Sprintf("%s %s %s", c.Name, driver, leaseText(c))
		if c.Span.IsZero() {
			line += " framework"
		}
		out = append(out, line)
	}
	return out
}

func leaseText(c *queue.Connection) string {
	v := c.Lease
	switch {
	case v.IsAbsent():
		return "none"
	case v.IsInfinite():
		return "never"
	case v.IsUnknown():
		return "unknown"
	}
	some, _ := v.Each()
	texts := make([]string, len(some))
	for i, one := range some {
		d, _ := one.Get()
		texts[i] = fmt.Sprint(d.Seconds())
		if names := one.Origin().OpenVariables(); len(names) > 0 {
			texts[i] += "?" + names[0]
		}
	}
	return strings.Join(texts, "|")
}

func defaultText(app *queue.App) string {
	name, ok := app.DefaultConnection.Get()
	if !ok {
		return "unknown: " + app.DefaultConnection.Why()
	}
	if names := app.DefaultConnection.Origin().OpenVariables(); len(names) > 0 {
		name += "?" + names[0]
	}
	return name
}

func TestSkeletonsOfEveryVersion(t *testing.T) {
	old := []string{"sync sync none", "database database 90", "beanstalkd beanstalkd 90", "sqs sqs unknown", "redis redis 90"}
	cast := []string{
		"sync sync none", "database database 90?DB_QUEUE_RETRY_AFTER", "beanstalkd beanstalkd 90?BEANSTALKD_QUEUE_RETRY_AFTER",
		"sqs sqs unknown", "redis redis 90?REDIS_QUEUE_RETRY_AFTER",
	}
	later := append(slices.Clone(cast), "deferred deferred none", "failover failover unknown", "background background none")
	tests := []struct {
		version, file, byDefault string
		want                     []string
	}{
		{"v8.83.27", "queue8", "sync?QUEUE_CONNECTION", old},
		{"v9.52.16", "queue9", "sync?QUEUE_CONNECTION", old},
		{"v10.48.22", "queue10", "sync?QUEUE_CONNECTION", old},
		{"v11.44.0", "queue11", "database?QUEUE_CONNECTION", cast},
		{"v12.40.2", "queue12", "database?QUEUE_CONNECTION", later},
		{"v13.26.1", "queue13", "database?QUEUE_CONNECTION", later},
	}
	for _, test := range tests {
		t.Run(test.version, func(t *testing.T) {
			data, err := os.ReadFile("testdata/skeleton/" + test.file + ".php")
			if err != nil {
				t.Fatal(err)
			}
			_, app, _ := evaluate(t, appWith(test.version, map[string]string{"config/queue.php": string(data)}), nil)
			got := lines(app)
			slices.Sort(got)
			want := slices.Sorted(slices.Values(test.want))
			if !slices.Equal(got, want) {
				t.Errorf("connections:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if got := defaultText(app); got != test.byDefault {
				t.Errorf("default %q, want %q", got, test.byDefault)
			}
			if app.MoreConnections != "" || len(app.Problems) > 0 {
				t.Errorf("a plain skeleton has more connections (%s) or problems %v", app.MoreConnections, app.Problems)
			}
			redis := app.Connection("redis")
			if s := redis.Settings["retry_after"]; s.Key.Text() != "'retry_after'" || s.Key.Path() != "config/queue.php" {
				t.Errorf("the key retry_after of redis is at %q of %s", s.Key.Text(), s.Key.Path())
			}
			if got := redis.Span.Text(); got != "'redis'" {
				t.Errorf("redis is defined at %q", got)
			}
		})
	}
}

func TestFrameworkConfigurationLiesUnderTheApplications(t *testing.T) {
	onlyRedis := map[string]string{"config/queue.php": `<?php return ['default' => 'redis', 'connections' => [
		'redis' => ['driver' => 'redis', 'queue' => 'default'], 'sqs' => ['driver' => 'sqs']]];`}
	with := func(files map[string]string, more ...string) map[string]string {
		out := map[string]string{}
		for at, text := range files {
			out[at] = text
		}
		for i := 0; i < len(more); i += 2 {
			out[more[i]] = more[i+1]
		}
		return out
	}
	dontMerge := []string{"bootstrap/app.php", `<?php return Application::configure()->create()->dontMergeFrameworkConfiguration();`}
	base := []string{"sync sync none framework", "database database 90?DB_QUEUE_RETRY_AFTER framework",
		"beanstalkd beanstalkd 90?BEANSTALKD_QUEUE_RETRY_AFTER framework"}
	tests := map[string]struct {
		version   string
		files     map[string]string
		env       variables
		want      []string
		byDefault string
		more      string
	}{
		"the application's connection is taken whole": {
			version: "v11.56.0", files: onlyRedis, byDefault: "redis",
			want: append(slices.Clone(base), "sqs sqs unknown", "redis redis 60"),
		},
		"12 and 13 add deferred and failover, and no background": {
			version: "v12.67.0", files: onlyRedis, byDefault: "redis",
			want: append(slices.Clone(base), "sqs sqs unknown", "redis redis 60", "deferred deferred none framework", "failover failover unknown framework"),
		},
		"deferred and failover came in 12.35": {
			version: "v12.34.0", files: onlyRedis, byDefault: "redis",
			want: append(slices.Clone(base), "sqs sqs unknown", "redis redis 60"),
		},
		"the framework's env() is read": {
			version: "v11.56.0", files: onlyRedis, byDefault: "redis", env: variables{"DB_QUEUE_RETRY_AFTER": "", "BEANSTALKD_QUEUE_RETRY_AFTER": "300s"},
			want: []string{"sync sync none framework", "database database 0 framework", "beanstalkd beanstalkd 300 framework", "sqs sqs unknown", "redis redis 60"},
		},
		"before 11.0.7 the framework did not cast": {
			version: "v11.0.3", files: onlyRedis, byDefault: "redis", env: variables{"DB_QUEUE_RETRY_AFTER": "", "BEANSTALKD_QUEUE_RETRY_AFTER": "5"},
			want: []string{"sync sync none framework", "database database unknown framework", "beanstalkd beanstalkd 5 framework", "sqs sqs unknown", "redis redis 60"},
		},
		"dontMergeFrameworkConfiguration leaves it out": {
			version: "v12.67.0", files: with(onlyRedis, dontMerge...), byDefault: "redis",
			want: []string{"redis redis 60", "sqs sqs unknown"},
		},
		"a comment does not opt out": {
			version: "v11.56.0", files: with(onlyRedis, "bootstrap/app.php", "<?php // $app->dontMergeFrameworkConfiguration()\n return 1;"), byDefault: "redis",
			want: append(slices.Clone(base), "sqs sqs unknown", "redis redis 60"),
		},
		"10 has none": {
			version: "v10.48.0", files: onlyRedis, byDefault: "redis", want: []string{"redis redis 60", "sqs sqs unknown"},
		},
		"without the file the framework's counts": {
			version: "v11.56.0", byDefault: "database?QUEUE_CONNECTION",
			want: append(slices.Clone(base), "sqs sqs unknown framework", "redis redis 90?REDIS_QUEUE_RETRY_AFTER framework"),
		},
		"a missing default is the framework's": {
			version: "v11.56.0", files: map[string]string{"config/queue.php": `<?php return ['connections' => []];`}, byDefault: "database?QUEUE_CONNECTION",
			want: append(slices.Clone(base), "sqs sqs unknown framework", "redis redis 90?REDIS_QUEUE_RETRY_AFTER framework"),
		},
		"Lumen's own file is not known": {
			version: "v10.0.0", files: map[string]string{
				"composer.json": `{"require": {"laravel/lumen-framework": "^10.0"}}`,
				"composer.lock": lockOf("laravel/lumen-framework v10.0.3", "illuminate/queue v10.48.1"),
			},
			byDefault: "unknown: Lumen's own config/queue.php counts", more: "Lumen's own config/queue.php counts",
		},
		"a constraint across 11 leaves it open": {
			version: "^10.0 || ^11.0", files: with(onlyRedis, "composer.json", `{"require": {"laravel/framework": "^10.0 || ^11.0"}}`, "composer.lock", ""), byDefault: "redis",
			want: []string{"redis redis 60", "sqs sqs unknown"}, more: "it depends on Laravel's version whether it adds its own",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files := appWith(test.version, test.files)
			if files["composer.lock"] == "" {
				delete(files, "composer.lock")
			}
			_, app, _ := evaluate(t, files, test.env)
			got, want := slices.Sorted(slices.Values(lines(app))), slices.Sorted(slices.Values(test.want))
			if !slices.Equal(got, want) {
				t.Errorf("connections:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if got := defaultText(app); got != test.byDefault {
				t.Errorf("default %q, want %q", got, test.byDefault)
			}
			if app.MoreConnections != test.more {
				t.Errorf("more connections: %q, want %q", app.MoreConnections, test.more)
			}
		})
	}
}

func TestFrameworkValuesNameTheirSource(t *testing.T) {
	_, app, _ := evaluate(t, appWith("v12.40.2", nil), variables{"DB_QUEUE_RETRY_AFTER": "300"})
	origin := app.Connection("database").Lease.Origin()
	if origin.Via != queue.ViaFrameworkDefault || origin.Text != "config/queue.php of Laravel 12.40.2" {
		t.Errorf("the first step is %+v", origin)
	}
	if step := origin.From; step == nil || step.Via != queue.ViaEnvFile || step.Variable != "DB_QUEUE_RETRY_AFTER" {
		t.Errorf("the second step is %+v", step)
	}
	origin.Steps(func(o *queue.Origin) bool {
		if !o.Span.IsZero() {
			t.Errorf("a step has a place outside the repository: %s", o.Span.Path())
		}
		return true
	})
}

func TestLeaseIsWhatTheDriverMakesOfRetryAfter(t *testing.T) {
	// The columns are laravel/framework and the drivers database and redis, then redis under Horizon.
	tests := []struct {
		value                         string
		database12, redis12, redis10h string
		redis10                       string
	}{
		{"", "60", "60", "60", "60"},
		{"'retry_after' => null", "60", "60", "never", "60"},
		{"'retry_after' => 300", "300", "300", "300", "300"},
		{"'retry_after' => 60 * 5", "300", "300", "300", "300"},
		{"'retry_after' => 90.5", "90.5", "90.5", "90.5", "90.5"},
		{"'retry_after' => 0", "0", "0", "0", "0"},
		{"'retry_after' => -5", "-5", "-5", "-5", "-5"},
		{"'retry_after' => '90'", "90", "unknown", "90", "90"},
		{"'retry_after' => ' 90 '", "90", "unknown", "90", "90"},
		{"'retry_after' => ''", "unknown", "unknown", "unknown", "unknown"},
		{"'retry_after' => '90s'", "unknown", "unknown", "unknown", "unknown"},
		{"'retry_after' => '0x5A'", "unknown", "unknown", "unknown", "unknown"},
		{"'retry_after' => true", "unknown", "unknown", "unknown", "unknown"},
		{"'retry_after' => [90]", "unknown", "unknown", "unknown", "unknown"},
		{"'retry_after' => (int) ''", "0", "0", "0", "0"},
		{"'retry_after' => (int) null", "0", "0", "0", "0"},
		{"'retry_after' => (int) '90s'", "90", "90", "90", "90"},
		{"'retry_after' => env('RA')", "unknown", "unknown", "unknown", "unknown"},
		{"'retry_after' => env('RA', 120)", "120?RA", "120?RA", "120?RA", "120?RA"},
		{"'retry_after' => env('SET', 120)", "75", "unknown", "75", "75"},
		{"'retry_after' => env('NULL', 120)", "60", "60", "never", "60"},
		{"'retry_after' => (int) env('NULL', 120)", "0", "0", "0", "0"},
		{"'retry_after' => rand() > 5 ? 90 : 300", "90|300", "90|300", "90|300", "90|300"},
		{"'expire' => 300", "60", "60", "60", "60"},
	}
	for _, test := range tests {
		check := func(driver, want string, packages ...string) {
			t.Helper()
			files := appWith("v12.40.0", map[string]string{
				"composer.lock":    lockOf(packages...),
				"config/queue.php": `<?php return ['default' => 'x', 'connections' => ['x' => ['driver' => '` + driver + `', ` + test.value + `]]];`,
			})
			_, app, _ := evaluate(t, files, variables{"SET": "75", "NULL": "null"})
			if got := leaseText(app.Connection("x")); got != want {
				t.Errorf("%s, %s with %v: lease %s, want %s", test.value, driver, packages, got, want)
			}
		}
		check("database", test.database12, "laravel/framework v12.40.0", "nesbot/carbon 3.8.0")
		check("redis", test.redis12, "laravel/framework v12.40.0")
		check("redis", test.redis10, "laravel/framework v10.48.0", "nesbot/carbon 2.72.0")
		check("redis", test.redis10h, "laravel/framework v10.48.0", "nesbot/carbon 2.72.0", "laravel/horizon v5.20.0")
	}
}

func TestLegacyKeyCountsInTheVersionsThatReadIt(t *testing.T) {
	for _, test := range []struct{ version, value, want string }{
		{"v5.2.45", "300", "300"},
		{"v5.2.45", "null", "never"},
		{"v5.3.0", "300", "60"},
		{"", "300", "unknown"},
	} {
		files := appWith(test.version, map[string]string{
			"config/queue.php": `<?php return ['default' => 'x', 'connections' => ['x' => ['driver' => 'redis', 'expire' => ` + test.value + `]]];`,
		})
		_, app, _ := evaluate(t, files, nil)
		if got := leaseText(app.Connection("x")); got != test.want {
			t.Errorf("%s, expire %s: lease %s, want %s", test.version, test.value, got, test.want)
		}
	}
}

func TestDriversWithoutALeaseOfTheirOwn(t *testing.T) {
	files := appWith("v10.48.0", map[string]string{"config/queue.php": `<?php return ['default' => null, 'connections' => [
		'a' => ['driver' => 'sync', 'retry_after' => 90], 'b' => ['driver' => 'rabbitmq', 'retry_after' => 90], 'c' => ['driver' => 'sqs', 'retry_after' => 90],
		'd' => ['queue' => 'x'], 'e' => null, 'f' => 'x', 'g' => ['driver' => env('DRIVER')], 'h' => ['driver' => 'failover', 'connections' => ['a', 'b']]]];`})
	_, app, _ := evaluate(t, files, nil)
	want := []string{"a sync none", "b rabbitmq unknown", "c sqs unknown", "d  unknown", "f  unknown", "g  unknown", "h failover unknown", "null null none"}
	if got := lines(app); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := defaultText(app); got != "null" {
		t.Errorf("default %q, want null", got)
	}
	if want := `what brings the queue driver "rabbitmq" may define connections`; app.MoreConnections != want {
		t.Errorf("more connections: %q, want %q", app.MoreConnections, want)
	}
	members, _ := FailoverMembers(app.Connection("h")).Get()
	if !slices.Equal(members, []string{"a", "b"}) {
		t.Errorf("failover members %q", members)
	}
	if v := FailoverMembers(app.Connection("a")); !v.IsAbsent() {
		t.Errorf("a sync connection has failover members")
	}
}

func TestWhatIsNotKnownStaysSo(t *testing.T) {
	tests := map[string]struct{ config, want, byDefault, more string }{
		"an unknown spread after keys": {
			`['default' => 'x', 'connections' => ['x' => ['driver' => 'redis', 'retry_after' => 90, ...other()]]]`, "x  unknown", "x", "",
		},
		"an unknown spread before keys": {
			`['default' => 'x', 'connections' => ['x' => [...other(), 'driver' => 'redis']]]`, "x redis unknown", "x", "",
		},
		"unknown connections beside known ones": {
			`['default' => 'x', 'connections' => array_merge(other(), ['x' => ['driver' => 'redis']])]`, "x redis 60", "x", "some",
		},
		"a file that is computed as a whole": {`other()`, "", "unknown", "some"},
		"one of two connections": {
			`['default' => 'x', 'connections' => ['x' => rand() ? ['driver' => 'redis', 'retry_after' => 90] : ['driver' => 'redis', 'retry_after' => 60, 'block_for' => 5]]]`, "x redis 90|60", "x", "",
		},
		"one of two lists of connections": {
			`['default' => 'x', 'connections' => rand() ? ['x' => ['driver' => 'redis'], 'y' => ['driver' => 'sqs']] : ['x' => ['driver' => 'redis']]]`, "x redis 60", "x", "some",
		},
		"one of two files": {
			`rand() ? ['default' => 'x', 'connections' => ['x' => ['driver' => 'redis']]] : ['default' => 'y', 'connections' => ['x' => ['driver' => 'redis', 'retry_after' => 5]]]`, "x redis unknown", "unknown: ", "",
		},
		"no array":             {`12`, "", "unknown: config/queue.php returns no array", "config/queue.php returns no array"},
		"a circle of config()": {`['default' => config('queue.default'), 'connections' => []]`, "", "unknown", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, app, _ := evaluate(t, appWith("v10.48.0", map[string]string{"config/queue.php": `<?php return ` + test.config + `;`}), nil)
			if got := strings.Join(lines(app), ", "); got != test.want {
				t.Errorf("connections %q, want %q", got, test.want)
			}
			if got := defaultText(app); got != test.byDefault && (test.byDefault != "unknown" || !app.DefaultConnection.IsUnknown()) {
				t.Errorf("default %q, want %q", got, test.byDefault)
			}
			if got := app.MoreConnections; got != test.more && (test.more != "some" || got == "") {
				t.Errorf("more connections %q, want %q", got, test.more)
			}
		})
	}
}

func TestPackagesThatBringQueueDrivers(t *testing.T) {
	for name, want := range map[string]bool{
		"vladimir-yuldashev/laravel-queue-rabbitmq": true, "mongodb/laravel-mongodb": true, "acme/laravel-sqs-extended": true,
		"acme/nats-for-laravel": true, "spatie/laravel-queueable-action": false, "romanzipp/laravel-queue-monitor": false,
		"acme/laravel-signatures": false, "aws/aws-sdk-php": false,
	} {
		c := &Composer{Locked: map[string]string{name: "v1.0.0"}}
		if got := c.queuePackage() != ""; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestConfigurationMayLieElsewhere(t *testing.T) {
	config := `<?php return ['default' => 'mine', 'connections' => ['mine' => ['driver' => 'redis', 'retry_after' => 5]]];`
	for boot, want := range map[string]string{
		`$app->useConfigPath(base_path('settings'));`:           "mine redis 5",
		`$app->useConfigPath(__DIR__ . '/../settings');`:        "mine redis 5",
		`$app->useConfigPath($app->basePath('settings'));`:      "mine redis 5",
		`$app->useConfigPath(getenv('HOME') . '/settings');`:    "",
		`$app->useConfigPath(base_path('a') . '/../settings');`: "mine redis 5",
	} {
		a, app, _ := evaluate(t, map[string]string{
			"web/artisan": "", "artisan": "", "composer.json": `{"require": {"laravel/framework": "^10.0"}}`,
			"bootstrap/app.php": "<?php " + boot, "settings/queue.php": config,
		}, nil)
		if got := strings.Join(lines(app), ", "); got != want {
			t.Errorf("%s: connections %q, want %q", boot, got, want)
		}
		if want == "" && (a.lost == "" || app.MoreConnections == "" || !app.DefaultConnection.IsUnknown()) {
			t.Errorf("%s: the configuration is taken for known", boot)
		}
	}
}

func TestPlacesPointIntoTheConfiguration(t *testing.T) {
	_, app, _ := evaluate(t, appWith("v12.40.2", map[string]string{"config/queue.php": "<?php\nreturn [\n  'connections' => [\n    'redis' => ['driver' => 'redis',\n      'retry_after' => 120],\n  ],\n];\n"}), nil)
	c := app.Connection("redis")
	if p := c.Span.First(source.CodePoints); p != (source.Position{Line: 4, Column: 5}) {
		t.Errorf("redis is at %v", p)
	}
	if p := c.Lease.Origin().Place().First(source.CodePoints); p != (source.Position{Line: 5, Column: 24}) {
		t.Errorf("the lease is at %v", p)
	}
}

func TestPlacesPointIntoALineOfSeveralBytesACharacter(t *testing.T) {
	_, app, _ := evaluate(t, appWith("v12.40.2", map[string]string{"config/queue.php": "<?php\nreturn ['größe' => 'é', 'connections' => ['redis' => ['driver' => 'redis', 'queue' => 'ä', 'retry_after' => 120]]];\n"}), nil)
	if got := app.Connection("redis").Lease.Origin().Place(); got.Text() != "120" || got.First(source.CodePoints).Column != 109 {
		t.Errorf("the lease is %q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}
