package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/lint"
	"github.com/qlint-dev/qlint/internal/source"
)

// list is a flag that may be given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

// Set adds a value.
func (l *list) Set(v string) error {
	*l = append(*l, v)
	return nil
}

// inputFlags say what is read and in which environment it is judged.
type inputFlags struct {
	envFiles, env list
	environment   string
}

func (f *inputFlags) define(set *flag.FlagSet) {
	set.Var(&f.envFiles, "env-file", "an env `FILE` that counts instead of those found; repeatable")
	set.Var(&f.env, "env", "`K=V`: a variable, in every environment; repeatable")
	set.StringVar(&f.environment, "environment", "", "judge the environment `NAME` only: one of Horizon, or of .env.NAME")
}

// input is an open repository and what of it is asked for.
type input struct {
	repo    *discover.Repository
	options lint.Options
	// under are the paths that the report is limited to, relative to the repository.
	under []string
}

// open finds the repository of the paths.
func (f *inputFlags) open(paths []string, s Streams) (*input, error) {
	in := &input{options: lint.Options{Environment: f.environment, EnvGiven: map[string]string{}}}
	for _, kv := range f.env {
		name, value, ok := strings.Cut(kv, "=")
		if !ok || name == "" {
			return nil, usage("--env %s: written as NAME=value", kv)
		}
		in.options.EnvGiven[name] = value
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	root, err := repositoryOf(paths)
	if err != nil {
		return nil, err
	}
	in.repo, err = discover.Open(root, nil)
	if err != nil {
		return nil, fault("%s", err)
	}
	for _, p := range paths {
		rel, _ := in.repo.Rel(p)
		in.under = append(in.under, rel)
		if len(in.repo.Tree.Under(rel)) == 0 && !in.repo.Tree.Has(rel) {
			fmt.Fprintf(s.Err, "qlint: %s: nothing in it is read (ignored by git, left out, or empty)\n", p)
		}
	}
	in.options.EnvFiles, err = f.readEnvFiles(in.repo)
	if err != nil {
		in.repo.Close()
		return nil, err
	}
	return in, nil
}

// repositoryOf is the one repository that all paths belong to. A path of a left-out folder (a fixture among changed files) yields to a path
// of the repository around it.
func repositoryOf(paths []string) (string, error) {
	root, first := "", ""
	for _, p := range paths {
		found, err := discover.Find(p)
		if err != nil {
			return "", fault("%s", err)
		}
		switch {
		case root == "" || within(root, found):
			root, first = found, p
		case !within(found, root):
			return "", usage("%s and %s belong to different repositories", first, p)
		}
	}
	return root, nil
}

// within says that a folder is another one or lies below it.
func within(folder, outer string) bool {
	rel, err := filepath.Rel(outer, folder)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func (f *inputFlags) readEnvFiles(repo *discover.Repository) ([]*source.File, error) {
	var out []*source.File
	for _, p := range f.envFiles {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, fault("--env-file %s: %s", p, source.Plain(err))
		}
		name := p
		if rel, ok := repo.Rel(p); ok {
			name = rel
		} else if abs, err := filepath.Abs(p); err == nil {
			name = abs
		}
		out = append(out, source.New(name, data))
	}
	return out, nil
}
