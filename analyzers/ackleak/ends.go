package ackleak

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// silentEnds reports goroutines that consume until their channel closes, and then are gone: nobody learns of it. RabbitMQ closes a channel whose delivery is not
// acknowledged within consumer_timeout (30 minutes), and the connection stays open. Speaks in packages that dial by themselves and watch neither channel nor connection.
func silentEnds(p *finding.Pass) {
	dials, watches := false, false
	var spawned []*ssa.Go
	for _, fn := range p.Source.Funcs() {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if g, ok := i.(*ssa.Go); ok {
					spawned = append(spawned, g)
				}
				callee := flow.Callee(call.Common())
				if callee == nil {
					continue
				}
				if id, _ := library.OfPackage(callee.Pkg()); id != library.AMQP {
					continue
				}
				dials = dials || strings.HasPrefix(callee.Name(), "Dial") || callee.Name() == "Open"
				watches = watches || strings.HasPrefix(callee.Name(), "Notify") || callee.Name() == "IsClosed"
			}
		}
	}
	if !dials || watches {
		return
	}
	loops := map[*ssa.Function]*jobs.Handler{}
	for _, h := range p.Jobs.Handlers() {
		if h.Loop && h.Library == library.AMQP && len(h.Deliveries) == 1 {
			loops[h.Fn] = h
		}
	}
	for _, g := range spawned {
		h := loops[g.Call.StaticCallee()]
		if h == nil || flow.InLoop(g) {
			continue
		}
		if recv, ok := h.Deliveries[0].(*ssa.UnOp); ok && unnoticed(h.Fn, recv) {
			p.Add(finding.Finding{Severity: diag.Warning, Pos: recv.Pos(), End: recv.Pos() + 1,
				Message: "when the channel closes (consumer timeout, lost connection) this loop ends, and nothing consumes again or says so"})
		}
	}
}

// unnoticed tells a goroutine that does nothing behind its loop but write a log, and leaves nothing by which another could learn of its end.
func unnoticed(fn *ssa.Function, recv *ssa.UnOp) bool {
	_, closed := ends(recv)
	if closed == nil || !recv.Pos().IsValid() {
		return false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i.(type) {
			case *ssa.Defer, *ssa.Send, *ssa.Panic, *ssa.Select:
				return false
			}
		}
	}
	quiet := true
	flow.WalkBlock(closed, func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case ssa.CallInstruction:
			quiet = quiet && prints(i)
		case *ssa.Return:
			quiet = quiet && len(i.Results) == 0
		case *ssa.Store:
			if _, local := i.Addr.(*ssa.IndexAddr); !local {
				quiet = false
			}
		}
		return quiet
	})
	return quiet
}

// ends gives the blocks that a receive leads to while the channel is open, and when it is closed.
func ends(recv *ssa.UnOp) (open, closed *ssa.BasicBlock) {
	if !recv.CommaOk {
		return nil, nil
	}
	ok := flow.ResultOf(recv, 1)
	if ok == nil || ok.Referrers() == nil {
		return nil, nil
	}
	for _, r := range *ok.Referrers() {
		if branch, isIf := r.(*ssa.If); isIf {
			return branch.Block().Succs[0], branch.Block().Succs[1]
		}
	}
	return nil, nil
}

// prints tells a call of the standard library's logs that goes on.
func prints(call ssa.CallInstruction) bool {
	fn := flow.Callee(call.Common())
	if fn == nil {
		return false
	}
	path := fn.Pkg().Path()
	return (path == "log" || path == "log/slog" || path == "fmt") && !strings.HasPrefix(fn.Name(), "Fatal") && !strings.HasPrefix(fn.Name(), "Panic")
}
