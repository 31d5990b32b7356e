package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/baseline"
	"github.com/qlint-dev/qlint/internal/source"
)

// baselineFlags say which findings were accepted before.
type baselineFlags struct {
	file string
	none bool
}

func (f *baselineFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.file, "baseline", "", "`FILE` of accepted findings; default: "+baseline.Name+" where it exists")
	set.BoolVar(&f.none, "no-baseline", false, "report accepted findings too")
}

func (f *baselineFlags) read(in *input) (*baseline.Baseline, error) {
	if f.none {
		if f.file != "" {
			return nil, usage("--baseline and --no-baseline exclude each other")
		}
		return nil, nil
	}
	return readBaseline(in.repo.Root, in.folder, f.file)
}

// makeBaseline accepts today's findings.
func makeBaseline(set *flag.FlagSet) runner {
	in, only, inGo := &inputFlags{}, &ruleFlags{}, &goSwitch{}
	in.define(set)
	only.define(set)
	inGo.define(set)
	file := set.String("baseline", "", "`FILE` to write; default: the nearest "+baseline.Name+", else one at the repository's root")
	return func(args []string, s Streams) error {
		if len(args) > 1 {
			return usage("baseline takes one path")
		}
		input, err := in.open(args, s)
		if err != nil {
			return err
		}
		defer input.repo.Close()
		input.options.Under = nil // the whole repository: what is left out of a baseline is reported
		ctx, stop := interruptible()
		defer stop()
		var passes []analyzers.Rule
		if input.options.Rules, passes, err = selectRules(*only, input.options.Settings); err != nil {
			return err
		}
		if wanted, err := inGo.wanted(input.options.Settings); err != nil {
			return err
		} else if wanted {
			run := &goRun{rules: passes, flags: inGo.goFlags}
			if err := run.everywhere(ctx, input); err != nil {
				return err
			}
			if err := run.report(s); err != nil {
				return fault("no baseline is written: it would lack what these packages hold")
			}
		}
		return writeBaseline(ctx, input, *file, s)
	}
}

func writeBaseline(ctx context.Context, in *input, file string, s Streams) error {
	root := in.repo.Root
	if file == "" {
		if file = nearestFile(root, in.folder, baseline.Name); file == "" {
			file = filepath.Join(root, baseline.Name)
		}
	}
	var old *baseline.Baseline
	if exists(file) {
		var err error
		if old, err = readBaseline(root, in.folder, file); err != nil {
			return err
		}
	}
	result, err := in.lint(ctx)
	if err != nil {
		return err
	}
	ran := map[string]bool{}
	for _, r := range in.options.Rules {
		ran[r.ID] = true
	}
	for _, id := range in.options.MoreRan {
		ran[id] = true
	}
	text := baseline.Write(result.Open, old, func(id string) bool { return ran[id] })
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return fault("%s: %s", file, source.Plain(err))
	}
	name, _ := relativeName(root, file)
	_, err = fmt.Fprintf(s.Err, "%s: %d findings accepted\n", relativeTo(root)(name), len(result.Open))
	return err
}
