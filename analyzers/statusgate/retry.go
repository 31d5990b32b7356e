package statusgate

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// stop is a test of a status that was read: the handler returns nil where the status equals a constant, or where it does not.
type stop struct {
	at    *ssa.If
	text  string
	equal bool
}

// stopped gives the test by which a retry would stop at a status.
func stopped(stops []stop, status string) *stop {
	for n := range stops {
		s := &stops[n]
		if s.equal && s.text == status || !s.equal && s.text != status && len(stops) == 1 {
			return s
		}
	}
	return nil
}

// stops gives the tests of a status of a read.
func stops(read *effects.Site) []stop {
	var out []stop
	for _, g := range gatesOf(read) {
		c := g.Cond.(*ssa.BinOp)
		status, text := c.X, effects.ConstText(c.Y)
		if text == "" {
			status, text = c.Y, effects.ConstText(c.X)
		}
		if text == "" || !namesStatus(status) {
			continue
		}
		for n, next := range g.Block().Succs {
			r, ok := next.Instrs[len(next.Instrs)-1].(*ssa.Return)
			if !ok || flow.Result(r) == nil || !flow.IsNil(flow.Result(r)) {
				continue
			}
			out = append(out, stop{g, text, (n == 0) == (c.Op == token.EQL)})
		}
	}
	return out
}

// namesStatus tells a field or variable that is named status or state.
func namesStatus(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			st, ok := x.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
			return ok && effects.IsStatus(st.Field(x.Field).Name())
		case *ssa.Alloc:
			return effects.IsStatus(x.Comment)
		}
	case *ssa.Field:
		st, ok := v.X.Type().Underlying().(*types.Struct)
		return ok && effects.IsStatus(st.Field(v.Field).Name())
	}
	return false
}

// retries reports statuses at which the retry stops although the work is not done.
func retries(p *finding.Pass, fn *ssa.Function, sites []*effects.Site) []finding.Finding {
	if _, whole := effects.InTransaction(fn); whole || looksAtAttempt(fn) {
		return nil
	}
	var out []finding.Finding
	for _, read := range sites {
		r := read.HasKind(effects.Read)
		if r == nil || r.Table == "" || read.Call.Value() == nil || read.Durable() != nil {
			continue
		}
		tests := stops(read)
		if len(tests) == 0 {
			continue
		}
		for _, s := range sites {
			e := written(s, r)
			if e == nil || !flow.Dominates(read.Call, s.Call) {
				continue
			}
			test := stopped(tests, e.Status)
			if test == nil {
				continue
			}
			message := failed(p, s, e, test)
			if message == "" && flow.Dominates(test.at, s.Call) {
				message = started(p, sites, s, e, test)
			}
			if message != "" {
				pos, end := p.Span(s.Call)
				out = append(out, finding.Finding{Severity: diag.Warning, Pos: pos, End: end, Message: message})
			}
		}
	}
	return out
}

// written gives the update that sets a constant status in the table that was read, outside a transaction.
func written(s *effects.Site, r *effects.Effect) *effects.Effect {
	if s.Spawned() || s.Deferred() {
		return nil
	}
	return s.Has(func(e *effects.Effect) bool {
		if e.Kind != effects.Update || e.Status == "" || e.Scope == effects.Tx || e.Store != r.Store || e.Table != r.Table {
			return false
		}
		for _, c := range e.Where {
			if effects.IsStatus(c) {
				return false // a claim
			}
		}
		return !e.Narrow
	})
}

// failed says that a status is written because something failed, and the error returned.
func failed(p *finding.Pass, s *effects.Site, e *effects.Effect, test *stop) string {
	for _, b := range s.Call.Parent().Blocks {
		for _, i := range b.Instrs {
			work, ok := i.(*ssa.Call)
			if !ok || ssa.CallInstruction(work) == s.Call || !flow.Dominates(test.at, work) {
				continue
			}
			err := flow.ErrorOf(work)
			if err == nil {
				continue
			}
			for _, t := range flow.Tests(err) {
				if len(t.Failed.Preds) == 1 && t.Failed.Dominates(s.Call.Block()) && everyWayReturns(s.Call, err) {
					return fmt.Sprintf("status %q is written on failure and the error is returned: the retry stops at the test of the status (line %d) and returns nil", e.Status, p.Line(test.at.Cond.Pos()))
				}
			}
		}
	}
	return ""
}

// everyWayReturns tells that each way from behind a call returns an error that another goes into, and not one that ends the retries.
func everyWayReturns(from ssa.CallInstruction, err ssa.Value) bool {
	all, any := true, false
	flow.Walk(from, func(i ssa.Instruction) bool {
		r, ok := i.(*ssa.Return)
		if !ok {
			return all
		}
		any = true
		sources := flow.Sources(flow.Result(r))
		own := flow.ErrorOf(from)
		if !sources[err] && (own == nil || !sources[own]) {
			all = false
		}
		for v := range sources {
			if ends(v) {
				all = false
			}
		}
		return all
	})
	return all && any
}

// ends tells what a library takes for the end of all retries.
func ends(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Global:
		return v.Name() == "SkipRetry" || v.Name() == "RevokeTask"
	case *ssa.Call:
		fn := flow.Callee(&v.Call)
		return fn != nil && (fn.Name() == "JobCancel" || fn.Name() == "ErrDiscardJob" || fn.Name() == "NewNonRetryableApplicationError")
	}
	return false
}

// looksAtAttempt tells a function that asks how often the job was tried.
func looksAtAttempt(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case ssa.CallInstruction:
				if callee := flow.Callee(i.Common()); callee != nil {
					if id, _ := library.OfPackage(callee.Pkg()); id != "" && (callee.Name() == "GetRetryCount" || callee.Name() == "GetMaxRetry" || callee.Name() == "GetInfo") {
						return true
					}
				}
			case *ssa.FieldAddr:
				st, ok := i.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
				if id, _, _ := library.Type(i.X.Type()); ok && id != "" {
					if name := st.Field(i.Field).Name(); name == "Attempt" || name == "ErrorCount" || name == "MaxAttempts" {
						return true
					}
				}
			}
		}
	}
	return false
}

// started says that a status is written before work, another one behind it, and none when the work fails.
func started(p *finding.Pass, sites []*effects.Site, s *effects.Site, e *effects.Effect, test *stop) string {
	for _, work := range sites {
		w := work.Durable()
		if work == s || w == nil || !w.Fails || work.Spawned() || work.Deferred() || w.Table == e.Table && w.Kind.Writes() || !flow.Dominates(s.Call, work.Call) {
			continue
		}
		err := flow.ErrorOf(work.Call)
		if err == nil || !finishedLater(sites, s, work, e) || undone(p, s.Call.Parent(), sites, s, work, e) {
			continue
		}
		for _, t := range flow.Tests(err) {
			if len(t.Failed.Preds) == 1 && everyFailureReturns(t.Failed, err) {
				return fmt.Sprintf("status %q is written before %s (line %d): if that fails, the retry stops at the test of the status (line %d) and returns nil", e.Status, w.What, p.Line(work.Call.Pos()), p.Line(test.at.Cond.Pos()))
			}
		}
	}
	return ""
}

func everyFailureReturns(failed *ssa.BasicBlock, err ssa.Value) bool {
	found := false
	flow.WalkBlock(failed, func(i ssa.Instruction) bool {
		if r, ok := i.(*ssa.Return); ok && flow.Sources(flow.Result(r))[err] {
			found = true
		}
		return !found
	})
	return found
}

// finishedLater tells an update of the same table behind the work with another status: the first one is no end.
func finishedLater(sites []*effects.Site, s, work *effects.Site, e *effects.Effect) bool {
	for _, later := range sites {
		if later == s || !flow.Dominates(work.Call, later.Call) {
			continue
		}
		if later.Has(func(o *effects.Effect) bool {
			return o.Kind == effects.Update && o.Store == e.Store && o.Table == e.Table && o.Status != "" && o.Status != e.Status
		}) != nil {
			return true
		}
	}
	return false
}

// undone tells that the table is written again where the work failed, or in a deferred call.
func undone(p *finding.Pass, fn *ssa.Function, sites []*effects.Site, s, work *effects.Site, e *effects.Effect) bool {
	writes := func(x *effects.Site) bool {
		return x.Has(func(o *effects.Effect) bool { return o.Kind.Writes() && o.Store == e.Store && o.Table == e.Table }) != nil
	}
	for _, anon := range fn.AnonFuncs {
		for _, x := range p.Effects.Sites(anon) {
			if writes(x) {
				return true
			}
		}
	}
	for _, x := range sites {
		if x == s || !writes(x) {
			continue
		}
		if x.Deferred() {
			return true
		}
		for _, t := range flow.Tests(flow.ErrorOf(work.Call)) {
			if t.Failed.Dominates(x.Call.Block()) {
				return true
			}
		}
	}
	return false
}
