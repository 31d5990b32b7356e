package cli

import (
	"flag"
	"os"
	"path"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/lint"
	"github.com/qlint-dev/qlint/rules"
)

// makeGo runs the Go passes alone.
func makeGo(set *flag.FlagSet) runner {
	f := &goCommand{}
	f.judgeFlags.define(set)
	f.goFlags.define(set)
	set.StringVar(&f.config, "config", "", "settings `FILE`; default: the nearest qlint.toml or .qlint.toml up to the repository's root")
	set.StringVar(&f.dir, "C", ".", "the `FOLDER` in which the go command runs: packages are named from there")
	return f.run
}

type goCommand struct {
	judgeFlags
	goFlags
	config, dir string
}

func (f *goCommand) run(patterns []string, s Streams) error {
	j, err := f.begin(s)
	if err != nil {
		return err
	}
	if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
		return fault("-C %s: no such folder", f.dir)
	}
	in := &input{}
	if err := in.openRepository([]string{f.dir}, f.config, nil); err != nil {
		return err
	}
	defer in.repo.Close()
	ctx, stop := interruptible()
	defer stop()
	passes, err := f.prepare(ctx, in)
	if err != nil {
		return err
	}
	in.options.Rules = slices.DeleteFunc(in.options.Rules, func(r *rules.Rule) bool { return !lint.JudgesFindings(r.ID) })
	run := &goRun{rules: passes, flags: f.goFlags}
	start := time.Now()
	modules, err := run.run(ctx, in, f.dir, false, patterns)
	if err != nil {
		return err
	}
	took := time.Since(start)
	in.options.MorePart = len(patterns) > 0 || len(run.faults) > 0 || in.otherModules(modules)
	result := lint.Findings(in.options)
	result.Phases = append(result.Phases, lint.Phase{Name: "load and judge", Took: took})
	return f.end(j, in, result, run)
}

// otherModules tells that the repository has modules beside those that were read.
func (in *input) otherModules(read []string) bool {
	n := 0
	for _, p := range in.repo.Tree.Paths() {
		if path.Base(p) == "go.mod" {
			n++
		}
	}
	return n > len(read)
}
