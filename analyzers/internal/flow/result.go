package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Result gives the last result of a return, nil for a return without results. In a function with deferred calls SSA stores the results before these run and loads them
// again: what was stored counts, unless a literal has got hold of the variable and may change it.
func Result(r *ssa.Return) ssa.Value {
	if len(r.Results) == 0 {
		return nil
	}
	v := r.Results[len(r.Results)-1]
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for _, x := range *alloc.Referrers() {
		switch x.(type) {
		case *ssa.Store, *ssa.UnOp, *ssa.DebugRef:
		default:
			return v
		}
	}
	var stored ssa.Value
	for _, i := range r.Block().Instrs {
		if i == ssa.Instruction(load) {
			break
		}
		if s, ok := i.(*ssa.Store); ok && s.Addr == alloc {
			stored = s.Val
		}
	}
	if stored == nil {
		return v
	}
	return stored
}
