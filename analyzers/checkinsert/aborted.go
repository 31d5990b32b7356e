package checkinsert

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// aborted reports a unique violation that is taken for done inside an open PostgreSQL transaction: the transaction is aborted, its next statement fails (25P02), and its
// commit too. A savepoint, which is a transaction begun on the transaction, would repair it.
func (c *checker) aborted(fn *ssa.Function, sites []*effects.Site) []finding.Finding {
	var out []finding.Finding
	for _, s := range sites {
		if !s.Own || s.Spawned() || s.Has(func(e *effects.Effect) bool { return e.Kind == effects.Insert && e.Postgres && e.Scope == effects.Tx }) == nil {
			continue
		}
		if !outermost(flow.Receiver(s.Call.Common())) || savepoint(fn) {
			continue
		}
		for _, b := range c.p.Effects.UniqueBranches(s.Call) {
			if what := goesOn(b, sites); what != "" {
				pos, end := c.p.Span(s.Call)
				out = append(out, finding.Finding{Severity: diag.Warning, Pos: pos, End: end,
					Message: "its unique violation is handled inside the open transaction, which PostgreSQL has aborted: " + what})
				break
			}
		}
	}
	return out
}

// outermost tells a transaction that was begun on a pool or connection, in view: pool.Begin, or pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error).
func outermost(tx ssa.Value) bool {
	if tx == nil {
		return false
	}
	switch v := flow.Origin(tx).(type) {
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && begins(call.Call.StaticCallee()) && isPool(flow.Receiver(&call.Call))
	case *ssa.Parameter:
		call, ok := effects.InTransaction(v.Parent())
		if !ok || !begins(call.StaticCallee()) {
			return false
		}
		args := flow.Args(call)
		return len(args) > 1 && isPool(args[1])
	}
	return false
}

func begins(fn *ssa.Function) bool {
	if fn == nil || fn.Object() == nil {
		return false
	}
	id, _ := library.OfPackage(fn.Object().Pkg())
	switch fn.Name() {
	case "Begin", "BeginTx", "BeginFunc", "BeginTxFunc":
		return id == library.PGX
	}
	return false
}

func isPool(v ssa.Value) bool {
	if v == nil {
		return false
	}
	id, _, name := library.Type(flow.Origin(v).Type())
	return id == library.PGX && (name == "Pool" || name == "Conn")
}

func isTx(v ssa.Value) bool { return v != nil && library.Is(v.Type(), library.PGX, "Tx") }

// savepoint tells a function that sets one.
func savepoint(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := flow.Callee(call.Common()); callee != nil && callee.Name() == "Begin" && isTx(flow.Receiver(call.Common())) {
				return true
			}
			for _, v := range flow.Args(call.Common()) {
				if text, ok := flow.String(v); ok && strings.HasPrefix(strings.ToUpper(text), "SAVEPOINT") {
					return true
				}
			}
		}
	}
	return false
}

// goesOn says what becomes of a way that goes on with an aborted transaction, "" where it is given up.
func goesOn(from *ssa.BasicBlock, sites []*effects.Site) string {
	what := ""
	flow.WalkBlock(from, func(i ssa.Instruction) bool {
		if what != "" {
			return false
		}
		switch i := i.(type) {
		case *ssa.Return:
			if len(i.Results) > 0 && flow.IsNil(flow.Result(i)) {
				what = "the commit fails, and nothing of it is kept"
			}
			return false
		case *ssa.Phi, *ssa.If: // other errors may come this way
			return i.Block() == from
		case ssa.CallInstruction:
			callee := flow.Callee(i.Common())
			if callee != nil && callee.Name() == "Rollback" {
				return false
			}
			for _, s := range sites {
				if s.Call == i && s.Own && s.Has(func(e *effects.Effect) bool { return e.Store == "sql" && e.Scope == effects.Tx }) != nil {
					what = "the next statement fails"
				}
			}
			if callee != nil && callee.Name() == "Commit" {
				what = "the commit fails, and nothing of it is kept"
			}
		}
		return what == ""
	})
	return what
}
