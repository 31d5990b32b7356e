package realcompose

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/internal/source"
)

// facts are what both say of a service, by a name: `grace`, `word 0`, `env APP_ENV`. What qlint does not know is left out of its own.
type facts map[string]string

// theirs loads a project with docker compose's loader, every profile on and no variable set but those of .env.
func theirs(t *testing.T, files []txtar.File) (map[string]facts, error) {
	t.Helper()
	folder := t.TempDir()
	for _, f := range files {
		at := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	options, err := cli.NewProjectOptions([]string{filepath.Join(folder, "compose.yml")}, cli.WithWorkingDirectory(folder), cli.WithName("test"),
		cli.WithEnvFiles(), cli.WithDotEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		return nil, err
	}
	out := map[string]facts{}
	for _, s := range project.Services {
		out[s.Name] = ofService(&s)
	}
	return out, nil
}

func ofService(s *types.ServiceConfig) facts {
	out := facts{"grace": (10 * time.Second).String(), "init": fmt.Sprint(s.Init != nil && *s.Init)}
	if s.StopGracePeriod != nil {
		out["grace"] = time.Duration(*s.StopGracePeriod).String()
	}
	if s.StopSignal != "" {
		out["signal"] = strings.TrimPrefix(s.StopSignal, "SIG")
	}
	for i, w := range slices.Concat([]string(s.Entrypoint), []string(s.Command)) {
		out[fmt.Sprintf("word %d", i)] = w
	}
	for name, value := range s.Environment {
		if value != nil {
			out["env "+name] = *value
		}
	}
	return out
}

// ours reads the same with qlint.
func ours(files []txtar.File) map[string]facts {
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	tree := source.NewTree(memory, paths)
	var all []*source.File
	for _, p := range tree.Paths() {
		if file, err := tree.Read(p); err == nil && strings.HasSuffix(p, ".yml") {
			all = append(all, file)
		}
	}
	out := map[string]facts{}
	for _, c := range container.Load(tree, all, container.Options{Development: func(string) string { return "" }}).Containers {
		one := facts{"init": fmt.Sprint(c.Init)}
		if g, ok := c.StopWait.Get(); ok {
			one["grace"] = g.String()
		}
		if s, ok := c.StopSignal.Get(); ok {
			one["signal"] = s
		}
		for i, w := range c.Words {
			if w.Why == "" {
				one[fmt.Sprintf("word %d", i)] = w.Text
			}
		}
		for _, v := range c.Environment {
			if text, ok := v.Value.Get(); ok {
				one["env "+v.Name] = text
			}
		}
		out[c.Name] = one
	}
	return out
}

// Every file under testdata is a project with a line `unknown: …` for each fact that qlint may leave open; all others it must know, and
// as docker compose does. `refused` says that docker compose does not load it: qlint must then know no grace.
func TestComposeFilesMeanWhatDockerComposeReads(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	compared := 0
	for _, at := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(at), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(at)
			if err != nil {
				t.Fatal(err)
			}
			comment := string(archive.Comment)
			want, err := theirs(t, archive.Files)
			got := ours(archive.Files)
			if err != nil {
				if !strings.Contains(comment, "refused\n") {
					t.Fatal(err)
				}
				for name, f := range got {
					if f["grace"] != "" {
						t.Errorf("docker compose refuses it (%v); qlint knows that %s has %s", err, name, f["grace"])
					}
				}
				return
			}
			if strings.Contains(comment, "refused\n") {
				t.Fatal("docker compose takes it")
			}
			compared += compare(t, comment, want, got)
		})
	}
	t.Logf("%d facts of %d projects are the same", compared, len(cases))
}

func compare(t *testing.T, comment string, want, got map[string]facts) int {
	t.Helper()
	same := 0
	for _, service := range slices.Sorted(maps.Keys(want)) {
		for _, fact := range slices.Sorted(maps.Keys(want[service])) {
			mine, known := got[service][fact]
			switch {
			case !known && strings.Contains(comment, "unknown: "+service+" "+fact+"\n"):
			case !known:
				t.Errorf("%s: qlint does not know %s, which is %q", service, fact, want[service][fact])
			case mine != want[service][fact]:
				t.Errorf("%s: %s is %q, want %q", service, fact, mine, want[service][fact])
			default:
				same++
			}
		}
		for fact, mine := range got[service] {
			if _, there := want[service][fact]; !there && fact != "signal" {
				t.Errorf("%s: qlint says that %s is %q; docker compose does not", service, fact, mine)
			}
		}
	}
	for service := range got {
		if want[service] == nil {
			t.Errorf("docker compose has no service %s", service)
		}
	}
	return same
}
