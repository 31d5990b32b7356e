package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/gocheck"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
)

// goFlags say how Go packages are looked at.
type goFlags struct {
	tests, generated bool
	tags             string
}

func (f *goFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.tests, "tests", false, "report in Go's test files too")
	set.BoolVar(&f.generated, "generated", false, "report in generated Go files too")
	set.StringVar(&f.tags, "tags", "", "build `TAGS`, as the go command takes them")
}

// goSwitch are the flags by which a command for the whole repository looks at Go packages too.
type goSwitch struct {
	on, off bool
	goFlags
}

func (f *goSwitch) define(set *flag.FlagSet) {
	set.BoolVar(&f.on, "go", false, "Go packages too: this runs the go command")
	set.BoolVar(&f.off, "no-go", false, "no Go packages, whatever the settings say")
	f.goFlags.define(set)
}

// wanted says whether Go packages are looked at: by the flags, else by the settings.
func (f *goSwitch) wanted(s *settings.Settings) (bool, error) {
	if f.on && f.off {
		return false, usage("--go and --no-go exclude each other")
	}
	return f.on || !f.off && s != nil && s.GoCheck, nil
}

// goRun is one look at Go packages.
type goRun struct {
	rules []analyzers.Rule
	flags goFlags
	// packages and their files were judged; faults kept others from it.
	packages, files int
	faults          []string
}

// run judges the packages that patterns name in a folder, which may be a module's own, and puts what was found into the options of the tail.
func (g *goRun) run(ctx context.Context, in *input, dir string, module bool, patterns []string) ([]string, error) {
	found, err := gocheck.Run(ctx, gocheck.Options{
		Dir: dir, Patterns: patterns, Module: module, Rules: g.rules, Tests: g.flags.tests, Generated: g.flags.generated, Tags: g.flags.tags,
		Overlay: in.overlay(), File: in.goFile, Name: relativeTo(in.repo.Root),
	})
	if err != nil {
		return nil, fault("%s", err)
	}
	g.packages += found.Packages
	g.files += len(found.Files)
	g.faults = append(g.faults, found.Faults...)
	if found.Partial > 0 {
		g.faults = append(g.faults, partial(found.Partial))
	}
	o := &in.options
	o.More = append(o.More, found.Findings...)
	o.MoreFiles = append(o.MoreFiles, found.Files...)
	for _, r := range g.rules {
		if !slices.Contains(o.MoreRan, r.Doc.ID) {
			o.MoreRan = append(o.MoreRan, r.Doc.ID)
		}
	}
	return found.Modules, nil
}

func partial(n int) string {
	if n == 1 {
		return "1 package was judged in part because of errors in it or in what it imports: functions that hold or call something unknown were left out"
	}
	return fmt.Sprintf("%d packages were judged in part because of errors in them or in what they import: functions that hold or call something unknown were left out", n)
}

// everywhere judges the packages of every module in the repository, each once: a workspace's modules are judged together.
func (g *goRun) everywhere(ctx context.Context, in *input) error {
	seen := map[string]bool{}
	for _, p := range in.repo.Tree.Paths() {
		if path.Base(p) != "go.mod" {
			continue
		}
		dir := filepath.Join(in.repo.Root, filepath.FromSlash(path.Dir(p)))
		if seen[dir] {
			continue
		}
		modules, err := g.run(ctx, in, dir, true, nil)
		if err != nil {
			g.faults = append(g.faults, fmt.Sprintf("%s: %s", relativeTo(in.repo.Root)(p), err))
		}
		for _, m := range modules {
			seen[m] = true
		}
		seen[dir] = true
	}
	return ctx.Err()
}

// maxFaults bounds the errors of packages that are printed.
const maxFaults = 20

// report prints what kept packages from being judged. It is a fault of the run, though what was found is reported all the same.
func (g *goRun) report(s Streams) error {
	if len(g.faults) == 0 {
		return nil
	}
	for i, f := range g.faults {
		if i == maxFaults {
			fmt.Fprintf(s.Err, "qlint: and %d more\n", len(g.faults)-maxFaults)
			break
		}
		fmt.Fprintln(s.Err, "qlint: "+strings.ReplaceAll(f, "\n", "\n\t"))
	}
	return &exit{status: statusFault}
}

// docs are the documentations of the rules.
func (g *goRun) docs() []*ruledoc.Doc {
	var out []*ruledoc.Doc
	for i := range g.rules {
		out = append(out, &g.rules[i].Doc)
	}
	return out
}

// goFile gives a file of the repository by its absolute path; nil for one outside or one that the settings exclude.
func (in *input) goFile(at string) *source.File {
	rel, inside := in.repo.Rel(at)
	if !inside {
		// The go command may name a folder by another way through symbolic links.
		real, err := filepath.EvalSymlinks(at)
		if err != nil {
			return nil
		}
		root, err := filepath.EvalSymlinks(in.repo.Root)
		if err != nil || !within(real, root) {
			return nil
		}
		if rel, err = filepath.Rel(root, real); err != nil {
			return nil
		}
		rel = filepath.ToSlash(rel)
	}
	if slices.ContainsFunc(in.exclude, func(glob string) bool {
		ok, err := doublestar.Match(glob, rel)
		return err == nil && ok
	}) {
		return nil
	}
	if in.repo.Tree.Has(rel) {
		if f, err := in.repo.Tree.Read(rel); err == nil {
			return f
		}
	}
	data, err := os.ReadFile(at)
	if err != nil || len(data) > source.MaxFileSize {
		return nil
	}
	return source.New(rel, data)
}

// overlay is standard input in its file's place, where that is Go.
func (in *input) overlay() map[string][]byte {
	if in.text == nil || filepath.Ext(in.textAt) != ".go" {
		return nil
	}
	return map[string][]byte{in.textAt: in.text}
}
