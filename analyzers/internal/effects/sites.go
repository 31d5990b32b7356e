package effects

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

func (a *analysisState) sitesOf(fn *ssa.Function) []*Site {
	if s, ok := a.sites[fn]; ok {
		return s
	}
	a.sites[fn] = nil
	var out []*Site
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if s := a.classify(call); s != nil {
					out = append(out, s)
				}
			}
		}
	}
	if handles := a.handlesUnique(fn); handles {
		for _, s := range out {
			for i := range s.Effects {
				s.Effects[i].Handled = s.Effects[i].Handled || s.Effects[i].Kind == Insert || s.Effects[i].Kind == FindOrCreate
			}
		}
	}
	a.sites[fn] = out
	return out
}

// handlesUnique tells that a function, or the one around a literal, tests for a unique violation.
func (a *analysisState) handlesUnique(fn *ssa.Function) bool {
	for f := fn; f != nil; f = f.Parent() {
		if a.mentions(f, uniqueViolation) {
			return true
		}
	}
	return false
}

// classify tells what a call does, nil where it does nothing that is known.
func (a *analysisState) classify(call ssa.CallInstruction) *Site {
	c := call.Common()
	fn := flow.Callee(c)
	if fn != nil && fn.Pkg() != nil {
		if s, ok := a.libraryCall(call, fn); ok {
			return withStatus(s)
		}
	}
	if s, ok := a.statement(call, fn); ok {
		return withStatus(s)
	}
	site := &Site{Call: call}
	if s := a.callee(c, fn); s != nil {
		site.Effects = append(site.Effects, a.mapped(s.Effects, c)...)
	}
	a.literals(site, fn)
	if len(site.Effects) == 0 {
		return nil
	}
	return site
}

// libraryCall reads a call of a known library.
func (a *analysisState) libraryCall(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	id, sub := library.OfFunc(fn)
	if s, ok := publish(call, fn, id); ok {
		return s, true
	}
	switch id {
	case library.Gorm:
		return a.gorm(call, fn)
	case library.Bun:
		return a.bun(call, fn)
	case library.Squirrel:
		return a.squirrel(call, fn)
	case library.Goqu:
		return a.goqu(call, fn)
	case library.Redis:
		return a.redis(call, fn)
	case library.Redsync:
		return a.redsync(call, fn)
	case library.Mongo:
		return a.mongo(call, fn)
	case library.Dynamo:
		return a.dynamo(call, fn)
	case library.Stripe, library.Square, library.PayPal, library.Adyen:
		return a.payment(call, fn, id, sub)
	case library.SendGrid, library.Twilio, library.SES, library.GoMail:
		return mail(call, fn, id)
	case "":
		if s, ok := a.ent(call, fn); ok {
			return s, true
		}
		if s, ok := a.boiler(call, fn); ok {
			return s, true
		}
		if s, ok := doer(call, fn); ok {
			return s, true
		}
		return a.standard(call, fn)
	}
	return nil, false
}

// callee gives the summary of a call's target, a literal included.
func (a *analysisState) callee(c *ssa.CallCommon, fn *types.Func) *Summary {
	if fn != nil {
		return a.Summary(fn)
	}
	if f := c.StaticCallee(); f != nil && f.Pkg == a.source.Package() {
		return a.summarize(f)
	}
	return nil
}

// mapped gives a callee's effects as seen by its caller.
func (a *analysisState) mapped(list []Effect, c *ssa.CallCommon) []Effect {
	args := flow.All(c)
	out := make([]Effect, 0, len(list))
	for _, e := range list {
		if e.Scope == FromParam {
			p := e.Param
			e.Scope, e.Param = UnknownScope, 0
			if p < len(args) {
				e.Scope, e.Param = scopeOf(args[p])
			}
		}
		if e.Key == ParamKey {
			p := e.Param
			e.Key, e.Param = UnknownKey, 0
			if p < len(args) {
				e.Key, e.Param = a.keyOf(args[p])
			}
		}
		if e.StatusFrom > 0 {
			p := e.StatusFrom - 1
			e.StatusFrom = 0
			if p < len(args) {
				e.Status, e.StatusFrom = statusOf(args[p])
			}
		}
		if e.Given {
			p := e.Param
			e.Given, e.Param = false, 0
			if p < len(args) {
				e.givenRequest(args[p])
			}
		}
		e.Fails = flow.ReturnsError(c)
		out = append(out, e)
	}
	return out
}

// literals adds what function literals do that are given to a call which runs them: not those that are registered for later.
func (a *analysisState) literals(site *Site, fn *types.Func) {
	c := site.Call.Common()
	if site.Spawned() && c.StaticCallee() != nil && fn == nil {
		return
	}
	if fn != nil && registers(fn) {
		return
	}
	for _, v := range c.Args {
		f := functionOf(v)
		if f == nil || f.Parent() == nil || f.Pkg != a.source.Package() {
			continue
		}
		tx := runsTransaction(c, f)
		for _, e := range a.summarize(f).Effects {
			if tx && e.Scope == UnknownScope && e.Store == "sql" {
				e.Scope = Tx
			}
			if e.Scope == FromParam {
				e.Scope = UnknownScope
			}
			e.Fails = flow.ReturnsError(c)
			site.Effects = append(site.Effects, e)
		}
	}
}

// registers tells a function that keeps the functions it is given for later.
func registers(fn *types.Func) bool {
	id, _ := library.OfPackage(fn.Pkg())
	switch id {
	case library.Gorm, library.Bun, library.PGX, library.Mongo, library.SQL, library.SQLX, library.Redis:
		return false
	case library.Franz:
		return !strings.HasPrefix(fn.Name(), "Each") // runs it for each record at once
	case "":
	default:
		return true
	}
	switch fn.Pkg().Path() {
	case "net/http", "os/signal", "time", "sync", "context", "testing", "golang.org/x/sync/errgroup":
		return fn.Name() != "Do" // sync.Once runs it
	}
	return strings.HasPrefix(fn.Name(), "Register") || strings.HasPrefix(fn.Name(), "Handle") || strings.HasPrefix(fn.Name(), "On") || strings.HasPrefix(fn.Name(), "After")
}

// mentions tells that a function holds something that a test accepts.
func (a *analysisState) mentions(fn *ssa.Function, test func(a *analysisState, v ssa.Value) bool) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if f := call.Common().StaticCallee(); f != nil && test(a, f) {
					return true
				}
			}
			for _, op := range i.Operands(nil) {
				if *op != nil && test(a, *op) {
					return true
				}
			}
		}
	}
	return false
}

// uniqueViolation tells the codes, values and functions by which a duplicate key is recognised.
func uniqueViolation(a *analysisState, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return false
		}
		if v.Value.Kind() == constant.Int {
			n, _ := constant.Int64Val(v.Value)
			return n == 1062 || n == 2067 || n == 1555
		}
		if v.Value.Kind() == constant.String {
			s := constant.StringVal(v.Value)
			low := strings.ToLower(s)
			return s == "23505" || s == "unique_violation" || strings.Contains(low, "duplicate key") || strings.Contains(low, "unique constraint") || strings.Contains(low, "duplicate entry")
		}
	case *ssa.Global:
		return v.Name() == "ErrDuplicatedKey" || v.Name() == "ErrConstraintUnique"
	case *ssa.Function:
		switch v.Name() {
		case "IsDuplicateKeyError", "IsConstraintError", "IsUniqueConstraintError":
			return true
		}
		if fn, ok := v.Object().(*types.Func); ok && fn.Pkg() != nil && takesError(fn) {
			s := a.Summary(fn)
			return s != nil && s.Unique
		}
	}
	return false
}

func takesError(fn *types.Func) bool {
	params := fn.Type().(*types.Signature).Params()
	for i := range params.Len() {
		if library.IsError(params.At(i).Type()) {
			return true
		}
	}
	return false
}

// absentRow tells the values and functions by which a row that isn't there is recognised.
func absentRow(a *analysisState, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Global:
		switch v.Name() {
		case "ErrNoRows", "ErrRecordNotFound", "ErrNoDocuments", "Nil":
			return true
		}
	case *ssa.Function:
		if v.Name() == "IsNotFound" || v.Name() == "IsRecordNotFoundError" {
			return true
		}
		if fn, ok := v.Object().(*types.Func); ok && fn.Pkg() != nil && takesError(fn) {
			s := a.Summary(fn)
			return s != nil && s.Absent
		}
	}
	return false
}

// TestsAbsence tells that a value is how a row that isn't there is recognised.
func (r *Result) TestsAbsence(v ssa.Value) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return absentRow(r.analysisState, v)
}

// TestsUnique tells that a value is how a duplicate key is recognised.
func (r *Result) TestsUnique(v ssa.Value) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return uniqueViolation(r.analysisState, v)
}
