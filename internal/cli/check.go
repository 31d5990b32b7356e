package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/lint"
	"github.com/qlint-dev/qlint/internal/report"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
	"github.com/qlint-dev/qlint/rules"
)

// checkFlags are the flags of check; map shares those that say what to read.
type checkFlags struct {
	formats, only, disable, envFiles, env list
	severity, failOn, environment, color  string
	quiet, stats                          bool
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

// Set adds a value.
func (l *list) Set(v string) error {
	*l = append(*l, v)
	return nil
}

func (f *checkFlags) define(set *flag.FlagSet) {
	f.defineInput(set)
	set.Var(&f.formats, "format", strings.Join(report.Names(), ", ")+"; several as --format text --format sarif=out.sarif")
	set.StringVar(&f.severity, "severity", "warning", "lowest severity shown: error, warning, info")
	set.StringVar(&f.failOn, "fail-on", "warning", "lowest severity that makes the exit status 1: error, warning, info, never")
	set.Var(&f.only, "rule", "run these rules only: ids, slugs, globs (QL1*), comma lists")
	set.Var(&f.disable, "disable", "leave these rules out")
	set.BoolVar(&f.quiet, "quiet", false, "no summary")
	set.BoolVar(&f.stats, "stats", false, "times and counts of each phase, on standard error")
	set.StringVar(&f.color, "color", "auto", "auto, always, never")
}

// defineInput defines the flags that say what is read.
func (f *checkFlags) defineInput(set *flag.FlagSet) {
	set.Var(&f.envFiles, "env-file", "an env file that counts instead of those found")
	set.Var(&f.env, "env", "K=V: a variable in every environment")
	set.StringVar(&f.environment, "environment", "", "judge this environment only: of Horizon, or .env.NAME")
}

func runCheck(args []string, s Streams) error {
	f := &checkFlags{}
	set := flag.NewFlagSet("check", flag.ContinueOnError)
	f.define(set)
	paths, err := parseFlags(set, args)
	if err != nil {
		return err
	}
	shown, ok := diag.ParseSeverity(f.severity)
	if !ok {
		return usage("--severity %s: one of error, warning, info", f.severity)
	}
	failOn, ok := diag.ParseSeverity(f.failOn)
	if !ok && f.failOn != "never" {
		return usage("--fail-on %s: one of error, warning, info, never", f.failOn)
	}
	outputs, err := f.outputs(s.Out)
	if err != nil {
		return err
	}
	active, err := selectRules(f.only, f.disable)
	if err != nil {
		return err
	}
	repo, options, err := f.open(paths)
	if err != nil {
		return err
	}
	defer repo.Close()
	options.Rules = active
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	result, err := lint.Repository(ctx, repo, options)
	if err != nil {
		return err
	}
	all := result.Diagnostics
	visible := slices.DeleteFunc(slices.Clone(all), func(d *diag.Diagnostic) bool { return d.Severity < shown })
	if err := f.write(outputs, repo, result, visible, active, s); err != nil {
		return err
	}
	if f.stats {
		writeStats(s.Err, result)
	}
	if f.failOn != "never" && slices.ContainsFunc(all, func(d *diag.Diagnostic) bool { return d.Severity >= failOn }) {
		return &exit{status: statusFindings}
	}
	return nil
}

// open finds the repository of the paths and what of it is asked for.
func (f *checkFlags) open(paths []string) (*discover.Repository, lint.Options, error) {
	options := lint.Options{Environment: f.environment, EnvGiven: map[string]string{}}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	root := ""
	for _, p := range paths {
		found, err := discover.Find(p)
		if err != nil {
			return nil, options, &exit{statusFault, err.Error()}
		}
		if root != "" && root != found {
			return nil, options, usage("%s and %s belong to different repositories", paths[0], p)
		}
		root = found
	}
	for _, kv := range f.env {
		name, value, ok := strings.Cut(kv, "=")
		if !ok || name == "" {
			return nil, options, usage("--env %s: written as NAME=value", kv)
		}
		options.EnvGiven[name] = value
	}
	repo, err := discover.Open(root, nil)
	if err != nil {
		return nil, options, &exit{statusFault, err.Error()}
	}
	for _, p := range paths {
		if rel, ok := repo.Rel(p); ok {
			options.Under = append(options.Under, rel)
		}
	}
	for _, p := range f.envFiles {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, options, &exit{statusFault, fmt.Sprintf("--env-file %s: %s", p, source.Plain(err))}
		}
		name := p
		if rel, ok := repo.Rel(p); ok {
			name = rel
		}
		options.EnvFiles = append(options.EnvFiles, source.New(name, data))
	}
	return repo, options, nil
}

// output is a format and where it goes.
type output struct {
	format report.Format
	file   string // "" for standard output
	out    io.Writer
}

func (f *checkFlags) outputs(stdout io.Writer) ([]output, error) {
	asked := f.formats
	if len(asked) == 0 {
		asked = list{"text"}
	}
	var out []output
	for _, a := range asked {
		name, file, _ := strings.Cut(a, "=")
		format, err := report.Find(name)
		if err != nil {
			return nil, usage("--format: %s", err)
		}
		out = append(out, output{format: format, file: file, out: stdout})
	}
	return out, nil
}

func (f *checkFlags) write(outputs []output, repo *discover.Repository, result *lint.Result, visible []*diag.Diagnostic, active []*rules.Rule, s Streams) error {
	r := &report.Report{Diagnostics: visible, Summary: report.Count(visible), Version: version(), Path: relativeTo(repo.Root)}
	r.Summary.Files, r.Summary.Apps, r.Summary.Hidden = result.Files, len(result.Apps), len(result.Diagnostics)-len(visible)
	for _, rule := range active {
		r.Docs = append(r.Docs, &rule.Doc)
	}
	var failed error
	text := false
	for _, o := range outputs {
		text = text || o.format.Name == "text"
		if err := f.writeOne(o, r); err != nil && failed == nil {
			failed = err // the other reports are written all the same
		}
	}
	if text && !f.quiet {
		if err := report.WriteSummary(s.Err, r.Summary); err != nil && failed == nil {
			failed = err
		}
		if repo.Tree.Has("go.mod") {
			fmt.Fprintln(s.Err, "Go packages were not looked at")
		}
	}
	return failed
}

func (f *checkFlags) writeOne(o output, r *report.Report) (err error) {
	out := o.out
	if o.file != "" {
		file, err := os.Create(o.file)
		if err != nil {
			return &exit{statusFault, fmt.Sprintf("--format %s=%s: %s", o.format.Name, o.file, source.Plain(err))}
		}
		defer func() {
			if closing := file.Close(); err == nil {
				err = closing
			}
		}()
		out = file
	}
	r.Color, err = colored(f.color, out)
	if err != nil {
		return err
	}
	return o.format.Write(out, r)
}

// relativeTo prints paths of a repository relative to the working directory, absolute outside it.
func relativeTo(root string) func(string) string {
	wd, err := os.Getwd()
	return func(p string) string {
		if filepath.IsAbs(p) {
			return p
		}
		abs := filepath.Join(root, filepath.FromSlash(p))
		if err != nil {
			return filepath.ToSlash(abs)
		}
		rel, err := filepath.Rel(wd, abs)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return filepath.ToSlash(abs)
		}
		return path.Clean(filepath.ToSlash(rel))
	}
}

func writeStats(w io.Writer, r *lint.Result) {
	for _, p := range r.Phases {
		fmt.Fprintf(w, "%-20s %8.1f ms\n", p.Name, float64(p.Took.Microseconds())/1000)
	}
	fmt.Fprintf(w, "%d files, %d applications\n", r.Files, len(r.Apps))
}

// docs are the documentations of all rules.
func docs() []*ruledoc.Doc {
	var out []*ruledoc.Doc
	for _, r := range rules.All() {
		out = append(out, &r.Doc)
	}
	return out
}
