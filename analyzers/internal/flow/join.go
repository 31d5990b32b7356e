package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Joins tells that something behind a go statement, or deferred anywhere in its function, waits.
func Joins(g *ssa.Go) bool {
	fn, found := g.Parent(), false
	Walk(g, func(i ssa.Instruction) bool {
		found = found || Waits(i)
		return !found
	})
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.Defer); ok {
				found = found || Waits(d) || deferredWait(d)
			}
		}
	}
	return found
}

func deferredWait(d *ssa.Defer) bool {
	fn := d.Call.StaticCallee()
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if Waits(i) {
				return true
			}
		}
	}
	return false
}

// Waits tells a receive, a select, or a call of a method that waits, of whatever type. A value that holds a wait group or channel, given to another
// function, may be waited for there.
func Waits(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Select:
		return true
	case ssa.CallInstruction:
		if _, ok := i.(*ssa.Go); ok {
			return false
		}
		fn := Callee(i.Common())
		if fn != nil && (fn.Name() == "Wait" || fn.Name() == "Join" || fn.Name() == "StopAndWait" || fn.Name() == "Acquire") {
			return true
		}
		for _, v := range Args(i.Common()) {
			if waitable(v.Type()) {
				return true
			}
		}
	}
	return false
}

func waitable(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, ok := t.Underlying().(*types.Chan); ok {
		return true
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (n.Obj().Name() == "WaitGroup" || n.Obj().Name() == "Group")
}
