package ackorder

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// automatic reports deliveries that the broker or the library acknowledges by itself.
func (c *checker) automatic() {
	for _, d := range c.h.Deliveries {
		work := c.workBehind(d.(ssa.Instruction))
		if work == nil {
			continue
		}
		what, line := work.Durable().What, c.p.Line(work.Call.Pos())
		switch d := d.(type) {
		case *ssa.UnOp:
			if call := consume(d.X); call != nil {
				c.p.AtCall(diag.Error, call, "autoAck acknowledges a delivery when it is sent, before %s (line %d): a crash loses all that are in flight", what, line)
			}
		case *ssa.Call:
			if c.h.Library == library.Confluent {
				if commitsByItself(c.p) {
					c.p.AtCall(diag.Error, d, "%s stores the offset for the next automatic commit, before %s (line %d): a failure loses the message, and so may a crash", flow.Callee(&d.Call).Name(), what, line)
				}
			} else if fn := flow.Callee(&d.Call); fn != nil && fn.Name() == "ReadMessage" && grouped(c.p) {
				c.p.AtCall(diag.Error, d, "ReadMessage commits the offset before %s (line %d): a crash or failure loses the message", what, line)
			}
		}
	}
}

// workBehind gives the first work that is done on a delivery.
func (c *checker) workBehind(d ssa.Instruction) *effects.Site {
	for _, s := range c.sites {
		if flow.Dominates(d, s.Call) {
			return s
		}
	}
	return nil
}

// consume gives the Consume call with autoAck that a channel comes from.
func consume(ch ssa.Value) *ssa.Call {
	x, ok := flow.Origin(ch).(*ssa.Extract)
	if !ok {
		return nil
	}
	call, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := flow.Callee(&call.Call)
	if fn == nil {
		return nil
	}
	if id, _ := library.OfPackage(fn.Pkg()); id != library.AMQP {
		return nil
	}
	at, ok := map[string]int{"Consume": 2, "ConsumeWithContext": 3}[fn.Name()]
	args := flow.Args(&call.Call)
	if !ok || at >= len(args) {
		return nil
	}
	if auto, known := flow.Bool(args[at]); !known || !auto {
		return nil
	}
	return call
}

// grouped tells that every kafka.ReaderConfig of the package names a consumer group, which makes ReadMessage commit.
func grouped(p *finding.Pass) bool {
	found, without := false, false
	literals(p, func(lit *ast.CompositeLit, t types.Type) {
		if !library.Is(t, library.KafkaGo, "ReaderConfig") {
			return
		}
		if v := field(lit, "GroupID"); v != nil && !empty(p, v) {
			found = true
		} else {
			without = true
		}
	})
	return found && !without
}

func empty(p *finding.Pass, e ast.Expr) bool {
	v := p.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == ""
}

func literals(p *finding.Pass, visit func(*ast.CompositeLit, types.Type)) {
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				visit(lit, p.TypesInfo.TypeOf(lit))
			}
			return true
		})
	}
}

func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// configured reports settings that acknowledge before the handler, in packages whose handlers do work.
func configured(p *finding.Pass) {
	working := map[library.ID]bool{}
	for _, h := range p.Jobs.Handlers() {
		for _, s := range p.Effects.Sites(h.Fn) {
			if s.Durable() != nil {
				working[h.Library] = true
			}
		}
	}
	if !working[library.Watermill] && !working[library.NATS] && !working[library.Franz] {
		return
	}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := p.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() == nil {
				return true
			}
			lib, _ := library.OfPackage(obj.Pkg())
			switch {
			case !working[lib]:
			case lib == library.Watermill && id.Name == "InstantAck":
				p.At(diag.Error, id, "InstantAck acknowledges a message before its handler runs: a failure loses it")
			case lib == library.NATS && (id.Name == "AckNonePolicy" || id.Name == "AckNone"):
				p.At(diag.Error, id, "%s acknowledges a message when it is sent: a failure of the handler loses it", id.Name)
			case lib == library.Franz && id.Name == "GreedyAutoCommit":
				p.At(diag.Error, id, "GreedyAutoCommit commits records before they are handled: a failure loses them")
			}
			return true
		})
	}
}
