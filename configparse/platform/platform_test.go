package platform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

// shown is a process in one line: name, command, grace, signal, the ceiling, and what it sets.
func shown(p *Process) string {
	grace := "?"
	if d, ok := p.StopWait.Get(); ok {
		grace = d.String()
	}
	signal := "?"
	if s, ok := p.StopSignal.Get(); ok {
		signal = s
	}
	var set []string
	for _, v := range p.Environment {
		value, ok := v.Value.Get()
		if !ok {
			value = "?"
		}
		set = append(set, v.Name+"="+value)
	}
	return strings.TrimSpace(p.Manager.String() + " " + p.Kind + " " + p.Name + ": " + p.Command.Text + " | " + grace + " " + signal + " " + p.MostWait.String() + " | " + p.Folder + " | " + strings.Join(set, " "))
}

func TestFilesTellWhatRunsAndHowLongItMayStop(t *testing.T) {
	tests := []struct {
		path, text string
		want       []string
	}{
		{"apps/fly.toml", "app = \"shop\"\nkill_signal = \"SIGTERM\"\nkill_timeout = 90\n[env]\nA = \"größe\"\n[processes]\nweb = \"\"\nworker = \"php artisan queue:work\"\n", []string{
			"fly process web:  | 1m30s TERM 5m0s | apps | A=größe", "fly process worker: php artisan queue:work | 1m30s TERM 5m0s | apps | A=größe",
		}},
		{"fly.staging.toml", "app = \"shop\"\n[experimental]\ncmd = [\"php\", \"artisan\", \"horizon\"]\n", []string{"fly process shop: php artisan horizon | 5s INT 5m0s |  |"}},
		{"render.yaml", `
envVarGroups:
  - name: all
    envVars: [{key: A, value: 1}, {key: B, value: x}]
services:
  - {type: redis, name: r}
  - type: worker
    name: w
    rootDir: backend
    startCommand: php artisan queue:work
    maxShutdownDelaySeconds: 300
    envVars: [{fromGroup: all}, {key: B, value: y}, {key: C, fromDatabase: {name: db}}]
`, []string{"render worker w: php artisan queue:work | 5m0s TERM 5m0s | backend | A=1 B=y C=?"}},
		{".do/app.yaml", `
name: shop
envs: [{key: A, value: "${db.URL}"}, {key: B, value: "EV[1:x]"}, {key: C, value: c}]
workers:
  - {name: w, source_dir: backend, run_command: php artisan queue:work, termination: {grace_period_seconds: 600}, envs: [{key: C, value: d}]}
services:
  - {name: web, source_dir: /}
`, []string{"digitalocean worker w: php artisan queue:work | 10m0s TERM 10m0s | backend | A=? B=? C=d", "digitalocean service web:  | 2m0s TERM 10m0s |  | A=? B=? C=c"}},
		{"railway.toml", "[deploy]\nstartCommand = \"php artisan queue:work\"\n", []string{"railway service service: php artisan queue:work | ? TERM 0s |  |"}},
		{"railway.json", `{"deploy": {"startCommand": "x", "drainingSeconds": 60}, "environments": {"production": {"deploy": {"drainingSeconds": 60}}}}`, []string{
			"railway service service: x | 1m0s TERM 0s |  |",
		}},
		{"aws/task-definition.json", `{"taskDefinition": {"requiresCompatibilities": ["FARGATE"], "containerDefinitions": [
	{"name": "w", "entryPoint": ["php"], "command": ["artisan", "horizon"], "stopTimeout": 120, "environment": [{"name": "A", "value": "\u00e9\/"}]}]}}`, []string{
			"ecs Fargate container w: php artisan horizon | 2m0s ? 2m0s | aws | A=é/",
		}},
		{"ecs-task.json", `{"containerDefinitions": [{"name": "w", "stopTimeout": 45}, {"name": "v"}]}`, []string{
			"ecs container w:  | 45s ? 0s |  |", "ecs container v:  | ? ? 0s |  |",
		}},
		{"a.nomad", `
variable "t" { default = "30s" }
job "j" {
  group "g" {
    task "t" {
      driver = "exec"
      config {
        command = "php"
        args = ["artisan", "queue:work"]
      }
      env { A = "1" }
      kill_timeout = var.t
    }
  }
}`, []string{"nomad task t: php artisan queue:work | 30s INT 0s |  | A=1"}},
	}
	for _, test := range tests {
		if !May(test.path) {
			t.Errorf("%s is not looked at", test.path)
		}
		result := Read(source.New(test.path, []byte(test.text)))
		if result.Problem != nil || !result.Known {
			t.Errorf("%s: %+v", test.path, result.Problem)
			continue
		}
		var got []string
		for _, p := range result.Processes {
			got = append(got, shown(p))
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", test.path, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

func TestOtherFilesAreNoPlatforms(t *testing.T) {
	for path, text := range map[string]string{
		"app.yaml": "runtime: php83\nname: x\n", "app.yml": "services:\n  web: {image: x}\n", "docker-bake.hcl": "group \"default\" { targets = [\"a\"] }\n",
		"config/task.json": `{"tasks": []}`, "fly.toml": "x = 1\n", "render.yaml": "openapi: 3.0.0\n", "job.hcl": "job \"x\" {}\n", "railway.json": "[]",
	} {
		if r := Read(source.New(path, []byte(text))); r.Known || r.Problem != nil {
			t.Errorf("%s is taken for a platform's: %+v", path, r)
		}
	}
}

func TestFaultsAreSaid(t *testing.T) {
	for path, text := range map[string]string{
		"fly.toml": "app = \n", "render.yaml": "services:\n  - type: worker\n   name: [\n", "a.nomad": "job \"x\" {\n  group \"g\" {\n task \"t\" {}\n}\n}\nx = = 1\n",
	} {
		if r := Read(source.New(path, []byte(text))); r.Problem == nil || r.Whole {
			t.Errorf("%s: no fault: %+v", path, r)
		}
	}
}

func TestPlacesAreRightBehindOtherAlphabets(t *testing.T) {
	text := "# größe\nservices:\n  - {type: worker, name: \"größe\", startCommand: \"php artisan queue:work --timeout=90\", maxShutdownDelaySeconds: 30}\n"
	p := Read(source.New("render.yaml", []byte(text))).Processes[0]
	if got := p.StopWait.Origin().Place().Text(); got != "30" {
		t.Errorf("the grace stands at %q", got)
	}
	if got := p.Line.At(23, 35).Text(); got != "--timeout=90" {
		t.Errorf("the option stands at %q", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []struct{ path, text string }{
		{"fly.toml", "app = \"x\"\n[processes]\na = \"b\"\n"}, {"render.yaml", "services: [{type: worker, envVars: [{fromGroup: a}]}]\n"},
		{".do/app.yaml", "name: a\nworkers: [{name: b, run_command: c, envs: [{key: d}]}]\n"}, {"railway.json", `{"deploy": {"startCommand": "x"}}`},
		{"task.json", `{"containerDefinitions": [{"name": 1, "command": "x"}]}`}, {"a.nomad", "job \"a\" {\n task \"b\" {\n config { args = [1, {}] }\n }\n}\n"},
		{"render.yaml", "services: &a\n  - type: worker\n    envVars: *a\n"},
		{"config/deploy.yml", "service: a\nimage: b\nservers:\n  c: {cmd: bin/jobs, hosts: [d], env: {clear: {E: 1}, secret: [F]}}\n"},
	} {
		f.Add(seed.path, []byte(seed.text))
	}
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		for _, p := range Read(source.New(path, data)).Processes {
			if p.Span.IsZero() {
				t.Errorf("%q stands nowhere", p.Name)
			}
			p.Stage()
			for _, w := range p.Words {
				w.At(0, len(w.Text))
			}
		}
	})
}

func TestKamalGivesARoleWhatItsTimeoutsSay(t *testing.T) {
	const head = "service: shop\nimage: shop/app\nservers:\n"
	for _, c := range []struct {
		name, text string
		want       string // grace and name of each role with a command
	}{
		{"default", head + "  web: [a]\n  jobs: { hosts: [b, c], cmd: bin/jobs }\n", "jobs 30s x2"},
		{"drain", head + "  jobs: { hosts: [b], cmd: bin/jobs }\ndrain_timeout: 12\n", "jobs 12s x1"},
		{"Kamal 1", head + "  jobs: { hosts: [b], cmd: bin/jobs }\nstop_wait_time: 13\n", "jobs 13s x1"},
		{"role before root", head + "  jobs: { hosts: [b], cmd: bin/jobs, stop_timeout: 3 }\nstop_timeout: 4\n", "jobs 3s x1"},
		{"behind the proxy", head + "  web: { hosts: [b], cmd: bin/all }\ndrain_timeout: 12\n", "web 10s x1"},
		{"web without the proxy", head + "  web: { hosts: [b], cmd: bin/all, proxy: false }\ndrain_timeout: 12\n", "web 12s x1"},
		{"proxied role", head + "  é: { hosts: [b], cmd: bin/all, proxy: { host: x } }\ndrain_timeout: 12\n", "é 10s x1"},
		{"ERB in the value", head + "  jobs: { hosts: [b], cmd: bin/jobs }\ndrain_timeout: <%= T %>\n", "jobs ? x1"},
		{"ERB in the lines", "<% if x %>\n" + head + "  jobs: { hosts: [b], cmd: bin/jobs }\n<% end %>\n", ""},
		{"another tool's", "servers:\n  jobs: { cmd: bin/jobs }\n", ""},
	} {
		var got []string
		for _, p := range Read(source.New("config/deploy.yml", []byte(c.text))).Processes {
			n, _ := p.Processes.Get()
			grace := "?"
			if d, ok := p.StopWait.Get(); ok {
				grace = d.String()
			}
			got = append(got, fmt.Sprintf("%s %s x%d", p.Name, grace, n))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}
