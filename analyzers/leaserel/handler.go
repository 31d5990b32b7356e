package leaserel

import (
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
)

// ownTimeout gives the longest constant timeout that a handler gives itself.
func ownTimeout(h *jobs.Handler) (time.Duration, bool) {
	longest, found := time.Duration(0), false
	calls(h, func(call ssa.CallInstruction) {
		fn := flow.Callee(call.Common())
		if fn == nil || fn.Pkg().Path() != "context" || fn.Name() != "WithTimeout" {
			return
		}
		if n, ok := flow.Int(flow.Args(call.Common())[1]); ok {
			longest, found = max(longest, time.Duration(n)), true
		}
	})
	return longest, found
}

// extends tells a handler that asks for more time.
func extends(h *jobs.Handler) bool {
	found := false
	calls(h, func(call ssa.CallInstruction) {
		verb, _ := jobs.VerbOf(call)
		fn := flow.Callee(call.Common())
		found = found || verb == jobs.Alive || fn != nil && fn.Name() == "ChangeMessageVisibility"
	})
	return found
}

// calls visits a handler's calls, those of its literals too.
func calls(h *jobs.Handler, visit func(ssa.CallInstruction)) {
	var walk func(fn *ssa.Function)
	walk = func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if call, ok := i.(ssa.CallInstruction); ok {
					visit(call)
				}
			}
		}
		for _, anon := range fn.AnonFuncs {
			walk(anon)
		}
	}
	walk(h.Fn)
}
