package lint

import (
	"cmp"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

// judged is what the rules said of one application in one environment.
type judged struct {
	environment queue.Environment
	diagnostics []*diag.Diagnostic
}

// finding collects the environments in which one and the same finding was made.
type finding struct {
	diagnostic *diag.Diagnostic
	in         []queue.Environment
	// horizon holds the Horizon environments that the rule named in each.
	horizon [][]string
}

// merge makes one finding of those that several environments share. One that does not hold in every environment is only likely,
// names those that it holds in, and where only an example file shows it, although production evidence exists, is a warning at most.
func merge(runs []judged) []*diag.Diagnostic {
	var order []*finding
	evidence := false
	for _, run := range runs {
		evidence = evidence || run.environment.Evidence
		for _, d := range run.diagnostics {
			i := slices.IndexFunc(order, func(f *finding) bool { return same(f.diagnostic, d) })
			if i < 0 {
				i = len(order)
				order = append(order, &finding{diagnostic: d})
			}
			f := order[i]
			f.diagnostic = surer(f.diagnostic, d)
			f.in = append(f.in, run.environment)
			f.horizon = append(f.horizon, d.Environments)
		}
	}
	out := make([]*diag.Diagnostic, len(order))
	for i, f := range order {
		out[i] = f.settle(possible(f.diagnostic, runs), evidence)
	}
	return out
}

// possible is the number of runs that could have made a finding: what stands in a container's file is judged in its environment alone.
func possible(d *diag.Diagnostic, runs []judged) int {
	n := 0
	for _, run := range runs {
		files := run.environment.Containers
		if slices.Contains(files, d.Place.Span.Path()) || slices.ContainsFunc(d.Related, func(p diag.Place) bool { return slices.Contains(files, p.Span.Path()) }) {
			n++
		}
	}
	if n == 0 {
		return len(runs)
	}
	return n
}

// same says that two findings differ in nothing that a reader acts on.
func same(a, b *diag.Diagnostic) bool {
	return a.Rule == b.Rule && a.App == b.App && a.Place.Span == b.Place.Span && cmp.Or(a.Core, a.Message) == cmp.Or(b.Core, b.Message) &&
		slices.Equal(a.Names, b.Names)
}

// surer is which of two findings that are the same says more: one environment may set a variable that another leaves open.
func surer(a, b *diag.Diagnostic) *diag.Diagnostic {
	if a.Message == b.Message {
		return a
	}
	if cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(len(a.Message), len(b.Message))) > 0 {
		a = b
	}
	a.Confidence = diag.Likely
	return a
}

func (f *finding) settle(environments int, evidence bool) *diag.Diagnostic {
	d := f.diagnostic
	everywhere := len(f.in) >= environments
	var names []string
	proved := false
	for i, env := range f.in {
		proved = proved || env.Evidence
		names = append(names, environmentNames(env.Name, f.horizon[i], everywhere)...)
	}
	slices.Sort(names)
	d.Environments = slices.Compact(names)
	if !everywhere || len(d.Environments) > 0 {
		d.Confidence = diag.Likely
	}
	if !everywhere && evidence && !proved {
		d.Severity = min(d.Severity, diag.Warning)
	}
	return d
}

// environmentNames names an environment as cli.md does: "production/.env.example", "production", ".env.example".
func environmentNames(file string, horizon []string, everywhere bool) []string {
	if everywhere {
		return horizon
	}
	if len(horizon) == 0 {
		return []string{file}
	}
	names := make([]string, len(horizon))
	for i, h := range horizon {
		names[i] = h
		if file != "" {
			names[i] = h + "/" + file
		}
	}
	return names
}
