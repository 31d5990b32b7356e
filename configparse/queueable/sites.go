package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// route is one Queue::route(): the class that it routes, folded, "" for one that is not known.
type route struct {
	class string
	span  source.Span
}

// readSites finds what a scope dispatches.
func (c *Code) readSites(s *scope) {
	for i := range s.chains {
		c.readChain(&s.chains[i], s)
	}
	c.here = here{}
}

// readChain reads one chain of calls.
func (c *Code) readChain(ch *chain, s *scope) {
	c.here = here{s, ch}
	c.noteCreation(ch, s)
	c.noteOwnCall(ch, s)
	c.noteModelWrite(ch, s)
	c.readSent(ch, s)
	c.readTask(ch, s)
	switch root := ch.root.(type) {
	case *php.StaticCall:
		if c.readStatic(root, ch, s) {
			return
		}
	case *php.Call:
		if c.readFunction(root, ch, s) {
			return
		}
	}
	for j := range ch.calls {
		c.readMethod(ch, j, s)
	}
}

// noteCreation keeps the arguments of a `new` of a queued class.
func (c *Code) noteCreation(ch *chain, s *scope) {
	n, ok := ch.root.(*php.New)
	if !ok || n.Anon != nil {
		return
	}
	for _, x := range c.of(n.Class, s) {
		x.creations = append(x.creations, creation{in: s, at: n, args: n.Args})
	}
}

// readStatic reads X::dispatch() of a queued class, and the facades Bus, Queue, Schedule and Mail.
func (c *Code) readStatic(root *php.StaticCall, ch *chain, s *scope) (done bool) {
	if subjects := c.of(root.Class, s); len(subjects) > 0 {
		return c.readDispatchable(root, subjects, ch, s)
	}
	class, ok := s.unit.Names().ClassExpr(root.Class)
	if !ok {
		return false
	}
	method := fold(root.Name.Name)
	switch {
	case isFacade(class, "bus"):
		return c.readBus(method, &root.Args, ch.calls, s)
	case isFacade(class, "queue"):
		c.readQueue(method, root, ch, s)
		return true
	case isFacade(class, "schedule") && method == "job":
		c.readScheduled(&root.Args, s)
		return true
	case isFacade(class, "mail"):
		c.readMail(method, &root.Args, s)
	}
	return false
}

// readDispatchable reads the static methods of Foundation\Bus\Dispatchable.
func (c *Code) readDispatchable(root *php.StaticCall, subjects []*subject, ch *chain, s *scope) bool {
	method := fold(root.Name.Name)
	skip := 0
	switch method {
	case "dispatchif", "dispatchunless":
		skip = 1
	case "dispatch", "dispatchsync", "dispatchnow", "dispatchafterresponse":
	case "withchain":
		c.readWithChain(root, subjects, ch, s)
		return true
	default:
		return false
	}
	for _, x := range subjects {
		x.creations = append(x.creations, creation{in: s, at: root, args: root.Args, skip: skip})
	}
	if own, _ := c.classes.FindMethod(subjects[0].class, method); own != nil {
		c.here = here{}
		c.queued(instance{subjects: subjects}, lost(s, root, own.In.Short()+"::"+own.Decl.Name.Name+"() is the application's own"))
		return true
	}
	if method == "dispatchsync" || method == "dispatchnow" || method == "dispatchafterresponse" || afterResponse(ch.calls) {
		c.inline(subjects)
		return true
	}
	c.queued(instance{subjects: subjects}, layersOf(ch.calls, s, set))
	c.readChained(ch.calls, s)
	return true
}

// readWithChain reads X::withChain([...])->dispatch(...).
func (c *Code) readWithChain(root *php.StaticCall, subjects []*subject, ch *chain, s *scope) {
	for i, call := range ch.calls {
		if fold(call.Name.Name) == "dispatch" {
			for _, x := range subjects {
				x.creations = append(x.creations, creation{in: s, at: call, args: call.Args})
			}
			layers := append(layersOf(ch.calls[:i], s, fill), layersOf(ch.calls[i+1:], s, set)...)
			c.queued(instance{subjects: subjects}, layers)
		}
	}
	if len(root.Args.List) > 0 {
		c.members(root.Args.List[0].Value, s, layersOf(ch.calls, s, fill), "")
	}
}

// readChained reads the jobs in ->chain([...]), which get what allOnQueue() and allOnConnection() say where they choose nothing.
func (c *Code) readChained(calls []*php.MethodCall, s *scope) {
	var all []*php.MethodCall
	for _, call := range calls {
		switch fold(call.Name.Name) {
		case "allonqueue", "allonconnection":
			all = append(all, call)
		}
	}
	for _, call := range calls {
		switch fold(call.Name.Name) {
		case "chain", "appendtochain", "prependtochain":
			if len(call.Args.List) > 0 {
				c.members(call.Args.List[0].Value, s, layersOf(all, s, fill), "")
			}
		}
	}
}

// readFunction reads the functions dispatch(), dispatch_sync() and dispatch_now().
func (c *Code) readFunction(root *php.Call, ch *chain, s *scope) bool {
	switch function(root) {
	case "dispatch":
		c.dispatched(&root.Args, ch.calls, afterResponse(ch.calls), s)
	case "dispatch_sync", "dispatch_now":
		c.dispatched(&root.Args, nil, true, s)
	case "app", "resolve":
		if len(root.Args.List) == 1 && isQueueManager(root.Args.List[0].Value, s) && len(ch.calls) > 0 {
			c.readQueueCalls(ch.calls, s)
			return true
		}
		return false
	default:
		return false
	}
	return true
}

// isQueueManager says that app() is asked for the queue manager.
func isQueueManager(e php.Expr, s *scope) bool {
	switch e := e.(type) {
	case *php.String:
		return e.Value() == "queue"
	case *php.ClassConstFetch:
		class, ok := s.unit.Names().ClassExpr(e.Class)
		return ok && (fold(class) == `illuminate\contracts\queue\factory` || fold(class) == `illuminate\queue\queuemanager`)
	}
	return false
}

// readMethod reads a method call that may dispatch, whatever it is called on.
func (c *Code) readMethod(ch *chain, i int, s *scope) {
	call := ch.calls[i]
	if len(call.Args.List) == 0 {
		if name := fold(call.Name.Name); name == "handle" || name == "__invoke" {
			c.handled(ch, i, s)
		}
		return
	}
	rest := ch.calls[i+1:]
	switch fold(call.Name.Name) {
	case "dispatch":
		c.dispatched(&call.Args, rest, afterResponse(rest), s)
	case "dispatchnow", "dispatchsync", "dispatchafterresponse":
		c.dispatched(&call.Args, nil, true, s)
	case "dispatchtoqueue":
		c.dispatched(&call.Args, nil, false, s)
	case "handle", "__invoke":
		c.handled(ch, i, s)
	case "job":
		c.readScheduled(&call.Args, s)
	case "batch", "chain":
		if i == 0 {
			c.readBus(fold(call.Name.Name), &call.Args, rest, s)
		}
	case "add":
		c.added(ch, i, s)
	case "push", "pushon", "later", "lateron", "bulk":
		if queueLike(ch, i) {
			c.pushed(call, lost(s, call, "the queue that it is pushed to is not known"), s)
		}
		c.readMail(fold(call.Name.Name), &call.Args, s)
	case "queue", "onqueue", "queueon", "send":
		c.readMail(fold(call.Name.Name), &call.Args, s)
	}
}

// handled notes that a job's handle() is called in place.
func (c *Code) handled(ch *chain, i int, s *scope) {
	var object php.Expr = ch.root
	if i > 0 {
		object = ch.calls[i-1]
	}
	list, _ := c.instances(object, s, 0)
	for _, x := range list {
		if x.made != nil {
			c.claimed[x.made] = true
			c.inline(x.subjects)
		}
	}
}

// dispatched is dispatch(job) with the calls that follow.
func (c *Code) dispatched(args *php.Args, rest []*php.MethodCall, inline bool, s *scope) {
	if len(args.List) == 0 {
		return
	}
	e := args.List[0].Value
	list, known := c.instances(e, s, 0)
	layers := layersOf(rest, s, set)
	for _, x := range list {
		c.claim(x)
		if inline {
			c.inline(x.subjects)
		} else {
			c.queued(x, layers)
		}
	}
	if !known && !inline {
		c.notKnown(e, layers, s)
	}
	c.readChained(rest, s)
}

// notKnown notes a dispatch of something that is not known; without layers it changes nothing.
func (c *Code) notKnown(e php.Expr, layers []layer, s *scope) {
	root, calls := unwind(e)
	layers = append(layersOf(calls, s, set), layers...)
	if len(layers) == 0 {
		return
	}
	class := ""
	if v, ok := root.(*php.Var); ok {
		class = s.typeOf(v.Name)
	}
	c.loose = append(c.loose, looseSite{site: site{layers}, class: class, in: s})
}

func afterResponse(calls []*php.MethodCall) bool {
	return slices.ContainsFunc(calls, func(call *php.MethodCall) bool { return fold(call.Name.Name) == "afterresponse" })
}

// readScheduled reads $schedule->job(job, queue, connection).
func (c *Code) readScheduled(args *php.Args, s *scope) {
	if len(args.List) == 0 {
		return
	}
	list, _ := c.instances(args.List[0].Value, s, 0)
	if subjects := c.classRef(args.List[0].Value, s); len(subjects) > 0 {
		for _, x := range subjects {
			x.untraced = true
		}
		list = []instance{{subjects: subjects}}
	}
	var layers []layer
	for i := 1; i < len(args.List) && i < 3; i++ {
		property := map[bool]string{true: "queue", false: "connection"}[i == 1]
		if name := args.List[i].Name; name == "queue" || name == "connection" {
			property = name
		}
		if args.List[i].Spread {
			layers = append(layers, lost(s, &args.List[i], "its arguments are spread")...)
			continue
		}
		e := args.List[i].Value
		if isNull(e) {
			continue
		}
		layers = append(layers, layer{property: property, how: override, value: e, in: s, at: e, text: "->job(…, " + excerpt(s.unit, e) + ")"})
	}
	c.here = here{}
	for _, x := range list {
		c.claim(x)
		c.queued(x, layers)
	}
}

func isNull(e php.Expr) bool {
	k, ok := e.(*php.ConstFetch)
	return ok && fold(k.Name.Text) == "null"
}

// readMail reads what queues a mailable: Mail::to()->queue(mailable, queue), later(), onQueue().
func (c *Code) readMail(method string, args *php.Args, s *scope) {
	at, queueAt := 0, -1
	switch method {
	case "queue":
		queueAt = 1
	case "later":
		at, queueAt = 1, 2
	case "onqueue", "queueon":
		at, queueAt = 1, 0
	case "lateron":
		at, queueAt = 2, 0
	case "send":
	default:
		return
	}
	if at >= len(args.List) {
		return
	}
	list, _ := c.instances(args.List[at].Value, s, 0)
	for _, x := range list {
		if !x.subjects[0].is(mailable) || method == "send" && !x.subjects[0].is(shouldQueue) {
			continue
		}
		c.claim(x)
		for _, m := range x.subjects {
			m.mailed = true
		}
		var layers []layer
		if queueAt >= 0 && queueAt < len(args.List) && !isNull(args.List[queueAt].Value) {
			e := args.List[queueAt].Value
			layers = append(layers, layer{property: "queue", how: override, value: e, in: s, at: e, text: excerpt(s.unit, e)})
		}
		c.queued(x, layers)
	}
}

// queued adds a site to each of the classes that an instance may be of.
func (c *Code) queued(i instance, layers []layer) {
	layers = slices.Concat(i.layers, layers)
	c.noteDispatch(i.subjects)
	for _, x := range i.subjects {
		if len(layers) > 0 || !slices.ContainsFunc(x.sites, func(s site) bool { return len(s.layers) == 0 }) {
			x.sites = append(x.sites, site{layers})
		}
	}
}

func (c *Code) inline(subjects []*subject) {
	for _, x := range subjects {
		x.inline++
	}
}

func (c *Code) claim(i instance) {
	if i.made != nil {
		c.claimed[i.made] = true
	}
}
