package retrynojitter

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/internal/diag"
)

// retryLibraries reports avast's retry-go with an exact delay alone, and cenkalti's backoff without its random part.
func retryLibraries(p *finding.Pass, n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if fn := function(p, n.Fun); fn != nil && len(n.Args) == 1 {
			exact(p, n, fn)
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if sel, ok := l.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) && sel.Sel.Name == "RandomizationFactor" && isBackoff(p.TypesInfo.TypeOf(sel.X)) && isZero(p, n.Rhs[i]) {
				p.At(diag.Info, n, "RandomizationFactor 0 gives every try the same delays: what failed together comes back together")
			}
		}
	}
}

func exact(p *finding.Pass, call *ast.CallExpr, fn *types.Func) {
	switch {
	case fn.Name() == "DelayType" && within(fn.Pkg(), "github.com/avast/retry-go"):
		if delay := function(p, call.Args[0]); delay != nil && (delay.Name() == "BackOffDelay" || delay.Name() == "FixedDelay") && delay.Pkg() == fn.Pkg() {
			p.At(diag.Info, call, "%s alone gives every try the same delays: what failed together comes back together", delay.Name())
		}
	case fn.Name() == "WithRandomizationFactor" && within(fn.Pkg(), "github.com/cenkalti/backoff"):
		if v := p.TypesInfo.Types[call.Args[0]].Value; v != nil && constant.Sign(v) == 0 {
			p.At(diag.Info, call, "RandomizationFactor 0 gives every try the same delays: what failed together comes back together")
		}
	}
}

func within(pkg *types.Package, root string) bool {
	return pkg != nil && (pkg.Path() == root || strings.HasPrefix(pkg.Path(), root+"/v"))
}

func isBackoff(t types.Type) bool {
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "ExponentialBackOff" && within(n.Obj().Pkg(), "github.com/cenkalti/backoff")
}

func function(p *finding.Pass, e ast.Expr) *types.Func {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	fn, _ := p.TypesInfo.Uses[id].(*types.Func)
	return fn
}
