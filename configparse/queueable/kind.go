package queueable

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// kindsOf lists what a class may be queued as, the likely kind first; none for one that is never queued.
func (c *Code) kindsOf(s *subject) []queue.JobKind {
	queued := s.is(shouldQueue)
	switch {
	case s.is(notification):
		if queued {
			return []queue.JobKind{queue.Notification}
		}
		return nil
	case s.is(mailable):
		if queued || s.mailed {
			return []queue.JobKind{queue.Mailable}
		}
		return nil
	case s.is(shouldBroadcastNow):
		return nil
	case s.is(shouldBroadcast):
		return []queue.JobKind{queue.BroadcastEvent}
	case !queued:
		return nil
	}
	kinds := c.jobOrListener(s)
	if s.outsideParent != "" && !c.handles(s) {
		kinds = append(kinds, queue.Notification, queue.Mailable)
		if namespaceHas(s.class, "notifications") {
			kinds = []queue.JobKind{queue.Notification, queue.PlainJob, queue.Mailable}
		} else if namespaceHas(s.class, "mail") {
			kinds = []queue.JobKind{queue.Mailable, queue.PlainJob, queue.Notification}
		}
	}
	return kinds
}

// jobOrListener tells a job from a listener. Both are ShouldQueue with a handle(); what registers or dispatches the class decides, then
// its place, and where nothing does it may be either.
func (c *Code) jobOrListener(s *subject) []queue.JobKind {
	job := s.is(busDispatchable) || s.is(busBatchable) || len(s.creations) > 0 || len(s.sites) > 0 || s.inline > 0 || s.untraced
	switch listener := c.listeners[fold(s.class.Name)]; {
	case listener && (len(s.sites) > 0 || s.inline > 0):
		return []queue.JobKind{queue.Listener, queue.PlainJob}
	case listener:
		return []queue.JobKind{queue.Listener}
	case namespaceHas(s.class, "listeners") && len(s.sites) == 0 && s.inline == 0:
		return []queue.JobKind{queue.Listener}
	case job || namespaceHas(s.class, "jobs") || !c.takesEvent(s):
		return []queue.JobKind{queue.PlainJob}
	}
	return []queue.JobKind{queue.PlainJob, queue.Listener}
}

// handles says that a class has a handle() or __invoke() of its own, or inherits one from the application.
func (c *Code) handles(s *subject) bool { return c.handler(s) != nil }

func (c *Code) handler(s *subject) *php.Method {
	for _, name := range [...]string{"handle", "__invoke"} {
		if found, _ := c.classes.FindMethod(s.class, name); found != nil {
			return found.Decl
		}
	}
	return nil
}

// takesEvent says that the handler has exactly one required parameter, as a listener's has.
func (c *Code) takesEvent(s *subject) bool {
	m := c.handler(s)
	if m == nil {
		return true
	}
	n := 0
	for _, p := range m.Params {
		if p.Default == nil && !p.Variadic {
			n++
		}
	}
	return n == 1
}

func namespaceHas(c *phpeval.Class, part string) bool {
	namespace, _ := cutLast(fold(c.Name), '\\')
	for p := range strings.SplitSeq(namespace, `\`) {
		if p == part {
			return true
		}
	}
	return false
}

// readListeners finds what a file registers as listeners: $listen and $subscribe of an event provider, Event::listen(), observers.
func (c *Code) readListeners(u *phpeval.Unit) {
	for _, s := range u.Tree.Stmts {
		php.Walk(s, func(n php.Node) bool {
			switch n := n.(type) {
			case *php.Property:
				for i := range n.Items {
					switch n.Items[i].Name.Name {
					case "listen", "observers":
						c.registerValues(n.Items[i].Default, u)
					case "subscribe":
						c.register(n.Items[i].Default, u)
					}
				}
			case *php.StaticCall:
				c.registerCall(n.Name.Name, &n.Args, u)
			case *php.MethodCall:
				c.registerCall(n.Name.Name, &n.Args, u)
			case *php.Attr:
				if fold(u.Names().Class(n.Name)) == `illuminate\database\eloquent\attributes\observedby` {
					for i := range n.Args.List {
						c.register(n.Args.List[i].Value, u)
					}
				}
			}
			return true
		})
	}
}

func (c *Code) registerCall(method string, args *php.Args, u *phpeval.Unit) {
	switch fold(method) {
	case "listen":
		if len(args.List) > 1 {
			c.register(args.List[1].Value, u)
		}
	case "subscribe", "observe":
		if len(args.List) > 0 {
			c.register(args.List[0].Value, u)
		}
	}
}

// registerValues registers the values of an array, not its keys, which are events or models.
func (c *Code) registerValues(e php.Expr, u *phpeval.Unit) {
	if a, ok := e.(*php.Array); ok {
		for _, item := range a.Items {
			if item.Value != nil {
				c.register(item.Value, u)
			}
		}
	}
}

// register takes the classes named in an expression as listeners: X::class, [X::class, 'handle'], 'App\X@handle'.
func (c *Code) register(e php.Expr, u *phpeval.Unit) {
	if e == nil {
		return
	}
	php.Walk(e, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.ClassConstFetch:
			if class, ok := u.Names().ClassExpr(n.Class); ok && fold(n.Name.Name) == "class" {
				c.listeners[fold(class)] = true
			}
		case *php.String:
			class, _, _ := strings.Cut(n.Value(), "@")
			if strings.Contains(class, `\`) {
				c.listeners[fold(class)] = true
			}
		case *php.Closure, *php.ArrowFn, *php.Call, *php.MethodCall:
			return false
		}
		return true
	})
}
