package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// middlewareNamespace holds the framework's middleware for jobs, folded.
const middlewareNamespace = `illuminate\queue\middleware\`

// middlewareKinds are the framework's own middleware, by the last part of their name, folded.
var middlewareKinds = map[string]queue.MiddlewareKind{
	"withoutoverlapping": queue.WithoutOverlapping, "ratelimited": queue.RateLimited, "ratelimitedwithredis": queue.RateLimited,
	"throttlesexceptions": queue.ThrottlesExceptions, "throttlesexceptionswithredis": queue.ThrottlesExceptions,
	"failonexception": queue.FailOnException, "skip": queue.SkipMiddleware, "skipifbatchcancelled": queue.SkipMiddleware,
	"release": queue.ReleaseMiddleware,
}

// middleware lists what an instance passes before its handler: what middleware() may return, and what the constructor adds to
// $middleware. A broadcast event has none before 11.42.
func (r *reader) middleware(versions []queue.Version) []*queue.Middleware {
	event := !slices.ContainsFunc(r.s.kinds, func(k queue.JobKind) bool { return k != queue.BroadcastEvent })
	if event && !since(versions[0], 11, 42, 0) || r.s.under(`lorisleiva\actions\concerns\as`) {
		return nil
	}
	m := &stackReader{reader: r, seen: map[php.Node]bool{}}
	if r.s.hasMethod("middleware") {
		if found, outside := r.code.classes.FindMethod(r.s.class, "middleware"); outside == "" {
			m.method(found, nil, false)
		}
	}
	m.constructor()
	return m.found
}

// stackReader collects the middleware that a class's code puts into a list.
type stackReader struct {
	*reader
	seen  map[php.Node]bool
	found []*queue.Middleware
	// steps and calls count the expressions looked at and the methods followed, which are bounded.
	steps, calls int
}

// standpoint is the body in which an expression stands: its scope, the class that self:: means there, what its parameters hold.
type standpoint struct {
	*scope
	in, self *phpeval.Class
	vars     map[string]phpeval.Value
}

// Bounds of one class's middleware; real ones have a few expressions and one helper.
const (
	maxHelpers         = 20
	maxMiddlewareSteps = 2_000
)

// spent says that enough expressions were looked at.
func (m *stackReader) spent() bool {
	m.steps++
	return m.steps > maxMiddlewareSteps
}

// enter is the body of a method; false where there is none to follow.
func (m *stackReader) enter(found *phpeval.Member[*php.Method], vars map[string]phpeval.Value) (standpoint, bool) {
	if found == nil || found.Decl.Body == nil || m.seen[found.Decl] || m.calls >= maxHelpers {
		return standpoint{}, false
	}
	s := m.code.scopes[found.Decl]
	if s == nil {
		return standpoint{}, false
	}
	m.calls++
	return standpoint{scope: s, in: found.In, self: m.selfOf(found.In, found.Self), vars: vars}, true
}

// method collects the lists that a method may return.
func (m *stackReader) method(found *phpeval.Member[*php.Method], vars map[string]phpeval.Value, conditional bool) {
	at, ok := m.enter(found, vars)
	if !ok {
		return
	}
	m.seen[found.Decl] = true
	for _, e := range at.returns {
		m.list(e, at, conditional || len(at.returns) > 1)
	}
	delete(m.seen, found.Decl)
}

// constructor collects what the constructor puts into $this->middleware; a listener is made without it.
func (m *stackReader) constructor() {
	if !slices.Contains(m.s.kinds, queue.PlainJob) && !slices.Contains(m.s.kinds, queue.Notification) && !slices.Contains(m.s.kinds, queue.Mailable) {
		return
	}
	found, _ := m.code.classes.FindMethod(m.s.class, "__construct")
	at, ok := m.enter(found, nil)
	if !ok {
		return
	}
	php.Walk(found.Decl.Body, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Assign:
			target, append := n.Target, false
			if i, ok := target.(*php.Index); ok {
				target, append = i.Base, true
			}
			switch name, _ := ownProperty(target); {
			case name != "middleware":
			case append:
				m.add(m.item(n.Value, at), true)
			default:
				m.list(n.Value, at, false)
			}
		case *php.MethodCall:
			if isThis(n.Object) && fold(n.Name.Name) == "through" && len(n.Args.List) == 1 {
				m.list(n.Args.List[0].Value, at, false)
			}
		}
		return true
	})
}

func (m *stackReader) add(items []*queue.Middleware, conditional bool) {
	for _, x := range items {
		x.Conditional = x.Conditional || conditional
		if !slices.ContainsFunc(m.found, func(y *queue.Middleware) bool { return y.Span == x.Span }) {
			m.found = append(m.found, x)
		}
	}
}

// merging are functions that put lists together or leave elements of one out.
var merging = map[string]bool{
	"array_merge": true, "array_merge_recursive": true, "array_values": true, "array_filter": true, "array_unique": true,
	"array_reverse": true, "array_replace": true, "collect": true, "iterator_to_array": true,
}

// list collects the middleware in a list.
func (m *stackReader) list(e php.Expr, at standpoint, conditional bool) {
	if e == nil || m.seen[e] || m.spent() {
		return
	}
	m.seen[e] = true
	defer delete(m.seen, e)
	switch e := e.(type) {
	case *php.Array:
		for i := range e.Items {
			switch item := &e.Items[i]; {
			case item.Value == nil:
			case item.Spread:
				m.list(item.Value, at, conditional)
			default:
				m.add(m.item(item.Value, at), conditional)
			}
		}
	case *php.Var:
		m.heldList(e, at, conditional)
	case *php.Assign:
		m.list(e.Value, at, conditional)
	case *php.Ternary:
		m.list(e.Then, at, true)
		m.list(e.Else, at, true)
	case *php.Match:
		for i := range e.Arms {
			m.list(e.Arms[i].Body, at, true)
		}
	case *php.Binary:
		if e.Op == php.OpCoalesce || e.Op == php.OpPlus {
			m.list(e.Left, at, conditional)
			m.list(e.Right, at, conditional)
		}
	case *php.Call:
		if merging[function(e)] {
			for i := range e.Args.List {
				m.list(e.Args.List[i].Value, at, conditional)
			}
		}
	case *php.MethodCall:
		m.listOfCalls(e, at, conditional)
	case *php.StaticCall:
		if found, args := m.callee(e, at); found != nil {
			m.method(found, m.passed(found, args, at), conditional)
		}
	}
}

// heldList collects what a variable holds: its assignments, what is appended to it, what array_push() adds.
func (m *stackReader) heldList(v *php.Var, at standpoint, conditional bool) {
	values, in, _ := at.variable(v.Name)
	if in == nil {
		return
	}
	there := at
	there.scope = in
	for _, a := range values {
		if a.appended {
			m.add(m.item(a.value, there), conditional || a.conditional)
		} else {
			m.list(a.value, there, conditional || a.conditional)
		}
	}
	for _, ch := range in.chains {
		call, ok := ch.root.(*php.Call)
		if !ok || function(call) != "array_push" && function(call) != "array_unshift" || len(call.Args.List) < 2 {
			continue
		}
		if target, ok := call.Args.List[0].Value.(*php.Var); ok && target.Name == v.Name {
			for i := range call.Args.List[1:] {
				m.add(m.item(call.Args.List[i+1].Value, there), conditional || ch.conditional)
			}
		}
	}
}

// listOfCalls collects the list of $this->helper() and of a collection: collect([...])->push(...)->all().
func (m *stackReader) listOfCalls(e *php.MethodCall, at standpoint, conditional bool) {
	root, calls := unwind(e)
	if isThis(root) {
		found, _ := m.code.classes.FindMethod(m.s.class, calls[0].Name.Name)
		if found != nil {
			m.method(found, m.passed(found, &calls[0].Args, at), conditional)
		}
		return
	}
	m.list(root, at, conditional)
	for _, call := range calls {
		switch fold(call.Name.Name) {
		case "push", "add", "prepend":
			for i := range call.Args.List {
				m.add(m.item(call.Args.List[i].Value, at), conditional)
			}
		case "merge", "concat":
			for i := range call.Args.List {
				m.list(call.Args.List[i].Value, at, conditional)
			}
		}
	}
}

// callee is the application's method that parent::x(), self::x(), static::x() or Class::x() calls.
func (m *stackReader) callee(e *php.StaticCall, at standpoint) (*phpeval.Member[*php.Method], *php.Args) {
	class, ok := at.unit.Names().ClassExpr(e.Class)
	if !ok || e.Dyn != nil {
		return nil, nil
	}
	on := m.s.class
	switch class {
	case "self", "static":
	case "parent":
		on = m.code.classes.Lookup(at.self.Parent())
	default:
		on = m.code.classes.Lookup(class)
	}
	if on == nil {
		return nil, nil
	}
	found, _ := m.code.classes.FindMethod(on, e.Name.Name)
	return found, &e.Args
}

// passed are the values of a method's parameters at a call.
func (m *stackReader) passed(found *phpeval.Member[*php.Method], args *php.Args, at standpoint) map[string]phpeval.Value {
	names := make([]string, len(found.Decl.Params))
	for i, p := range found.Decl.Params {
		names[i] = p.Name.Name
	}
	vars := m.w.Args(args, m.at(at, args), names...)
	for _, p := range found.Decl.Params {
		_, given := vars[p.Name.Name]
		switch {
		case p.Variadic || p.ByRef:
			delete(vars, p.Name.Name)
		case !given && p.Default != nil:
			vars[p.Name.Name] = m.w.Expr(p.Default, phpeval.Scope{Unit: found.In.Unit, Class: found.In, This: m.s.class})
		}
	}
	return vars
}

// at is where code of a standpoint is evaluated, with those of its local variables that stand in the code.
func (m *stackReader) at(at standpoint, code php.Node) phpeval.Scope {
	return phpeval.Scope{Unit: at.unit, Class: at.self, This: m.s.class, Vars: m.locals(at, code, 0)}
}

func (m *stackReader) eval(e php.Expr, at standpoint, depth int) phpeval.Value {
	return m.w.Expr(e, phpeval.Scope{Unit: at.unit, Class: at.self, This: m.s.class, Vars: m.locals(at, e, depth)})
}

// locals are the local variables that stand in an expression: a parameter's value, or one of those that are assigned.
func (m *stackReader) locals(at standpoint, code php.Node, depth int) map[string]phpeval.Value {
	out := map[string]phpeval.Value{}
	php.Walk(code, func(n php.Node) bool {
		v, ok := n.(*php.Var)
		if !ok || v.Name == "this" || depth > maxIndirections || m.spent() {
			return true
		}
		if value, known := at.vars[v.Name]; known {
			out[v.Name] = value
			return true
		}
		values, in, known := at.variable(v.Name)
		if !known || len(values) > phpeval.MaxAlternatives {
			return true
		}
		there := at
		there.scope = in
		some := make([]phpeval.Value, len(values))
		for i, a := range values {
			if a.appended {
				return true
			}
			some[i] = m.eval(a.value, there, depth+1)
		}
		out[v.Name] = phpeval.Alternatives(some...)
		return true
	})
	return out
}
