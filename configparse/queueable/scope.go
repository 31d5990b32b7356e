package queueable

import (
	"maps"
	"runtime"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// scope is the body of one function, method or closure, or the top of a file: what it assigns, and the calls that it makes.
type scope struct {
	unit  *phpeval.Unit
	class *phpeval.Class // nil outside a class
	// outer is the scope around a closure; shares names the variables that the closure has of it, nil for all (arrow functions).
	outer  *scope
	shares map[string]bool
	params map[string]*php.Param
	// assigned are the values of variables; lost are variables that may hold something else.
	assigned map[string][]assignment
	lost     map[string]bool
	// chains are the calls, each once with all that is chained to it, in source order.
	chains []chain
	sets   []propertySet
	// returns are the returned expressions.
	returns []php.Expr
	// stmts are the statements of a function's body; of the top of a file those that no function holds.
	stmts []php.Stmt
	// closure is the closure or arrow function whose body the scope is, nil for any other; taker is the call that it is an argument of.
	closure php.Expr
	taker   taker
	// method is the method whose body the scope is, nil for any other.
	method *php.Method
	// manual are the statements within a transaction that the function itself begins and commits, once manualRead.
	manual     []openRegion
	manualRead bool
}

// assignment is one value of a variable. conditional says that a branch or loop decides whether it is assigned; appended that it is
// an element of an array: $jobs[] = new X.
type assignment struct {
	value       php.Expr
	conditional bool
	appended    bool
	index       php.Expr // of the element; nil for []
}

// chain is a chain of calls with what it starts from.
type chain struct {
	whole       php.Expr
	root        php.Expr
	calls       []*php.MethodCall
	conditional bool
}

// taker is a call that takes a closure: the method call, after the calls that stand before it in its chain, or where method is nil the
// chain's root itself. The zero taker stands for none.
type taker struct {
	root   php.Expr
	before []*php.MethodCall
	method *php.MethodCall
}

// propertySet is $variable->name = value.
type propertySet struct {
	variable, name string
	at             *php.Assign // nil where a method sets it
	conditional    bool

	in *scope
	// node and why are those of a set that is not followed.
	node php.Node
	why  string
}

// readScopes takes files apart into their scopes, several at a time: each file stands for itself.
func (c *Code) readScopes(units []*phpeval.Unit) []*scope {
	readers := make([]*scopeReader, len(units))
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for n := range workers {
		wg.Go(func() {
			for i := n; i < len(units); i += workers {
				r := &scopeReader{code: c, unit: units[i], methods: map[*php.Method]*scope{}, takers: map[php.Expr]taker{}}
				top := r.open(nil, nil, nil)
				top.stmts = units[i].Tree.Stmts
				for _, s := range units[i].Tree.Stmts {
					r.read(s, top)
				}
				readers[i] = r
			}
		})
	}
	wg.Wait()
	var out []*scope
	for _, r := range readers {
		out = append(out, r.scopes...)
		maps.Copy(c.scopes, r.methods)
	}
	return out
}

type scopeReader struct {
	code    *Code
	unit    *phpeval.Unit
	scopes  []*scope
	methods map[*php.Method]*scope
	takers  map[php.Expr]taker // by the closure that is taken
}

func (r *scopeReader) open(class *phpeval.Class, outer *scope, params []*php.Param) *scope {
	s := &scope{unit: r.unit, class: class, outer: outer}
	if len(params) > 0 {
		s.params = make(map[string]*php.Param, len(params))
	}
	for _, p := range params {
		s.params[p.Name.Name] = p
	}
	r.scopes = append(r.scopes, s)
	return s
}

// assign notes a value of a variable, lose that it may get another one. Most scopes have neither.
func (s *scope) assign(variable string, a assignment) {
	if s.assigned == nil {
		s.assigned = map[string][]assignment{}
	}
	s.assigned[variable] = append(s.assigned[variable], a)
}

func (s *scope) lose(variable string) {
	if s.lost == nil {
		s.lost = map[string]bool{}
	}
	s.lost[variable] = true
}

// read reads one node of a scope and all below it.
func (r *scopeReader) read(n php.Node, s *scope) {
	w := &scopeWalk{scopeReader: r, scope: s, inner: map[php.Expr]bool{}}
	php.Walk(n, w.visit)
}

type scopeWalk struct {
	*scopeReader
	*scope
	inner map[php.Expr]bool // calls that belong to a chain already read
	depth int               // branches and loops around
}

func (w *scopeWalk) visit(n php.Node) bool {
	switch n := n.(type) {
	case *php.Class:
		w.classBody(n)
		return false
	case *php.Function:
		w.body(n.Body, w.open(nil, nil, n.Params))
		return false
	case *php.Closure:
		w.closure(n)
		return false
	case *php.ArrowFn:
		inner := w.open(w.scope.class, w.scope, n.Params)
		inner.closure, inner.taker = n, w.takers[n]
		inner.returns = append(inner.returns, n.Body)
		w.read(n.Body, inner)
		return false
	case *php.If, *php.While, *php.DoWhile, *php.For, *php.Foreach, *php.Switch, *php.Try, *php.Ternary, *php.Match:
		w.conditional(n)
		return false
	case *php.Assign:
		w.assign(n)
	case *php.Return:
		if n.X != nil {
			w.returns = append(w.returns, n.X)
		}
	case *php.Global:
		for _, v := range n.Vars {
			w.lose(v)
		}
	case *php.StaticVars:
		for i := range n.Vars {
			w.scope.lose(n.Vars[i].Name)
		}
	case *php.MethodCall, *php.StaticCall, *php.Call, *php.New:
		w.call(n.(php.Expr))
	}
	return true
}

func (w *scopeWalk) classBody(n *php.Class) {
	class := w.code.declared[n]
	for _, m := range n.Members {
		switch m := m.(type) {
		case *php.Method:
			s := w.open(class, nil, m.Params)
			w.methods[m] = s
			s.method = m
			w.body(m.Body, s)
		case *php.Property:
			for _, h := range m.Hooks {
				w.body(h.Body, w.open(class, nil, h.Params))
			}
		}
	}
}

func (w *scopeWalk) body(b *php.Block, s *scope) {
	if b != nil {
		s.stmts = b.Stmts
		w.read(b, s)
	}
}

func (w *scopeWalk) closure(n *php.Closure) {
	inner := w.open(w.scope.class, w.scope, n.Params)
	inner.closure, inner.taker = n, w.takers[n]
	inner.shares = map[string]bool{}
	for _, use := range n.Uses {
		inner.shares[use.Name] = true
		if use.ByRef {
			w.scope.lose(use.Name)
			inner.lose(use.Name)
		}
	}
	w.body(n.Body, inner)
}

// conditional reads what a branch or loop holds.
func (w *scopeWalk) conditional(n php.Node) {
	if f, ok := n.(*php.Foreach); ok {
		w.lose(f.Value)
		if f.Key != nil {
			w.lose(f.Key)
		}
	}
	w.depth++
	first := true
	php.Walk(n, func(m php.Node) bool {
		if first {
			first = false
			return true
		}
		return w.visit(m)
	})
	w.depth--
}

// lose notes variables that get a value which is not followed.
func (w *scopeWalk) lose(target php.Expr) {
	php.Walk(target, func(n php.Node) bool {
		if v, ok := n.(*php.Var); ok {
			w.scope.lose(v.Name)
		}
		return true
	})
}

func (w *scopeWalk) assign(n *php.Assign) {
	switch t := n.Target.(type) {
	case *php.Var:
		if n.Ref || n.Op != php.OpNone && n.Op != php.OpCoalesce {
			w.scope.lose(t.Name)
			return
		}
		w.scope.assign(t.Name, assignment{value: n.Value, conditional: w.depth > 0 || n.Op != php.OpNone})
	case *php.Index:
		if v, ok := t.Base.(*php.Var); ok {
			w.scope.assign(v.Name, assignment{value: n.Value, conditional: w.depth > 0, appended: true, index: t.Index})
		}
	case *php.Prop:
		if v, ok := t.Object.(*php.Var); ok && v.Name != "this" {
			w.sets = append(w.sets, propertySet{variable: v.Name, name: t.Name.Name, at: n, conditional: w.depth > 0})
		}
	default:
		w.lose(n.Target)
	}
}

// call notes a chain of calls at its outermost one.
func (w *scopeWalk) call(e php.Expr) {
	if w.inner[e] {
		return
	}
	root, calls := unwind(e)
	for i, c := range calls {
		w.inner[c] = true
		w.take(&c.Args, taker{root: root, before: calls[:i], method: c})
	}
	w.inner[root] = true
	switch root := root.(type) {
	case *php.StaticCall:
		w.take(&root.Args, taker{root: root})
	case *php.Call:
		w.take(&root.Args, taker{root: root})
	}
	w.chains = append(w.chains, chain{whole: e, root: root, calls: calls, conditional: w.depth > 0})
}

// take notes the closures among the arguments of a call.
func (w *scopeWalk) take(args *php.Args, by taker) {
	for i := range args.List {
		switch e := args.List[i].Value.(type) {
		case *php.Closure, *php.ArrowFn:
			w.takers[e] = by
		}
	}
}

// eval is where an expression of the scope is evaluated: no local variable is known.
func (s *scope) eval() phpeval.Scope { return phpeval.Scope{Unit: s.unit, Class: s.class} }

// variable looks a variable up: its assignments, and the scope that holds it. known is false where it may hold something else.
func (s *scope) variable(name string) (values []assignment, in *scope, known bool) {
	for ; s != nil; s = s.outer {
		if s.lost[name] {
			return nil, s, false
		}
		if values := s.assigned[name]; len(values) > 0 {
			return values, s, s.params[name] == nil
		}
		if s.params[name] != nil || s.outer == nil || s.shares != nil && !s.shares[name] {
			return nil, s, false
		}
	}
	return nil, s, false
}

// maxIndirections bounds following variables to what they hold.
const maxIndirections = 5

// evaluate evaluates an argument; a local variable that is assigned once stands for its value.
func (s *scope) evaluate(w *phpeval.World, e php.Expr, depth int) phpeval.Value {
	if v, ok := e.(*php.Var); ok && depth < maxIndirections {
		values, in, known := s.variable(v.Name)
		if known && len(values) == 1 && !values[0].conditional && !values[0].appended {
			return in.evaluate(w, values[0].value, depth+1)
		}
	}
	return w.Expr(e, s.eval())
}
