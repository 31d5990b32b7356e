// Package ackorder reports deliveries that are acknowledged before their work is done, or although it failed.
package ackorder

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG301",
	Slug:     "ackorder",
	Severity: diag.Error,
	Summary:  "delivery acknowledged before its work is done, or although it failed",
	Why: `What is acknowledged is gone: the broker never sends it again. An acknowledgement before the work, a deferred one, automatic acknowledgement, or one that is
reached after an error, turns every crash and failure into a lost job. With autoAck the broker forgets all it has sent, not only the delivery in
hand: ten messages in flight, ten lost (measured with RabbitMQ 3.10).

Speaks where the work is a write to a database, a message, a payment, a mail or a request that is seen from the handler; in a whole program also behind a
function that the loop is given, where all that are given do such work. Silent where the failure is
recorded or published before the acknowledgement, or told apart by errors.Is, errors.As or a test of the error. A warning, not an error, where the
acknowledgement stands in the failure's own branch or other work comes before it.`,
	Fix: "Acknowledge last, and only after success. On failure give the delivery back (Nack, Nak, Reject) or publish it to a dead letter queue first.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/rabbitmq/amqp091-go"
)

func consume(ctx context.Context, db *sql.DB, deliveries <-chan amqp091.Delivery) {
	for d := range deliveries {
		d.Ack(false) // want "QG301"
		db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", d.Body)
	}
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/rabbitmq/amqp091-go"
)

func consume(ctx context.Context, db *sql.DB, deliveries <-chan amqp091.Delivery) {
	for d := range deliveries {
		if _, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", d.Body); err != nil {
			d.Nack(false, !d.Redelivered)
			continue
		}
		d.Ack(false)
	}
}
`,
	References: []string{"https://www.rabbitmq.com/docs/confirms"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	for _, h := range p.Jobs.Handlers() {
		c := &checker{p: p, h: h}
		for _, s := range p.Effects.Sites(h.Fn) {
			switch {
			case s.Durable() == nil || s.Deferred():
			case s.Spawned():
				c.spawned = append(c.spawned, s)
			default:
				c.sites = append(c.sites, s)
			}
		}
		c.handed()
		if len(c.sites)+len(c.spawned) == 0 {
			continue
		}
		for _, b := range h.Fn.Blocks {
			for _, i := range b.Instrs {
				c.instruction(i)
			}
		}
		c.automatic()
	}
	configured(p)
}

// checker looks at one handler that has work of its own.
type checker struct {
	p     *finding.Pass
	h     *jobs.Handler
	sites []*effects.Site
	// spawned is work in goroutines.
	spawned []*effects.Site
}

// handed adds the calls of functions that a loop is given to handle deliveries.
func (c *checker) handed() {
	for _, b := range c.h.Fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(*ssa.Call); ok {
				if s := c.p.Effects.Handed(call); s != nil {
					c.sites = append(c.sites, s)
				}
			}
		}
	}
}

func (c *checker) instruction(i ssa.Instruction) {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return
	}
	if d, ok := i.(*ssa.Defer); ok {
		c.deferred(d)
		return
	}
	if verb, _ := jobs.VerbOf(call); verb != jobs.Done {
		return
	}
	if !c.before(call) && !c.beside(call) {
		c.onFailure(call)
	}
}

// next tells an instruction that takes in the next delivery: what comes after it belongs to another one.
func (c *checker) next(i ssa.Instruction) bool {
	for _, d := range c.h.Deliveries {
		if d.(ssa.Instruction) == i {
			return true
		}
	}
	return element(i)
}

// element tells the step to the next message of several that were fetched at once.
func element(i ssa.Instruction) bool {
	at, ok := i.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	id, _, name := library.Type(at.Type().Underlying().(*types.Pointer).Elem())
	switch id {
	case library.SQS, library.KafkaGo:
		return name == "Message"
	case library.Franz:
		return name == "Record"
	}
	return false
}

// before reports an acknowledgement that every way to some work leads over.
func (c *checker) before(ack ssa.CallInstruction) bool {
	var work *effects.Site
	earlier := false
	for _, s := range c.sites {
		if flow.ReachesAvoiding(s.Call, ack, c.next) {
			earlier = true
		} else if work == nil && flow.Dominates(ack, s.Call) && flow.ReachesAvoiding(ack, s.Call, c.next) {
			work = s
		}
	}
	if work == nil {
		return false
	}
	severity := diag.Error
	if earlier {
		severity = diag.Warning
	}
	c.p.AtCall(severity, ack, "acknowledged before %s (line %d): if that fails, the job is lost", work.Durable().What, c.p.Line(work.Call.Pos()))
	return true
}

// beside reports an acknowledgement that does not wait for a goroutine with work. One that acknowledges by itself is another matter.
func (c *checker) beside(ack ssa.CallInstruction) bool {
	for _, s := range c.spawned {
		fn := s.Call.Common().StaticCallee()
		if fn == nil || answers(fn) || !flow.ReachesAvoiding(s.Call, ack, func(i ssa.Instruction) bool { return flow.Waits(i) || c.next(i) }) {
			continue
		}
		c.p.AtCall(diag.Error, ack, "acknowledged while a goroutine (line %d) still has to do %s: if that fails, the job is lost", c.p.Line(s.Call.Pos()), s.Durable().What)
		return true
	}
	return false
}

// answers tells a function that tells the broker something about a delivery.
func answers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if verb, _ := jobs.VerbOf(call); verb != jobs.NoVerb {
					return true
				}
			}
		}
	}
	return false
}

// onFailure reports an acknowledgement that is reached after work has failed.
func (c *checker) onFailure(ack ssa.CallInstruction) {
	for _, s := range c.sites {
		err := flow.ErrorOf(s.Call)
		if err == nil || c.classified(err) {
			continue
		}
		for _, t := range flow.Tests(err) {
			if !c.reaches(t.Failed, ack) {
				continue
			}
			severity := diag.Error
			if t.Failed.Dominates(ack.Block()) && len(t.Failed.Preds) == 1 {
				severity = diag.Warning
			}
			c.p.AtCall(severity, ack, "acknowledged although %s failed (line %d): the job is lost", s.Durable().What, c.p.Line(s.Call.Pos()))
			return
		}
	}
}

// reaches tells a way from a failure to the acknowledgement on which the delivery is neither given back nor the failure recorded.
func (c *checker) reaches(failed *ssa.BasicBlock, ack ssa.CallInstruction) bool {
	found := false
	flow.WalkBlock(failed, func(i ssa.Instruction) bool {
		if i == ssa.Instruction(ack) {
			found = true
		}
		return !found && !c.next(i) && !c.settles(i)
	})
	return found
}

// settles tells what ends the search: the delivery is given back, or something durable is done about it.
func (c *checker) settles(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if verb, _ := jobs.VerbOf(call); verb == jobs.Failed {
		return true
	}
	for _, s := range c.sites {
		if s.Call == call {
			return true
		}
	}
	return false
}

// classified tells that an error is looked at by more than a comparison with nil: some failures may rightly be acknowledged.
func (c *checker) classified(err ssa.Value) bool {
	for _, v := range flow.Aliases(err) {
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.BinOp:
				if !flow.IsNil(r.X) && !flow.IsNil(r.Y) {
					return true
				}
			case *ssa.TypeAssert:
				return true
			case *ssa.Call:
				if fn := flow.Callee(&r.Call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "errors" {
					return true
				}
				if r.Call.Signature().Results().Len() == 1 && r.Call.Signature().Results().At(0).Type().String() == "bool" {
					return true
				}
			}
		}
	}
	return false
}

// deferred reports defer d.Ack() where the work that follows may fail and nothing gives the delivery back.
func (c *checker) deferred(d *ssa.Defer) {
	acks := false
	if verb, _ := jobs.VerbOf(d); verb == jobs.Done {
		acks = true
	} else if fn := d.Call.StaticCallee(); fn != nil && fn.Parent() == c.h.Fn && len(fn.Blocks) == 1 {
		for _, i := range fn.Blocks[0].Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if verb, _ := jobs.VerbOf(call); verb == jobs.Done {
					acks = true
				}
			}
		}
	}
	if !acks || c.givesBack() {
		return
	}
	for _, s := range c.sites {
		if e := s.Durable(); e.Fails && flow.Reaches(d, s.Call) {
			c.p.AtCall(diag.Error, d, "acknowledged whatever becomes of %s (line %d): if that fails, the job is lost", e.What, c.p.Line(s.Call.Pos()))
			return
		}
	}
}

// givesBack tells a handler that says no to some deliveries.
func (c *checker) givesBack() bool {
	for _, b := range c.h.Fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if verb, _ := jobs.VerbOf(call); verb == jobs.Failed {
					return true
				}
			}
		}
	}
	return false
}
