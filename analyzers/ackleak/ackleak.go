// Package ackleak reports deliveries that are neither acknowledged nor given back on some way.
package ackleak

import (
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
	ID:       "QG302",
	Slug:     "ackleak",
	Severity: diag.Warning,
	Summary:  "delivery neither acknowledged nor given back on a way",
	Why: `A delivery that gets no answer stays with the consumer. With a prefetch of 3 the consumer falls silent after three of them; without one RabbitMQ pushes all it has, and gives all back
when the channel closes (measured with RabbitMQ 3.10). Pub/Sub extends an unanswered message for up to an hour. A delivery held longer than RabbitMQ's consumer_timeout (30 minutes)
closes the channel while the connection stays open: the loop over its deliveries just ends, and the process goes on without a consumer (measured).

Speaks of loops over AMQP deliveries and of callbacks of Pub/Sub and rmq that answer some deliveries, and let a way through that answers none; and of goroutines whose loop is all they do, in packages that
dial and never ask to be notified of a close. Silent where the delivery is handed on, stored or captured, where several are
acknowledged at once, and with autoAck.`,
	Fix: "Answer on every way: Ack what is done, Nack or Reject what is not, the default of a switch too.",
	Bad: `-- a.go --
package a

import (
	"log"

	"github.com/rabbitmq/amqp091-go"
)

func consume(deliveries <-chan amqp091.Delivery, do func([]byte) error) {
	for d := range deliveries { // want "QG302"
		if err := do(d.Body); err != nil {
			log.Print(err)
			continue
		}
		d.Ack(false)
	}
}
`,
	Good: `-- a.go --
package a

import (
	"log"

	"github.com/rabbitmq/amqp091-go"
)

func consume(deliveries <-chan amqp091.Delivery, do func([]byte) error) {
	for d := range deliveries {
		if err := do(d.Body); err != nil {
			log.Print(err)
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	for _, h := range p.Jobs.Handlers() {
		switch {
		case h.Loop && h.Library == library.AMQP:
			for _, d := range h.Deliveries {
				if recv, ok := d.(*ssa.UnOp); ok {
					loop(p, recv)
				}
			}
		case h.Library == library.PubSub && h.Message != nil && !h.Loop:
			callback(p, h, "a way through this callback neither acknowledges the message nor gives it back: it is held for up to an hour")
		case h.Library == library.RMQ && h.Message != nil:
			callback(p, h, "a way through this consumer neither acknowledges the delivery nor rejects it: it stays unacked until a cleaner gives it back")
		}
	}
	silentEnds(p)
}

func loop(p *finding.Pass, recv *ssa.UnOp) {
	body, value := received(recv)
	if body == nil || value == nil {
		return
	}
	answers := map[ssa.Instruction]bool{}
	if !answered(value, answers, 0) || len(answers) == 0 {
		return
	}
	again := false
	flow.WalkBlock(body, func(i ssa.Instruction) bool {
		again = again || i == ssa.Instruction(recv)
		return !again && !answers[i]
	})
	if again {
		pos := recv.Pos()
		if !pos.IsValid() {
			pos = value.Pos()
		}
		p.Add(finding.Finding{Severity: diag.Warning, Pos: pos, End: pos + 1, Message: "a way through this loop neither acknowledges the delivery nor gives it back: it stays with the consumer"})
	}
}

// received gives the first block that has the delivery, and the delivery.
func received(recv *ssa.UnOp) (*ssa.BasicBlock, ssa.Value) {
	open, _ := ends(recv)
	if open == nil {
		return nil, nil
	}
	return open, flow.ResultOf(recv, 0)
}

// answered collects the calls that answer a delivery; false where it gets out of sight.
func answered(v ssa.Value, answers map[ssa.Instruction]bool, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Field, *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.UnOp:
			if !answered(r, answers, depth+1) {
				return false
			}
		case *ssa.Store:
			alloc, ok := r.Addr.(*ssa.Alloc)
			if r.Val == v && (!ok || !answered(alloc, answers, depth+1)) {
				return false
			}
		case ssa.CallInstruction:
			verb, lib := jobs.VerbOf(r)
			if verb == jobs.NoVerb && lib == library.RMQ && flow.Receiver(r.Common()) == v {
				continue // d.Payload()
			}
			if verb != jobs.Done && verb != jobs.Failed || flow.Receiver(r.Common()) != v {
				return false
			}
			if many, ok := multiple(r); verb == jobs.Done && (!ok || many) {
				return false // acknowledges others too
			}
			answers[r] = true
		default:
			return false
		}
	}
	return true
}

// multiple gives the first argument of AMQP's Ack; false for calls without.
func multiple(call ssa.CallInstruction) (many, ok bool) {
	args := flow.Args(call.Common())
	if len(args) == 0 {
		return false, true
	}
	return flow.Bool(args[0])
}

func callback(p *finding.Pass, h *jobs.Handler, message string) {
	answers := map[ssa.Instruction]bool{}
	if !answered(h.Message, answers, 0) || len(answers) == 0 {
		return
	}
	leak := false
	flow.WalkBlock(h.Fn.Blocks[0], func(i ssa.Instruction) bool {
		if _, ok := i.(*ssa.Return); ok {
			leak = true
		}
		return !answers[i]
	})
	if leak {
		pos := h.Message.Pos()
		p.Add(finding.Finding{Severity: diag.Warning, Pos: pos, End: pos + 1, Message: message})
	}
}
