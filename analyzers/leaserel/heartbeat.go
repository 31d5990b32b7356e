package leaserel

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// heartbeats reports options with a HeartbeatTimeout for an activity of the same package that never records a heartbeat: Temporal takes it for dead then.
func (s *settings) heartbeats() {
	if s.beats() {
		return
	}
	for _, f := range s.p.Files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil {
				s.silentActivity(decl.Body)
			}
		}
	}
}

// beats tells a package that records heartbeats, or calls something by such a name.
func (s *settings) beats() bool {
	for _, obj := range s.p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && strings.Contains(strings.ToLower(fn.Name()), "heartbeat") {
			return true
		}
	}
	return false
}

// silentActivity judges one workflow with one set of options.
func (s *settings) silentActivity(body *ast.BlockStmt) {
	var options []*ast.CompositeLit
	var activities []*types.Func
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if library.Is(s.p.TypesInfo.TypeOf(n), library.Temporal, "ActivityOptions") {
				options = append(options, n)
			}
		case *ast.CallExpr:
			if fn := s.function(n.Fun); fn != nil && fn.Name() == "ExecuteActivity" && len(n.Args) > 1 {
				if activity := s.function(n.Args[1]); activity != nil && activity.Pkg() == s.p.Pkg {
					activities = append(activities, activity)
				}
			}
		}
		return true
	})
	if len(options) != 1 {
		return
	}
	e := fieldOf(options[0], "HeartbeatTimeout")
	limit, ok := s.duration(e)
	if !ok || limit <= 0 {
		return
	}
	if longest, known := s.duration(fieldOf(options[0], "StartToCloseTimeout")); known && longest > 0 && longest <= limit {
		return // said of the pair
	}
	for _, a := range activities {
		if fn := s.p.Source.Package().Prog.FuncValue(a.Origin()); fn != nil && !handsContextOn(fn, map[*ssa.Function]bool{}) {
			s.p.At(diag.Warning, e, "activity %s records no heartbeat: when it runs longer than HeartbeatTimeout %s it is taken for dead and started again", a.Name(), limit)
			return
		}
	}
}

// handsContextOn tells a function that gives a context to code which is not in view: a heartbeat may be recorded there.
func handsContextOn(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, call := range ownCalls(fn) {
		callee := call.Common().StaticCallee()
		if callee != nil && callee.Pkg == fn.Pkg && callee.Blocks != nil {
			if handsContextOn(callee, seen) {
				return true
			}
			continue
		}
		if known(flow.Callee(call.Common())) {
			continue
		}
		for _, v := range flow.Args(call.Common()) {
			if library.IsContext(v.Type()) {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if handsContextOn(anon, seen) {
			return true
		}
	}
	return false
}

// known tells a function of the standard library, or of one of the libraries: these record no heartbeat.
func known(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	if id, _ := library.OfPackage(fn.Pkg()); id != "" {
		return true
	}
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	return !strings.Contains(first, ".") && fn.Type().(*types.Signature).Recv() == nil || fn.Pkg().Path() == "net/http" || fn.Pkg().Path() == "os/exec"
}

func fieldOf(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
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
