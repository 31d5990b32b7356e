package cli

import (
	"context"
	"flag"
	"fmt"
	"path"
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
	envFiles, env       list
	environment, config string
	// stdin is the name of the file that standard input stands in for.
	stdin string
}

func (f *inputFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.config, "config", "", "settings `FILE`; default: the nearest qlint.toml or .qlint.toml up to the repository's root")
	set.Var(&f.envFiles, "env-file", "an env `FILE` that counts instead of those found; repeatable")
	set.Var(&f.env, "env", "`K=V`: a variable, in every environment; repeatable")
	set.StringVar(&f.environment, "environment", "", "judge the environment `NAME` only: one of Horizon, or of .env.NAME")
}

// input is an open repository and what of it is asked for.
type input struct {
	repo    *discover.Repository
	options lint.Options
	// folder is the one that all paths lie in: settings and baseline are those nearest to it.
	folder string
	// exclude are the globs of what the settings leave out, relative to the repository.
	exclude []string
	// text stands in for the file at the absolute path textAt; nil for none.
	text   []byte
	textAt string
}

// lint judges the repository. An environment that it does not have is an error: nothing would be judged.
func (in *input) lint(ctx context.Context) (*lint.Result, error) {
	result, err := lint.Repository(ctx, in.repo, in.options)
	if err == nil && result.UnknownEnvironment != "" {
		err = usage("%s", result.UnknownEnvironment)
	}
	return result, err
}

// open finds and lists the repository of the paths.
func (f *inputFlags) open(paths []string, s Streams) (*input, error) {
	in := &input{options: lint.Options{Environment: f.environment, EnvGiven: map[string]string{}}}
	for _, kv := range f.env {
		name, value, ok := strings.Cut(kv, "=")
		if !ok || name == "" {
			return nil, usage("--env %s: written as NAME=value", kv)
		}
		in.options.EnvGiven[name] = value
	}
	var text []byte
	if f.stdin != "" {
		if len(paths) > 0 && (len(paths) > 1 || paths[0] != "-") {
			return nil, usage("--stdin-filename takes no path")
		}
		data, err := readInput(s.In)
		if err != nil {
			return nil, err
		}
		paths, text = []string{f.stdin}, data
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if err := in.openRepository(paths, f.config, text); err != nil {
		return nil, err
	}
	for _, p := range paths {
		rel, _ := in.repo.Rel(p)
		in.options.Under = append(in.options.Under, rel)
		if len(in.repo.Tree.Under(rel)) == 0 && !in.repo.Tree.Has(rel) {
			fmt.Fprintf(s.Err, "qlint: %s: nothing in it is read (ignored by git, left out, or empty)\n", p)
		}
	}
	return in, f.readEnvFiles(in)
}

// openRepository lists the repository of the paths as its settings want it. Text stands in for the file of the only path, nil for none.
func (in *input) openRepository(paths []string, config string, text []byte) error {
	known := paths
	if text != nil {
		known = []string{existing(paths[0])}
	}
	root, err := repositoryOf(known)
	if err != nil {
		return err
	}
	in.folder = commonFolder(known)
	if in.options.Settings, err = readSettings(root, in.folder, config); err != nil {
		return err
	}
	in.options.Docs = docs()
	if s := in.options.Settings; s != nil {
		for _, glob := range s.Exclude {
			in.exclude = append(in.exclude, path.Join(s.Base, glob))
		}
	}
	if in.repo, err = discover.Open(root, in.exclude); err != nil {
		return fault("%s", err)
	}
	if text != nil {
		rel, inside := in.repo.Rel(paths[0])
		if !inside {
			return usage("--stdin-filename %s: not within a repository", paths[0])
		}
		in.repo.Hold(rel, text)
		in.text, in.textAt = text, filepath.Join(root, filepath.FromSlash(rel))
	}
	return nil
}

// existing is a path, or its nearest parent that is there.
func existing(at string) string {
	abs, err := filepath.Abs(at)
	if err != nil {
		return "."
	}
	for !exists(abs) && filepath.Dir(abs) != abs {
		abs = filepath.Dir(abs)
	}
	return abs
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

func (f *inputFlags) readEnvFiles(in *input) error {
	for _, p := range f.envFiles {
		data, err := readSmall(p)
		if err != nil {
			in.repo.Close()
			return fault("--env-file %s: %s", p, source.Plain(err))
		}
		name, _ := relativeName(in.repo.Root, p)
		in.options.EnvFiles = append(in.options.EnvFiles, source.New(name, data))
	}
	return nil
}
