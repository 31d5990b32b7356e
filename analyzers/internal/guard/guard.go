// Package guard finds what lets only one of two runs through: it stands before the work on every way, in the function, in the function around
// a literal, or before every call of the function within its package.
package guard

import (
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Finder looks for guards. Guards judges an effect that comes before the work; Whole, which may be nil, judges a function as a whole.
type Finder struct {
	Pass   *finding.Pass
	Guards func(*effects.Effect) bool
	Whole  func(*ssa.Function) bool
}

// maxCallers bounds how far callers are followed.
const maxCallers = 4

// Before tells a guard before an instruction.
func (f Finder) Before(at ssa.Instruction) bool { return f.before(at, 0) }

func (f Finder) before(at ssa.Instruction, depth int) bool {
	fn := at.Parent()
	if f.Whole != nil && f.Whole(fn) || f.within(fn, at) {
		return true
	}
	if fn.Parent() != nil {
		if m := flow.Closure(fn); m != nil {
			return f.before(m, depth)
		}
		return false
	}
	return depth < maxCallers && f.callers(fn, depth)
}

func (f Finder) within(fn *ssa.Function, at ssa.Instruction) bool {
	for _, s := range f.Pass.Effects.Sites(fn) {
		if s.Spawned() || s.Deferred() || !flow.Dominates(s.Call, at) {
			continue
		}
		if s.Has(f.Guards) != nil {
			return true
		}
	}
	return false
}

// callers tells that a function is called in its package, and each time behind a guard.
func (f Finder) callers(fn *ssa.Function, depth int) bool {
	called := false
	for _, caller := range f.Pass.Source.Funcs() {
		for _, b := range caller.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(ssa.CallInstruction)
				if !ok || call.Common().StaticCallee() != fn || caller == fn {
					continue
				}
				called = true
				if !f.before(call, depth+1) {
					return false
				}
			}
		}
	}
	return called
}

// CompletesInTx tells a function that completes its river job in a transaction: a second run of the job fails there, and its transaction with it.
func CompletesInTx(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := flow.Callee(call.Common())
			if callee == nil || callee.Name() != "JobCompleteTx" {
				continue
			}
			if id, _ := library.OfPackage(callee.Pkg()); id == library.River {
				return true
			}
		}
	}
	return false
}
