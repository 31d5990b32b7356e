package queueable

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// item collects the middleware that an expression may be.
func (m *stackReader) item(e php.Expr, at standpoint) []*queue.Middleware {
	if e == nil || m.seen[e] || m.spent() {
		return nil
	}
	m.seen[e] = true
	defer delete(m.seen, e)
	switch e := e.(type) {
	case *php.New:
		return m.made(e, at)
	case *php.MethodCall:
		return m.configured(e, at)
	case *php.Var:
		return m.held(e, at)
	case *php.Assign:
		return m.item(e.Value, at)
	case *php.Clone:
		return m.item(e.X, at)
	case *php.Ternary:
		return m.either(at, e.Then, e.Else)
	case *php.Binary:
		if e.Op == php.OpCoalesce {
			return m.either(at, e.Left, e.Right)
		}
	case *php.Match:
		arms := make([]php.Expr, len(e.Arms))
		for i := range e.Arms {
			arms[i] = e.Arms[i].Body
		}
		return m.either(at, arms...)
	case *php.StaticCall:
		return m.static(e, at)
	case *php.Call:
		return m.called(e, at)
	case *php.ClassConstFetch:
		if class, ok := at.unit.Names().ClassExpr(e.Class); ok && fold(e.Name.Name) == "class" {
			return []*queue.Middleware{m.fresh(class, e, at)}
		}
	}
	return nil
}

// either collects what several expressions may be, of which one counts.
func (m *stackReader) either(at standpoint, from ...php.Expr) []*queue.Middleware {
	var out []*queue.Middleware
	for _, e := range from {
		for _, x := range m.item(e, at) {
			x.Conditional = true
			out = append(out, x)
		}
	}
	return out
}

// fresh is a middleware as it is before any argument counts.
func (m *stackReader) fresh(class string, n php.Node, at standpoint) *queue.Middleware {
	name := fold(class)
	x := &queue.Middleware{Class: strings.TrimPrefix(class, `\`), Span: at.unit.Span(n), In: at.in.Name}
	if last, ok := strings.CutPrefix(name, middlewareNamespace); ok {
		x.Kind = middlewareKinds[last]
	}
	x.Key, x.ReleaseAfter, x.ExpireAfter = queue.NotSet[string](nil), queue.NotSet[time.Duration](nil), queue.NotSet[time.Duration](nil)
	x.Decay, x.Shared = queue.NotSet[int](nil), queue.Is(false, nil)
	switch x.Kind {
	case queue.WithoutOverlapping, queue.RateLimited, queue.ThrottlesExceptions, queue.ReleaseMiddleware:
		x.Releases = queue.Is(true, nil)
	case queue.OtherMiddleware:
		m.ofOwn(x, class)
	}
	return x
}

// ofOwn fills in what is known of a middleware that is not the framework's own: a child of one of its classes is of that kind, with
// values that are not known.
func (m *stackReader) ofOwn(x *queue.Middleware, class string) {
	own := m.code.classes.Lookup(class)
	if own != nil {
		a := ancestryOf(m.code.classes, own)
		for last, kind := range middlewareKinds {
			if a.is(middlewareNamespace + last) {
				x.Kind = kind
			}
		}
	}
	m.lose(x, x.Class+" is not the framework's own")
}

// lose makes everything unknown that arguments and calls say.
func (m *stackReader) lose(x *queue.Middleware, why string) {
	x.Key, x.Releases, x.Shared = queue.NotKnown[string](why, nil), queue.NotKnown[bool](why, nil), queue.NotKnown[bool](why, nil)
	x.ReleaseAfter, x.ExpireAfter = queue.NotKnown[time.Duration](why, nil), queue.NotKnown[time.Duration](why, nil)
	x.Decay = queue.NotKnown[int](why, nil)
}

// made is new X(...).
func (m *stackReader) made(e *php.New, at standpoint) []*queue.Middleware {
	class, ok := at.unit.Names().ClassExpr(e.Class)
	if e.Anon != nil || !ok {
		return nil
	}
	switch class {
	case "self", "static", "parent":
		return nil
	}
	x := m.fresh(class, e, at)
	if strings.HasPrefix(fold(class), middlewareNamespace) {
		m.arguments(x, &e.Args, at)
	}
	return []*queue.Middleware{x}
}

// argument is the value of a parameter, given by its position or by one of its names; nil without one. known is false where spread
// arguments may be it.
func argument(args *php.Args, position int, names ...string) (e php.Expr, name string, known bool) {
	for i := range args.List {
		a := &args.List[i]
		if a.Spread {
			return nil, "", false
		}
		if a.Name == "" && i == position || slices.Contains(names, a.Name) {
			return a.Value, a.Name, true
		}
	}
	return nil, "", true
}

// arguments reads what the constructor of one of the framework's own middleware is given.
func (m *stackReader) arguments(x *queue.Middleware, args *php.Args, at standpoint) {
	if slices.ContainsFunc(args.List, func(a php.Arg) bool { return a.Spread }) {
		m.lose(x, "its arguments are spread")
		return
	}
	switch x.Kind {
	case queue.WithoutOverlapping:
		if e, _, _ := argument(args, 0, "key"); e != nil {
			x.Key = m.text(e, at)
		}
		if e, _, _ := argument(args, 1, "releaseAfter"); e != nil {
			m.releaseAfter(x, e, at, false)
		}
		if e, _, _ := argument(args, 2, "expiresAfter"); e != nil {
			x.ExpireAfter = positive(m.seconds(e, at))
		}
	case queue.RateLimited:
		if e, _, _ := argument(args, 0, "limiterName"); e != nil {
			x.Key = m.text(e, at)
		}
	case queue.ThrottlesExceptions:
		if e, name, _ := argument(args, 1, "decayMinutes", "decaySeconds"); e != nil {
			x.Decay = count(m.eval(e, at, 0))
			x.DecayUnit = name != "" || showsUnit(e)
		}
	}
}

// showsUnit says that a number is written so that its unit shows: 5 * 60, self::DECAY_SECONDS, $seconds.
func showsUnit(e php.Expr) bool {
	switch e := e.(type) {
	case *php.Int:
		return false
	case *php.Unary:
		return showsUnit(e.X)
	}
	return true
}

// text is a key; a text that is computed is known to be there, but not known.
func (m *stackReader) text(e php.Expr, at standpoint) queue.Value[string] {
	return named(m.eval(e, at, 0))
}

// releaseAfter sets the pause of a middleware that releases; null is dontRelease().
func (m *stackReader) releaseAfter(x *queue.Middleware, e php.Expr, at standpoint, maybe bool) {
	v := m.seconds(e, at)
	releases := queue.Map(v, func(time.Duration) (bool, bool) { return true, true }, "")
	if releases.IsAbsent() {
		releases = queue.Is(false, v.Origin())
	}
	x.ReleaseAfter, x.Releases = configure(x.ReleaseAfter, v, maybe), configure(x.Releases, releases, maybe)
}

// configure is a value that a call sets, or may set.
func configure[T comparable](before, set queue.Value[T], maybe bool) queue.Value[T] {
	if !maybe {
		return set
	}
	return merged([]queue.Value[T]{before, set}, equals)
}

// positive is the duration of a lock: 0 and below does not end it.
func positive(v queue.Value[time.Duration]) queue.Value[time.Duration] {
	some, known := v.Each()
	if !known {
		return v
	}
	out := make([]queue.Value[time.Duration], len(some))
	for i, one := range some {
		out[i] = one
		if d, ok := one.Get(); one.IsAbsent() || ok && d <= 0 {
			out[i] = queue.NoLimit[time.Duration](one.Origin())
		}
	}
	return queue.OneOfThese(out...)
}

// configured is a chain of calls: (new X)->expireAfter(60), $this->helper()->shared().
func (m *stackReader) configured(e *php.MethodCall, at standpoint) []*queue.Middleware {
	root, calls := unwind(e)
	var items []*queue.Middleware
	if isThis(root) {
		found, _ := m.code.classes.FindMethod(m.s.class, calls[0].Name.Name)
		if found == nil {
			return nil
		}
		items = m.returned(found, &calls[0].Args, at)
		calls = calls[1:]
	} else {
		items = m.item(root, at)
	}
	for _, x := range items {
		for _, call := range calls {
			m.apply(x, call, at, false)
		}
	}
	return items
}

// returned collects the middleware that a method returns.
func (m *stackReader) returned(found *phpeval.Member[*php.Method], args *php.Args, at standpoint) []*queue.Middleware {
	there, ok := m.enter(found, m.passed(found, args, at))
	if !ok {
		return nil
	}
	m.seen[found.Decl] = true
	defer delete(m.seen, found.Decl)
	if len(there.returns) == 1 {
		return m.item(there.returns[0], there)
	}
	return m.either(there, there.returns...)
}

// apply is one call on a middleware.
func (m *stackReader) apply(x *queue.Middleware, call *php.MethodCall, at standpoint, maybe bool) {
	name := fold(call.Name.Name)
	var first php.Expr
	if len(call.Args.List) > 0 && !call.Args.List[0].Spread {
		first = call.Args.List[0].Value
	}
	switch {
	case !strings.HasPrefix(fold(x.Class), middlewareNamespace):
	case name == "expireafter" && first != nil && x.Kind == queue.WithoutOverlapping:
		x.ExpireAfter = configure(x.ExpireAfter, positive(m.seconds(first, at)), maybe)
	case name == "releaseafter" && first != nil:
		m.releaseAfter(x, first, at, maybe)
	case name == "dontrelease":
		from := step(queue.ViaMethod, at.unit, &call.Name, "->dontRelease()", phpeval.Value{})
		x.Releases = configure(x.Releases, queue.Is(false, from), maybe)
		x.ReleaseAfter = configure(x.ReleaseAfter, queue.NotSet[time.Duration](nil), maybe)
	case name == "shared":
		x.Shared = configure(x.Shared, queue.Is(true, nil), maybe)
	case name == "backoff" && first != nil && x.Kind == queue.ThrottlesExceptions:
		minutes := m.seconds(first, at) // the argument counts minutes
		x.ReleaseAfter = queue.Map(minutes, func(d time.Duration) (time.Duration, bool) { return d * 60, d < math.MaxInt64/60 }, "the pause is too long")
	case chainable[name]:
	default:
		m.lose(x, "qlint does not know ->"+call.Name.Name+"()")
	}
}

// chainable are further methods of the framework's middleware, folded, that change nothing of the model.
var chainable = map[string]bool{
	"withprefix": true, "by": true, "byjob": true, "when": true, "report": true, "deletewhen": true, "failwhen": true, "connection": true,
}

// held is what a variable holds, with the calls that configure it: $lock->expireAfter(60);
func (m *stackReader) held(v *php.Var, at standpoint) []*queue.Middleware {
	values, in, known := at.variable(v.Name)
	if in == nil {
		return nil
	}
	there := at
	there.scope = in
	var out []*queue.Middleware
	for _, a := range values {
		if a.appended {
			return nil
		}
		for _, x := range m.item(a.value, there) {
			x.Conditional = x.Conditional || a.conditional
			out = append(out, x)
		}
	}
	for _, x := range out {
		for _, ch := range in.chains {
			if root, ok := ch.root.(*php.Var); ok && root.Name == v.Name {
				for _, call := range ch.calls {
					m.apply(x, call, there, ch.conditional)
				}
			}
		}
		if !known || in.hands(v.Name) {
			m.lose(x, "$"+v.Name+" is handed on")
		}
	}
	return out
}

// hands says that a variable is an argument of some call that may change the object in it.
func (s *scope) hands(variable string) bool {
	isIt := func(a php.Arg) bool {
		v, ok := a.Value.(*php.Var)
		return ok && v.Name == variable
	}
	for _, ch := range s.chains {
		for _, call := range ch.calls {
			if slices.ContainsFunc(call.Args.List, isIt) && !isThisCollection(ch) {
				return true
			}
		}
		switch root := ch.root.(type) {
		case *php.Call:
			if !merging[function(root)] && function(root) != "array_push" && function(root) != "array_unshift" && slices.ContainsFunc(root.Args.List, isIt) {
				return true
			}
		case *php.StaticCall:
			if slices.ContainsFunc(root.Args.List, isIt) {
				return true
			}
		case *php.New:
			if slices.ContainsFunc(root.Args.List, isIt) {
				return true
			}
		}
	}
	return false
}

// isThisCollection says that a chain builds a collection, which keeps its elements as they are.
func isThisCollection(ch chain) bool {
	call, ok := ch.root.(*php.Call)
	return ok && function(call) == "collect"
}

// static is Skip::when(...), Release::unless(...), or a static helper of the application.
func (m *stackReader) static(e *php.StaticCall, at standpoint) []*queue.Middleware {
	if class, ok := at.unit.Names().ClassExpr(e.Class); ok && strings.HasPrefix(fold(class), middlewareNamespace) {
		x := m.fresh(class, e, at)
		if after, _, known := argument(&e.Args, 1, "releaseAfter"); x.Kind == queue.ReleaseMiddleware && after != nil && known {
			x.ReleaseAfter = m.seconds(after, at)
		}
		return []*queue.Middleware{x}
	}
	if found, args := m.callee(e, at); found != nil {
		return m.returned(found, args, at)
	}
	return nil
}

// called is app(X::class), tap(new X, ...) and the like.
func (m *stackReader) called(e *php.Call, at standpoint) []*queue.Middleware {
	if len(e.Args.List) == 0 {
		return nil
	}
	switch function(e) {
	case "app", "resolve", "tap", "with":
		items := m.item(e.Args.List[0].Value, at)
		if function(e) == "tap" || len(e.Args.List) > 1 {
			for _, x := range items {
				m.lose(x, "qlint does not follow "+function(e)+"()")
			}
		}
		return items
	}
	return nil
}
