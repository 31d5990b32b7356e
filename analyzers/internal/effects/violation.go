package effects

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
)

// postgresUnique is PostgreSQL's code of a unique violation.
const postgresUnique = "23505"

// UniqueBranches gives the blocks that are taken because an insert's error is a unique violation.
func (r *Result) UniqueBranches(insert ssa.CallInstruction) []*ssa.BasicBlock {
	err := flow.ErrorOf(insert)
	if err == nil {
		return nil
	}
	var out []*ssa.BasicBlock
	for _, b := range insert.Parent().Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !flow.Reaches(insert, branch) {
			continue
		}
		taken := b.Succs[0]
		switch cond := branch.Cond.(type) {
		case *ssa.Call:
			fn := cond.Call.StaticCallee()
			if fn == nil || !flow.Sources(cond)[err] || !r.TestsUnique(fn) && !r.isDuplicate(&cond.Call) {
				continue
			}
		case *ssa.BinOp:
			if cond.Op != token.EQL || !isCode(cond.X) && !isCode(cond.Y) || !examined(err, branch) {
				continue
			}
		default:
			continue
		}
		if len(taken.Preds) == 1 {
			out = append(out, taken)
		}
	}
	return out
}

// examined tells that errors.As looks at an error before a branch.
func examined(err ssa.Value, branch *ssa.If) bool {
	for _, v := range flow.Aliases(err) {
		for _, r := range *v.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok || !flow.Dominates(call, branch) {
				continue
			}
			if fn := flow.Callee(&call.Call); fn != nil && fn.Pkg().Path() == "errors" && fn.Name() == "As" {
				return true
			}
		}
	}
	return false
}

func isCode(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.String && constant.StringVal(k.Value) == postgresUnique
}

// isDuplicate tells errors.Is(err, gorm.ErrDuplicatedKey) and its like.
func (r *Result) isDuplicate(c *ssa.CallCommon) bool {
	fn := flow.Callee(c)
	if fn == nil || fn.Pkg().Path() != "errors" || fn.Name() != "Is" {
		return false
	}
	u, ok := flow.Origin(flow.Args(c)[1]).(*ssa.UnOp)
	return ok && r.TestsUnique(u.X)
}
