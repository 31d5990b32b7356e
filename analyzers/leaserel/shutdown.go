package leaserel

import (
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// watermillClose is RouterConfig's CloseTimeout where it is not set (message/router.go, v1).
const watermillClose = 30 * time.Second

// watermill compares what a shutdown of the router waits with what a handler gives itself.
func (s *settings) watermill(own time.Duration) {
	configs := s.literals["watermill.RouterConfig"]
	if len(configs) != 1 {
		return
	}
	wait, ok := s.field(configs[0], "CloseTimeout", watermillClose)
	if !ok || wait <= 0 || wait >= own {
		return
	}
	if e, set := configs[0].fields["CloseTimeout"]; set {
		s.p.At(diag.Warning, e, "a shutdown waits %s, but a handler may run %s: it is cut off and its message comes again", wait, own)
		return
	}
	s.p.At(diag.Info, configs[0].at, "a shutdown waits %s by default, but a handler may run %s: it is cut off and its message comes again", wait, own)
}

// riverStart reports a river client that is started with a context which a signal ends, and has no SoftStopTimeout: running jobs are cancelled at once, and the try counts.
func (s *settings) riverStart() {
	configs := s.literals["river.Config"]
	if len(configs) == 0 {
		return
	}
	for _, c := range configs {
		if _, set := c.fields["SoftStopTimeout"]; set {
			return
		}
	}
	for _, fn := range s.p.Source.Funcs() {
		for _, call := range ownCalls(fn) {
			callee := flow.Callee(call.Common())
			if callee == nil || callee.Name() != "Start" {
				continue
			}
			if id, _ := library.OfPackage(callee.Pkg()); id != library.River || len(flow.Args(call.Common())) != 1 {
				continue
			}
			if endedBySignal(flow.Args(call.Common())[0]) {
				s.p.AtCall(diag.Warning, call, "a signal ends the context given to Start, and SoftStopTimeout is not set (line %d): running jobs are cancelled at once, and the try counts", s.p.Line(configs[0].at.Pos()))
			}
		}
	}
}

// endedBySignal tells a context made by signal.NotifyContext.
func endedBySignal(v ssa.Value) bool {
	x, ok := flow.Origin(v).(*ssa.Extract)
	if !ok {
		return false
	}
	call, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	fn := flow.Callee(&call.Call)
	return fn != nil && fn.Pkg().Path() == "os/signal" && fn.Name() == "NotifyContext"
}
