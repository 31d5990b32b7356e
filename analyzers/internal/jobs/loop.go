package jobs

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

var channels = []struct {
	lib  library.ID
	name string
}{{library.AMQP, "Delivery"}, {library.Watermill, "Message"}, {library.Sarama, "ConsumerMessage"}}

// byLoop tells a function that takes deliveries, one after the other, from a channel or a fetching call.
func byLoop(fn *ssa.Function) *Handler {
	var h *Handler
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			v, lib := delivery(i)
			if v == nil || !flow.InLoop(i) {
				continue
			}
			if h == nil {
				h = &Handler{Fn: fn, Library: lib, Ack: Manual, Loop: true, Context: contextOf(fn.Params)}
			}
			h.Deliveries = append(h.Deliveries, v)
		}
	}
	return h
}

// delivery gives the message that an instruction takes in, nil for any other.
func delivery(i ssa.Instruction) (ssa.Value, library.ID) {
	switch i := i.(type) {
	case *ssa.UnOp:
		if lib := channelLibrary(i.X.Type()); i.Op == token.ARROW && lib != "" {
			return i, lib
		}
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.RecvOnly {
				if lib := channelLibrary(s.Chan.Type()); lib != "" {
					return i, lib
				}
			}
		}
	case *ssa.Call:
		fn := flow.Callee(&i.Call)
		if fn == nil {
			return nil, ""
		}
		id, _ := library.OfPackage(fn.Pkg())
		switch id {
		case library.KafkaGo:
			if fn.Name() == "FetchMessage" || fn.Name() == "ReadMessage" {
				return i, id
			}
		case library.Confluent:
			if library.Is(receiverType(fn), id, "Consumer") && (fn.Name() == "ReadMessage" || fn.Name() == "Poll") {
				return i, id
			}
		case library.Franz:
			if fn.Name() == "PollFetches" || fn.Name() == "PollRecords" {
				return i, id
			}
		case library.SQS:
			if fn.Name() == "ReceiveMessage" || fn.Name() == "ReceiveMessageWithContext" {
				return i, id
			}
		}
	}
	return nil, ""
}

// receiverType gives the type of a method's receiver, the invalid one for a function.
func receiverType(fn *types.Func) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		return recv.Type()
	}
	return types.Typ[types.Invalid]
}

func channelLibrary(t types.Type) library.ID {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return ""
	}
	for _, c := range channels {
		if library.Is(ch.Elem(), c.lib, c.name) {
			return c.lib
		}
	}
	return ""
}
