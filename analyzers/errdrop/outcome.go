package errdrop

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// outcome says what becomes of the job. A statement that fails on gue's Job.Tx() aborts the transaction that holds the job: its commit fails, no try is counted, and
// the job is taken up again at once (3 000 runs a second, measured with gue 5.8).
func outcome(s *effects.Site) string {
	if r := flow.Receiver(s.Call.Common()); r != nil {
		if call, ok := flow.Origin(r).(*ssa.Call); ok {
			if fn := flow.Callee(&call.Call); fn != nil && fn.Name() == "Tx" {
				if id, _ := library.OfPackage(fn.Pkg()); id == library.Gue {
					return "the job's transaction is aborted, no try is counted, and it runs again at once"
				}
			}
		}
	}
	return "the job counts as done"
}

// isNilIn tells nil, or another error that is nil in a block because the way there led over its own test.
func isNilIn(v ssa.Value, b *ssa.BasicBlock) bool {
	if flow.IsNil(v) {
		return true
	}
	for _, t := range flow.Tests(v) {
		if len(t.Passed.Preds) == 1 && t.Passed.Dominates(b) {
			return true
		}
	}
	return false
}

// recovers reports a deferred recover() that sets no result: after a panic the handler returns nil.
func recovers(p *finding.Pass, h *jobs.Handler) {
	if !works(p, h.Fn) {
		return
	}
	for _, b := range h.Fn.Blocks {
		for _, i := range b.Instrs {
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			if fn := d.Call.StaticCallee(); fn != nil && fn.Parent() == h.Fn && swallowsPanic(p, fn) {
				p.AtCall(diag.Warning, d, "recover() without setting the handler's error: after a panic the handler returns nil, and the job counts as done")
			}
		}
	}
}

func works(p *finding.Pass, fn *ssa.Function) bool {
	for _, s := range p.Effects.Sites(fn) {
		if s.Durable() != nil {
			return true
		}
	}
	return false
}

// swallowsPanic tells a literal that recovers, and neither sets an error outside, nor panics again, nor does something durable about it, nor hands the matter on.
func swallowsPanic(p *finding.Pass, fn *ssa.Function) bool {
	recovered := false
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Panic, *ssa.Send:
				return false
			case *ssa.Store:
				if t, ok := i.Addr.Type().Underlying().(*types.Pointer); ok && library.IsError(t.Elem()) {
					return false
				}
			case ssa.CallInstruction:
				if b, ok := i.Common().Value.(*ssa.Builtin); ok {
					recovered = recovered || b.Name() == "recover"
				}
				for _, v := range flow.Args(i.Common()) {
					if t, ok := v.Type().Underlying().(*types.Pointer); ok && library.IsError(t.Elem()) {
						return false // recoverTo(&err)
					}
				}
			}
		}
	}
	return recovered && !works(p, fn)
}

// uncommitted reports a way on which the transaction that completes a river job is not committed and the handler returns nil: the job is completed, and what the
// transaction held is lost.
func uncommitted(p *finding.Pass, h *jobs.Handler) {
	if h.Library != library.River {
		return
	}
	for _, b := range h.Fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if !ok || !completes(call) || !begunHere(flow.Args(&call.Call)[1]) || deferredCommit(h.Fn) {
				continue
			}
			if at := returnsNil(call); at != nil {
				p.AtCall(diag.Warning, call, "a way from here returns nil (line %d) without a Commit: the job counts as done, and what its transaction wrote is lost", p.Line(at.Pos()))
			}
		}
	}
}

func completes(call *ssa.Call) bool {
	fn := flow.Callee(&call.Call)
	if fn == nil || fn.Name() != "JobCompleteTx" || len(flow.Args(&call.Call)) < 3 {
		return false
	}
	id, _ := library.OfPackage(fn.Pkg())
	return id == library.River
}

// begunHere tells a transaction that the function begins by itself.
func begunHere(tx ssa.Value) bool {
	x, ok := flow.Origin(tx).(*ssa.Extract)
	if !ok {
		return false
	}
	call, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	fn := flow.Callee(&call.Call)
	return fn != nil && (fn.Name() == "Begin" || fn.Name() == "BeginTx")
}

// deferredCommit tells a function that defers something which may commit.
func deferredCommit(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			if callee := flow.Callee(&d.Call); callee == nil || callee.Name() != "Rollback" && callee.Name() != "Release" {
				return true
			}
		}
	}
	return false
}

// returnsNil gives a return of nil that is reached without a Commit, or a call that may commit.
func returnsNil(from *ssa.Call) *ssa.Return {
	tx := flow.Origin(flow.Args(&from.Call)[1])
	var found *ssa.Return
	flow.Walk(from, func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Return:
			if isNilIn(flow.Result(i), i.Block()) && found == nil {
				found = i
			}
		case *ssa.Call:
			if fn := flow.Callee(&i.Call); fn != nil && fn.Name() == "Commit" {
				return false
			}
			for _, v := range flow.Args(&i.Call) {
				if flow.Origin(v) == tx {
					return false
				}
			}
		}
		return found == nil
	})
	return found
}
