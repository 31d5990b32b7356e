package process

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// loaderCase is a configuration with the verdict of Supervisor 4.2.5 (Debian 12).
type loaderCase struct {
	Name    string
	Input   string
	Files   map[string]string
	Host    bool `json:"depends_on_host"`
	Verdict verdict
}

type verdict struct {
	OK       bool
	Error    string
	Warnings []string
	Infos    []string
	Groups   []groupVerdict
}

type groupVerdict struct {
	Group     string
	Priority  int
	Processes []processVerdict
}

type processVerdict struct {
	Name         string
	Command      string
	StopSignal   int
	StopWaitSecs int
	StopAsGroup  bool
	KillAsGroup  bool
	AutoStart    bool
	AutoRestart  any
	ExitCodes    []int
	StartSecs    int
	StartRetries int
	Priority     int
	Directory    *string
	Environment  map[string]string
}

// measured is what the verdicts were made with.
var measured = Options{
	Environment: map[string]string{"HOME": "/srv/app", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
	Here:        "/DIR", Host: "$HOST",
}

func TestConfigurationsAreLoadedAsSupervisorLoadsThem(t *testing.T) {
	data, err := os.ReadFile("testdata/loader_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []loaderCase
	if err := json.Unmarshal(bytes.ReplaceAll(data, []byte("$DIR"), []byte("/DIR")), &cases); err != nil || len(cases) == 0 {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { checkVerdict(t, c, measured) })
	}
}

// checkVerdict loads a configuration and compares it with Supervisor's verdict.
func checkVerdict(t *testing.T, c loaderCase, options Options) {
	t.Helper()
	files := fstest.MapFS{"supervisord.conf": {Data: []byte(c.Input)}}
	paths := []string{"supervisord.conf"}
	for name, text := range c.Files {
		files[name] = &fstest.MapFile{Data: []byte(text)}
		paths = append(paths, name)
	}
	tree := source.NewTree(files, paths)
	root, err := tree.Read("supervisord.conf")
	if err != nil {
		t.Fatal(err)
	}
	l := newLoader(tree, root, options)
	l.run(supervisor.Parse(root))
	refusal := ""
	if len(l.out.Refusals) > 0 {
		refusal = l.out.Refusals[0].Message
	}
	switch {
	case c.Host || strings.Contains(c.Verdict.Error, "does not exist"):
		if refusal != "" {
			t.Errorf("refused for %q, which hangs on the machine", refusal)
		}
		return
	case c.Verdict.Error == ".ini file does not include supervisord section":
		if refusal != "" || !l.out.Fragment {
			t.Errorf("a fragment is no fault: %q", refusal)
		}
		return
	case refusal != c.Verdict.Error:
		t.Errorf("%q:\n refused for %q\nSupervisor: %q", c.Input, refusal, c.Verdict.Error)
		return
	case !c.Verdict.OK:
		return
	}
	checkIncludes(t, l, c.Verdict)
	got := observe(t, l)
	if len(got) == 0 && len(c.Verdict.Groups) == 0 {
		return
	}
	if !reflect.DeepEqual(got, c.Verdict.Groups) {
		t.Errorf("%q:\n got %s\nwant %s", c.Input, asJSON(got), asJSON(c.Verdict.Groups))
	}
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// checkIncludes compares the files read, and the patterns that match none.
func checkIncludes(t *testing.T, l *loader, want verdict) {
	t.Helper()
	var infos, warnings []string
	for _, inc := range l.out.Includes {
		for _, f := range inc.Files {
			infos = append(infos, fmt.Sprintf(`Included extra file "%s" during parsing`, l.path(f)))
		}
		if len(inc.Files) == 0 {
			pattern := inc.Pattern
			if !path.IsAbs(pattern) {
				pattern = "/DIR/" + pattern
			}
			warnings = append(warnings, fmt.Sprintf(`No file matches via include "%s"`, pattern))
		}
	}
	var about []string
	for _, w := range want.Warnings {
		if strings.HasPrefix(w, "No file matches") {
			about = append(about, w)
		}
	}
	if !equal(infos, want.Infos) || !equal(warnings, about) {
		t.Errorf("included %q without %q, Supervisor %q without %q", infos, warnings, want.Infos, about)
	}
}

func equal(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }

// observe lists every process in the oracle's form.
func observe(t *testing.T, l *loader) []groupVerdict {
	var out []groupVerdict
	for _, g := range l.out.Groups {
		v := groupVerdict{Group: g.Name, Priority: get(t, g.Priority), Processes: []processVerdict{}}
		for _, p := range g.Programs {
			v.Processes = append(v.Processes, processesOf(t, l, p)...)
		}
		out = append(out, v)
	}
	return out
}

func get[T any](t *testing.T, v queue.Value[T]) T {
	t.Helper()
	got, ok := v.Get()
	if !ok {
		t.Errorf("not known: %s", v.Why())
	}
	return got
}

// processesOf gives each process its own name, command and environment, as Supervisor does.
func processesOf(t *testing.T, l *loader, p *queue.Program) []processVerdict {
	var m *supervisor.Merged
	for _, s := range l.out.Syntax.Sections {
		if nameSpan(s) == p.Span {
			m = s
		}
	}
	r := l.reader(m, p.Group)
	r.p = &queue.Program{}
	numprocs, first := r.values()
	pattern := r.checkNames(numprocs)
	var out []processVerdict
	for i := range get(t, p.Processes) {
		one := r.instance(pattern, r.processNames(get(t, numprocs), get(t, first)+i))
		v := processVerdict{
			Name: get(t, one.name), Command: one.command.text.String, StopSignal: number(t, get(t, p.StopSignal)),
			StopWaitSecs: int(get(t, p.StopWait).Seconds()), StopAsGroup: get(t, p.StopAsGroup), KillAsGroup: get(t, p.KillAsGroup),
			AutoStart: get(t, p.AutoStart), ExitCodes: get(t, p.ExitCodes), StartSecs: get(t, p.StartSecs),
			StartRetries: get(t, p.StartTries), Priority: get(t, p.Priority), Environment: map[string]string{},
		}
		v.AutoRestart = map[string]any{"true": "RestartUnconditionally", "false": false, "unexpected": "RestartWhenExitUnexpected"}[get(t, p.AutoRestart)]
		if d, ok := one.directory.Get(); ok {
			v.Directory = &d
		}
		for _, e := range over(l.global, one.environment) {
			v.Environment[e.Name] = get(t, e.Value)
		}
		out = append(out, v)
	}
	return out
}

func number(t *testing.T, name string) int {
	t.Helper()
	if n, err := strconv.Atoi(name); err == nil {
		return n
	}
	n, ok := signals[name]
	if !ok {
		t.Errorf("%q is no signal", name)
	}
	return n
}
