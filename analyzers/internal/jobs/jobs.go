// Package jobs finds the functions that handle jobs: by their signature, by the interface they implement, by the call that registers them, and by loops over deliveries.
package jobs

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/lazyssa"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Ack tells how a library learns that a job is done.
type Ack uint8

const (
	// ByReturn takes a nil error for done and any other for a failure to be retried.
	ByReturn Ack = iota
	// Manual needs a call for each delivery.
	Manual
)

// Handler is a function that handles jobs.
type Handler struct {
	Fn      *ssa.Function
	Library library.ID
	Ack     Ack
	// Context is the handler's context parameter, Message its message parameter; nil without one.
	Context, Message *ssa.Parameter
	// Loop is set for a function that is known only by its loop over deliveries. Deliveries are those that it takes in.
	Loop       bool
	Deliveries []ssa.Value
}

// ReturnsError tells that a handler's last result is an error.
func (h *Handler) ReturnsError() bool {
	r := h.Fn.Signature.Results()
	return r.Len() > 0 && library.IsError(r.At(r.Len()-1).Type())
}

// Find gives the handlers of a package.
func Find(src *lazyssa.Source) []*Handler {
	funcs := src.Funcs()
	found := map[*ssa.Function]*Handler{}
	var out []*Handler
	add := func(h *Handler) {
		if h == nil || h.Fn == nil || h.Fn.Blocks == nil || found[h.Fn] != nil {
			return
		}
		found[h.Fn] = h
		out = append(out, h)
	}
	for _, fn := range funcs {
		add(bySignature(fn))
	}
	for _, fn := range withInit(src, funcs) {
		for _, h := range byRegistration(fn) {
			add(h)
		}
	}
	for _, fn := range funcs {
		loop := byLoop(fn)
		if h := found[fn]; h != nil && loop != nil {
			h.Deliveries = loop.Deliveries // sarama's ConsumeClaim
		}
		add(loop)
	}
	return out
}

// withInit adds the initializer of package variables, where taskq's tasks are registered by habit.
func withInit(src *lazyssa.Source, funcs []*ssa.Function) []*ssa.Function {
	if pkg := src.Package(); pkg != nil && pkg.Func("init") != nil {
		return append(slices.Clone(funcs), pkg.Func("init"))
	}
	return funcs
}

// message describes the type by which a handler is known.
type message struct {
	lib      library.ID
	name     string
	ack      Ack
	method   string // the only method name under which the signature counts, "" for any function
	needsErr bool
}

var messages = []message{
	{library.Asynq, "Task", ByReturn, "", true},
	{library.River, "Job", ByReturn, "Work", true},
	{library.Gocraft, "Job", ByReturn, "", true},
	{library.Gue, "Job", ByReturn, "", true},
	{library.Watermill, "Message", ByReturn, "", true},
	{library.AMQP, "Delivery", Manual, "", false},
	{library.RMQ, "Delivery", Manual, "Consume", false},
	{library.NSQ, "Message", ByReturn, "HandleMessage", true},
	{library.Lambda, "SQSEvent", ByReturn, "", true},
	{library.NATS, "Msg", Manual, "", false},
	{library.PubSub, "Message", Manual, "", false},
	{library.Sarama, "ConsumerGroupClaim", Manual, "ConsumeClaim", true},
}

// bySignature tells a handler by a parameter of the library's message type.
func bySignature(fn *ssa.Function) *Handler {
	params := fn.Params
	if fn.Signature.Recv() != nil && len(params) > 0 {
		params = params[1:]
	}
	for _, m := range messages {
		for _, p := range params {
			if !library.Is(p.Type(), m.lib, m.name) || !fits(fn, m, params) {
				continue
			}
			return &Handler{Fn: fn, Library: m.lib, Ack: m.ack, Message: p, Context: contextOf(params)}
		}
	}
	return nil
}

// fits tells that the rest of a signature is a handler's too: nothing but a context beside the message, and the results that the library wants.
func fits(fn *ssa.Function, m message, params []*ssa.Parameter) bool {
	results := fn.Signature.Results()
	returnsErr := results.Len() > 0 && library.IsError(results.At(results.Len()-1).Type())
	if m.needsErr && !returnsErr || !m.needsErr && results.Len() > 1 || results.Len() > 2 {
		return false
	}
	if m.method != "" && fn.Name() != m.method && !(m.lib == library.River && fn.Parent() != nil) {
		return false
	}
	switch m.lib {
	case library.NATS: // callbacks of JetStream alone acknowledge; those of the old API by registration
		return library.Is(params[0].Type(), library.NATS, "Msg") && types.IsInterface(params[0].Type()) && len(params) == 1
	case library.PubSub:
		return contextOf(params) != nil && len(params) == 2
	case library.Sarama:
		return true
	case library.AMQP:
		return returnsErr
	}
	return len(params) == 1 || len(params) == 2 && contextOf(params) != nil
}

func contextOf(params []*ssa.Parameter) *ssa.Parameter {
	for _, p := range params {
		if library.IsContext(p.Type()) {
			return p
		}
	}
	return nil
}

// registration is a call that registers a handler.
type registration struct {
	lib   library.ID
	name  string
	param int // of the call's arguments, without the receiver
	ack   Ack
}

var registrations = []registration{
	{library.Asynq, "HandleFunc", 1, ByReturn},
	{library.River, "WorkFunc", 0, ByReturn},
	{library.Machinery, "RegisterTask", 1, ByReturn},
	{library.Gocraft, "Job", 1, ByReturn},
	{library.Gocraft, "JobWithOptions", 2, ByReturn},
	{library.Faktory, "Register", 1, ByReturn},
	{library.Watermill, "AddHandler", 5, ByReturn},
	{library.Watermill, "AddConsumerHandler", 3, ByReturn},
	{library.Watermill, "AddNoPublisherHandler", 3, ByReturn},
	{library.Watermill, "NewEventHandler", 1, ByReturn},
	{library.Watermill, "NewCommandHandler", 1, ByReturn},
	{library.Watermill, "NewGroupEventHandler", 0, ByReturn},
	{library.NATS, "Consume", 0, Manual},
	{library.PubSub, "Receive", 1, Manual},
	{library.Lambda, "Start", 0, ByReturn},
	{library.Lambda, "StartWithOptions", 0, ByReturn},
	{library.Temporal, "RegisterActivity", 0, ByReturn},
	{library.Temporal, "RegisterActivityWithOptions", 0, ByReturn},
	{library.Neoq, "New", 1, ByReturn},
	{library.Neoq, "NewPeriodic", 0, ByReturn},
	{library.Goqite, "Register", 1, ByReturn},
	{library.Backlite, "NewQueue", 0, ByReturn},
	{library.RMQ, "AddConsumerFunc", 1, Manual},
	{library.Franz, "EachRecord", 0, Manual},
	{library.Hatchet, "NewStandaloneTask", 1, ByReturn},
	{library.Hatchet, "NewTask", 1, ByReturn},
	{library.Hatchet, "NewDurableTask", 1, ByReturn},
}

// byRegistration gives the handlers that a function registers. Only functions of the same package are given.
func byRegistration(fn *ssa.Function) []*Handler {
	var out []*Handler
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := flow.Callee(call.Common())
			if callee == nil {
				continue
			}
			id, _ := library.OfPackage(callee.Pkg())
			args := flow.Args(call.Common())
			for _, r := range registrations {
				if r.lib == id && r.name == callee.Name() && r.param < len(args) {
					out = append(out, registered(fn, args[r.param], r)...)
				}
			}
			out = append(out, collected(fn, id, callee, args)...)
			if id == library.NATS {
				if h := natsCallback(callee, args); h != nil && h.Fn.Pkg == fn.Pkg {
					out = append(out, h)
				}
			}
		}
	}
	return out
}

// collected gives the handlers that are registered in a map or in a struct's field: machinery's RegisterTasks and taskq's TaskOptions.
func collected(in *ssa.Function, id library.ID, callee *types.Func, args []ssa.Value) []*Handler {
	var values []ssa.Value
	switch {
	case len(args) == 0:
	case id == library.Machinery && callee.Name() == "RegisterTasks":
		values = mapped(args[0])
	case id == library.Taskq && (callee.Name() == "RegisterTask" || callee.Name() == "Register"):
		values = fieldsOf(args[0], "Handler")
	}
	var out []*Handler
	for _, v := range values {
		if fn := function(v); fn != nil && fn.Pkg == in.Pkg {
			out = append(out, newHandler(fn, id, ByReturn))
		}
	}
	return out
}

// mapped gives what a map that is made in view holds.
func mapped(v ssa.Value) []ssa.Value {
	m, ok := flow.Origin(v).(*ssa.MakeMap)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *m.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok && u.Map == m {
			out = append(out, u.Value)
		}
	}
	return out
}

// fieldsOf gives what is stored in a field of a struct that is made in view.
func fieldsOf(v ssa.Value, name string) []ssa.Value {
	alloc, ok := flow.Origin(v).(*ssa.Alloc)
	if !ok {
		return nil
	}
	st, ok := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *alloc.Referrers() {
		f, ok := r.(*ssa.FieldAddr)
		if !ok || st.Field(f.Field).Name() != name {
			continue
		}
		for _, u := range *f.Referrers() {
			if s, ok := u.(*ssa.Store); ok && s.Addr == f {
				out = append(out, s.Val)
			}
		}
	}
	return out
}

// natsCallback reads the old API's Subscribe and QueueSubscribe of a JetStream context: acknowledged on return, unless nats.ManualAck() is given.
func natsCallback(callee *types.Func, args []ssa.Value) *Handler {
	at := map[string]int{"Subscribe": 1, "QueueSubscribe": 2}[callee.Name()]
	recv := callee.Type().(*types.Signature).Recv()
	if at == 0 || at >= len(args) || recv == nil {
		return nil
	}
	if n := library.Named(recv.Type()); n == nil || n.Obj().Name() != "JetStreamContext" && n.Obj().Name() != "JetStream" {
		return nil
	}
	fn := function(args[at])
	if fn == nil {
		return nil
	}
	h := newHandler(fn, library.NATS, ByReturn)
	list, ok := flow.Elements(args[len(args)-1])
	if !ok {
		h.Ack = Manual
	}
	for _, o := range list {
		if c, ok := flow.Origin(o).(*ssa.Call); ok && flow.Callee(&c.Call) != nil && flow.Callee(&c.Call).Name() == "ManualAck" {
			h.Ack = Manual
		}
	}
	return h
}

func newHandler(fn *ssa.Function, lib library.ID, ack Ack) *Handler {
	h := &Handler{Fn: fn, Library: lib, Ack: ack}
	params := fn.Params
	if fn.Signature.Recv() != nil && len(params) > 0 {
		params = params[1:]
	}
	h.Context = contextOf(params)
	for _, p := range params {
		if p != h.Context {
			h.Message = p
			break
		}
	}
	return h
}

// registered gives the handlers that a value stands for: a function, or for Temporal a struct with its methods.
func registered(in *ssa.Function, v ssa.Value, r registration) []*Handler {
	if fn := function(v); fn != nil {
		if fn.Pkg != in.Pkg || r.lib == library.Temporal && usesWorkflow(fn.Signature) {
			return nil
		}
		return []*Handler{newHandler(fn, r.lib, r.ack)}
	}
	if r.lib != library.Temporal {
		return nil
	}
	n := library.Named(flow.Origin(v).Type())
	if n == nil || n.Obj().Pkg() != in.Pkg.Pkg {
		return nil
	}
	var out []*Handler
	for m := range n.Methods() {
		if fn := in.Prog.FuncValue(m); fn != nil && m.Exported() && !usesWorkflow(fn.Signature) {
			out = append(out, newHandler(fn, r.lib, r.ack))
		}
	}
	return out
}

// usesWorkflow tells Temporal's workflows, which must have no effects of their own.
func usesWorkflow(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && library.Is(sig.Params().At(0).Type(), library.Temporal, "Context")
}

// function gives the function that a value is, method values included.
func function(v ssa.Value) *ssa.Function {
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
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" { // a bound method
		return fn.Prog.FuncValue(obj)
	}
	return fn
}
