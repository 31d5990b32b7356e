package qlint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// releaser is what the tests need of .goreleaser.yaml.
type releaser struct {
	Before struct{ Hooks []string }
	Builds []struct {
		Main    string
		Binary  string
		Env     []string
		Flags   []string
		LDFlags []string `yaml:"ldflags"`
		GOOS    []string `yaml:"goos"`
	}
	Archives []struct {
		Files []string
	}
}

// action is what the tests need of action.yml.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, ID, If, Uses, Run, Shell string
	WorkingDirectory               string `yaml:"working-directory"`
	With, Env                      map[string]string
}

// workflow is what the tests need of a workflow.
type workflow struct {
	Jobs map[string]struct {
		Container string
		Steps     []step
	}
}

func readYAML[T any](path string) (*T, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out := new(T)
	if err := yaml.Unmarshal(data, out); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

func mustReadYAML[T any](t *testing.T, path string) *T {
	t.Helper()
	out, err := readYAML[T](path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The linker says nothing of a variable that does not exist: the built binary shows that the release's flags reach it.
func TestReleaseBuildsKnowTheirVersion(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), qlintBinary(t), "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(out), "qlint "+testRelease+" ") {
		t.Errorf("the release of the linker flags is not in %q", out)
	}
}

func TestReleaseArchivesHoldFilesThatExist(t *testing.T) {
	release := mustReadYAML[releaser](t, ".goreleaser.yaml")
	for _, archive := range release.Archives {
		for _, file := range archive.Files {
			if folder, made := strings.CutSuffix(file, "/*"); made {
				if !slices.Contains(release.Before.Hooks, "mkdir -p "+folder) {
					t.Errorf("nothing makes %s", folder)
				}
				continue
			}
			if _, err := os.Stat(file); err != nil {
				t.Error(err)
			}
		}
	}
}

// What a release's hooks run is run here: every command of qlint in them exists.
func TestReleaseHooksRunCommandsThatExist(t *testing.T) {
	for _, hook := range mustReadYAML[releaser](t, ".goreleaser.yaml").Before.Hooks {
		_, command, ok := strings.Cut(hook, "go run ./cmd/qlint ")
		if !ok {
			continue
		}
		command, _, _ = strings.Cut(command, " >")
		if out, err := exec.CommandContext(t.Context(), qlintBinary(t), strings.Fields(command)...).Output(); err != nil || len(out) == 0 {
			t.Errorf("qlint %s: %v, %d bytes", command, err, len(out))
		}
	}
}

// The image is not built in tests; what it would build is compared with what a release builds.
func TestTheImageIsBuiltAsAReleaseIs(t *testing.T) {
	dockerfile, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	build := mustReadYAML[releaser](t, ".goreleaser.yaml").Builds[0]
	flags := strings.ReplaceAll(build.LDFlags[0], "{{ .Tag }}", "$VERSION")
	for _, want := range []string{flags, build.Main, build.Env[0], build.Flags[0], "USER nonroot", "distroless/static"} {
		if !bytes.Contains(dockerfile, []byte(want)) {
			t.Errorf("the Dockerfile lacks %s", want)
		}
	}
	for _, match := range regexp.MustCompile(`(?m)^COPY (?:--\S+ )?(\S+) (\S+) \./$`).FindAllSubmatch(dockerfile, -1) {
		for _, file := range match[1:] {
			if _, err := os.Stat(string(file)); err != nil {
				t.Error(err)
			}
		}
	}
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

func TestActionUsesEveryInputAndOnlyThose(t *testing.T) {
	data, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	a := mustReadYAML[action](t, "action.yml")
	used := map[string]bool{}
	for _, match := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllSubmatch(data, -1) {
		used[string(match[1])] = true
		if _, ok := a.Inputs[string(match[1])]; !ok {
			t.Errorf("inputs.%s is not declared", match[1])
		}
	}
	for name, input := range a.Inputs {
		if !used[name] {
			t.Errorf("the input %s is used nowhere", name)
		}
		if input.Description == "" {
			t.Errorf("the input %s is not described", name)
		}
	}
	ids := map[string]bool{}
	for _, s := range a.Runs.Steps {
		ids[s.ID] = s.ID != ""
		if strings.Contains(s.Run, "${{") {
			t.Errorf("%s: an expression inside a script can run what its value says", s.Name)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("%s: a composite action must name its shell", s.Name)
		}
	}
	for _, match := range regexp.MustCompile(`steps\.([\w-]+)\.`).FindAllSubmatch(data, -1) {
		if !ids[string(match[1])] {
			t.Errorf("no step has the id %s", match[1])
		}
	}
}

// The action's scripts are run as GitHub runs them, with the variables that it sets.
func TestActionRunsQlint(t *testing.T) {
	temp := t.TempDir()
	var build, run step
	for _, s := range mustReadYAML[action](t, "action.yml").Runs.Steps {
		switch {
		case s.ID == "qlint":
			run = s
		case s.Run != "":
			build = s
		}
	}
	if status, out := runStep(t, build, nil, temp, ""); status != 0 {
		t.Fatalf("%s: exit status %d\n%s", build.Name, status, out)
	}
	for _, c := range []struct {
		name   string
		inputs map[string]string
		status int
		want   string
	}{
		{"findings fail it and annotate lines", map[string]string{"path": "testdata/projects/shop"}, 1,
			"::error file=testdata/projects/shop/app/Jobs/ImportCustomers.php,line=14"},
		{"fail-on never", map[string]string{"path": "testdata/projects/shop", "fail-on": "never"}, 0, "error[QL101]"},
		{"further flags, another folder", map[string]string{"working-directory": "testdata/projects/shop", "args": "--rule QL110 --quiet"}, 1,
			"::error file=supervisor/queue.conf,line=7"},
		{"several paths", map[string]string{"working-directory": "testdata/projects/shop", "path": "app/Jobs/ChargeOrder.php composer.json"}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			outputs := filepath.Join(t.TempDir(), "output")
			status, out := runStep(t, run, c.inputs, temp, outputs)
			if status != c.status || !strings.Contains(out, c.want) {
				t.Errorf("exit status %d, want %d and %q in:\n%s", status, c.status, c.want, out)
			}
			checkActionOutput(t, outputs, c.want != "")
		})
	}
}

// runStep runs one step's script and returns its exit status and what it printed.
func runStep(t *testing.T, s step, inputs map[string]string, temp, outputs string) (int, string) {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
	cmd.Dir = filepath.Join(root, actionValue(t, s.WorkingDirectory, root, inputs))
	cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+outputs)
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+actionValue(t, value, root, inputs))
	}
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), string(out)
	} else if err != nil {
		t.Fatal(err)
	}
	return 0, string(out)
}

// actionValue fills in what GitHub would: inputs and the action's path.
func actionValue(t *testing.T, text, root string, inputs map[string]string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(match string) string {
		name := expression.FindStringSubmatch(match)[1]
		if name == "github.action_path" {
			return root
		}
		input, ok := strings.CutPrefix(name, "inputs.")
		if !ok {
			t.Fatalf("nothing stands for %s", match)
		}
		if value, ok := inputs[input]; ok {
			return value
		}
		return mustReadYAML[action](t, "action.yml").Inputs[input].Default
	})
}

// checkActionOutput follows the output to the SARIF file.
func checkActionOutput(t *testing.T, outputs string, results bool) {
	t.Helper()
	data, err := os.ReadFile(outputs)
	if err != nil {
		t.Fatal(err)
	}
	path, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "sarif=")
	if !ok {
		t.Fatalf("no output sarif in %q", data)
	}
	data, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct{ Results []json.RawMessage }
	}
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 || (len(log.Runs[0].Results) > 0) != results {
		t.Errorf("results %v wanted in %s", results, data)
	}
}

func TestWorkflowsRunWhatExists(t *testing.T) {
	files, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		var runs []string
		for _, job := range mustReadYAML[workflow](t, file).Jobs {
			for _, s := range job.Steps {
				runs = append(runs, s.Run)
			}
		}
		if !slices.Contains(runs, ".ci/run") {
			t.Errorf("%s does not run the gate", file)
		}
	}
	if info, err := os.Stat(".ci/run"); err != nil || info.Mode()&0o111 == 0 {
		t.Errorf(".ci/run can't be run: %v", err)
	}
}
