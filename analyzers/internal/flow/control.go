package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Dominates tells that every way to b leads over a. Both lie in one function.
func Dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return index(a) < index(b)
	}
	return a.Block().Dominates(b.Block())
}

func index(i ssa.Instruction) int {
	for n, x := range i.Block().Instrs {
		if x == i {
			return n
		}
	}
	return -1
}

// Reaches tells that a way leads from behind a to b.
func Reaches(a, b ssa.Instruction) bool { return ReachesAvoiding(a, b, nil) }

// ReachesAvoiding tells that a way leads from behind a to b on which no instruction is avoided.
func ReachesAvoiding(a, b ssa.Instruction, avoid func(ssa.Instruction) bool) bool {
	found := false
	Walk(a, func(i ssa.Instruction) bool {
		if i == b {
			found = true
		}
		return !found && (avoid == nil || !avoid(i))
	})
	return found
}

// Walk visits the instructions on every way from behind a, each once; a way ends where visit says no.
func Walk(a ssa.Instruction, visit func(ssa.Instruction) bool) {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock, from int)
	walk = func(b *ssa.BasicBlock, from int) {
		for _, i := range b.Instrs[from:] {
			if !visit(i) {
				return
			}
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				walk(s, 0)
			}
		}
	}
	walk(a.Block(), index(a)+1)
}

// WalkBlock visits the instructions on every way from the start of a block, each once.
func WalkBlock(b *ssa.BasicBlock, visit func(ssa.Instruction) bool) {
	seen := map[*ssa.BasicBlock]bool{b: true}
	var walk func(b *ssa.BasicBlock)
	walk = func(b *ssa.BasicBlock) {
		for _, i := range b.Instrs {
			if !visit(i) {
				return
			}
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				walk(s)
			}
		}
	}
	walk(b)
}

// Aliases gives a value and what is loaded, in the same block, from the variable it is stored in.
func Aliases(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	if v.Referrers() == nil {
		return out
	}
	for _, r := range *v.Referrers() {
		s, ok := r.(*ssa.Store)
		if !ok || s.Val != v {
			continue
		}
		for _, i := range s.Block().Instrs[index(s)+1:] {
			if later, ok := i.(*ssa.Store); ok && later.Addr == s.Addr {
				break
			}
			if u, ok := i.(*ssa.UnOp); ok && u.Op == token.MUL && u.X == s.Addr {
				out = append(out, u)
			}
		}
	}
	return out
}

// Test is a branch on whether an error is nil.
type Test struct {
	If *ssa.If
	// Failed and Passed are the blocks taken with an error and without.
	Failed, Passed *ssa.BasicBlock
}

// Tests gives the branches that compare an error with nil.
func Tests(err ssa.Value) []Test {
	var out []Test
	for _, v := range Aliases(err) {
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			b, ok := r.(*ssa.BinOp)
			if !ok || !isNil(b.X) && !isNil(b.Y) {
				continue
			}
			for _, u := range *b.Referrers() {
				branch, ok := u.(*ssa.If)
				if !ok {
					continue
				}
				t := Test{If: branch, Failed: branch.Block().Succs[0], Passed: branch.Block().Succs[1]}
				if b.Op == token.EQL {
					t.Failed, t.Passed = t.Passed, t.Failed
				} else if b.Op != token.NEQ {
					continue
				}
				out = append(out, t)
			}
		}
	}
	return out
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// IsNil tells the constant nil.
func IsNil(v ssa.Value) bool { return isNil(v) }

// InLoop tells that control can come back to an instruction.
func InLoop(i ssa.Instruction) bool { return Reaches(i, i) }

// MayReturnNil tells that a way from behind an instruction ends in a return whose error may be nil.
func MayReturnNil(i ssa.Instruction) bool {
	found := false
	Walk(i, func(x ssa.Instruction) bool {
		if r, ok := x.(*ssa.Return); ok && len(r.Results) > 0 {
			found = found || mayBeNil(Result(r), r.Block(), 0)
		}
		return !found
	})
	return found
}

// mayBeNil tells an error that is not known to be one: made on the spot, or returned behind its own test.
func mayBeNil(v ssa.Value, at *ssa.BasicBlock, depth int) bool {
	for _, t := range Tests(v) {
		if t.Failed == at || len(t.Failed.Preds) == 1 && t.Failed.Dominates(at) {
			return false
		}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.MakeInterface:
		return false
	case *ssa.Phi:
		for n, e := range v.Edges {
			if depth > 3 || mayBeNil(e, v.Block().Preds[n], depth+1) {
				return true
			}
		}
		return false
	case *ssa.Call:
		if fn := Callee(&v.Call); fn != nil {
			switch fn.Pkg().Path() + "." + fn.Name() {
			case "fmt.Errorf", "errors.New":
				return false
			}
		}
	case *ssa.UnOp:
		if _, ok := v.X.(*ssa.Global); ok {
			return false // a sentinel
		}
	}
	return true
}
