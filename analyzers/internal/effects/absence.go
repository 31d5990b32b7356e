package effects

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Branch is where control parts by whether a row was there.
type Branch struct {
	If *ssa.If
	// Absent and Present are the blocks taken without the row and with it.
	Absent, Present *ssa.BasicBlock
}

// Branches gives the branches that part by what a read found.
func (r *Result) Branches(read ssa.CallInstruction) []Branch {
	derived := flow.Derived(read)
	var out []Branch
	for _, b := range read.Parent().Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !derived[branch.Cond] {
			continue
		}
		absentWhenTrue, ok := r.absence(branch.Cond, derived)
		if !ok {
			continue
		}
		x := Branch{If: branch, Absent: b.Succs[0], Present: b.Succs[1]}
		if !absentWhenTrue {
			x.Absent, x.Present = x.Present, x.Absent
		}
		out = append(out, x)
	}
	return out
}

// Only tells an instruction that is reached without the row alone: from the absent side, and not from the present one unless the read is made again.
func (b Branch) Only(i ssa.Instruction, read ssa.CallInstruction) bool {
	reaches := func(from *ssa.BasicBlock) bool {
		found := false
		flow.WalkBlock(from, func(x ssa.Instruction) bool {
			found = found || x == i
			return !found && x != ssa.Instruction(read) && x != ssa.Instruction(b.If)
		})
		return found
	}
	return reaches(b.Absent) && !reaches(b.Present)
}

// absence tells whether a condition is true without the row; ok is false where it says something else.
func (r *Result) absence(cond ssa.Value, derived map[ssa.Value]bool) (absentWhenTrue, ok bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			v, ok := r.absence(c.X, derived)
			return !v, ok
		}
		return false, c.Op == token.MUL && isBool(c.Type()) // a bool that was scanned: EXISTS (…)
	case *ssa.BinOp:
		return r.comparison(c, derived)
	case *ssa.Call:
		return r.judgement(c)
	case *ssa.Extract, *ssa.Field:
		return false, isBool(cond.Type()) // exists, found
	}
	return false, false
}

// judgement reads errors.Is(err, sql.ErrNoRows), ent.IsNotFound(err), and functions of the program that test so.
func (r *Result) judgement(c *ssa.Call) (absentWhenTrue, ok bool) {
	fn := flow.Callee(&c.Call)
	if fn == nil || !isBool(c.Type()) {
		return false, false
	}
	if fn.Pkg().Path() == "errors" {
		args := flow.Args(&c.Call)
		return true, len(args) == 2 && r.sentinel(args[1])
	}
	if s := c.Call.StaticCallee(); s != nil && r.TestsAbsence(s) {
		return true, true
	}
	params := fn.Type().(*types.Signature).Params()
	for i := range params.Len() {
		if library.IsError(params.At(i).Type()) {
			return false, false // says something else of the error
		}
	}
	return false, true // Exists(…) bool
}

// sentinel tells the error that stands for a row that isn't there.
func (r *Result) sentinel(v ssa.Value) bool {
	u, ok := flow.Origin(v).(*ssa.UnOp)
	return ok && r.TestsAbsence(u.X)
}

func (r *Result) comparison(c *ssa.BinOp, derived map[ssa.Value]bool) (absentWhenTrue, ok bool) {
	x, y := c.X, c.Y
	op := c.Op
	if _, isConst := x.(*ssa.Const); isConst || !derived[x] {
		x, y, op = y, x, mirrored(op)
	}
	if library.IsError(x.Type()) {
		if flow.IsNil(y) {
			return op == token.NEQ, op == token.NEQ || op == token.EQL
		}
		return op == token.EQL, r.sentinel(y) && (op == token.NEQ || op == token.EQL)
	}
	k, isConst := y.(*ssa.Const)
	if !isConst {
		return false, false
	}
	if k.IsNil() {
		return op == token.EQL, op == token.NEQ || op == token.EQL
	}
	if k.Value == nil {
		return false, false
	}
	switch k.Value.Kind() {
	case constant.String:
		return op == token.EQL, constant.StringVal(k.Value) == "" && (op == token.NEQ || op == token.EQL)
	case constant.Bool:
		return constant.BoolVal(k.Value) == (op == token.NEQ), op == token.NEQ || op == token.EQL
	case constant.Int:
		n, _ := constant.Int64Val(k.Value)
		switch {
		case n == 0 && (op == token.EQL || op == token.LEQ), n == 1 && op == token.LSS:
			return true, true
		case n == 0 && (op == token.NEQ || op == token.GTR), n == 1 && op == token.GEQ:
			return false, true
		}
	}
	return false, false
}

func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}
