// Package gocheck runs the Go passes over whole programs: it loads packages with the user's go command, and turns what the passes find into
// findings of the same kind as everybody else's.
package gocheck

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// Options say what to load and what to report.
type Options struct {
	// Dir is the folder in which the go command runs, Patterns the packages that are reported on; none for ./...
	Dir      string
	Patterns []string
	// Module tells that Dir is the folder of a go.mod and that all main modules are reported on: those of the workspace that holds it, or it alone.
	Module bool
	// Rules are the passes to run.
	Rules []analyzers.Rule
	// Tests and Generated report in test files and in generated files too.
	Tests, Generated bool
	// Tags are build tags, as the go command takes them.
	Tags string
	// Overlay holds the text of files that an editor has changed, by absolute path.
	Overlay map[string][]byte
	// File gives the file of an absolute path as findings name it; nil for one that is not reported on.
	File func(path string) *source.File
	// Name words an absolute path for a reader.
	Name func(path string) string

	noWorkspace bool
}

// Result is what the passes found.
type Result struct {
	Findings []*diag.Diagnostic
	// Files are those that were judged: their ignore comments count.
	Files []*source.File
	// Packages is the number of packages that were judged; Partial of them in part, because they or what they import do not compile.
	Packages, Partial int
	// Faults are what kept packages from being loaded or judged, each once.
	Faults []string
	// Modules are the folders of the main modules: all their packages were read.
	Modules []string
}

// Run loads the packages of all main modules, works out what the whole program does, and judges the packages that are asked for. A
// package that does not compile is said; of it, and of what imports it, the functions are judged that the type checker understood whole.
func Run(ctx context.Context, o Options) (*Result, error) {
	p, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	r := &Result{Modules: p.modules, Faults: p.faults(o)}
	t := newTeller(o)
	r.count(p, t, o)
	if len(p.asked) == 0 {
		return r, nil
	}
	p.prune()
	resolver, err := analyzers.NewResolver(p.whole)
	if err != nil {
		return nil, err
	}
	var passes []*analysis.Analyzer
	rules := map[*analysis.Analyzer]*analyzers.Rule{}
	for i := range o.Rules {
		pass, err := newPass(&o.Rules[i], resolver, o)
		if err != nil {
			return nil, err
		}
		passes = append(passes, pass)
		rules[pass] = &o.Rules[i]
	}
	graph, err := checker.Analyze(passes, p.asked, nil)
	if err != nil {
		return nil, err
	}
	for _, act := range graph.Roots {
		if act.Err != nil && act.Package.IllTyped {
			continue // said when it was loaded
		} else if act.Err != nil {
			r.Faults = append(r.Faults, fmt.Sprintf("%s: %s", act.Package.PkgPath, act.Err))
			continue
		}
		for _, f := range act.Result.(analyzers.Findings).Findings {
			if d := t.diagnostic(act.Package, &rules[act.Analyzer].Doc, f); d != nil {
				r.Findings = append(r.Findings, d)
			}
		}
	}
	r.Findings = once(r.Findings)
	return r, nil
}

// newPass makes a rule's pass for the whole program. Every severity is a finding here, so that the flag for infos does not matter.
func newPass(rule *analyzers.Rule, resolver analyzers.Resolver, o Options) (*analysis.Analyzer, error) {
	pass := rule.New(resolver)
	for name, on := range map[string]bool{"tests": o.Tests, "generated": o.Generated} {
		if err := pass.Flags.Set(name, strconv.FormatBool(on)); err != nil {
			return nil, fmt.Errorf("%s: %w", pass.Name, err)
		}
	}
	return pass, nil
}

// count notes what is judged. A package that reaches no library is judged too: there is nothing to find.
func (r *Result) count(p *program, t *teller, o Options) {
	broken := map[string]bool{}
	for _, pkg := range p.asked {
		broken[pkg.ID] = pkg.IllTyped
	}
	seen := map[string]bool{}
	for _, pkg := range p.named {
		switch {
		case len(pkg.GoFiles) == 0:
			continue // no package, or none for this platform
		case broken[pkg.ID]:
			r.Partial++
		}
		r.Packages++
		for _, path := range pkg.GoFiles {
			if seen[path] || strings.HasSuffix(path, "_test.go") && !o.Tests {
				continue
			}
			seen[path] = true
			if f := t.file(path); f != nil && (o.Generated || !generated.Match(f.Data)) {
				r.Files = append(r.Files, f)
			}
		}
	}
	slices.SortFunc(r.Files, func(a, b *source.File) int { return source.Compare(a.Whole(), b.Whole()) })
}

// generated is the line by which Go knows generated files.
var generated = pattern.New(`(?m)^// Code generated .* DO NOT EDIT\.\r?$`)

// once drops what a package and its variant with tests both say.
func once(all []*diag.Diagnostic) []*diag.Diagnostic {
	slices.SortStableFunc(all, diag.Compare)
	return slices.CompactFunc(all, func(a, b *diag.Diagnostic) bool {
		return a.Rule == b.Rule && a.Message == b.Message && source.Compare(a.Place.Span, b.Place.Span) == 0
	})
}
