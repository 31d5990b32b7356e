// Package retryunbounded reports retries that never end.
package retryunbounded

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG201",
	Slug:     "retryunbounded",
	Severity: diag.Warning,
	Summary:  "retries without end",
	Why: `A job that can't succeed comes back for ever. Nack and Reject with requeue=true put a delivery back at once: one poison message made 24 000 deliveries in 2 s, and a plain
Nak without MaxDeliver 33 000 (measured). asynq does not count a try for which IsFailure says false; watermill's Retry takes negative MaxRetries for
endless; MaxRetry in the thousands ends in years. gue has no bound of its own; Temporal's RetryPolicy has none without MaximumAttempts; machinery's
ErrRetryTaskLater is not counted; retry-go takes Attempts(0) for endless.

Silent where the attempt is looked at (Redelivered, the headers, a message's metadata, gue's ErrorCount), where a requeue is not constant or waits, and where the consumer's or
subscription's settings are not in the package.`,
	Fix: "Bound the attempts, wait between them, and give what is used up to a dead letter queue.",
	Bad: `-- a.go --
package a

import (
	"log"

	"github.com/rabbitmq/amqp091-go"
)

func consume(deliveries <-chan amqp091.Delivery, do func([]byte) error) {
	for d := range deliveries {
		if err := do(d.Body); err != nil {
			log.Print(err)
			d.Nack(false, true) // want "QG201"
			continue
		}
		d.Ack(false)
	}
}
`,
	Good: `-- a.go --
package a

import "github.com/rabbitmq/amqp091-go"

func consume(deliveries <-chan amqp091.Delivery, do func([]byte) error) {
	for d := range deliveries {
		if err := do(d.Body); err != nil {
			d.Nack(false, !d.Redelivered)
			continue
		}
		d.Ack(false)
	}
}
`,
	References: []string{"https://www.rabbitmq.com/docs/nack"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

// maxRetries is the number of tries above which a bound is none: with asynq's own delays the hundredth try comes after 60 years.
const maxRetries = 100

func run(p *finding.Pass) {
	s := read(p)
	for _, fn := range p.Source.Funcs() {
		looks := looksAtAttempt(fn)
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if call, ok := i.(ssa.CallInstruction); ok {
					checkCall(p, call, looks)
					s.call(call)
				}
			}
		}
	}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				checkLiteral(p, lit)
			}
			return true
		})
	}
	for _, h := range p.Jobs.Handlers() {
		endlessLoops(p, h)
	}
	s.activities()
}

func checkCall(p *finding.Pass, call ssa.CallInstruction, looks bool) {
	fn := flow.Callee(call.Common())
	if fn == nil {
		return
	}
	id, _ := library.OfPackage(fn.Pkg())
	args := flow.Args(call.Common())
	switch {
	case id == library.Asynq && fn.Name() == "MaxRetry" && len(args) == 1:
		if n, ok := flow.Int(args[0]); ok && n > maxRetries {
			p.AtCall(diag.Warning, call, "MaxRetry(%d) is no bound: a task that can't succeed is retried for years", n)
		}
	case id == library.AMQP && (fn.Name() == "Nack" || fn.Name() == "Reject") && flow.Receiver(call.Common()) != nil && len(args) > 0:
		requeue, ok := flow.Bool(args[len(args)-1])
		if !ok || !requeue || looks || !alwaysOnFailure(call) || leaves(call) {
			return
		}
		p.AtCall(diag.Warning, call, "%s puts every failed delivery back at once and without end: a poison message turns into a hot loop", fn.Name())
	}
}

// looksAtAttempt tells a function that reads a delivery's Redelivered or Headers, or a quorum queue's counter, or counts for itself.
func looksAtAttempt(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			var owner types.Type
			var field int
			switch i := i.(type) {
			case *ssa.FieldAddr:
				owner, field = i.X.Type(), i.Field
			case *ssa.Field:
				owner, field = i.X.Type(), i.Field
			case ssa.CallInstruction:
				for _, v := range flow.Args(i.Common()) {
					if library.Is(v.Type(), library.AMQP, "Table") {
						return true
					}
				}
				continue
			default:
				continue
			}
			if !library.Is(owner, library.AMQP, "Delivery") {
				continue
			}
			n := library.Named(owner)
			if st, ok := n.Underlying().(*types.Struct); ok && field < st.NumFields() {
				if name := st.Field(field).Name(); name == "Redelivered" || name == "Headers" {
					return true
				}
			}
		}
	}
	return false
}

// alwaysOnFailure tells a call behind the failure of something, or on no condition at all but a test of an error: what is requeued for another reason (shutdown, a full
// buffer, not ours) comes to an end by itself.
func alwaysOnFailure(call ssa.CallInstruction) bool {
	fn := call.Parent()
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok || c.Common().Signature().Results().Len() == 0 {
				continue
			}
			err := flow.ErrorOf(c)
			if err == nil {
				continue
			}
			for _, t := range flow.Tests(err) {
				if t.Failed == call.Block() && len(t.Failed.Preds) == 1 {
					return true // directly: nothing else decides
				}
				if len(t.Failed.Preds) == 1 && t.Failed.Dominates(call.Block()) && straight(t.Failed, call.Block()) {
					return true
				}
			}
		}
	}
	return false
}

// straight tells that one block leads to another without a branch.
func straight(from, to *ssa.BasicBlock) bool {
	for b := from; b != to; b = b.Succs[0] {
		if len(b.Succs) != 1 {
			return false
		}
	}
	return true
}

// leaves tells that the function stops consuming, or waits, around the requeue.
func leaves(call ssa.CallInstruction) bool {
	waits := false
	for _, i := range call.Block().Instrs {
		if c, ok := i.(ssa.CallInstruction); ok {
			if fn := flow.Callee(c.Common()); fn != nil && fn.Pkg().Path() == "time" {
				waits = true
			}
		}
		if u, ok := i.(*ssa.UnOp); ok && u.Op == token.ARROW {
			waits = true
		}
	}
	return waits
}

func checkLiteral(p *finding.Pass, lit *ast.CompositeLit) {
	id, _, name := library.Type(p.TypesInfo.TypeOf(lit))
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		switch {
		case id == library.Watermill && name == "Retry" && key.Name == "MaxRetries":
			if v := p.TypesInfo.Types[kv.Value].Value; v != nil && constant.Sign(v) < 0 {
				p.At(diag.Warning, kv, "MaxRetries %s retries without end: the message is never given back", v)
			}
		case id == library.Asynq && name == "Config" && key.Name == "IsFailure":
			if alwaysFalse(p, kv.Value) {
				p.At(diag.Warning, kv, "IsFailure never says true: no try is counted, so a failing task is retried without end")
			}
		}
	}
}

// alwaysFalse tells a function literal whose every return is false.
func alwaysFalse(p *finding.Pass, e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.FuncLit)
	if !ok {
		return false
	}
	all, any := true, false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			any = true
			if len(n.Results) != 1 {
				all = false
				return true
			}
			v := p.TypesInfo.Types[n.Results[0]].Value
			all = all && v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v)
		}
		return true
	})
	return all && any
}
