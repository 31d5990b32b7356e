package retryunbounded

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// activities judges workflows that set the options of activities which must not be repeated for ever: a RetryPolicy without MaximumAttempts, and no ScheduleToCloseTimeout.
func (s *settings) activities() {
	for _, f := range s.p.Files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil {
				s.workflow(decl.Body)
			}
		}
	}
}

// workflow judges one function. With several sets of options it is not known which an activity gets.
func (s *settings) workflow(body *ast.BlockStmt) {
	var options []*ast.CompositeLit
	var policies = map[types.Object]*ast.CompositeLit{}
	var activities []*ast.CallExpr
	changed := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if library.Is(s.p.TypesInfo.TypeOf(n), library.Temporal, "ActivityOptions") {
				options = append(options, n)
			}
		case *ast.AssignStmt:
			s.policy(n, policies)
			for _, l := range n.Lhs {
				if sel, ok := l.(*ast.SelectorExpr); ok {
					changed = changed || sel.Sel.Name == "MaximumAttempts" || sel.Sel.Name == "ScheduleToCloseTimeout" || sel.Sel.Name == "RetryPolicy"
				}
			}
		case *ast.CallExpr:
			if s.executes(n) {
				activities = append(activities, n)
			}
		}
		return true
	})
	if len(options) != 1 || changed || value(options[0], "ScheduleToCloseTimeout") != nil {
		return
	}
	policy := literalOf(s, value(options[0], "RetryPolicy"), policies)
	if policy == nil || !unlimited(s.p, value(policy, "MaximumAttempts")) || value(policy, "NonRetryableErrorTypes") != nil {
		return
	}
	for _, call := range activities {
		fn := s.function(call.Args[1])
		if fn == nil {
			continue
		}
		if e := repeated(s.p.Effects.Of(fn)); e != nil {
			s.p.At(diag.Warning, policy, "the retry policy sets no MaximumAttempts, and the options no ScheduleToCloseTimeout: activity %s (%s) is tried without end", fn.Name(), e.What)
			return
		}
	}
}

// policy notes policy := &temporal.RetryPolicy{…}.
func (s *settings) policy(a *ast.AssignStmt, policies map[types.Object]*ast.CompositeLit) {
	if a.Tok != token.DEFINE || len(a.Lhs) != len(a.Rhs) {
		return
	}
	for i, l := range a.Lhs {
		if id, ok := l.(*ast.Ident); ok {
			if lit := literalOf(s, a.Rhs[i], nil); lit != nil {
				policies[s.p.TypesInfo.Defs[id]] = lit
			}
		}
	}
}

// literalOf gives the literal of a retry policy, or of the address of one, or of the variable that holds it.
func literalOf(s *settings, e ast.Expr, policies map[types.Object]*ast.CompositeLit) *ast.CompositeLit {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		if library.Is(s.p.TypesInfo.TypeOf(e), library.Temporal, "RetryPolicy") {
			return e
		}
	case *ast.Ident:
		return policies[s.p.TypesInfo.Uses[e]]
	}
	return nil
}

// executes tells workflow.ExecuteActivity and its local variant.
func (s *settings) executes(call *ast.CallExpr) bool {
	fn := s.function(call.Fun)
	if fn == nil || fn.Name() != "ExecuteActivity" || len(call.Args) < 2 {
		return false
	}
	id, _ := library.OfPackage(fn.Pkg())
	return id == library.Temporal
}

func (s *settings) function(e ast.Expr) *types.Func {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	fn, _ := s.p.TypesInfo.Uses[id].(*types.Func)
	return fn
}

// repeated gives what an activity does that each further try does again.
func repeated(s *effects.Summary) *effects.Effect {
	if s == nil {
		return nil
	}
	for n := range s.Effects {
		e := &s.Effects[n]
		switch e.Kind {
		case effects.Insert, effects.FindOrCreate:
			if !e.Handled {
				return e
			}
		case effects.Publish, effects.Mail:
			return e
		case effects.Payment:
			if e.Key == effects.NoKey || e.Key == effects.FreshKey {
				return e
			}
		}
	}
	return nil
}
