package effects

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
)

// given is what the program hands to one parameter of a function: the functions, unless some are not known.
type given struct {
	functions []*types.Func
	unknown   bool
}

// parameter is one of ssa.Function.Params.
type parameter struct {
	fn    *types.Func
	index int
}

// addGiven notes the functions that a function hands to others.
func (p *Program) addGiven(fn *ssa.Function, literals map[*ssa.Function]*types.Func) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := flow.Callee(call.Common())
			if callee == nil {
				continue
			}
			for n, v := range flow.All(call.Common()) {
				if _, ok := v.Type().Underlying().(*types.Signature); !ok || flow.IsNil(v) {
					continue
				}
				at := parameter{callee, n}
				if p.given[at] == nil {
					p.given[at] = &given{}
				}
				if obj := objectOf(functionOf(v), literals); obj != nil {
					p.given[at].functions = append(p.given[at].functions, obj)
				} else {
					p.given[at].unknown = true
				}
			}
		}
	}
}

// objectOf gives the declared function or method, or the literal, that a function is.
func objectOf(fn *ssa.Function, literals map[*ssa.Function]*types.Func) *types.Func {
	if fn == nil {
		return nil
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.Origin()
	}
	return literals[fn]
}

// Handed gives the work of a call of a function that the caller's caller hands over, where the program is known and every function that it hands
// over does something that another process can see: the effect of one of them.
func (r *Result) Handed(call ssa.CallInstruction) *Site {
	if r.program == nil || flow.Callee(call.Common()) != nil || call.Common().IsInvoke() {
		return nil
	}
	param, ok := flow.Origin(call.Common().Value).(*ssa.Parameter)
	if !ok || param.Parent().Object() == nil {
		return nil
	}
	fn, ok := param.Parent().Object().(*types.Func)
	if !ok {
		return nil
	}
	e := r.program.work(parameter{fn.Origin(), paramIndex(param)})
	if e == nil {
		return nil
	}
	e.Fails = flow.ReturnsError(call.Common())
	return &Site{Call: call, Effects: []Effect{*e}}
}

// work gives the first durable effect, by name and place, of what is handed to a parameter.
func (p *Program) work(at parameter) *Effect {
	g := p.given[at]
	if g == nil || g.unknown {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []Effect
	for _, fn := range g.functions {
		own := p.whole(fn, map[*types.Func]bool{})
		n := slices.IndexFunc(own, func(e Effect) bool { return e.Kind.Durable() })
		if n < 0 {
			return nil
		}
		all = append(all, own[n])
	}
	if len(all) == 0 {
		return nil
	}
	first := slices.MinFunc(all, func(a, b Effect) int { return cmp.Compare(a.What, b.What) })
	return &first
}
