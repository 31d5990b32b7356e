package pm2

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func show[T any](v queue.Value[T]) string {
	if x, ok := v.Get(); ok {
		return fmt.Sprint(x)
	}
	return "unknown"
}

func describe(p *Process) string {
	words := []string{p.Name, show(p.StopSignal), show(p.StopWait), show(p.Processes), show(p.Restart.AfterSuccess) + ":"}
	for _, w := range p.Words {
		if w.Why != "" {
			w.Text = "?"
		}
		words = append(words, w.Text)
	}
	return strings.Join(words, " ")
}

func TestProcessesAreWhatPM2Starts(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a script with an interpreter", "{name: 'q', script: 'artisan', interpreter: 'php', interpreter_args: '-d memory_limit=1G', args: 'queue:work --queue=\"a b\"'}", "q INT 1.6s 1 true: php -d memory_limit=1G artisan queue:work --queue=a b"},
		{"a list of arguments", "{name: 'q', script: '/usr/bin/php', args: ['artisan', 'queue:work', x], kill_timeout: 5000}", "q INT 5s 1 true: /usr/bin/php artisan queue:work ?"},
		{"a command line", "{script: 'php artisan queue:work', kill_timeout: '3000'}", "php artisan queue:work INT 3s 1 true: bash -c php artisan queue:work"},
		{"instances", "{name: 'q', script: 'a', instances: 4}", "q INT 1.6s 4 true: a"},
		{"as many as processors", "{name: 'q', script: 'a', instances: 'max', autorestart: false}", "q INT 1.6s unknown false: a"},
		{"what is computed", "{name: 'q', script: 'a', kill_timeout: 60 * 1000, autorestart: x}", "q INT unknown 1 unknown: a"},
		{"what is spread in", "{...base, name: 'q', script: 'a'}", "q INT unknown unknown unknown: a"},
		{"a message for a signal", "{name: 'q', script: 'a', shutdown_with_message: true}", "q unknown 1.6s 1 true: a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := Load(source.New("ecosystem.config.js", []byte("module.exports = {apps: ["+c.in+"]}")))
			if len(all) != 1 {
				t.Fatalf("%d processes", len(all))
			}
			if got := describe(all[0]); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestYAMLIsReadAsWell(t *testing.T) {
	all := LoadYAML(source.New("pm2.yml", []byte("apps:\n  - name: q # é\n    script: php\n    args: artisan queue:work\n    kill_timeout: 5000\n    env: {A: 1}\n")))
	if len(all) != 1 || describe(all[0]) != "q INT 5s 1 true: php artisan queue:work" || len(all[0].Environment) != 1 {
		t.Errorf("%+v", all)
	}
}

func TestVariablesAreThoseThatEveryEnvironmentShares(t *testing.T) {
	all := Load(source.New("pm2.json", []byte(`{"apps": [{"script": "a", "env": {"A": "1", "B": 2}, "env_production": {"B": 3}}]}`)))
	var got []string
	for _, v := range all[0].Environment {
		got = append(got, v.Name+"="+show(v.Value))
	}
	if strings.Join(got, " ") != "A=1 B=unknown" {
		t.Error(got)
	}
}

func TestOnlyPM2sFilesAreRead(t *testing.T) {
	for path, want := range map[string]bool{
		"ecosystem.config.js": true, "deploy/ecosystem.production.config.cjs": true, "pm2.json": true, "process.yml": true, "queue.pm2.json": true,
		"src/ecosystem.tsx": false, "process.php": false, "processor.js": false,
	} {
		if Is(path) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("module.exports = {apps: [{name: 'a', script: 'php artisan', args: ['x', y], kill_timeout: 1, env: {A: '1'}}]}")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range append(Load(source.New("a.js", []byte(text))), LoadYAML(source.New("a.yml", []byte(text)))...) {
			for _, w := range p.Words {
				if w.Span.File != nil && (w.Span.End < w.Span.Start || w.Span.End > len(text)) {
					t.Fatal(w)
				}
			}
		}
	})
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	for at, text := range map[string]string{
		"ecosystem.config.js": "module.exports = { apps: [{ name: 'größe', cwd: 'é', script: 'artisan', args: 'queue:work', kill_timeout: 5000 }] }\n",
		"pm2.yml":             "apps: [{name: größe, cwd: é, script: artisan, args: 'queue:work', kill_timeout: 5000}]\n",
	} {
		load := Load
		if IsYAML(at) {
			load = LoadYAML
		}
		all := load(source.New(at, []byte(text)))
		if len(all) != 1 {
			t.Errorf("%s: %d processes", at, len(all))
			continue
		}
		if got := all[0].StopWait.Origin().Place().Text(); got != "5000" {
			t.Errorf("%s: the grace is at %q", at, got)
		}
		if got := all[0].Span.Text(); got != "größe" && got != "'größe'" {
			t.Errorf("%s: the name is at %q", at, got)
		}
	}
}
