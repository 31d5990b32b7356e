package qlint_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hook is an entry of .pre-commit-hooks.yaml.
type hook struct {
	ID            string
	Language      string
	Entry         string
	Files         string
	PassFilenames *bool `yaml:"pass_filenames"`
	RequireSerial bool  `yaml:"require_serial"`
}

func theHook(t *testing.T) hook {
	t.Helper()
	hooks := *mustReadYAML[[]hook](t, ".pre-commit-hooks.yaml")
	if len(hooks) != 2 || hooks[0].ID != "qlint" || hooks[1].ID != "qlint-go" {
		t.Fatalf("hooks: %+v", hooks)
	}
	return hooks[0]
}

func TestGoHookIsRunForFilesThatMatter(t *testing.T) {
	pattern := regexp.MustCompile((*mustReadYAML[[]hook](t, ".pre-commit-hooks.yaml"))[1].Files)
	for path, want := range map[string]bool{
		"main.go": true, "billing/charge.go": true, "go.mod": true, "api/go.sum": true, "go.work": true, "migrations/1.up.sql": true,
		"qlint.toml": true, "app/.qlint.toml": true, "cargo.mod": false, "README.md": false, "main.gohtml": false,
	} {
		if got := pattern.MatchString(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

func TestHookStartsACommandThatExists(t *testing.T) {
	h := theHook(t)
	words := strings.Fields(h.Entry)
	if words[0] != filepath.Base(qlintBinary(t)) {
		t.Errorf("entry %q starts no binary of this module", h.Entry)
	}
	args := append(words[1:], "--fail-on", "never", "--quiet", "testdata/projects/shop")
	if out, err := exec.CommandContext(t.Context(), qlintBinary(t), args...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	if !h.RequireSerial {
		t.Error("several processes would each read the repository and report a finding once per place")
	}
}

func TestHookIsRunForFilesThatMatter(t *testing.T) {
	pattern := regexp.MustCompile(strings.Join(strings.Fields(strings.TrimPrefix(strings.TrimSpace(theHook(t).Files), "(?x)")), ""))
	for path, want := range map[string]bool{
		"app/Jobs/Import.php": true, "config/queue.php": true, "modules/billing/config/horizon.php": true, "artisan": true,
		"composer.json": true, "api/composer.lock": true, "package-lock.json": false, "xcomposer.json": false,
		".env": true, ".env.production": true, "api/.env.example": true, "app/environment.ts": false,
		"supervisor/queue.conf": true, "docker/supervisord.conf": true, "etc/supervisor.d/queue.ini": true, "conf.d/queue": true,
		"docker/supervisord": true, "supervisor/queue": true, "deploy/queue.conf.j2": true, "conf.d/readme.md": false,
		"docker-compose.yml": true, "compose.prod.yaml": true, "k8s/worker.yaml": true,
		"Dockerfile": true, "docker/Dockerfile.worker": true, "worker.dockerfile": true, "Containerfile": true,
		"deploy.sh": true, "bin/deploy": true, "scripts/ci/deploy": true, "docker/entrypoint": true,
		"qlint.toml": true, ".qlint.toml": true, "Cargo.toml": false,
		"deploy/systemd/queue.service": true, "deploy/queue@.service.j2": true, "deploy/queue.service.d/grace.conf": true, "app/Services/service.ts": false,
		"Procfile": true, "app.json": true, "resources/app.jsonc": false, "fly.toml": true, "fly.staging.toml": true, "staging.fly.toml": true, "railway.json": true,
		"infra/queue.tf": true, "infra/prod.tfvars": true, "jobs/radio.nomad": true, "jobs/radio.hcl": true,
		"ecosystem.config.js": true, "pm2.json": true, "resources/js/processor.js": false,
		"deploy/task-definition.json": true, "infra/stack.json": true, "tsconfig.json": false,
		"docker/s6-rc.d/worker/run": true, "docker/s6-rc.d/worker/timeout-kill": true, "crontab": true, "docker/cron.d/laravel": true,
		"database/schema/mysql-schema.sql": true, "database/seed.sql": false,
		"README.md": false, "resources/js/app.js": false, "public/index.html": false, "main.go": false,
	} {
		if got := pattern.MatchString(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// The hook as a user meets it: pre-commit builds it from this tree, a commit that breaks a clock is refused, and the repaired one passes.
func TestPreCommitRefusesWhatDoesNotFit(t *testing.T) {
	for _, tool := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	r := newPreCommit(t, "qlint", "testdata/projects/shop")
	if out := r.run(1, "pre-commit", "run", "--all-files", "--color", "never"); !strings.Contains(out, "QL101") || !strings.Contains(out, "QL110") {
		t.Errorf("both findings of the sample are missing in:\n%s", out)
	}

	r.replace("config/queue.php", "'retry_after' => 90", "'retry_after' => 330")
	r.replace("supervisor/queue.conf", "stopwaitsecs=60", "stopwaitsecs=330")
	r.run(0, "pre-commit", "run", "--all-files", "--color", "never")
	r.run(0, "git", "commit", "--quiet", "-m", "Give imports their time")

	// One end of a relation changes, the other is not part of the commit.
	r.replace("app/Jobs/ImportCustomers.php", "$timeout = 300", "$timeout = 600")
	if out := r.run(1, "git", "commit", "--quiet", "-m", "Import more"); !strings.Contains(out, "config/queue.php:13") {
		t.Errorf("the unchanged end is missing in:\n%s", out)
	}
	// A file of no concern passes without a run, whatever else is wrong.
	r.run(0, "git", "restore", "--staged", "--worktree", "app/Jobs/ImportCustomers.php")
	r.write("notes.md", "text\n")
	r.run(0, "git", "commit", "--quiet", "-m", "Note")
}

// The hook for Go judges the packages of the commit's module, through what the go command says of them.
func TestPreCommitRefusesAHandlerThatChargesTwice(t *testing.T) {
	for _, tool := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	r := newPreCommit(t, "qlint-go", chargeSample)
	if out := r.run(1, "pre-commit", "run", "--all-files", "--color", "never"); !strings.Contains(out, "naive/charge.go:47") || !strings.Contains(out, "QG703") {
		t.Errorf("both findings of the sample are missing in:\n%s", out)
	}
	r.replace("worker/main.go", "	\"example.com/charge/naive\"\n", "")
	r.replace("worker/main.go", "	mux.Handle(\"order:charge:naive\", &naive.Charge{DB: pool})\n", "")
	r.run(0, "git", "rm", "-q", "-r", "--cached", "naive")
	if err := os.RemoveAll(filepath.Join(r.dir, "naive")); err != nil {
		t.Fatal(err)
	}
	r.run(0, "git", "commit", "--quiet", "-m", "Charge once")
}

// preCommit is a repository with a sample in which pre-commit is installed with the hook of this tree.
type preCommit struct {
	t          *testing.T
	dir, hooks string
	env        []string
}

func newPreCommit(t *testing.T, id, sample string) *preCommit {
	temp := t.TempDir()
	r := &preCommit{t: t, dir: filepath.Join(temp, filepath.Base(sample)), hooks: filepath.Join(temp, "qlint")}
	for _, variable := range os.Environ() {
		// A commit hook that runs the tests would hand its own repository on.
		if !strings.HasPrefix(variable, "GIT_") && !strings.HasPrefix(variable, "PRE_COMMIT") {
			r.env = append(r.env, variable)
		}
	}
	modules, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	r.env = append(r.env, "PRE_COMMIT_HOME="+filepath.Join(temp, "home"), "XDG_CONFIG_HOME="+temp, "GIT_CONFIG_GLOBAL="+filepath.Join(temp, "gitconfig"),
		"GIT_CONFIG_SYSTEM="+os.DevNull,
		// What these tests are built from is already here: no download, and the build cache is shared.
		"GOPROXY=off", "GOMODCACHE="+strings.TrimSpace(string(modules)), "GOFLAGS=-trimpath -buildvcs=false", "GOTOOLCHAIN=local")
	config := "[user]\n\tname = Test\n\temail = test@example.org\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n"
	if err := os.WriteFile(filepath.Join(temp, "gitconfig"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	copyModule(t, r.hooks)
	if err := os.CopyFS(r.dir, os.DirFS(sample)); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{r.hooks, r.dir} {
		in := *r
		in.dir = dir
		in.run(0, "git", "init", "--quiet")
		in.run(0, "git", "add", "--all")
		in.run(0, "git", "commit", "--quiet", "-m", "Start")
	}
	rev, err := exec.CommandContext(t.Context(), "git", "-C", r.hooks, "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	r.write(".pre-commit-config.yaml", fmt.Sprintf("repos:\n  - repo: %s\n    rev: %s    hooks:\n      - id: %s\n        language_version: system\n", r.hooks, rev, id))
	r.run(0, "pre-commit", "install")
	return r
}

// copyModule copies what builds qlint, as it stands: with files that git does not know yet, without tests.
func copyModule(t *testing.T, to string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", ".pre-commit-hooks.yaml"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", `{{if .Module}}{{if .Module.Main}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}
{{end}}{{end}}{{end}}`, "./cmd/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		rel, err := filepath.Rel(here, path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.MkdirAll(filepath.Join(to, filepath.Dir(rel)), 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, rel), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// run runs a command in the repository, wants an exit status and returns what was printed.
func (r *preCommit) run(status int, name string, args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	got := 0
	if err := cmd.Run(); err != nil {
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) {
			r.t.Fatal(err)
		}
		got = exit.ExitCode()
	}
	if got != status {
		r.t.Fatalf("%s %s: exit status %d, want %d\n%s", name, strings.Join(args, " "), got, status, out.Bytes())
	}
	return out.String()
}

// write writes a file and stages it.
func (r *preCommit) write(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	r.run(0, "git", "add", name)
}

// replace changes a file and stages it.
func (r *preCommit) replace(name, old, text string) {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		r.t.Fatalf("%s has no %q", name, old)
	}
	r.write(name, strings.Replace(string(data), old, text, 1))
}
