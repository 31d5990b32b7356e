package supervisor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

// expectation is what Supervisor's parser makes of a file: every section with its keys as read and, for values that `%`
// expansion changes, what it makes of them ("!…" where it fails).
type expectation struct {
	File     string
	Raw      map[string]map[string]string
	Expanded map[string]string
	Error    string
}

// environment is what the measurements were made with.
var environment = Names{
	"ENV_HOME": {Text: "/srv/app"}, "ENV_LANG": {Text: "C.UTF-8"}, "ENV_PATH": {Text: "/usr/bin:/bin"},
	"here": {Text: "/HERE"}, "host_node_name": {Text: "HOST"},
}

// observe gives what this package makes of a file in the same form.
func observe(name string, data []byte) expectation {
	f := Parse(source.New(name, data))
	if message := f.Refusal(name); message != "" {
		kind := "ParsingError: "
		if f.Errors[0].Kind == NoSection {
			kind = "MissingSectionHeaderError: "
		}
		return expectation{Error: kind + message}
	}
	var c Config
	c.Add(f)
	got := expectation{Raw: map[string]map[string]string{}, Expanded: map[string]string{}}
	if c.Defaults != nil && len(c.Defaults.Options()) > 0 {
		got.Raw["__defaults__"] = rawOptions(c.Defaults)
	}
	for _, s := range c.Sections {
		got.Raw[s.Name] = rawOptions(s)
		for _, o := range s.Options() {
			name := s.Name + "." + o.Key
			expanded, err := Expand(o.Value, name, "", environment)
			switch {
			case err != nil:
				got.Expanded[name] = "!" + err.Message
			case len(expanded.Gaps) > 0:
				got.Expanded[name] = unknown
			case expanded.String != o.Value.String:
				got.Expanded[name] = expanded.String
			}
		}
	}
	return got
}

func rawOptions(m *Merged) map[string]string {
	out := map[string]string{}
	for _, o := range m.Options() {
		out[o.Key] = o.Value.String
	}
	return out
}

func TestFilesAreReadAsSupervisorReadsThem(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Input string
		Expect      expectation
	}
	if err := json.Unmarshal(data, &cases); err != nil || len(cases) == 0 {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if got := observe(c.Name+".conf", []byte(c.Input)); !same(got, c.Expect) {
				t.Errorf("%q:\n got %+v\nwant %+v", c.Input, got, c.Expect)
			}
		})
	}
}

// unknown stands for a text that the package does not follow: Python's rendering of all names.
const unknown = "?"

func same(got, want expectation) bool {
	for name, text := range got.Expanded {
		if _, ok := want.Expanded[name]; ok && text == unknown {
			got.Expanded[name] = want.Expanded[name]
		}
	}
	return got.Error == want.Error && (want.Error != "" ||
		reflect.DeepEqual(got.Raw, want.Raw) && (len(got.Expanded) == 0 && len(want.Expanded) == 0 || reflect.DeepEqual(got.Expanded, want.Expanded)))
}

// TestAgreesWithSupervisor asks the installed Supervisor about files made of odd lines.
func TestAgreesWithSupervisor(t *testing.T) {
	python := "/usr/bin/python3"
	if err := exec.CommandContext(t.Context(), python, "-c", "import supervisor.options").Run(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("Supervisor is not installed: ", err)
		}
		t.Skip("Supervisor is not installed: ", err)
	}
	oracle, err := filepath.Abs("testdata/supervisor_oracle.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{oracle, "--raw"}
	files := generate(800)
	for i, data := range files {
		name := fmt.Sprintf("%04d.conf", i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	cmd := exec.CommandContext(t.Context(), python, args...)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=/srv/app", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(bytes.NewReader(out))
	for i, data := range files {
		var want expectation
		if err := answers.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := observe(want.File, []byte(data)); !same(got, want) {
			t.Errorf("file %d %q:\n got %+v\nwant %+v", i, data, got, want)
		}
	}
	if err := answers.Decode(new(expectation)); !errors.Is(err, io.EOF) {
		t.Error("more answers than files: ", err)
	}
}

// generate makes the same odd files in every run.
func generate(n int) []string {
	r := rand.New(rand.NewPCG(5, 6))
	starts := []string{"", "", "", " ", "  ", "\t", "\u00a0", "    "}
	parts := []string{
		"[program:a]", "[program:b] x]", "[DEFAULT]", "[]", "[ x ]", "command=", "Command = ", "user: ", "environment=A=\"1\",", "=x", "autostart",
		"x ; c", "x;c", "a # b", "a#b", ";", "#", "\u00a0; c", "\x1f# c", "\"a ; b\"", "é", "İ=", "rem y", "\\", "%(here)s", "%%", "%d", "50%", "%(ENV_HOME)-20s|",
		"%(ENV_NOPE)s", "%(here)5.3s", "%(host_node_name)r", "%(here)a", "%(here)d", "%(here)x", "%(here)", "%(here", "%s%s", "%*d", "%(here)*d", "%c", "%(here)c", "%Y", "%é", "%(here)%", "%5%", "%f",
	}
	ends := []string{"\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r", " \n", " ; z\n"}
	out := make([]string, n)
	for i := range out {
		if r.IntN(10) > 0 {
			out[i] = "[program:a]\n"
		}
		for range r.IntN(8) {
			out[i] += starts[r.IntN(len(starts))]
			for range 1 + r.IntN(3) {
				out[i] += parts[r.IntN(len(parts))]
			}
			out[i] += ends[r.IntN(len(ends))]
		}
	}
	return out
}
