package phpeval

import (
	"maps"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// closure is code as a value.
type closure struct {
	frame  *frame // where it was made: file, classes and $this
	params []*php.Param
	result php.Type
	body   *php.Block // of a closure
	arrow  php.Expr   // of an arrow function
	vars   map[string]Value
	opened string
	shared map[string]bool
	// name is the function of a first-class callable such as trim(...).
	name string
}

func (f *frame) closureValue(e *php.Closure) Value {
	c := &closure{frame: f, params: e.Params, result: e.Return, body: e.Body, vars: map[string]Value{}, shared: map[string]bool{}}
	for _, use := range e.Uses {
		if use.ByRef {
			f.shareName(use.Name)
			c.shared[use.Name] = true
			continue
		}
		c.vars[use.Name] = f.variable(&php.Var{Loc: use.Loc, Name: use.Name})
	}
	return Value{Kind: Closure, closure: c, Origin: f.computed(e)}
}

func (f *frame) arrowValue(e *php.ArrowFn) Value {
	f.work(32 * len(f.vars))
	c := &closure{
		frame: f, params: e.Params, result: e.Return, arrow: e.Body,
		vars: maps.Clone(f.vars), opened: f.opened, shared: maps.Clone(f.shared),
	}
	return Value{Kind: Closure, closure: c, Origin: f.computed(e)}
}

// apply calls a callable.
func (f *frame) apply(callee Value, args []Value, e php.Expr) Value {
	list := make([]argument, len(args))
	for i, v := range args {
		list[i] = argument{value: v}
	}
	return f.invoke(callee, list, e)
}

func (f *frame) invoke(callee Value, args []argument, e php.Expr) Value {
	return each(callee, func(c Value) Value {
		switch {
		case c.Kind == Closure && c.closure != nil && c.closure.name != "":
			return f.callNamed(c.closure.name, "", args, e)
		case c.Kind == Closure && c.closure != nil:
			return f.callClosure(c.closure, args, e)
		case c.Kind == String && !strings.Contains(c.Str, "::"):
			return f.callNamed(strings.TrimPrefix(c.Str, `\`), "", args, e)
		}
		return unknown("a call of "+describe(c), f.computed(e, c))
	})
}

func (f *frame) callClosure(c *closure, args []argument, e php.Expr) Value {
	if c.frame.run != f.run {
		return unknown("a closure of another file", f.computed(e))
	}
	in := f.at(c.frame.unit, c.frame.class, c.frame.this)
	in.object, in.function, in.method = c.frame.object, "{closure}", "{closure}"
	maps.Copy(in.vars, c.vars)
	in.opened, in.shared = c.opened, maps.Clone(c.shared)
	return f.enter(in, c.params, args, e, c.result, func() Value {
		if c.arrow != nil {
			return in.expr(c.arrow)
		}
		return in.runBody(c.body)
	})
}

// enter binds arguments and runs the body of a call in its own frame.
func (f *frame) enter(in *frame, params []*php.Param, args []argument, e php.Expr, result php.Type, body func() Value) Value {
	if f.calls >= maxCalls {
		return unknown("calls are nested too deep", f.computed(e))
	}
	f.calls++
	defer func() { f.calls-- }()
	f.work(0)
	v, ok := in.bind(params, args, f.unit.strict())
	for i, p := range params {
		if p.ByRef && i < len(args) && args[i].expr != nil {
			f.drop(args[i].expr, "a function takes it by reference")
		}
	}
	if !ok {
		return f.give(v, e)
	}
	return in.coerce(result, body(), in.unit.strict())
}

// runBody runs a function's statements: the values of all returns that may be taken, and null where its end may be reached.
func (f *frame) runBody(body *php.Block) Value {
	switch {
	case body == nil:
		return unknown("the method has no body", nil)
	case generates(body):
		return Value{Kind: Object, Class: "Generator"}
	}
	return f.result(f.block(body.Stmts), null())
}

// result is what a function or file gives: its returns, or fallthrough where its end may be reached.
func (f *frame) result(x exit, atEnd Value) Value {
	switch x.flow {
	case goesOn:
		f.giveBack(atEnd)
	case ends:
		if len(f.returns) == 0 {
			return throwing("the code always ends in an exception or exit", nil)
		}
	default:
		f.giveBack(unknown("the ways through a loop are not followed", nil))
	}
	return Alternatives(f.returns...)
}

func generates(body *php.Block) bool {
	found := false
	php.Walk(body, func(n php.Node) bool {
		switch n.(type) {
		case *php.Yield, *php.YieldFrom:
			found = true
		case *php.Closure, *php.ArrowFn, *php.Function, *php.Class:
			return false
		}
		return !found
	})
	return found
}
