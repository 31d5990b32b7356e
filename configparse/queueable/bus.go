package queueable

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// readBus reads a method of the bus: Bus::dispatch(), Bus::chain(), Bus::batch().
func (c *Code) readBus(method string, args *php.Args, rest []*php.MethodCall, s *scope) bool {
	if len(args.List) == 0 {
		return false
	}
	switch method {
	case "dispatch", "dispatchtoqueue":
		list, _ := c.instances(args.List[0].Value, s, 0)
		for _, x := range list {
			x.bypass("Bus::dispatch()", s)
		}
		c.dispatched(args, nil, false, s)
	case "dispatchsync", "dispatchnow", "dispatchafterresponse":
		c.dispatched(args, nil, true, s)
	case "chain":
		c.members(args.List[0].Value, s, layersOf(rest, s, fill), "")
		for _, call := range rest {
			if name := fold(call.Name.Name); (name == "prepend" || name == "append") && len(call.Args.List) > 0 {
				c.members(call.Args.List[0].Value, s, layersOf(rest, s, fill), "")
			}
		}
	case "batch":
		layers := batchLayers(rest, args.List[0].Value, s)
		c.members(args.List[0].Value, s, layers, busBatchable)
		for _, call := range rest {
			if fold(call.Name.Name) == "add" && len(call.Args.List) > 0 {
				c.members(call.Args.List[0].Value, s, layers, busBatchable)
			}
		}
	default:
		return false
	}
	return true
}

// batchLayers are those of a batch: what a job says itself does not count, the batch's own choice or the defaults do.
func batchLayers(rest []*php.MethodCall, at php.Node, s *scope) []layer {
	layers := []layer{
		{property: "connection", how: reset, in: s, at: at, text: "Bus::batch()"},
		{property: "queue", how: reset, in: s, at: at, text: "Bus::batch()"},
	}
	for _, call := range rest {
		if fold(call.Name.Name) == "withoption" {
			layers = append(layers, lost(s, call, "withOption() may set it")...)
		}
	}
	return append(layers, layersOf(rest, s, set)...)
}

// members reads the jobs of a chain or batch and gives each the layers. Where some are not known they are a loose site, of jobs that are
// of the given class.
func (c *Code) members(e php.Expr, s *scope, layers []layer, of string) {
	m := &memberReader{code: c, scope: s, seen: map[php.Node]bool{}}
	m.read(e, s, 0, false)
	if of == busBatchable {
		c.noteBatch(m.found, layers, s)
	}
	for _, x := range m.found {
		c.claim(x.instance)
		own := layers
		past := len(layers) > 0 && layers[0].how == reset
		switch {
		case past && x.later: // a chain within a batch: only its first job is the batch's
			own = filling(layers)
		case past:
			x.bypass(layers[0].text, s)
		}
		c.queued(x.instance, own)
	}
	if m.open && len(layers) > 0 {
		c.loose = append(c.loose, looseSite{site: site{layers}, class: of, in: s})
	}
}

// bypass notes that something queues a new instance without asking for its unique lock, as only dispatch() and schedules do.
func (i instance) bypass(by string, s *scope) {
	if i.made == nil {
		return
	}
	for _, x := range i.subjects {
		x.bypasses = append(x.bypasses, queue.Bypass{Span: s.unit.Span(i.made), By: by})
	}
}

// filling are a batch's choices as the later jobs of a chain within it get them.
func filling(layers []layer) []layer {
	var out []layer
	for _, l := range layers {
		switch l.how {
		case reset:
		case set:
			l.how = fill
			out = append(out, l)
		default:
			out = append(out, l)
		}
	}
	return out
}

// member is a job of a chain or batch; later says that it is not the first of a chain within a batch.
type member struct {
	instance
	later bool
}

// memberReader collects the jobs in an array, whatever way it is put together.
type memberReader struct {
	code  *Code
	scope *scope
	seen  map[php.Node]bool
	found []member
	// open says that there may be more.
	open bool
}

// maxMembers bounds the jobs that are collected of one chain or batch.
const maxMembers = 1_000

func (m *memberReader) read(e php.Expr, s *scope, depth int, nested bool) {
	if depth > 2*maxIndirections || m.seen[e] || len(m.found) > maxMembers {
		m.open = true
		return
	}
	m.seen[e] = true
	switch e := e.(type) {
	case *php.Array:
		for i, item := range e.Items {
			if item.Value != nil {
				m.item(item.Value, s, depth, nested && i > 0)
			}
		}
	case *php.Var:
		m.variable(e, s, depth)
	case *php.Assign:
		m.read(e.Value, s, depth+1, nested)
	default:
		m.item(e, s, depth, false)
	}
}

func (m *memberReader) item(e php.Expr, s *scope, depth int, later bool) {
	switch e := e.(type) {
	case *php.Array:
		m.read(e, s, depth+1, true)
		return
	case *php.Closure, *php.ArrowFn, *php.StaticCall:
		if _, isStatic := e.(*php.StaticCall); !isStatic || batchCall(e, s) {
			return // a queued closure; a batch within a chain, which is read where it stands
		}
	case *php.MethodCall:
		if root, _ := unwind(e); batchCall(root, s) {
			return
		}
	}
	if list, known := m.code.instances(e, s, 0); len(list) > 0 || known {
		for _, x := range list {
			m.found = append(m.found, member{x, later})
		}
		return
	}
	if v, ok := e.(*php.Var); ok {
		m.read(v, s, depth+1, false)
		return
	}
	m.within(e, s)
}

// batchCall is Bus::batch().
func batchCall(e php.Expr, s *scope) bool {
	call, ok := e.(*php.StaticCall)
	if !ok {
		return false
	}
	class, ok := s.unit.Names().ClassExpr(call.Class)
	return ok && isFacade(class, "bus") && fold(call.Name.Name) == "batch"
}

// variable reads an array that a variable holds: its assignments, its elements added by [] and by push().
func (m *memberReader) variable(v *php.Var, s *scope, depth int) {
	values, in, known := s.variable(v.Name)
	m.open = m.open || !known
	for _, a := range values {
		if a.appended {
			m.item(a.value, in, depth+1, false)
		} else {
			m.read(a.value, in, depth+1, false)
		}
	}
	if in == nil {
		return
	}
	for _, ch := range in.chains {
		if root, ok := ch.root.(*php.Var); !ok || root.Name != v.Name {
			continue
		}
		for _, call := range ch.calls {
			switch fold(call.Name.Name) {
			case "push", "add", "prepend", "put", "concat", "merge":
				for i := range call.Args.List {
					m.item(call.Args.List[i].Value, in, depth+1, false)
				}
			}
		}
	}
}

// within finds every job that is made somewhere in an expression: collect($x)->map(fn ($y) => new X($y)).
func (m *memberReader) within(e php.Expr, s *scope) {
	before := len(m.found)
	php.Walk(e, func(n php.Node) bool {
		x, ok := n.(php.Expr)
		if !ok {
			return true
		}
		root, _ := unwind(x)
		if made, ok := root.(*php.New); ok && len(m.code.of(made.Class, s)) > 0 && made.Anon == nil {
			list, known := m.code.instances(x, s, 0)
			m.open = m.open || !known
			for _, i := range list {
				m.found = append(m.found, member{i, false})
			}
			return false
		}
		return true
	})
	m.open = m.open || len(m.found) == before
}

// added reads ->add(job) of a batch that runs already: what a job says itself does not count, and the batch's choice is not known.
func (c *Code) added(ch *chain, i int, s *scope) {
	call := ch.calls[i]
	batch := false
	switch {
	case i > 0:
		batch = fold(ch.calls[i-1].Name.Name) == "batch"
	default:
		if v, ok := ch.root.(*php.Var); ok {
			batch = strings.Contains(fold(v.Name), "batch")
		}
		if p, ok := ch.root.(*php.Prop); ok {
			batch = strings.Contains(fold(p.Name.Name), "batch")
		}
	}
	if batch {
		c.members(call.Args.List[0].Value, s, lost(s, call, "the batch that it is added to chooses"), busBatchable)
	}
}

// readQueue reads the Queue facade.
func (c *Code) readQueue(method string, root *php.StaticCall, ch *chain, s *scope) {
	switch method {
	case "route":
		c.readRoute(root, s)
	case "forward":
		c.forwards = true
	case "createpayloadusing":
		c.readPayload(&root.Args)
	case "connection":
		if len(ch.calls) > 0 && len(root.Args.List) > 0 {
			e := root.Args.List[0].Value
			on := layer{property: "connection", how: set, value: e, in: s, at: e, text: "Queue::connection(" + excerpt(s.unit, e) + ")"}
			c.readQueueCall(ch.calls[0].Name.Name, &ch.calls[0].Args, ch.calls[0], []layer{on}, s)
		}
	default:
		c.readQueueCall(root.Name.Name, &root.Args, root, nil, s)
	}
}

// readQueueCalls reads app('queue')->connection('x')->push(...) and the like.
func (c *Code) readQueueCalls(calls []*php.MethodCall, s *scope) {
	var on []layer
	for _, call := range calls {
		if fold(call.Name.Name) == "connection" && len(call.Args.List) > 0 {
			e := call.Args.List[0].Value
			on = []layer{{property: "connection", how: set, value: e, in: s, at: e, text: excerpt(s.unit, call)}}
			continue
		}
		c.readQueueCall(call.Name.Name, &call.Args, call, on, s)
	}
}

// readQueueCall reads push(job, data, queue) and its kin on a queue: the job's own choice does not count.
func (c *Code) readQueueCall(method string, args *php.Args, at php.Node, on []layer, s *scope) {
	job, queueAt := 0, 2
	switch fold(method) {
	case "push", "bulk":
	case "pushon":
		job, queueAt = 1, 0
	case "later":
		job, queueAt = 1, 3
	case "lateron":
		job, queueAt = 2, 0
	default:
		return
	}
	if job >= len(args.List) {
		return
	}
	text := excerpt(s.unit, at)
	layers := append([]layer{
		{property: "connection", how: reset, in: s, at: at, text: text}, {property: "queue", how: reset, in: s, at: at, text: text},
	}, on...)
	named := slices.ContainsFunc(args.List, func(a php.Arg) bool { return a.Name != "" || a.Spread })
	switch {
	case named:
		layers = append(layers, lost(s, at, "qlint does not follow these arguments")[1:]...)
	case queueAt < len(args.List):
		e := args.List[queueAt].Value
		layers = append(layers, layer{property: "queue", how: set, value: e, in: s, at: e, text: text})
	}
	c.members(args.List[job].Value, s, layers, "")
}

// pushed reads a push onto a queue that is not known.
func (c *Code) pushed(call *php.MethodCall, layers []layer, s *scope) {
	for i := range call.Args.List {
		list, _ := c.instances(call.Args.List[i].Value, s, 0)
		for _, x := range list {
			if x.subjects[0].is(shouldQueue) {
				c.claim(x)
				c.queued(x, layers)
			}
		}
	}
}

// queueLike says that a call is made on something that is called a queue; collections have a push() too.
func queueLike(ch *chain, i int) bool {
	if i > 0 {
		return fold(ch.calls[i-1].Name.Name) == "connection"
	}
	switch root := ch.root.(type) {
	case *php.Var:
		return strings.Contains(fold(root.Name), "queue")
	case *php.Prop:
		return strings.Contains(fold(root.Name.Name), "queue")
	}
	return false
}

// readRoute reads Queue::route(X::class, queue, connection), or a map of classes.
func (c *Code) readRoute(root *php.StaticCall, s *scope) {
	span := s.unit.Span(root)
	if len(root.Args.List) == 0 {
		return
	}
	keys := []php.Expr{root.Args.List[0].Value}
	if a, ok := keys[0].(*php.Array); ok {
		keys = nil
		for _, item := range a.Items {
			keys = append(keys, item.Key)
		}
	}
	for _, k := range keys {
		class := ""
		switch k := k.(type) {
		case *php.ClassConstFetch:
			class, _ = s.unit.Names().ClassExpr(k.Class)
		case *php.String:
			class = k.Value()
		}
		c.routes = append(c.routes, route{fold(class), span})
	}
}

// payloadKeys are the keys of a payload that decide how a job runs.
var payloadKeys = []string{"timeout", "maxTries", "maxExceptions", "backoff", "retryUntil", "failOnTimeout"}

// readPayload reads Queue::createPayloadUsing(callback): a callback that names one of the keys may set it.
func (c *Code) readPayload(args *php.Args) {
	for i := range args.List {
		switch args.List[i].Value.(type) {
		case *php.Closure, *php.ArrowFn:
		case *php.ConstFetch:
			continue
		default:
			c.overridden["*"] = true
		}
		php.Walk(&args.List[i], func(n php.Node) bool {
			if text, ok := n.(*php.String); ok && slices.Contains(payloadKeys, text.Value()) {
				c.overridden[text.Value()] = true
			}
			return true
		})
	}
}
