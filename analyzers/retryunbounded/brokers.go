package retryunbounded

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// settings is what a package says about the consumers and subscriptions it makes.
type settings struct {
	p *finding.Pass
	// consumer and subscription are the literals that set no bound, nil where there is none or where another sets one.
	consumer, subscription ast.Node
}

// read looks for the settings that bound deliveries. One literal that sets a bound is enough for silence: which consumer a handler belongs to is not followed.
func read(p *finding.Pass) *settings {
	s := &settings{p: p}
	bounded := map[library.ID]bool{}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				id, _, name := library.Type(p.TypesInfo.TypeOf(n))
				switch {
				case id == library.NATS && name == "ConsumerConfig":
					bounded[id] = bounded[id] || !unlimited(p, value(n, "MaxDeliver"))
					s.consumer = n
				case id == library.PubSub && name == "SubscriptionConfig":
					bounded[id] = bounded[id] || value(n, "DeadLetterPolicy") != nil || value(n, "RetryPolicy") != nil
					s.subscription = n
				}
			case *ast.SelectorExpr: // config.MaxDeliver = 5, nats.MaxDeliver(5)
				switch n.Sel.Name {
				case "MaxDeliver":
					bounded[library.NATS] = true
				case "DeadLetterPolicy", "RetryPolicy":
					bounded[library.PubSub] = true
				}
			}
			return true
		})
	}
	if bounded[library.NATS] {
		s.consumer = nil
	}
	if bounded[library.PubSub] {
		s.subscription = nil
	}
	return s
}

// value gives what a literal sets a field to, nil where it does not.
func value(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// unlimited tells a MaxDeliver that is left out, zero or negative.
func unlimited(p *finding.Pass, e ast.Expr) bool {
	if e == nil {
		return true
	}
	v := p.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) <= 0
}

// call judges the calls whose bound lies in settings or options.
func (s *settings) call(call ssa.CallInstruction) {
	fn := flow.Callee(call.Common())
	if fn == nil {
		return
	}
	id, _ := library.OfPackage(fn.Pkg())
	switch {
	case id == library.NATS && fn.Name() == "Nak" && s.consumer != nil:
		s.givenBack(call, s.consumer, "MaxDeliver is not set (line %d, and BackOff does not count for Nak)")
	case id == library.PubSub && fn.Name() == "Nack" && s.subscription != nil:
		s.givenBack(call, s.subscription, "the subscription has neither RetryPolicy nor DeadLetterPolicy (line %d)")
	case id == library.Gue && (fn.Name() == "NewWorker" || fn.Name() == "NewWorkerPool"):
		s.gue(call)
	case id == library.Machinery && fn.Name() == "NewErrRetryTaskLater":
		if alwaysOnFailure(call) && !calls(call.Parent(), "SignatureFromContext") {
			s.p.AtCall(diag.Warning, call, "ErrRetryTaskLater on every failure: machinery does not count it against RetryCount, so a failing task is retried without end")
		}
	case retryGo(fn) && (fn.Name() == "Attempts" || fn.Name() == "UntilSucceeded"):
		s.attempts(call, fn)
	}
}

func (s *settings) givenBack(call ssa.CallInstruction, at ast.Node, why string) {
	if flow.Receiver(call.Common()) == nil || !alwaysOnFailure(call) || leaves(call) || calls(call.Parent(), "Metadata") || reads(call.Parent(), library.PubSub, "DeliveryAttempt") {
		return
	}
	s.p.AtCall(diag.Warning, call, "%s puts every failed message back at once, and "+why+": a poison message turns into a hot loop", flow.Callee(call.Common()).Name(), s.p.Line(at.Pos()))
}

// calls tells a function that calls another by its name.
func calls(fn *ssa.Function, name string) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if callee := flow.Callee(call.Common()); callee != nil && callee.Name() == name {
					return true
				}
			}
		}
	}
	return false
}

// reads tells a function, its literals included, that reads a field of a library's struct.
func reads(fn *ssa.Function, id library.ID, field string) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			f, ok := i.(*ssa.FieldAddr)
			if !ok || fieldName(f) != field {
				continue
			}
			if got, _ := library.OfPackage(fieldPackage(f)); got == id {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(a *ssa.Function) bool { return reads(a, id, field) })
}

func fieldVar(f *ssa.FieldAddr) *types.Var {
	p, ok := f.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok || f.Field >= st.NumFields() {
		return nil
	}
	return st.Field(f.Field)
}

func fieldName(f *ssa.FieldAddr) string {
	if v := fieldVar(f); v != nil {
		return v.Name()
	}
	return ""
}

func fieldPackage(f *ssa.FieldAddr) *types.Package {
	if v := fieldVar(f); v != nil {
		return v.Pkg()
	}
	return nil
}

// gue judges a worker: its backoff never gives up by itself. All its functions have to be in view, and none of them may count or discard.
func (s *settings) gue(call ssa.CallInstruction) {
	args := flow.Args(call.Common())
	options, ok := flow.Elements(args[len(args)-1])
	if !ok || len(args) < 3 || slices.ContainsFunc(options, changesBackoff) {
		return
	}
	work, ok := flow.Origin(args[1]).(*ssa.MakeMap)
	if !ok {
		return
	}
	found := false
	for _, r := range *work.Referrers() {
		u, ok := r.(*ssa.MapUpdate)
		if !ok {
			continue
		}
		fn := functionOf(u.Value)
		if fn == nil || fn.Pkg != call.Parent().Pkg || counts(fn) {
			return
		}
		found = true
	}
	if found {
		s.p.AtCall(diag.Warning, call, "gue retries a failing job without end: no function of this work map looks at ErrorCount or discards, and the default backoff never gives up")
	}
}

// changesBackoff tells an option that may bring a backoff which gives up: any that is not known to be something else.
func changesBackoff(v ssa.Value) bool {
	c, ok := flow.Origin(v).(*ssa.Call)
	if !ok {
		return true
	}
	fn := flow.Callee(&c.Call)
	if fn == nil {
		return true
	}
	switch fn.Name() {
	case "WithWorkerQueue", "WithWorkerID", "WithWorkerLogger", "WithWorkerPollInterval", "WithWorkerPollStrategy",
		"WithPoolQueue", "WithPoolID", "WithPoolLogger", "WithPoolPollInterval", "WithPoolPollStrategy":
		return false
	}
	return true
}

// counts tells a function that reads gue's ErrorCount, or returns what discards a job. What it hands the job to may do so too.
func counts(fn *ssa.Function) bool {
	if reads(fn, library.Gue, "ErrorCount") {
		return true
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := flow.Callee(call.Common()); callee != nil {
				if id, _ := library.OfPackage(callee.Pkg()); id == library.Gue && callee.Name() == "ErrDiscardJob" {
					return true
				}
			}
			for _, v := range flow.Args(call.Common()) {
				if library.Is(v.Type(), library.Gue, "Job") {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, counts)
}

// functionOf gives the function that a value is, a bound method's own.
func functionOf(v ssa.Value) *ssa.Function {
	var fn *ssa.Function
	switch v := flow.Origin(v).(type) {
	case *ssa.MakeClosure:
		fn, _ = v.Fn.(*ssa.Function)
	case *ssa.Function:
		fn = v
	}
	if fn == nil {
		return nil
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		return fn.Prog.FuncValue(obj)
	}
	return fn
}
