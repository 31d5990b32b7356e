package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Names of the framework that decide about open transactions, folded.
const (
	shouldQueueAfterCommit    = `illuminate\contracts\queue\shouldqueueaftercommit`
	shouldHandleAfterCommit   = `illuminate\contracts\events\shouldhandleeventsaftercommit`
	shouldDispatchAfterCommit = `illuminate\contracts\events\shoulddispatchaftercommit`
	eventDispatchable         = `illuminate\foundation\events\dispatchable`
)

// here is a chain of calls and the scope that it stands in.
type here struct {
	in *scope
	*chain
}

// dispatch is one chain of calls that puts instances of some classes on a queue.
type dispatch struct {
	here
	subjects []*subject
	// event is the folded name of the class that is fired as an event; the subjects are then found by it.
	event string
	// open is the transaction that is open there, once looked is set.
	open   *opening
	looked bool
}

// noteDispatch remembers that the chain which is being read puts instances on a queue.
func (c *Code) noteDispatch(subjects []*subject) {
	if c.here.chain == nil || !sends(c.here.chain) {
		return
	}
	c.dispatches = append(c.dispatches, dispatch{here: c.here, subjects: subjects})
}

// sends says that a chain does not only make a batch or chain of jobs, but dispatches it.
func sends(ch *chain) bool {
	builds := func(name string) bool { return name == "batch" || name == "chain" || name == "withchain" }
	builder := false
	if root, ok := ch.root.(*php.StaticCall); ok {
		builder = builds(fold(root.Name.Name))
	} else if len(ch.calls) > 0 {
		builder = builds(fold(ch.calls[0].Name.Name))
	}
	return !builder || slices.ContainsFunc(ch.calls, func(call *php.MethodCall) bool {
		name := fold(call.Name.Name)
		return name == "dispatch" || name == "dispatchif" || name == "dispatchunless"
	})
}

// readSent reads what queues notifications, broadcast events and listeners: notify(), Notification::send(), event(), broadcast().
func (c *Code) readSent(ch *chain, s *scope) {
	switch root := ch.root.(type) {
	case *php.StaticCall:
		class, ok := s.unit.Names().ClassExpr(root.Class)
		switch method := fold(root.Name.Name); {
		case !ok:
		case isFacade(class, "notification") && method == "send":
			c.notified(&root.Args, 1, s)
		case isFacade(class, "event") && method == "dispatch":
			c.fired(&root.Args, s)
		case method == "dispatch" || method == "broadcast":
			c.fires(class)
		}
	case *php.Call:
		if name := function(root); name == "event" || name == "broadcast" {
			c.fired(&root.Args, s)
		}
	}
	for _, call := range ch.calls {
		if fold(call.Name.Name) == "notify" {
			c.notified(&call.Args, 0, s)
		}
	}
}

// notified reads a notification that is sent.
func (c *Code) notified(args *php.Args, at int, s *scope) {
	if at >= len(args.List) {
		return
	}
	list, _ := c.instances(args.List[at].Value, s, 0)
	for _, x := range list {
		if x.subjects[0].is(notification) && x.subjects[0].is(shouldQueue) {
			c.noteDispatch(x.subjects)
		}
	}
}

// fired reads event(new X).
func (c *Code) fired(args *php.Args, s *scope) {
	if len(args.List) == 0 {
		return
	}
	if n, ok := args.List[0].Value.(*php.New); ok && n.Anon == nil {
		if class, named := s.unit.Names().ClassExpr(n.Class); named {
			c.fires(class)
		}
	}
}

// fires remembers an event, with what of it and its listeners goes to a queue found later: not all classes may have been read yet.
func (c *Code) fires(class string) {
	c.dispatches = append(c.dispatches, dispatch{here: c.here, event: fold(class)})
}

// listenersOf lists the queued classes that an event puts on a queue: the event itself where it is broadcast, and its listeners.
func (c *Code) listenersOf(event string) []*subject {
	if c.listening == nil {
		c.listening = map[string][]*subject{}
		for _, s := range c.subjects {
			switch {
			case len(s.kinds) != 1:
			case s.kinds[0] == queue.BroadcastEvent:
				c.listening[fold(s.class.Name)] = append(c.listening[fold(s.class.Name)], s)
			case s.kinds[0] == queue.Listener:
				if e := c.handledEvent(s); e != "" {
					c.listening[e] = append(c.listening[e], s)
				}
			}
		}
	}
	return c.listening[event]
}

// handledEvent is the folded class of a listener's first parameter.
func (c *Code) handledEvent(s *subject) string {
	m := c.handler(s)
	if m == nil || len(m.Params) == 0 {
		return ""
	}
	in, _ := c.classes.FindMethod(s.class, m.Name.Name)
	n, ok := m.Params[0].Type.(*php.Name)
	if !ok || in == nil {
		return ""
	}
	return fold(in.In.Unit.Names().Class(n))
}

// Dispatches lists the places that put jobs on a queue within a transaction, or with a delay, and the classes that give themselves one.
// jobs are those of the same world.
func (c *Code) Dispatches(w *phpeval.World, jobs []*queue.Job, versions queue.VersionRange) []*queue.Dispatch {
	byClass := jobsByClass(jobs)
	out := c.delayed(w, byClass, versions)
	for i := range c.dispatches {
		d := &c.dispatches[i]
		open := c.openAt(d)
		delay := d.delay(w)
		if open == nil && delay.State() != queue.Known && delay.State() != queue.OneOf {
			continue
		}
		subjects := d.subjects
		if d.event != "" {
			subjects = c.listenersOf(d.event)
		}
		for _, s := range subjects {
			j := byClass[s.class.Name]
			if j == nil {
				continue
			}
			one := &queue.Dispatch{Span: d.in.unit.Span(d.whole), Job: j, Delay: delay, AfterCommit: c.afterCommit(d, s), Transaction: transaction(open, w)}
			if d.event != "" && s.kinds[0] == queue.Listener {
				one.Event = c.shortName(d.event)
			}
			if !slices.ContainsFunc(out, func(o *queue.Dispatch) bool { return o.Span == one.Span && o.Job == one.Job }) {
				out = append(out, one)
			}
		}
	}
	return out
}

// delayed lists the classes that give themselves a delay, each as a dispatch at that place.
func (c *Code) delayed(w *phpeval.World, byClass map[string]*queue.Job, versions queue.VersionRange) []*queue.Dispatch {
	var out []*queue.Dispatch
	for _, s := range c.subjects {
		j := byClass[s.class.Name]
		if j == nil || j.Kind != queue.PlainJob || !s.hasProperty("delay") && !s.is(busQueueable) && attributeOn(s.class, attributes+"delay") == nil {
			continue
		}
		delay := c.ownDelay(s, w, versions)
		if _, ok := delay.Get(); ok {
			out = append(out, &queue.Dispatch{Span: delay.Origin().Place(), Job: j, Delay: delay})
		}
	}
	return out
}
