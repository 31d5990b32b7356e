package phpeval

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Bounds of one evaluation. Real configuration files need a few thousand steps; hostile ones are cut off and say so.
const (
	maxSteps = 200_000
	maxDepth = 100
	// maxAlternatives is how many values OneOf may have before it is Unknown.
	maxAlternatives = 8
	// maxText is the longest string, in bytes, that is made.
	maxText = 1 << 20
)

// run is one evaluation: it bounds the work of everything that the evaluation calls.
type run struct {
	w     *World
	steps int
	depth int
}

// frame is one activation: a file, a function, a closure.
type frame struct {
	*run
	Scope
	// functions are those declared in the file, by lower-case name.
	functions map[string]*php.Function
	// returns are the values of returns that may have been taken.
	returns []Value
	// lost says why local variables are no longer known ("extract", variable variables); "" while they are.
	lost string
}

func (w *World) newFrame(at Scope) *frame {
	if at.Vars == nil {
		at.Vars = map[string]Value{}
	}
	return &frame{run: &run{w: w}, Scope: at, functions: at.Unit.declaredFunctions()}
}

// declaredFunctions lists the functions that a file declares at its top level or within `if (!function_exists(…))`.
func (u *Unit) declaredFunctions() map[string]*php.Function {
	if u.functions == nil {
		u.functions = map[string]*php.Function{}
		php.Walk(&php.Block{Stmts: u.Tree.Stmts}, func(n php.Node) bool {
			switch n := n.(type) {
			case *php.Function:
				u.functions[strings.ToLower(u.names.Declared(n.Name))] = n
				return false
			case *php.Class, php.Expr:
				return false
			}
			return true
		})
	}
	return u.functions
}

// File evaluates what a file returns when it is included.
func (w *World) File(u *Unit) Value {
	f := w.newFrame(Scope{Unit: u})
	return f.includeUnit(u)
}

// includeUnit runs a file's statements and gives what it returns: 1 without a return, as PHP does.
func (f *frame) includeUnit(u *Unit) Value {
	if u.Tree.Cut || len(u.Tree.Errors) > 0 {
		// The part before a syntax error can't have run: PHP compiles a file whole. What qlint read of it is still the best
		// that is known of the file, and the error itself is reported.
		f.lost = ""
	}
	inner := &frame{run: f.run, Scope: Scope{Unit: u, Vars: f.Vars}, functions: u.declaredFunctions()}
	state, v := inner.block(u.Tree.Stmts)
	if state != flowReturn {
		v = Value{Kind: Int, Int: 1}
	}
	return inner.result(v)
}

// Expr evaluates an expression where it stands.
func (w *World) Expr(e php.Expr, at Scope) Value { return w.newFrame(at).expr(e) }

// Return evaluates what a method returns that is called without arguments; this is the class whose object it runs on.
func (w *World) Return(m *php.Method, in, this *Class) Value {
	if m.Body == nil {
		return unknown("the method has no body", nil)
	}
	f := w.newFrame(Scope{Unit: in.Unit, Class: in, This: this})
	return f.runBody(m.Params, m.Body, nil)
}

// runBody binds arguments to parameters and runs a function's body.
func (f *frame) runBody(params []*php.Param, body *php.Block, args []Value) Value {
	for i, p := range params {
		switch {
		case p.Variadic:
			rest := []Value{}
			if i < len(args) {
				rest = args[i:]
			}
			f.Vars[p.Name.Name] = list(rest...)
		case i < len(args):
			f.Vars[p.Name.Name] = args[i]
		case p.Default != nil:
			f.Vars[p.Name.Name] = f.expr(p.Default)
		default:
			f.Vars[p.Name.Name] = unknown("the argument $"+p.Name.Name+" is not known", nil)
		}
	}
	if generates(body) {
		return unknown("the function is a generator", nil)
	}
	state, v := f.block(body.Stmts)
	if state != flowReturn {
		v = Value{Kind: Null}
	}
	return f.result(v)
}

// result joins the value of the last return with those of returns that may have been taken before it.
func (f *frame) result(last Value) Value {
	if len(f.returns) == 0 {
		return last
	}
	return oneOf(append(f.returns, last)...)
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

// step counts work; false says that the bound is reached.
func (r *run) step() bool {
	r.steps++
	return r.steps <= maxSteps
}

// oneOf is a value that is one of several. Equal ones fold; one that is Unknown makes the whole Unknown.
func oneOf(values ...Value) Value {
	var some []Value
	for _, v := range values {
		switch v.Kind {
		case Unknown:
			return v
		case OneOf:
			some = append(some, v.Some...)
		default:
			some = append(some, v)
		}
	}
	var distinct []Value
	for _, v := range some {
		same := false
		for _, d := range distinct {
			same = same || identical(v, d) == yes
		}
		if !same {
			distinct = append(distinct, v)
		}
	}
	switch {
	case len(distinct) == 0:
		return unknown("no value", nil)
	case len(distinct) == 1:
		return distinct[0]
	case len(distinct) > maxAlternatives:
		return unknown("too many possible values", distinct[0].Origin)
	}
	return Value{Kind: OneOf, Some: distinct, Origin: distinct[0].Origin}
}

// each applies a function to a value, or to every alternative of it.
func each(v Value, apply func(Value) Value) Value {
	switch v.Kind {
	case Unknown:
		return v
	case OneOf:
		out := make([]Value, len(v.Some))
		for i, x := range v.Some {
			out[i] = apply(x)
		}
		return oneOf(out...)
	default:
		return apply(v)
	}
}

// computed is the origin of an expression's result: the expression's own text over its operands.
func (f *frame) computed(n php.Node, operands ...Value) *queue.Origin {
	o := &queue.Origin{Via: queue.ViaComputed, Span: f.Unit.Span(n), Text: excerpt(f.Unit.Tree.Source(n))}
	for _, v := range operands {
		switch {
		case v.Origin == nil:
		case o.From == nil:
			o.From = v.Origin
		default:
			o.Also = append(o.Also, v.Origin)
		}
	}
	return o
}

func (f *frame) literal(n php.Node, v Value) Value {
	v.Origin = &queue.Origin{Via: queue.ViaLiteral, Span: f.Unit.Span(n), Text: excerpt(f.Unit.Tree.Source(n))}
	return v
}

// excerpt is source text on one line, short enough for a message.
func excerpt(s string) string {
	if len(s) > 200 {
		s = s[:200]
	}
	s = strings.Join(strings.Fields(s), " ")
	const longest = 60
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return s
}
