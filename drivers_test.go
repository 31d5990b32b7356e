package qlint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/qlint-dev/qlint/golangci"
)

// certain is what `qlint go` proves: "file.go:line QGnnn", sorted.
func certain(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), qlintBinary(t), "go", "--format", "json", "--fail-on", "never")
	cmd.Dir = dir
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, said.Bytes())
	}
	var report struct {
		Findings []struct {
			Rule, Confidence, File string
			Line                   int
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range report.Findings {
		if f.Confidence == "certain" {
			found = append(found, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Rule))
		}
	}
	slices.Sort(found)
	return found
}

// plugged is what the passes of golangci-lint's plugin report.
func plugged(t *testing.T, dir string, settings any) []string {
	t.Helper()
	p, err := golangci.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	passes, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false", "GOPROXY=off"),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze(passes, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			at := act.Package.Fset.Position(d.Pos)
			rel, err := filepath.Rel(dir, at.Filename)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), at.Line, d.Category))
		}
	}
	slices.Sort(found)
	return found
}

// A team sees the same whichever way it runs the passes.
func TestEveryDriverSaysTheSame(t *testing.T) {
	dir := copyOf(t, chargeSample)
	want := []string{"naive/charge.go:43 QG703", "naive/charge.go:47 QG701"}
	for _, driver := range []struct {
		name string
		run  func() []string
	}{
		{"qlint go", func() []string { return certain(t, dir) }},
		{"go vet -vettool", func() []string { return vetted(t, dir) }},
		{"golangci-lint", func() []string { return plugged(t, dir, map[string]any{}) }},
		{"nogo", func() []string { return nogo(t, dir) }},
	} {
		if got := driver.run(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", driver.name, got, want)
		}
	}
}

// The golangci-lint that .ci/golangci builds from the sample's .custom-gcl.yml. It runs where a user has it.
func TestGolangciLintRunsThePlugin(t *testing.T) {
	tool, err := filepath.Abs(filepath.Join(".bin", "golangci-qlint"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tool); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("golangci-lint with the plugin is not built: .ci/golangci builds it")
	}
	dir, cache := copyOf(t, chargeSample), t.TempDir()
	run := func() []string {
		cmd := exec.CommandContext(t.Context(), tool, "run", "--output.json.path=stdout", "--show-stats=false", "--issues-exit-code=0", "./...")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false", "GOPROXY=off", "GOLANGCI_LINT_CACHE="+cache)
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, said.Bytes())
		}
		var report struct {
			Issues []struct {
				Text string
				Pos  struct {
					Filename string
					Line     int
				}
			}
		}
		if err := json.Unmarshal(out, &report); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		var found []string
		for _, i := range report.Issues {
			id := i.Text[strings.LastIndex(i.Text, "(")+1:]
			found = append(found, fmt.Sprintf("%s:%d %s", i.Pos.Filename, i.Pos.Line, strings.TrimSuffix(id, ")")))
		}
		slices.Sort(found)
		return found
	}
	if got, want := run(), certain(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	writeIn(t, dir, "migrations/0003.sql", "CREATE UNIQUE INDEX a ON charges (order_id);")
	if got := run(); !slices.Equal(got, []string{"naive/charge.go:43 QG703"}) {
		t.Errorf("with a unique key: %q", got)
	}
}

func TestThePluginTakesItsSettings(t *testing.T) {
	dir := copyOf(t, chargeSample)
	for _, c := range []struct {
		name     string
		settings any
		want     []string
	}{
		{"none at all", nil, []string{"naive/charge.go:43 QG703", "naive/charge.go:47 QG701"}},
		{"a rule off", map[string]any{"disable": []string{"paykey"}}, []string{"naive/charge.go:47 QG701"}},
		{"a glob off", map[string]any{"disable": []string{"QG7*"}, "info": []string{"*"}}, nil},
	} {
		if got := plugged(t, dir, c.settings); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if _, err := golangci.New(map[string]any{"disabled": []string{"paykey"}}); err == nil {
		t.Error("an unknown setting is taken")
	}
	p, err := golangci.New(map[string]any{"disable": []string{"paykye"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.BuildAnalyzers(); err == nil {
		t.Error("an unknown rule is taken")
	}
}

// golangci-lint forgets what a pass found when the pass has another name: it has to when the schema changes.
func TestThePluginIsAnotherWithAnotherSchema(t *testing.T) {
	dir := copyOf(t, chargeSample)
	t.Chdir(dir)
	names := func() []string {
		p, err := golangci.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		passes, err := p.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, a := range passes {
			out = append(out, a.Name)
		}
		return out
	}
	before := names()
	if after := names(); !slices.Equal(before, after) {
		t.Errorf("nothing changed but the names: %q, %q", before, after)
	}
	writeIn(t, dir, "migrations/0003.sql", "CREATE UNIQUE INDEX a ON charges (order_id);")
	if after := names(); slices.Equal(before, after) {
		t.Error("the schema changed and the names did not")
	}
}
