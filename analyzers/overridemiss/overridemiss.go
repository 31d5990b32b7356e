// Package overridemiss reports methods that look like an override of a library's optional method, and are never called.
package overridemiss

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG204",
	Slug:     "overridemiss",
	Severity: diag.Error,
	Summary:  "near miss of an optional method: it compiles and is never called",
	Why: `A river worker that embeds river.WorkerDefaults has Timeout, NextRetry and Middleware already, so a misspelt one (TimeOut, NextRetryAt)
compiles, and river goes on with the default: one minute, and the client's retry policy. The same holds for InsertOpts of job arguments, which are
optional as a whole.

Speaks where name and type both fit the method missed, and the package never uses the method. InsertOpts on a pointer is reported where
the arguments are inserted by value.`,
	Fix: "Rename the method to the one that the library calls.",
	Bad: `-- a.go --
package a

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

type Args struct{}

func (Args) Kind() string { return "a" }

type Worker struct{ river.WorkerDefaults[Args] }

func (w *Worker) Work(ctx context.Context, job *river.Job[Args]) error { return nil }

func (w *Worker) TimeOut(job *river.Job[Args]) time.Duration { return time.Hour } // want "QG204"
`,
	Good: `-- a.go --
package a

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

type Args struct{}

func (Args) Kind() string { return "a" }

type Worker struct{ river.WorkerDefaults[Args] }

func (w *Worker) Work(ctx context.Context, job *river.Job[Args]) error { return nil }

func (w *Worker) Timeout(job *river.Job[Args]) time.Duration { return time.Hour }
`,
	References: []string{"https://pkg.go.dev/github.com/riverqueue/river#WorkerDefaults"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

// optional are the methods of river.WorkerDefaults with what happens without them.
var optional = []struct{ name, instead string }{
	{"Timeout", "the client's JobTimeout counts (1m0s by default)"},
	{"NextRetry", "the client's retry policy counts"},
	{"Middleware", "no middleware runs"},
}

func run(p *finding.Pass) {
	if p.Source.Broken() {
		return // a call of the method may be among what was not understood
	}
	used := map[types.Object]bool{}
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok {
			used[fn.Origin()] = true
		}
	}
	for _, f := range p.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Recv == nil {
				continue
			}
			fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok || used[fn.Origin()] {
				continue
			}
			recv := library.Named(fn.Signature().Recv().Type())
			if recv == nil {
				continue
			}
			if embedded := defaults(recv); embedded != nil {
				worker(p, decl, fn, recv, embedded)
			}
			if isArgs(recv) {
				insertOpts(p, decl, fn, recv)
			}
		}
	}
}

// defaults gives the WorkerDefaults that a type embeds.
func defaults(n *types.Named) *types.Named {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range s.Fields() {
		if f.Embedded() && library.Is(f.Type(), library.River, "WorkerDefaults") {
			return library.Named(f.Type())
		}
	}
	return nil
}

func worker(p *finding.Pass, decl *ast.FuncDecl, fn *types.Func, recv, embedded *types.Named) {
	for _, o := range optional {
		if fn.Name() == o.name || fn.Name() == "Work" {
			return
		}
	}
	for _, o := range optional {
		want := lookup(embedded, o.name)
		if want == nil || !near(fn.Name(), o.name) || !sameShape(fn.Signature(), want.Signature()) || declares(recv, o.name) {
			continue
		}
		report(p, decl, fmt.Sprintf("%s.%s is never called: river calls %s, so %s", recv.Obj().Name(), fn.Name(), o.name, o.instead), o.name)
		return
	}
}

func lookup(n *types.Named, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), name)
	fn, _ := obj.(*types.Func)
	return fn
}

// declares tells a method that the type has of its own.
func declares(n *types.Named, name string) bool {
	for m := range n.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// sameShape tells equal parameters and results, type parameters left out of account.
func sameShape(a, b *types.Signature) bool {
	return sameTuple(a.Params(), b.Params()) && sameTuple(a.Results(), b.Results())
}

func sameTuple(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !sameType(a.At(i).Type(), b.At(i).Type()) {
			return false
		}
	}
	return true
}

func sameType(x, y types.Type) bool {
	if types.Identical(x, y) {
		return true
	}
	nx, ny := library.Named(x), library.Named(y)
	return nx != nil && ny != nil && nx.Origin() == ny.Origin() && isPointer(x) == isPointer(y)
}

func isPointer(t types.Type) bool { _, ok := types.Unalias(t).(*types.Pointer); return ok }

// isArgs tells job arguments: a type with Kind() string.
func isArgs(n *types.Named) bool {
	k := lookup(n, "Kind")
	if k == nil || k.Signature().Params().Len() != 0 || k.Signature().Results().Len() != 1 {
		return false
	}
	return types.Identical(k.Signature().Results().At(0).Type(), types.Typ[types.String])
}

func insertOpts(p *finding.Pass, decl *ast.FuncDecl, fn *types.Func, recv *types.Named) {
	sig := fn.Signature()
	if sig.Results().Len() != 1 || !library.Is(sig.Results().At(0).Type(), library.River, "InsertOpts") || isPointer(sig.Results().At(0).Type()) {
		return
	}
	switch {
	case fn.Name() == "InsertOpts" && sig.Params().Len() == 0:
		if isPointer(sig.Recv().Type()) && insertedByValue(p, recv) {
			p.At(diag.Error, decl.Name, "%s.InsertOpts is never called: it has a pointer receiver, and %s is inserted by value", recv.Obj().Name(), recv.Obj().Name())
		}
	case declares(recv, "InsertOpts"):
	case sig.Params().Len() == 0 && near(fn.Name(), "InsertOpts"):
		report(p, decl, fmt.Sprintf("%s.%s is never called: river calls InsertOpts, so the client's defaults count", recv.Obj().Name(), fn.Name()), "InsertOpts")
	case sig.Params().Len() > 0 && fn.Name() == "InsertOpts":
		p.At(diag.Error, decl.Name, "%s.InsertOpts is never called: river's InsertOpts takes no arguments, so the client's defaults count", recv.Obj().Name())
	}
}

// insertedByValue tells a call that inserts arguments of the type by value.
func insertedByValue(p *finding.Pass, n *types.Named) bool {
	found := false
	for _, f := range p.Files {
		ast.Inspect(f, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || found {
				return !found
			}
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(sel.Sel.Name, "Insert") {
				return true
			}
			if fn, ok := p.TypesInfo.Uses[sel.Sel].(*types.Func); !ok || fn.Pkg() == nil {
				return true
			} else if id, _ := library.OfPackage(fn.Pkg()); id != library.River {
				return true
			}
			for _, a := range call.Args {
				if types.Identical(p.TypesInfo.TypeOf(a), n) {
					found = true
				}
			}
			return true
		})
	}
	return found
}

func report(p *finding.Pass, decl *ast.FuncDecl, message, want string) {
	p.Add(finding.Finding{
		Severity: diag.Error, Pos: decl.Name.Pos(), End: decl.Name.End(), Message: message,
		Fixes: []analysis.SuggestedFix{{
			Message:   "rename to " + want,
			TextEdits: []analysis.TextEdit{{Pos: decl.Name.Pos(), End: decl.Name.End(), NewText: []byte(want)}},
		}},
	})
}

// near tells a name within three edits of another, in any case, or one that holds it whole.
func near(got, want string) bool {
	g, w := strings.ToLower(got), strings.ToLower(want)
	return strings.Contains(g, w) || strings.Contains(w, g) && len(g) >= 5 || distance(g, w) <= 3
}

// distance is the number of single-byte edits between two short names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
