package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Derived gives what is learnt from a call: its results, what they are scanned or decoded into, and what is computed from these. Errors are
// followed to tests and to functions that judge them, not through variables that are used again.
func Derived(call ssa.CallInstruction) map[ssa.Value]bool {
	seen := map[ssa.Value]bool{}
	var work []ssa.Value
	add := func(v ssa.Value) {
		if v != nil && !seen[v] && len(seen) < limit*2 {
			seen[v] = true
			work = append(work, v)
		}
	}
	if v := call.Value(); v != nil {
		add(v)
	}
	for _, v := range targets(call.Common()) {
		add(v)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			follow(v, r, add)
		}
	}
	return seen
}

func follow(v ssa.Value, r ssa.Instruction, add func(ssa.Value)) {
	switch r := r.(type) {
	case *ssa.Phi:
		if !library.IsError(r.Type()) {
			add(r)
		}
	case *ssa.Store:
		if r.Val != v {
			return
		}
		if !library.IsError(v.Type()) {
			add(r.Addr)
			return
		}
		for _, a := range Aliases(v) {
			add(a)
		}
	case *ssa.Call:
		add(r)
		for _, t := range targets(&r.Call) {
			add(t)
		}
	case *ssa.UnOp:
		if r.Op != token.ARROW {
			add(r)
		}
	case *ssa.MakeClosure, *ssa.Defer, *ssa.Go:
	case ssa.Value:
		add(r)
	}
}

// targets gives the local variables that a call is given the addresses of.
func targets(c *ssa.CallCommon) []ssa.Value {
	var out []ssa.Value
	take := func(v ssa.Value) {
		if a, ok := Origin(v).(*ssa.Alloc); ok {
			out = append(out, a)
		}
	}
	for _, v := range Args(c) {
		if list, ok := Elements(v); ok {
			for _, e := range list {
				if e != nil {
					take(e)
				}
			}
			continue
		}
		take(v)
	}
	return out
}
