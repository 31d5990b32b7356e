package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/qlint-dev/qlint/internal/changes"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/lint"
	"github.com/qlint-dev/qlint/internal/report"
)

// checkFlags are the flags of check.
type checkFlags struct {
	inputFlags
	outputFlags
	ruleFlags
	baselineFlags
	severity, failOn, newFrom string
	stats                     bool
}

// ruleFlags choose among the rules.
type ruleFlags struct{ only, disable list }

func (f *ruleFlags) define(set *flag.FlagSet) {
	set.Var(&f.only, "rule", "run the `RULES` only: ids, slugs, globs (QL1*), comma lists; repeatable")
	set.Var(&f.disable, "disable", "leave the `RULES` out")
}

// thresholds are the lowest severities that are shown and that fail; never says that nothing fails.
type thresholds struct {
	shown, fail diag.Severity
	never       bool
}

func makeCheck(set *flag.FlagSet) runner {
	f := &checkFlags{}
	f.inputFlags.define(set)
	f.outputFlags.define(set)
	f.ruleFlags.define(set)
	f.baselineFlags.define(set)
	set.StringVar(&f.stdin, "stdin-filename", "", "lint standard input as if it stood in the `FILE`, within its repository")
	set.StringVar(&f.newFrom, "new-from", "", "report only what has a place on a line that changed since the git `REVISION`")
	set.StringVar(&f.severity, "severity", "warning", "lowest `SEVERITY` shown: error, warning (default), info")
	set.StringVar(&f.failOn, "fail-on", "warning", "lowest `SEVERITY` that makes the exit status 1: error, warning (default), info, never")
	set.BoolVar(&f.stats, "stats", false, "times and counts of each phase, on standard error")
	return f.run
}

func (f *checkFlags) run(paths []string, s Streams) error {
	limits, err := f.thresholds()
	if err != nil {
		return err
	}
	outputs, err := f.outputs(s)
	if err != nil {
		return err
	}
	in, err := f.open(paths, s)
	if err != nil {
		return err
	}
	defer in.repo.Close()
	ctx, stop := interruptible()
	defer stop()
	if err := f.prepare(ctx, in); err != nil {
		return err
	}
	result, err := lint.Repository(ctx, in.repo, in.options)
	if err != nil {
		return err
	}
	visible := slices.DeleteFunc(slices.Clone(result.Diagnostics), func(d *diag.Diagnostic) bool { return d.Severity < limits.shown })
	r := &report.Report{Diagnostics: visible, Summary: report.Count(visible), Version: version(), Path: relativeTo(in.repo.Root)}
	r.Summary.Files, r.Summary.Apps, r.Summary.Hidden = result.Files, len(result.Apps), len(result.Diagnostics)-len(visible)
	r.Summary.Suppressed, r.Summary.Baselined = result.Suppressed, result.Baselined
	for _, rule := range in.options.Rules {
		r.Docs = append(r.Docs, &rule.Doc)
	}
	if err := f.write(outputs, r, in.repo.Tree.Has("go.mod"), s); err != nil {
		return err
	}
	if f.stats {
		writeStats(s.Err, result)
	}
	if !limits.never && slices.ContainsFunc(result.Diagnostics, func(d *diag.Diagnostic) bool { return d.Severity >= limits.fail }) {
		return &exit{status: statusFindings}
	}
	return nil
}

// prepare sets the options that hang on the open repository.
func (f *checkFlags) prepare(ctx context.Context, in *input) (err error) {
	o := &in.options
	if o.Rules, err = selectRules(f.only, f.disable, o.Settings); err != nil {
		return err
	}
	if o.Baseline, err = f.baselineFlags.read(in); err != nil {
		return err
	}
	if f.newFrom != "" {
		if o.Changed, err = changes.Since(ctx, in.repo.Root, f.newFrom); err != nil {
			return usage("--new-from: %s", err)
		}
	}
	return nil
}

func (f *checkFlags) thresholds() (thresholds, error) {
	var t thresholds
	var ok bool
	if t.shown, ok = diag.ParseSeverity(f.severity); !ok {
		return t, usage("--severity %s: one of error, warning, info", f.severity)
	}
	t.never = f.failOn == "never"
	if t.fail, ok = diag.ParseSeverity(f.failOn); !ok && !t.never {
		return t, usage("--fail-on %s: one of error, warning, info, never", f.failOn)
	}
	return t, nil
}

func writeStats(w io.Writer, r *lint.Result) {
	for _, p := range r.Phases {
		fmt.Fprintf(w, "%-20s %8.1f ms\n", p.Name, float64(p.Took.Microseconds())/1000)
	}
	fmt.Fprintf(w, "%d files, %d applications\n", r.Files, len(r.Apps))
}
