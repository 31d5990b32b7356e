package partialbatch

import (
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// passedOver reports a loop over Kafka messages that leaves one uncommitted when its work fails, and goes on: the commit of a later one counts for all before it.
func passedOver(p *finding.Pass, h *jobs.Handler) {
	switch h.Library {
	case library.KafkaGo, library.Sarama, library.Confluent:
	default:
		return
	}
	if len(h.Deliveries) == 0 {
		return
	}
	sites := p.Effects.Sites(h.Fn)
	for _, s := range sites {
		e := s.Durable()
		err := flow.ErrorOf(s.Call)
		if e == nil || err == nil || s.Spawned() || s.Deferred() || !commitsBehind(h, s) {
			continue
		}
		for _, t := range flow.Tests(err) {
			if len(t.Failed.Preds) == 1 && goesOn(h, sites, t.Failed) {
				p.AtCall(diag.Info, s.Call, "a message whose %s failed is left uncommitted, but the next commit passes over it", e.What)
				return
			}
		}
	}
}

func isDelivery(h *jobs.Handler, i ssa.Instruction) bool {
	for _, d := range h.Deliveries {
		if d.(ssa.Instruction) == i {
			return true
		}
	}
	return false
}

// commitsBehind tells a commit of the message behind its work.
func commitsBehind(h *jobs.Handler, s *effects.Site) bool {
	found := false
	flow.Walk(s.Call, func(i ssa.Instruction) bool {
		if call, ok := i.(ssa.CallInstruction); ok {
			verb, _ := jobs.VerbOf(call)
			found = found || verb == jobs.Done
		}
		return !found && !isDelivery(h, i)
	})
	return found
}

// goesOn tells a failure from which every way leads to the next message, with nothing done about this one.
func goesOn(h *jobs.Handler, sites []*effects.Site, failed *ssa.BasicBlock) bool {
	next, other := false, false
	flow.WalkBlock(failed, func(i ssa.Instruction) bool {
		if isDelivery(h, i) {
			next = true
			return false
		}
		switch i := i.(type) {
		case *ssa.Return, *ssa.If, *ssa.Panic, *ssa.Send, *ssa.Go:
			other = true
		case ssa.CallInstruction:
			if verb, _ := jobs.VerbOf(i); verb != jobs.NoVerb {
				other = true
			}
			for _, s := range sites {
				other = other || s.Call == i && s.Durable() != nil
			}
		}
		return !other
	})
	return next && !other
}
