package txenqueue

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
)

// callbacks is the fact on functions that run functions they are given inside a transaction of their own: repo.Create(order, afterCreate).
type callbacks struct {
	// Params are the parameters, as in ssa.Function.Params.
	Params []int
}

// AFact marks callbacks as a fact.
func (*callbacks) AFact() {}

// String is printed by tests of facts.
func (c *callbacks) String() string { return fmt.Sprintf("runs %v in a transaction", c.Params) }

// runInTransaction gives the literals of a package that another function runs inside its transaction, and exports what functions do so.
func runInTransaction(p *finding.Pass) map[*ssa.Function]bool {
	own := map[*types.Func]*callbacks{}
	for _, fn := range p.Source.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		if list := given(fn); len(list) > 0 {
			own[obj.Origin()] = &callbacks{list}
			p.ExportObjectFact(obj.Origin(), own[obj.Origin()])
		}
	}
	out := map[*ssa.Function]bool{}
	for _, fn := range p.Source.Funcs() {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(ssa.CallInstruction)
				if !ok || call.Common().IsInvoke() {
					continue
				}
				callee := flow.Callee(call.Common())
				if callee == nil {
					continue
				}
				c := own[callee]
				if c == nil {
					c = &callbacks{}
					if callee.Pkg() == p.Pkg || !p.ImportObjectFact(callee, c) {
						continue
					}
				}
				for n, v := range flow.All(call.Common()) {
					if made, ok := flow.Origin(v).(*ssa.MakeClosure); ok && slices.Contains(c.Params, n) {
						out[made.Fn.(*ssa.Function)] = true
					}
				}
			}
		}
	}
	return out
}

// given gives the parameters of a function that it calls while a transaction is open.
func given(fn *ssa.Function) []int {
	var out []int
	var walk func(f *ssa.Function)
	walk = func(f *ssa.Function) {
		_, whole := effects.InTransaction(f)
		list := begun(f)
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(*ssa.Call)
				if !ok || call.Call.IsInvoke() || !whole && !between(call, list) {
					continue
				}
				param, ok := flow.Origin(call.Call.Value).(*ssa.Parameter)
				if !ok {
					continue
				}
				if n := slices.Index(fn.Params, param); n >= 0 && !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
		for _, anon := range f.AnonFuncs {
			walk(anon)
		}
	}
	walk(fn)
	return out
}
