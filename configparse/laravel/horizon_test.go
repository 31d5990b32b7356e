package laravel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// horizonApp is an application with Horizon in a version and the given environments and defaults.
func horizonApp(version, defaults, environments string) map[string]string {
	config := "<?php return ["
	if defaults != "" {
		config += "'defaults' => " + defaults + ", "
	}
	config += "'environments' => " + environments + "];"
	return appWith("v11.29.0", map[string]string{
		"composer.lock":      lockOf("laravel/framework v11.29.0", "laravel/horizon "+version),
		"config/horizon.php": config,
	})
}

func known[T any](v queue.Value[T]) string {
	switch {
	case v.IsAbsent():
		return "absent"
	case v.IsUnknown():
		return "unknown"
	case v.IsInfinite():
		return "unlimited"
	}
	one, ok := v.Get()
	if !ok {
		return "several"
	}
	return fmt.Sprint(one)
}

// describeWorker is a supervisor in one line.
func describeWorker(w *queue.Worker) string {
	queues := known(w.Queues)
	if names, ok := w.Queues.Get(); ok {
		queues = fmt.Sprintf("%q", names)
	}
	return fmt.Sprintf("%s/%s on %s %s timeout %s tries %s backoff %s processes %s",
		w.Environment, w.Name, known(w.Connection), queues, known(w.Timeout), known(w.Tries), known(w.Backoff), known(w.Processes))
}

func TestHorizonMergesAsArrayReplaceRecursive(t *testing.T) {
	const base = `'connection' => 'redis'`
	tests := map[string]struct {
		version                string
		defaults, environments string
		want                   []string
	}{
		"lists merge by index": {
			defaults:     `['s' => [` + base + `, 'queue' => ['a', 'b', 'c'], 'backoff' => [1, 2, 3], 'tries' => 3]]`,
			environments: `['production' => ['s' => ['queue' => ['x'], 'backoff' => [9]]]]`,
			want:         []string{`production/s on redis ["x" "b" "c"] timeout 1m0s tries 3 backoff [9s 2s 3s] processes 1`},
		},
		"a text replaces a list": {
			defaults:     `['s' => [` + base + `, 'queue' => ['a', 'b', 'c']]]`,
			environments: `['production' => ['s' => ['queue' => 'x,y']]]`,
			want:         []string{`production/s on redis ["x" "y"] timeout 1m0s tries unlimited backoff absent processes 1`},
		},
		"a list replaces a text": {
			defaults:     `['s' => [` + base + `, 'queue' => 'a,b']]`,
			environments: `['production' => ['s' => ['queue' => ['x']]]]`,
			want:         []string{`production/s on redis ["x"] timeout 1m0s tries unlimited backoff absent processes 1`},
		},
		"an empty list does not clear the default": {
			defaults:     `['s' => [` + base + `, 'queue' => ['a', 'b']]]`,
			environments: `['production' => ['s' => ['queue' => []]]]`,
			want:         []string{`production/s on redis ["a" "b"] timeout 1m0s tries unlimited backoff absent processes 1`},
		},
		"null erases the default": {
			defaults:     `['s' => [` + base + `, 'queue' => ['a'], 'tries' => 3, 'timeout' => 30]]`,
			environments: `['production' => ['s' => ['tries' => null, 'timeout' => null]]]`,
			want:         []string{`production/s on redis ["a"] timeout unlimited tries unlimited backoff absent processes 1`},
		},
		"a supervisor of the defaults runs in every environment": {
			defaults:     `['s' => [` + base + `, 'queue' => ['a'], 'tries' => 2]]`,
			environments: `['production' => [], 'local' => ['t' => [` + base + `, 'queue' => 'b']]]`,
			want: []string{
				`production/s on redis ["a"] timeout 1m0s tries 2 backoff absent processes 1`,
				`local/s on redis ["a"] timeout 1m0s tries 2 backoff absent processes 1`,
				`local/t on redis ["b"] timeout 1m0s tries unlimited backoff absent processes 1`,
			},
		},
		"every spelling of the keys": {
			defaults: `[]`,
			environments: `['production' => [
				'a' => [` + base + `, 'maxTries' => 5, 'processes' => 4], 'b' => [` + base + `, 'max_tries' => 5, 'max_processes' => 4],
				'c' => [` + base + `, 'tries' => 5, 'max-processes' => 4]]]`,
			want: []string{
				`production/a on redis absent timeout 1m0s tries 5 backoff absent processes 4`,
				`production/b on redis absent timeout 1m0s tries 5 backoff absent processes 4`,
				`production/c on redis absent timeout 1m0s tries 5 backoff absent processes 4`,
			},
		},
		"the environment's spelling wins": {
			defaults:     `['s' => [` + base + `, 'processes' => 2, 'tries' => 1]]`,
			environments: `['production' => ['s' => ['maxProcesses' => 7, 'maxTries' => 9]]]`,
			want:         []string{`production/s on redis absent timeout 1m0s tries 9 backoff absent processes 7`},
		},
		"a key of the defaults keeps its place before one of another spelling": {
			defaults:     `['s' => [` + base + `, 'maxProcesses' => 2, 'processes' => 3]]`,
			environments: `['production' => ['s' => ['maxProcesses' => 7]]]`,
			want:         []string{`production/s on redis absent timeout 1m0s tries unlimited backoff absent processes 3`},
		},
		"unknown keys do nothing": {
			defaults:     `[]`,
			environments: `['production' => ['s' => [` + base + `, 'retries' => 3, 'timeouts' => 5]]]`,
			want:         []string{`production/s on redis absent timeout 1m0s tries unlimited backoff absent processes 1`},
		},
		"what limits nothing": {
			defaults:     `[]`,
			environments: `['production' => ['s' => [` + base + `, 'timeout' => 0, 'tries' => 0], 't' => [` + base + `, 'timeout' => -1, 'tries' => -1], 'u' => [` + base + `, 'timeout' => '', 'tries' => '']]]`,
			want: []string{
				`production/s on redis absent timeout unlimited tries unlimited backoff absent processes 1`,
				`production/t on redis absent timeout unlimited tries -1 backoff absent processes 1`,
				`production/u on redis absent timeout unlimited tries unlimited backoff absent processes 1`,
			},
		},
		"texts are what the command line makes of them": {
			defaults:     `[]`,
			environments: `['production' => ['s' => [` + base + `, 'timeout' => '90', 'tries' => '3x', 'backoff' => '1,2'], 't' => [` + base + `, 'timeout' => '90s', 'tries' => 'x', 'backoff' => true]]]`,
			want: []string{
				`production/s on redis absent timeout 1m30s tries 3 backoff [1s 2s] processes 1`,
				`production/t on redis absent timeout unknown tries unlimited backoff [1s] processes 1`,
			},
		},
		"balancing gives every queue a process": {
			defaults: `['s' => [` + base + `, 'queue' => ['a', 'b', 'c'], 'maxProcesses' => 1]]`,
			environments: `['auto' => ['s' => ['balance' => 'auto']], 'simple' => ['s' => ['balance' => 'simple']], 'off' => ['s' => ['balance' => false]],
				'true' => ['s' => ['balance' => true]], 'size' => ['s' => ['balance' => 'size']]]`,
			want: []string{
				`auto/s on redis ["a" "b" "c"] timeout 1m0s tries unlimited backoff absent processes 3`,
				`simple/s on redis ["a" "b" "c"] timeout 1m0s tries unlimited backoff absent processes 3`,
				`off/s on redis ["a" "b" "c"] timeout 1m0s tries unlimited backoff absent processes 1`,
				`true/s on redis ["a" "b" "c"] timeout 1m0s tries unlimited backoff absent processes 1`,
				`size/s on redis ["a" "b" "c"] timeout 1m0s tries unlimited backoff absent processes 1`,
			},
		},
		"queues are not trimmed": {
			defaults:     `[]`,
			environments: `['production' => ['s' => [` + base + `, 'queue' => ['a', ' b']], 't' => [` + base + `, 'queue' => 'a,']]]`,
			want: []string{
				`production/s on redis ["a" " b"] timeout 1m0s tries unlimited backoff absent processes 1`,
				`production/t on redis ["a" ""] timeout 1m0s tries unlimited backoff absent processes 1`,
			},
		},
		"no connection": {
			defaults: `[]`, environments: `['production' => ['s' => ['queue' => 'a']]]`,
			want: []string{`production/s on unknown ["a"] timeout 1m0s tries unlimited backoff absent processes 1`},
		},
		"no processes, no supervisor": {
			version:  "v5.30.0",
			defaults: `['s' => [` + base + `, 'maxProcesses' => 0]]`, environments: `['production' => ['s' => ['maxProcesses' => 3]], 'local' => []]`,
			want: []string{`production/s on redis absent timeout 1m0s tries unlimited backoff absent processes 3`},
		},
		"before 5.29.2 one process remained": {
			defaults: `['s' => [` + base + `, 'maxProcesses' => 0]]`, environments: `['local' => []]`,
			want: []string{`local/s on redis absent timeout 1m0s tries unlimited backoff absent processes 1`},
		},
		"without defaults the package's own count": {
			defaults: "", environments: `['production' => ['supervisor-1' => ['tries' => 3]], 'local' => ['mine' => [` + base + `]]]`,
			want: []string{
				`production/supervisor-1 on redis ["default"] timeout 1m0s tries 3 backoff absent processes 1`,
				`local/supervisor-1 on redis ["default"] timeout 1m0s tries 1 backoff absent processes 1`,
				`local/mine on redis absent timeout 1m0s tries unlimited backoff absent processes 1`,
			},
		},
		"Horizon 4 had no defaults, and delay for backoff": {
			version: "v4.3.5", defaults: "", environments: `['production' => ['s' => [` + base + `, 'delay' => 3, 'backoff' => 5]]]`,
			want: []string{`production/s on redis absent timeout 1m0s tries unlimited backoff [3s] processes 1`},
		},
		"before 5.5 a list of pauses was none": {
			version: "v5.4.0", defaults: `[]`, environments: `['production' => ['s' => [` + base + `, 'queue' => ['a', 'b'], 'backoff' => [1, 2]]]]`,
			want: []string{`production/s on redis ["a" "b"] timeout 1m0s tries unlimited backoff unknown processes 1`},
		},
		"unknown defaults leave what the environment says": {
			defaults: `other()`, environments: `['production' => ['s' => [` + base + `, 'timeout' => 30]]]`,
			want: []string{
				`production/s on redis unknown timeout 30s tries unknown backoff unknown processes unknown`,
				`production/ on unknown unknown timeout unknown tries unknown backoff unknown processes unknown`,
			},
		},
		"an unknown environment": {
			defaults: `['s' => [` + base + `]]`, environments: `['production' => other(), 'local' => null]`,
			want: []string{`production/ on unknown unknown timeout unknown tries unknown backoff unknown processes unknown`},
		},
		"unknown environments": {
			defaults: `['s' => [` + base + `]]`, environments: `other()`,
			want: []string{`/ on unknown unknown timeout unknown tries unknown backoff unknown processes unknown`},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.version == "" {
				test.version = "v5.29.1"
			}
			_, app, _ := evaluate(t, horizonApp(test.version, test.defaults, test.environments), nil)
			var got []string
			for _, w := range app.Workers {
				got = append(got, describeWorker(w))
				if tries, set := w.Settings["maxTries"]; w.Tries.IsUnknown() && (!set || !tries.Value.IsUnknown()) {
					t.Errorf("the tries of %s are unknown, and its setting is not", w.Name)
				}
				if w.Kind != queue.HorizonSupervisor || w.Span.IsZero() {
					t.Errorf("%s is of kind %d at %v", w.Name, w.Kind, w.Span)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("supervisors:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestSupervisorStandsWhereItsNameIs(t *testing.T) {
	files := horizonApp("v5.29.1", `['s' => ['connection' => 'redis', 'timeout' => 30], 'd' => ['connection' => 'redis']]`,
		`['production' => ['s' => ['tries' => 3]]]`)
	_, app, _ := evaluate(t, files, nil)
	text := files["config/horizon.php"]
	want := map[string]int{"s": strings.LastIndex(text, "'s'"), "d": strings.Index(text, "'d'")}
	for _, w := range app.Workers {
		if w.Span.Start != want[w.Name] || w.Span.Text() != "'"+w.Name+"'" {
			t.Errorf("%s is at %d (%s), want %d", w.Name, w.Span.Start, w.Span.Text(), want[w.Name])
		}
	}
	s := app.Workers[0]
	if at := s.Timeout.Origin().Place(); at.Text() != "30" {
		t.Errorf("the timeout is at %q", at.Text())
	}
	if key := s.Settings["maxTries"].Key; key.Text() != "'tries'" {
		t.Errorf("the tries' key is at %q", key.Text())
	}
	if origin := app.Workers[1].Timeout.Origin(); origin.Via != queue.ViaFrameworkDefault || !origin.Place().IsZero() {
		t.Errorf("the default timeout has the origin %+v", origin)
	}
}

func TestWithoutItsFileHorizonHasThePackagesSupervisors(t *testing.T) {
	files := appWith("v11.29.0", map[string]string{"composer.lock": lockOf("laravel/framework v11.29.0", "laravel/horizon v5.29.1")})
	_, app, _ := evaluate(t, files, nil)
	var got []string
	for _, w := range app.Workers {
		got = append(got, describeWorker(w))
		if w.Span.Text() != "v5.29.1" {
			t.Errorf("%s is at %q, want the package's version", w.Name, w.Span.Text())
		}
	}
	want := []string{
		`production/supervisor-1 on redis ["default"] timeout 1m0s tries 1 backoff absent processes 10`,
		`local/supervisor-1 on redis ["default"] timeout 1m0s tries 1 backoff absent processes 3`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	delete(files, "composer.lock")
	files["composer.json"] = `{"require": {"laravel/framework": "^11.0"}, "require-dev": {"laravel/horizon": "^5.0"}}`
	if _, app, _ := evaluate(t, files, nil); app.Horizon || len(app.Workers) > 0 {
		t.Errorf("a development package counts as installed")
	}
}

func TestDevelopmentEnvironmentsOfHorizon(t *testing.T) {
	_, app, _ := evaluate(t, horizonApp("v5.29.1", `['s' => ['connection' => 'redis']]`,
		`['production' => [], 'local' => [], 'development' => [], 'dev*' => [], 'testing' => [], 'staging' => [], '*' => []]`), nil)
	got := map[string]bool{}
	for _, w := range app.Workers {
		got[w.Environment] = w.Development != ""
	}
	want := map[string]bool{"production": false, "local": true, "dev*": true, "development": true, "testing": true, "staging": false, "*": false}
	if !maps.Equal(got, want) {
		t.Errorf("development environments %v, want %v", got, want)
	}
}

func TestEnvironmentNamesMatchAsStrIs(t *testing.T) {
	for _, test := range []struct {
		name, environment string
		want              bool
	}{
		{"production", "production", true}, {"Production", "production", false}, {"*", "anything", true}, {"prod*", "production", true},
		{"*ction", "production", true}, {"prod", "production", false}, {"p.oduction", "production", false}, {"a*b*c", "a-b-c", true}, {"*", "", true},
	} {
		if got := MatchesEnvironment(test.name, test.environment); got != test.want {
			t.Errorf("%q for %q: %v", test.name, test.environment, got)
		}
	}
}

func TestHorizonSettingsAndEnvironments(t *testing.T) {
	files := appWith("v11.29.0", map[string]string{
		"composer.lock": lockOf("laravel/framework v11.29.0", "laravel/horizon v5.29.1"),
		"config/horizon.php": `<?php return ['env' => env('HORIZON_ENV', 'live'), 'fast_termination' => true, 'waits' => ['redis:default' => 30],
			'environments' => ['*' => ['a' => ['connection' => 'redis']], 'live' => []], 'defaults' => []];`,
	})
	a, app, w := evaluate(t, files, nil)
	h := a.Horizon(w)
	if len(h.Environments) != 2 || h.Environments[0].Name != "*" || h.Environments[1].Name != "live" || len(h.Environments[1].Supervisors) != 0 {
		t.Errorf("environments %+v", h.Environments)
	}
	if got := known(h.Environment); got != "live" {
		t.Errorf("horizon.env is %s", got)
	}
	if wait, _ := h.Settings["waits.redis:default"].Value.Get(); wait.Int != 30 {
		t.Errorf("the wait is %+v", wait)
	}
	if limit, _ := h.Settings["memory_limit"].Value.Get(); limit.Int != 64 {
		t.Errorf("the memory limit is %+v, want the package's", limit)
	}
	if !app.Workers[0].FastTermination {
		t.Error("fast_termination is not read")
	}
	if d, _ := app.Workers[0].Timeout.Get(); d != 60*time.Second {
		t.Errorf("timeout %v", d)
	}
}
