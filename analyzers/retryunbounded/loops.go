package retryunbounded

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

// endlessLoops reports loops of a handler that only the success of a call ends: for { if err := f(); err == nil { break } }.
func endlessLoops(p *finding.Pass, h *jobs.Handler) {
	if h.Loop {
		return // takes deliveries in
	}
	for _, s := range p.Effects.Sites(h.Fn) {
		if s.Spawned() || s.Deferred() || s.Has(func(e *effects.Effect) bool { return e.Kind != effects.Sleep && e.Kind.Blocking() }) == nil {
			continue
		}
		err := flow.ErrorOf(s.Call)
		if err == nil || !flow.InLoop(s.Call) {
			continue
		}
		if onlySuccessEnds(s.Call, flow.Tests(err)) {
			e := s.Has(func(e *effects.Effect) bool { return e.Kind.Blocking() })
			p.AtCall(diag.Warning, s.Call, "only the success of %s ends this loop: while it fails the job never ends", e.What)
			return
		}
	}
}

// onlySuccessEnds tells that every edge out of the loop around a call is taken because its error is nil.
func onlySuccessEnds(call ssa.CallInstruction, tests []flow.Test) bool {
	loop := loopOf(call.Block())
	ends := false
	for b := range loop {
		for n, next := range b.Succs {
			if loop[next] {
				continue
			}
			ok := false
			for _, t := range tests {
				ok = ok || t.If.Block() == b && b.Succs[n] == t.Passed
			}
			if !ok {
				return false
			}
			ends = true
		}
		if len(b.Succs) == 0 || stops(b) {
			return false
		}
	}
	return ends
}

// loopOf gives the blocks from which a block is reached that reach it.
func loopOf(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	for _, c := range b.Parent().Blocks {
		if reachesBlock(b, c) && reachesBlock(c, b) {
			out[c] = true
		}
	}
	return out
}

func reachesBlock(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if walk(s) {
					return true
				}
			}
		}
		return false
	}
	return walk(from)
}

// stops tells a block that may end the process or the goroutine.
func stops(b *ssa.BasicBlock) bool {
	for _, i := range b.Instrs {
		call, ok := i.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if fn := flow.Callee(call.Common()); fn != nil && (strings.HasPrefix(fn.Name(), "Fatal") || fn.Name() == "Exit" || fn.Name() == "Goexit") {
			return true
		}
	}
	return false
}

// retryGo tells avast's retry-go, of any major version.
func retryGo(fn *types.Func) bool {
	path := fn.Pkg().Path()
	return path == "github.com/avast/retry-go" || strings.HasPrefix(path, "github.com/avast/retry-go/v")
}

// attempts judges retry.Attempts(0) and UntilSucceeded in what a handler reaches. The options of one call stand together: retry.Context ends it.
func (s *settings) attempts(call ssa.CallInstruction, fn *types.Func) {
	if s.p.Jobs.ReachedBy(call.Parent()) == nil {
		return
	}
	if fn.Name() == "Attempts" {
		if n, ok := flow.Int(flow.Args(call.Common())[0]); !ok || n != 0 {
			return
		}
	}
	for _, b := range call.Parent().Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(ssa.CallInstruction); ok {
				if other := flow.Callee(c.Common()); other != nil && retryGo(other) && strings.HasPrefix(other.Name(), "Context") {
					return
				}
				for _, v := range flow.Args(c.Common()) {
					if n := library.Named(v.Type()); n != nil && n.Obj().Name() == "Config" && n.Obj().Pkg() == fn.Pkg() {
						return
					}
				}
			}
		}
	}
	s.p.AtCall(diag.Warning, call, "%s retries without end: while it fails the job never ends", fn.Name())
}
