package qlint_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// chargeSample is a Go application with a handler that charges twice, and one that does not.
const chargeSample = "testdata/projects/charge"

// copyOf copies a sample to a place where it can be changed. It stands in a repository of its own.
func copyOf(t *testing.T, sample string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(sample)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeIn(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// goIn runs the go command without a network.
func goIn(t testing.TB, dir string, args ...string) (out string, ok bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false", "GOPROXY=off")
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	err := cmd.Run()
	return both.String(), err == nil
}

// vetted is what go vet says of a module with qlint as its tool: "file.go:line QGnnn", sorted.
func vetted(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	out, ok := goIn(t, dir, append([]string{"vet", "-vettool=" + qlintBinary(t)}, append(args, "./...")...)...)
	var found []string
	for line := range strings.Lines(out) {
		place, rest, _ := strings.Cut(line, ": ")
		at := strings.Split(place, ":")
		if i := strings.LastIndex(rest, "(QG"); i >= 0 && len(at) == 3 {
			found = append(found, at[0]+":"+at[1]+" "+strings.Trim(rest[i:], "()\n"))
		} else {
			t.Errorf("go vet says %q", line)
		}
	}
	if ok != (len(found) == 0) {
		t.Errorf("go vet succeeds: %t, with %q", ok, found)
	}
	slices.Sort(found)
	return found
}

func TestVetChangesItsMindWithSchemaAndSettings(t *testing.T) {
	dir := copyOf(t, chargeSample)
	all := []string{"naive/charge.go:43 QG703", "naive/charge.go:47 QG701"}
	const noKey = "naive/charge.go:43 QG703"
	for _, step := range []struct {
		name, file, text string
		want             []string
	}{
		{"as it is", "README.md", "nothing that a pass reads", all},
		{"a unique key", "migrations/0003_key.sql", "CREATE UNIQUE INDEX charges_order ON charges (order_id);", []string{noKey}},
		{"no key after all", "migrations/0003_key.sql", "CREATE INDEX charges_order ON charges (order_id);", all},
		{"a rule off", "qlint.toml", "[rules]\npaykey = \"off\"\n", []string{"naive/charge.go:47 QG701"}},
		{"a rule that is information only", "qlint.toml", "[rules]\nQG701 = \"info\"\n", []string{noKey}},
		{"a path left out", "qlint.toml", "exclude = [\"naive/**\"]\n", nil},
		{"a path ignored", "qlint.toml", "[[ignore]]\npath = \"naive/*\"\nrules = [\"QG703\"]\nreason = \"frozen\"\n", []string{"naive/charge.go:47 QG701"}},
		{"an ignore that has ended", "qlint.toml", "[[ignore]]\npath = \"naive/*\"\nrules = [\"QG*\"]\nreason = \"frozen\"\nuntil = 2020-01-01\n", all},
		{"no settings", "qlint.toml", "", all},
	} {
		writeIn(t, dir, step.file, step.text)
		if got := vetted(t, dir); !slices.Equal(got, step.want) {
			t.Errorf("%s: got %q, want %q", step.name, got, step.want)
		}
	}
	writeIn(t, dir, "qlint.toml", "[rules]\npaykye = \"off\"\n")
	if out, ok := goIn(t, dir, "vet", "-vettool="+qlintBinary(t), "./..."); ok || !strings.Contains(out, "qlint.toml:2:1: ") {
		t.Errorf("wrong settings are not said: %s", out)
	}
}

func TestVetTakesTheFlagsOfPasses(t *testing.T) {
	dir := copyOf(t, chargeSample)
	if got := vetted(t, dir, "-paykey"); !slices.Equal(got, []string{"naive/charge.go:43 QG703"}) {
		t.Errorf("with -paykey alone: %q", got)
	}
	if got := vetted(t, dir, "-paykey=false", "-checkinsert.info"); !slices.Equal(got, []string{"naive/charge.go:47 QG701"}) {
		t.Errorf("with -paykey=false: %q", got)
	}
	out, ok := goIn(t, dir, "vet", "-json", "-vettool="+qlintBinary(t), "./naive")
	if !ok {
		t.Errorf("with -json findings are no failure: %s", out)
	}
	// The go command puts a comment line with the package before each document.
	out = out[strings.Index(out, "{"):]
	var tree map[string]map[string][]struct{ Category, Message string }
	if err := json.Unmarshal([]byte(out), &tree); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if got := tree["example.com/charge/naive"]["checkinsert"]; len(got) != 1 || got[0].Category != "QG701" {
		t.Errorf("got %v", tree)
	}
	if out, ok := goIn(t, dir, "vet", "-vettool="+qlintBinary(t), "-nosuchrule", "./..."); ok {
		t.Errorf("an unknown flag is taken: %s", out)
	}
}

// River never calls a method of this name; the suggested fix renames it.
func TestVetAppliesFixes(t *testing.T) {
	dir := t.TempDir()
	river := filepath.Join("analyzers", "internal", "analyzertest", "testdata", "src", "github.com", "riverqueue", "river")
	if err := os.CopyFS(filepath.Join(dir, "river"), os.DirFS(river)); err != nil {
		t.Fatal(err)
	}
	writeIn(t, dir, "river/go.mod", "module github.com/riverqueue/river\n\ngo 1.25\n")
	writeIn(t, dir, "go.mod", "module example.com/app\n\ngo 1.25\n\nrequire github.com/riverqueue/river v0.51.2\n\nreplace github.com/riverqueue/river => ./river\n")
	const before = `package app

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

type args struct{}

func (args) Kind() string { return "import" }

type worker struct{ river.WorkerDefaults[args] }

func (worker) Work(ctx context.Context, job *river.Job[args]) error { return nil }

func (worker) TimeOut(*river.Job[args]) time.Duration { return time.Hour }
`
	writeIn(t, dir, "app.go", before)
	if got := vetted(t, dir, "-overridemiss"); !slices.Equal(got, []string{"app.go:18 QG204"}) {
		t.Fatalf("got %q", got)
	}
	if out, ok := goIn(t, dir, "vet", "-vettool="+qlintBinary(t), "-overridemiss", "-fix", "./..."); !ok {
		t.Fatal(out)
	}
	after, err := os.ReadFile(filepath.Join(dir, "app.go"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(before, "TimeOut", "Timeout", 1); string(after) != want {
		t.Errorf("got %s", after)
	}
}

// A file of Supervisor may end in .cfg too: only what a build system writes is a package.
func TestFilesOfOtherProgramsAreNoPackages(t *testing.T) {
	dir := t.TempDir()
	writeIn(t, dir, "supervisord.cfg", "[program:a]\ncommand=php artisan queue:work\n")
	cmd := exec.CommandContext(t.Context(), qlintBinary(t), "supervisord.cfg")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); !strings.Contains(string(out), "error[QL110]") {
		t.Errorf("%v: %s", err, out)
	}
}
