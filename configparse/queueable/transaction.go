package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
)

// opening is a transaction that is open at some place of the code.
type opening struct {
	at php.Node // the call that opens it
	in *scope
	on database
	// call is where code within the transaction calls the method that the place stands in; nil where they stand in one function.
	call php.Node
	from *scope
	// event is the event of a model by which the call comes to the place, "" for a call of its method.
	event string
}

// inlineTakers are methods and functions that run the closure which they are given before they return, folded. Any other may keep it for
// later: a queued closure, a callback after the commit, a deferred one.
var inlineTakers = map[string]bool{
	"each": true, "eachspread": true, "eachbyid": true, "map": true, "mapwithkeys": true, "maptogroups": true, "flatmap": true, "mapinto": true,
	"transform": true, "filter": true, "reject": true, "reduce": true, "every": true, "some": true, "contains": true, "partition": true,
	"chunk": true, "chunkbyid": true, "chunkmap": true, "tap": true, "pipe": true, "when": true, "unless": true, "whenempty": true,
	"whennotempty": true, "whennotnull": true, "times": true, "array_map": true, "array_walk": true, "array_filter": true, "array_reduce": true, "retry": true,
	"rescue": true, "with": true, "optional": true, "withoutevents": true, "unguarded": true, "withouttimestamps": true, "call_user_func": true,
}

// transactionAt finds the transaction that is known to be open where a node of a scope stands, within that function. later says that
// the node runs after it instead, or at a time that is not known.
func (c *Code) transactionAt(s *scope, at php.Node) (open *opening, later bool) {
	for range maxClosures {
		if open := c.manualAt(s, at); open != nil {
			return open, false
		}
		if s.closure == nil || s.outer == nil {
			return nil, false
		}
		t, outer := s.taker, s.outer
		call := t.call()
		if call == nil {
			return nil, true
		}
		if open := c.wrapped(t, s.closure, outer); open != nil {
			if given(s, at) {
				return nil, true
			}
			open.call, open.from = call, outer
			return open, false
		}
		switch method, on := c.databaseCall(call, outer); {
		case method == "transaction" && given(s, at):
			return nil, true
		case method == "transaction":
			return &opening{at: call, in: outer, on: on}, false
		case method != "" || !inlineTakers[t.name()]:
			return nil, true
		}
		s, at = outer, s.closure
	}
	return nil, true
}

// wrapped is the transaction in which a method of the class itself runs a closure that it is given: $this->atomically(function () { … }).
func (c *Code) wrapped(t taker, closure php.Expr, s *scope) *opening {
	var args *php.Args
	switch call := t.call().(type) {
	case *php.MethodCall:
		if v, ok := t.root.(*php.Var); !ok || v.Name != "this" || len(t.before) > 0 {
			return nil
		}
		args = &call.Args
	case *php.StaticCall:
		if name, _ := s.unit.Names().ClassExpr(call.Class); name != "self" && name != "static" {
			return nil
		}
		args = &call.Args
	}
	if args == nil || s.class == nil {
		return nil
	}
	found, _ := c.classes.FindMethod(s.class, t.name())
	if found == nil || c.scopes[found.Decl] == nil {
		return nil
	}
	at := slices.IndexFunc(args.List, func(a php.Arg) bool { return a.Value == closure && a.Name == "" && !a.Spread })
	if at < 0 || at >= len(found.Decl.Params) {
		return nil
	}
	return c.runsInside(c.scopes[found.Decl], found.Decl.Params[at].Name.Name)
}

// runsInside finds the transaction to which a method gives its parameter.
func (c *Code) runsInside(s *scope, parameter string) *opening {
	for i := range s.chains {
		call := s.chains[i].whole
		method, on := c.databaseCall(call, s)
		var args *php.Args
		switch call := call.(type) {
		case *php.MethodCall:
			args = &call.Args
		case *php.StaticCall:
			args = &call.Args
		}
		if method != "transaction" || len(args.List) == 0 {
			continue
		}
		if calls(args.List[0].Value, parameter) {
			return &opening{at: call, in: s, on: on}
		}
	}
	return nil
}

// calls says that what a transaction runs is a variable, or a closure that calls it.
func calls(code php.Expr, variable string) bool {
	found := false
	switch code := code.(type) {
	case *php.Var:
		return code.Name == variable
	case *php.Closure, *php.ArrowFn:
		php.Walk(code, func(n php.Node) bool {
			if call, ok := n.(*php.Call); ok {
				v, is := call.Func.(*php.Var)
				found = found || is && v.Name == variable
			}
			return !found
		})
	}
	return found
}

// maxClosures bounds how deep closures are followed outwards.
const maxClosures = 20

// call is the call that takes the closure.
func (t taker) call() php.Expr {
	if t.method != nil {
		return t.method
	}
	return t.root
}

// name is the folded name of what is called.
func (t taker) name() string {
	switch call := t.call().(type) {
	case *php.MethodCall:
		return fold(call.Name.Name)
	case *php.StaticCall:
		return fold(call.Name.Name)
	case *php.Call:
		return function(call)
	}
	return ""
}

// given says that a closure returns what a node gives: a pending dispatch that leaves a transaction's closure is dispatched when whoever
// called drops it, after the commit (Laravel: Foundation/Bus/PendingDispatch.php, Concerns/ManagesTransactions.php).
func given(s *scope, at php.Node) bool {
	start, end := at.Span()
	for _, r := range s.returns {
		from, to := r.Span()
		if from <= start && end <= to {
			return true
		}
	}
	return false
}

// calledInside finds, for a method, a call of it by code of its own class within a transaction.
func (c *Code) calledInside(s *scope) *opening {
	if s.method == nil || s.class == nil {
		return nil
	}
	for _, caller := range c.callers[methodKey{s.class.Decl, fold(s.method.Name.Name)}] {
		if open, _ := c.transactionAt(caller.in, caller.at); open != nil {
			open.call, open.from = caller.at, caller.in
			return open
		}
	}
	return nil
}

// methodKey names a method of a class.
type methodKey struct {
	class *php.Class
	name  string // folded
}

// ownCall is a call of a method by its own class.
type ownCall struct {
	in *scope
	at php.Node
}

// noteOwnCall remembers $this->name(), self::name() and static::name().
func (c *Code) noteOwnCall(ch *chain, s *scope) {
	if s.class == nil {
		return
	}
	note := func(name string, at php.Node) {
		key := methodKey{s.class.Decl, fold(name)}
		c.callers[key] = append(c.callers[key], ownCall{s, at})
	}
	switch root := ch.root.(type) {
	case *php.StaticCall:
		if name, _ := s.unit.Names().ClassExpr(root.Class); name == "self" || name == "static" {
			note(root.Name.Name, root)
		}
	case *php.Var:
		if root.Name == "this" && len(ch.calls) > 0 {
			note(ch.calls[0].Name.Name, ch.calls[0])
		}
	}
}

// manualAt finds the transaction that beginTransaction() opened before a node and that the same function commits after it.
func (c *Code) manualAt(s *scope, at php.Node) *opening {
	if !s.manualRead {
		s.manualRead = true
		f := &transactionFlow{code: c, scope: s}
		f.block(s.stmts, transactionState{})
		if f.commits {
			s.manual = f.regions
		}
	}
	start, end := at.Span()
	for i := range s.manual {
		if r := &s.manual[i]; r.start <= start && end <= r.end {
			open := r.opening
			return &open
		}
	}
	return nil
}

// openRegion is a statement at which a transaction is open on every way.
type openRegion struct {
	start, end int
	opening    opening
}
