package leaserel

import (
	"go/ast"
	"time"

	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// taskqReservation is QueueOptions' ReservationTimeout where it is not set (taskq, v3).
const taskqReservation = 5 * time.Minute

// ackWait compares a consumer's AckWait, in a literal or as an option of the old API, with what a handler gives itself.
func (s *settings) ackWait(own time.Duration) {
	const text = "a message is delivered again after %s, but its handler may run %s"
	configs := s.literals["nats.ConsumerConfig"]
	if len(configs)+len(s.ackWaits) != 1 {
		return
	}
	if len(s.ackWaits) == 1 {
		if wait := s.ackWaits[0]; wait.value > 0 && wait.value <= own {
			s.p.At(diag.Warning, wait.at, text, wait.value, own)
		}
		return
	}
	if wait, ok := s.duration(configs[0].fields["AckWait"]); ok && wait > 0 && wait <= own {
		s.p.At(diag.Warning, configs[0].fields["AckWait"], text, wait, own)
	}
}

// extension compares how long a Pub/Sub client extends a message with what a handler gives itself.
func (s *settings) extension(own time.Duration) {
	if len(s.extensions) != 1 {
		return
	}
	if e := s.extensions[0]; e.value > 0 && e.value <= own {
		s.p.At(diag.Warning, e.at, "a message is extended for %s at most, but its handler may run %s: it is delivered again meanwhile", e.value, own)
	}
}

// reservation compares taskq's lease with what a handler gives itself.
func (s *settings) reservation(own time.Duration) {
	queues := s.literals["taskq.QueueOptions"]
	if len(queues) != 1 {
		return
	}
	lease, ok := s.field(queues[0], "ReservationTimeout", taskqReservation)
	if !ok || lease <= 0 || lease > own {
		return
	}
	at := ast.Node(queues[0].at)
	if e, set := queues[0].fields["ReservationTimeout"]; set {
		at = e
	}
	s.p.At(diag.Warning, at, "a message is given to another worker after %s, but its handler may run %s", lease, own)
}

// option notes the leases that are set by an option or in a field: nats.AckWait(d), sub.ReceiveSettings.MaxExtension = d.
func (s *settings) option(n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		fn := s.function(n.Fun)
		if fn == nil || fn.Name() != "AckWait" || len(n.Args) != 1 {
			return
		}
		if id, _ := library.OfPackage(fn.Pkg()); id == library.NATS {
			d, ok := s.duration(n.Args[0])
			if !ok {
				d = -1 // one that is not known
			}
			s.ackWaits = append(s.ackWaits, setting{d, n})
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			sel, ok := l.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "MaxExtension" && len(n.Lhs) == len(n.Rhs) && library.Is(s.p.TypesInfo.TypeOf(sel.X), library.PubSub, "ReceiveSettings") {
				s.extend(n.Rhs[i])
			}
		}
	case *ast.CompositeLit:
		if library.Is(s.p.TypesInfo.TypeOf(n), library.PubSub, "ReceiveSettings") {
			if e := fieldOf(n, "MaxExtension"); e != nil {
				s.extend(e)
			}
		}
	}
}

func (s *settings) extend(e ast.Expr) {
	d, ok := s.duration(e)
	if !ok {
		d = -1
	}
	s.extensions = append(s.extensions, setting{d, e})
}
