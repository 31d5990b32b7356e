package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/changes"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/lint"
	"github.com/qlint-dev/qlint/internal/report"
)

// checkFlags are the flags of check.
type checkFlags struct {
	inputFlags
	judgeFlags
	goSwitch
}

// judgeFlags are those of every command that reports findings.
type judgeFlags struct {
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

func (f *judgeFlags) define(set *flag.FlagSet) {
	f.outputFlags.define(set)
	f.ruleFlags.define(set)
	f.baselineFlags.define(set)
	set.StringVar(&f.newFrom, "new-from", "", "report only what has a place on a line that changed since the git `REVISION`")
	set.StringVar(&f.severity, "severity", "warning", "lowest `SEVERITY` shown: error, warning (default), info")
	set.StringVar(&f.failOn, "fail-on", "warning", "lowest `SEVERITY` that makes the exit status 1: error, warning (default), info, never")
	set.BoolVar(&f.stats, "stats", false, "times and counts of each phase, on standard error")
}

// thresholds are the lowest severities that are shown and that fail; never says that nothing fails.
type thresholds struct {
	shown, fail diag.Severity
	never       bool
}

func makeCheck(set *flag.FlagSet) runner {
	f := &checkFlags{}
	f.inputFlags.define(set)
	f.judgeFlags.define(set)
	f.goSwitch.define(set)
	set.StringVar(&f.stdin, "stdin-filename", "", "lint standard input as if it stood in the `FILE`, within its repository")
	return f.run
}

func (f *checkFlags) run(paths []string, s Streams) error {
	j, err := f.begin(s)
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
	passes, err := f.prepare(ctx, in)
	if err != nil {
		return err
	}
	withGo, err := f.wanted(in.options.Settings)
	if err != nil {
		return err
	}
	run := &goRun{flags: f.goFlags}
	if withGo {
		run.rules = passes
		if err := run.everywhere(ctx, in); err != nil {
			return err
		}
		in.options.MorePart = len(run.faults) > 0
	} else if in.repo.Tree.Has("go.mod") {
		j.note = "Go packages were not looked at: qlint --go does, and qlint go looks at nothing else"
	}
	result, err := in.lint(ctx)
	if err != nil {
		return err
	}
	return f.end(j, in, result, run)
}

// judging is a run on its way from the command line to the report.
type judging struct {
	limits  thresholds
	outputs []output
	streams Streams
	// note is a line behind the summary, "" for none.
	note string
}

// begin reads what the flags say of the report, before anything is opened.
func (f *judgeFlags) begin(s Streams) (*judging, error) {
	j := &judging{streams: s}
	var err error
	if j.limits, err = f.thresholds(); err != nil {
		return nil, err
	}
	j.outputs, err = f.outputs(s)
	return j, err
}

// prepare sets the options that hang on the open repository, and chooses the passes for Go packages.
func (f *judgeFlags) prepare(ctx context.Context, in *input) (passes []analyzers.Rule, err error) {
	o := &in.options
	if o.Rules, passes, err = selectRules(f.ruleFlags, o.Settings); err != nil {
		return nil, err
	}
	if o.Baseline, err = f.baselineFlags.read(in); err != nil {
		return nil, err
	}
	if f.newFrom != "" {
		if o.Changed, err = changes.Since(ctx, in.repo.Root, f.newFrom); err != nil {
			return nil, usage("--new-from: %s", err)
		}
	}
	return passes, nil
}

// end reports what was found, and says with which status the run ends. What kept Go packages from being judged outweighs findings.
func (f *judgeFlags) end(j *judging, in *input, result *lint.Result, run *goRun) error {
	visible := slices.DeleteFunc(slices.Clone(result.Diagnostics), func(d *diag.Diagnostic) bool { return d.Severity < j.limits.shown })
	r := &report.Report{Diagnostics: visible, Summary: report.Count(visible), Version: version(), Path: relativeTo(in.repo.Root)}
	r.Summary.Files, r.Summary.Apps, r.Summary.Packages = result.Files+run.files, len(result.Apps), run.packages
	r.Summary.Hidden = len(result.Diagnostics) - len(visible)
	r.Summary.Suppressed, r.Summary.Baselined = result.Suppressed, result.Baselined
	for _, rule := range in.options.Rules {
		r.Docs = append(r.Docs, &rule.Doc)
	}
	r.Docs = append(run.docs(), r.Docs...) // by id: QG before QL
	if err := f.write(j.outputs, r, j.note, j.streams); err != nil {
		return err
	}
	if f.stats {
		writeStats(j.streams.Err, result.Phases, r.Summary)
	}
	if err := run.report(j.streams); err != nil {
		return err
	}
	if !j.limits.never && slices.ContainsFunc(result.Diagnostics, func(d *diag.Diagnostic) bool { return d.Severity >= j.limits.fail }) {
		return &exit{status: statusFindings}
	}
	return nil
}

func (f *judgeFlags) thresholds() (thresholds, error) {
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

func writeStats(w io.Writer, phases []lint.Phase, s report.Summary) {
	for _, p := range phases {
		fmt.Fprintf(w, "%-20s %8.1f ms\n", p.Name, float64(p.Took.Microseconds())/1000)
	}
	fmt.Fprintf(w, "%d files, %d applications, %d Go packages\n", s.Files, s.Apps, s.Packages)
}
