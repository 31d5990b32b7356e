// Package asynqtimeout reports asynq timeouts and deadlines that do not mean what they say.
package asynqtimeout

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG101",
	Slug:     "asynqtimeout",
	Severity: diag.Error,
	Summary:  "asynq timeout or deadline that does not mean what it says",
	Why: `asynq keeps a task's timeout in whole seconds, and takes 0 for "not set". So Timeout(0) and Timeout(500*time.Millisecond) do not mean "no limit" or half
a second but 30 minutes, unless the task has a Deadline; Timeout(1500*time.Millisecond) is 1 s. A negative timeout, or a deadline in the past, ends
every try before the handler is called once: the task is archived without having run. (Measured with asynq 0.26.0.)

Only constants are judged. Timeout(0) is silent where a Deadline is given beside it.`,
	Fix: "Give whole seconds, one or more. asynq has no unlimited timeout: give one that no task reaches.",
	Bad: `-- a.go --
package a

import "github.com/hibiken/asynq"

func enqueue(c *asynq.Client, t *asynq.Task) error {
	_, err := c.Enqueue(t, asynq.Timeout(0)) // want "QG101"
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"time"

	"github.com/hibiken/asynq"
)

func enqueue(c *asynq.Client, t *asynq.Task) error {
	_, err := c.Enqueue(t, asynq.Timeout(24*time.Hour))
	return err
}
`,
	References: []string{"https://github.com/hibiken/asynq/blob/v0.26.0/client.go"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	elsewhere := false // a Deadline anywhere may be added to an option that is not given to Enqueue directly
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && option(p, c, "Deadline") {
				elsewhere = true
			}
			return !elsewhere
		})
	}
	for _, f := range p.Files {
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch {
			case option(p, call, "Timeout"):
				timeout(p, call, parent(p, stack), elsewhere)
			case option(p, call, "Deadline"):
				deadline(p, call)
			}
			return true
		})
	}
}

// option tells a call of asynq's option by name, with one argument.
func option(p *finding.Pass, call *ast.CallExpr, name string) bool {
	fn := callee(p, call)
	if fn == nil || fn.Name() != name || len(call.Args) != 1 || fn.Signature().Recv() != nil {
		return false
	}
	id, sub := library.OfPackage(fn.Pkg())
	return id == library.Asynq && sub == ""
}

func callee(p *finding.Pass, call *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	fn, _ := p.TypesInfo.Uses[id].(*types.Func)
	return fn
}

// parent gives the Enqueue call that an option is an argument of, nil where it is put elsewhere.
func parent(p *finding.Pass, stack []ast.Node) *ast.CallExpr {
	if len(stack) == 0 {
		return nil
	}
	call, ok := stack[len(stack)-1].(*ast.CallExpr)
	if !ok || call.Ellipsis != token.NoPos {
		return nil
	}
	fn := callee(p, call)
	if fn == nil || fn.Name() != "Enqueue" && fn.Name() != "EnqueueContext" {
		return nil
	}
	if id, _ := library.OfPackage(fn.Pkg()); id != library.Asynq {
		return nil
	}
	return call
}

func timeout(p *finding.Pass, call, enqueue *ast.CallExpr, elsewhere bool) {
	d, ok := duration(p, call.Args[0])
	if !ok {
		return
	}
	if d < 0 {
		p.At(diag.Error, call, "timeout %s is over before the handler starts: the task fails every try without running", d)
		return
	}
	if d >= time.Second {
		if whole := d.Truncate(time.Second); whole != d {
			p.At(diag.Error, call, "timeout %s is cut to %s: asynq keeps whole seconds", d, whole)
		}
		return
	}
	severity := diag.Warning
	if enqueue != nil {
		severity = diag.Error
		for _, a := range enqueue.Args {
			if c, ok := ast.Unparen(a).(*ast.CallExpr); ok && option(p, c, "Deadline") {
				return
			}
			// options held in a variable can't be seen through
			if id, ok := ast.Unparen(a).(*ast.Ident); ok && library.Is(p.TypesInfo.TypeOf(id), library.Asynq, "Option") {
				return
			}
		}
	} else if elsewhere {
		return
	}
	what := "no limit"
	if d > 0 {
		what = d.String()
	}
	p.At(severity, call, "timeout %s is not %s but 30m0s: asynq takes less than a second for not set", d, what)
}

// deadline reports deadlines that lie in the past whenever they are read.
func deadline(p *finding.Pass, call *ast.CallExpr) {
	arg, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	if now(p, arg) {
		p.At(diag.Error, call, "deadline is now: the task fails every try without running")
		return
	}
	sel, ok := arg.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Add" || len(arg.Args) != 1 {
		return
	}
	if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok && now(p, inner) {
		if d, ok := duration(p, arg.Args[0]); ok && d <= 0 {
			p.At(diag.Error, call, "deadline %s from now is over before the handler starts: the task fails every try without running", d)
		}
	}
}

func now(p *finding.Pass, call *ast.CallExpr) bool {
	fn := callee(p, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "Now"
}

// duration gives an expression's constant value.
func duration(p *finding.Pass, e ast.Expr) (time.Duration, bool) {
	v := p.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	n, ok := constant.Int64Val(v)
	return time.Duration(n), ok
}
