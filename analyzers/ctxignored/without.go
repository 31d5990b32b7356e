package ctxignored

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// without reports calls that take no context although there is one: net/http's own functions, whose client has no timeout, and Stripe's old API without Params.Context.
func without(p *finding.Pass, h *jobs.Handler, s *effects.Site) {
	fn := flow.Callee(s.Call.Common())
	if fn == nil || !s.Own || s.Spawned() || s.Deferred() || len(s.Effects) == 0 {
		return
	}
	what := s.Effects[0].What
	id, _ := library.OfPackage(fn.Pkg())
	switch {
	case fn.Pkg().Path() == "net/http" && (fn.Signature().Recv() == nil || onDefaultClient(s.Call)):
		p.AtCall(diag.Warning, s.Call, "%s takes no context and has no timeout: it goes on after the job's timeout%s", what, copies(h))
	case id == library.Stripe && fn.Signature().Recv() == nil && fn.Name() == "New":
		args := flow.Args(s.Call.Common())
		if alloc, ok := flow.Origin(args[len(args)-1]).(*ssa.Alloc); ok && !mayHoldContext(alloc, s.Call, 0) {
			p.AtCall(diag.Warning, s.Call, "%s has no Params.Context: it goes on after the job's timeout%s", what, copies(h))
		}
	}
}

// onDefaultClient tells a call of http.DefaultClient with a request that was made without a context.
func onDefaultClient(call ssa.CallInstruction) bool {
	load, ok := flow.Origin(flow.Receiver(call.Common())).(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Name() != "DefaultClient" {
		return false
	}
	args := flow.Args(call.Common())
	if flow.Callee(call.Common()).Name() != "Do" {
		return true
	}
	x, ok := flow.Origin(args[0]).(*ssa.Extract)
	if !ok {
		return false
	}
	made, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	fn := flow.Callee(&made.Call)
	return fn != nil && fn.Pkg().Path() == "net/http" && fn.Name() == "NewRequest"
}

// mayHoldContext tells parameters that get a context, or are seen by code that may set one.
func mayHoldContext(addr ssa.Value, call ssa.CallInstruction, depth int) bool {
	if depth > 4 || addr.Referrers() == nil {
		return true
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			name := r.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(r.Field).Name()
			if name == "Context" || name == "Params" && mayHoldContext(r, call, depth+1) {
				return true
			}
		case *ssa.Store:
			if r.Val == addr {
				return true
			}
			if load, ok := r.Val.(*ssa.UnOp); ok && r.Addr == addr && depth > 0 && mayHoldContext(load.X, call, depth+1) {
				return true
			}
		case ssa.CallInstruction:
			if fn := flow.Callee(r.Common()); r != call && (fn == nil || !strings.HasPrefix(fn.Name(), "Set") && !strings.HasPrefix(fn.Name(), "Add")) {
				return true
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
