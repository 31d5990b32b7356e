package phpeval

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// expr evaluates an expression.
func (f *frame) expr(e php.Expr) Value {
	if !f.step() {
		return unknown("evaluation was cut off: too many steps", nil)
	}
	if f.depth >= maxDepth {
		return unknown("evaluation was cut off: nested too deep", nil)
	}
	f.depth++
	defer func() { f.depth-- }()
	switch e := e.(type) {
	case nil:
		return Value{Kind: Null}
	case *php.Int:
		return f.literal(e, Value{Kind: Int, Int: e.Value})
	case *php.Float:
		return f.literal(e, Value{Kind: Float, Float: e.Value})
	case *php.String:
		return f.literal(e, Value{Kind: String, Str: e.Value()})
	case *php.Interp:
		return f.interp(e)
	case *php.Array:
		return f.array(e)
	case *php.Var:
		return f.variable(e)
	case *php.ConstFetch:
		return f.constant(e)
	case *php.ClassConstFetch:
		return f.classConst(e)
	case *php.MagicConst:
		return f.magic(e)
	case *php.Name:
		return unknown("a bare name", nil)
	default:
		return f.operation(e)
	}
}

// operation evaluates what is made of other expressions.
func (f *frame) operation(e php.Expr) Value {
	switch e := e.(type) {
	case *php.Unary:
		return f.unary(e)
	case *php.Cast:
		return each(f.expr(e.X), func(v Value) Value {
			out := cast(e.Kind, v)
			out.Origin = v.Origin // a cast is no step of its own: the value still stands where it stood
			return out
		})
	case *php.Binary:
		return f.binary(e)
	case *php.Ternary:
		return f.ternary(e)
	case *php.Match:
		return f.match(e)
	case *php.Index:
		return f.index(e)
	case *php.Isset:
		return f.isset(e)
	case *php.Empty:
		return each(f.quiet(e.X), func(v Value) Value { return unary(php.OpNot, v) })
	case *php.Assign:
		return f.assign(e)
	case *php.IncDec:
		return f.incDec(e)
	case *php.Closure:
		return Value{Kind: Closure, closure: f.capture(e), Origin: f.computed(e)}
	case *php.ArrowFn:
		return Value{Kind: Closure, closure: &closure{unit: f.Unit, class: f.Class, this: f.This, params: e.Params, arrow: e.Body, vars: f.Vars}, Origin: f.computed(e)}
	case *php.Call:
		return f.call(e)
	case *php.StaticCall:
		return f.staticCall(e)
	case *php.MethodCall:
		return f.methodCall(e)
	case *php.Prop:
		return f.prop(e)
	case *php.New:
		return f.newObject(e)
	case *php.Include:
		return f.include(e)
	case *php.Throw, *php.Exit:
		return unknown("the evaluation ends in "+excerpt(f.Unit.Tree.Source(e)), f.computed(e))
	}
	f.forget(e)
	return unknown("qlint does not evaluate "+excerpt(f.Unit.Tree.Source(e)), f.computed(e))
}

// quiet evaluates an operand whose missing parts are no fault: isset, empty, ??.
func (f *frame) quiet(e php.Expr) Value {
	if v, ok := e.(*php.Var); ok {
		if _, set := f.Vars[v.Name]; !set && f.lost == "" {
			return Value{Kind: Null}
		}
	}
	if i, ok := e.(*php.Index); ok && i.Index != nil {
		return f.element(f.quiet(i.Base), f.expr(i.Index), i, true)
	}
	return f.expr(e)
}

func (f *frame) variable(e *php.Var) Value {
	if e.Name == "this" {
		return Value{Kind: Object, Class: f.thisName(), Origin: f.computed(e)}
	}
	if v, ok := f.Vars[e.Name]; ok {
		return v
	}
	if f.lost != "" {
		return unknown("$"+e.Name+" is not known: "+f.lost, f.computed(e))
	}
	return unknown("$"+e.Name+" is not set here", f.computed(e))
}

func (f *frame) thisName() string {
	switch {
	case f.This != nil:
		return f.This.Name
	case f.Class != nil:
		return f.Class.Name
	}
	return ""
}

func (f *frame) interp(e *php.Interp) Value {
	var text strings.Builder
	var parts []Value
	for _, p := range e.Parts {
		v := f.expr(p)
		s, ok := toString(v)
		if !ok {
			if v.Kind != Unknown {
				v = unknown("text of "+describe(v), nil)
			}
			return unknown(v.Why, f.computed(e, v))
		}
		if _, isText := p.(*php.String); !isText {
			parts = append(parts, v)
		}
		if text.Len()+len(s) > maxText {
			return unknown("a text too long to follow", f.computed(e))
		}
		text.WriteString(s)
	}
	return Value{Kind: String, Str: text.String(), Origin: f.computed(e, parts...)}
}

func (f *frame) array(e *php.Array) Value {
	b := newBuilder()
	for i := range e.Items {
		item := &e.Items[i]
		switch {
		case item.Spread:
			f.spread(b, f.expr(item.Value))
		case item.ByRef:
			b.open("a reference")
		case item.Value == nil:
		case item.Key == nil:
			b.push(f.expr(item.Value))
		default:
			key, ok := toKey(f.expr(item.Key))
			value := f.expr(item.Value)
			if !ok {
				b.open("the key " + excerpt(f.Unit.Tree.Source(item.Key)) + " is not known")
				continue
			}
			b.set(Entry{Key: key, KeySpan: f.Unit.Span(item.Key), Value: value})
		}
		if len(b.a.Entries) > maxElements {
			return unknown("an array too large to follow", f.computed(e))
		}
	}
	v := b.value()
	v.Origin = f.computed(e)
	return v
}

// spread adds the elements of ...$x: integer keys are numbered anew, string keys kept.
func (f *frame) spread(b builder, v Value) {
	if v.Kind != Array {
		b.open("what is spread is not known")
		return
	}
	for _, e := range v.Array.Entries {
		if e.Key.IsInt {
			b.push(e.Value)
		} else {
			b.set(e)
		}
	}
	if v.Array.Open != "" {
		b.open(v.Array.Open)
	}
}

func (f *frame) unary(e *php.Unary) Value {
	if e.Op == php.OpSilence {
		return f.expr(e.X)
	}
	return each(f.expr(e.X), func(v Value) Value {
		out := unary(e.Op, v)
		out.Origin = f.computed(e, v)
		if _, ok := e.X.(*php.Int); ok && e.Op == php.OpMinus {
			out = f.literal(e, out)
		}
		return out
	})
}

func (f *frame) binary(e *php.Binary) Value {
	switch e.Op {
	case php.OpCoalesce:
		left := f.quiet(e.Left)
		return f.orElse(left, e, func(v Value) verdict { return decide(v.Kind != Null) })
	case php.OpBoolAnd, php.OpLogicalAnd, php.OpBoolOr, php.OpLogicalOr:
		return f.shortCircuit(e)
	case php.OpPipe:
		return f.apply(f.expr(e.Right), []Value{f.expr(e.Left)}, e)
	}
	left, right := f.expr(e.Left), f.expr(e.Right)
	if e.Op == php.OpLogicalXor {
		return f.xor(e, left, right)
	}
	return each(left, func(l Value) Value {
		return each(right, func(r Value) Value {
			out := binary(e.Op, l, r)
			out.Origin = f.computed(e, l, r)
			return out
		})
	})
}

func (f *frame) xor(e php.Expr, left, right Value) Value {
	l, ok1 := toBool(left)
	r, ok2 := toBool(right)
	if !ok1 || !ok2 {
		return unknown("not decided", f.computed(e, left, right))
	}
	return Value{Kind: Bool, Bool: l != r, Origin: f.computed(e, left, right)}
}

// orElse keeps the values that a test accepts and evaluates the right operand for the others.
func (f *frame) orElse(left Value, e *php.Binary, keep func(Value) verdict) Value {
	if left.Kind == Unknown {
		return unknown(left.Why, f.computed(e, left))
	}
	return each(left, func(v Value) Value {
		if keep(v) == yes {
			return v
		}
		right := f.expr(e.Right)
		right.Origin = withNote(right.Origin, v.Origin)
		return right
	})
}

func (f *frame) shortCircuit(e *php.Binary) Value {
	stop := e.Op == php.OpBoolOr || e.Op == php.OpLogicalOr
	left := f.expr(e.Left)
	if l, ok := toBool(left); ok && l == stop {
		return Value{Kind: Bool, Bool: l, Origin: f.computed(e, left)}
	}
	right := f.expr(e.Right)
	r, ok := toBool(right)
	if _, known := toBool(left); !known {
		if ok && r == stop {
			return Value{Kind: Bool, Bool: stop, Origin: f.computed(e, left, right)}
		}
		return unknown(whyUndecided(left), f.computed(e, left))
	}
	if !ok {
		return unknown(whyUndecided(right), f.computed(e, right))
	}
	return Value{Kind: Bool, Bool: r, Origin: f.computed(e, left, right)}
}

func whyUndecided(v Value) string {
	if v.Kind == Unknown {
		return v.Why
	}
	return "the condition is not decided"
}

func (f *frame) ternary(e *php.Ternary) Value {
	if e.Then == nil {
		cond := f.expr(e.Cond)
		return each(cond, func(v Value) Value {
			b, ok := toBool(v)
			switch {
			case !ok:
				return unknown(whyUndecided(v), f.computed(e, v))
			case b:
				return v
			}
			return f.expr(e.Else)
		})
	}
	cond := f.expr(e.Cond)
	b, ok := toBool(cond)
	switch {
	case !ok:
		return oneOf(f.expr(e.Then), f.expr(e.Else))
	case b:
		return f.expr(e.Then)
	default:
		return f.expr(e.Else)
	}
}

func (f *frame) match(e *php.Match) Value {
	subject := f.expr(e.Subject)
	var possible []Value
	var fallback php.Expr
	for i := range e.Arms {
		arm := &e.Arms[i]
		if arm.Default {
			fallback = arm.Body
			continue
		}
		for _, cond := range arm.Conds {
			switch identical(subject, f.expr(cond)) {
			case yes:
				if len(possible) == 0 {
					return f.expr(arm.Body)
				}
				return oneOf(append(possible, f.expr(arm.Body))...)
			case undecided:
				possible = append(possible, f.expr(arm.Body))
			}
		}
	}
	if fallback != nil {
		return oneOf(append(possible, f.expr(fallback))...)
	}
	if len(possible) > 0 {
		return oneOf(possible...)
	}
	return unknown("no arm of the match fits", f.computed(e))
}

func (f *frame) index(e *php.Index) Value {
	if e.Index == nil {
		return unknown("reading of []", f.computed(e))
	}
	return f.element(f.expr(e.Base), f.expr(e.Index), e, false)
}

// element is base[key]; absent elements are null, with a warning from PHP unless quiet.
func (f *frame) element(base, key Value, e *php.Index, quiet bool) Value {
	return each(base, func(b Value) Value {
		k, ok := toKey(key)
		switch {
		case !ok:
			return unknown("the key "+excerpt(f.Unit.Tree.Source(e.Index))+" is not known", f.computed(e, b))
		case b.Kind == Array:
			entry, found := b.Array.Get(k)
			switch {
			case found:
				return entry.Value
			case b.Array.Open != "":
				return unknown(b.Array.Open, f.computed(e, b))
			}
			return Value{Kind: Null, Origin: f.computed(e, b)}
		case b.Kind == Null:
			return Value{Kind: Null, Origin: f.computed(e, b)}
		case b.Kind == String && k.IsInt:
			i := k.Int
			if i < 0 {
				i += int64(len(b.Str))
			}
			if i >= 0 && i < int64(len(b.Str)) {
				return Value{Kind: String, Str: b.Str[i : i+1], Origin: f.computed(e, b)}
			}
			if quiet {
				return Value{Kind: Null, Origin: f.computed(e, b)}
			}
		}
		return unknown("an element of "+describe(b), f.computed(e, b))
	})
}

func (f *frame) isset(e *php.Isset) Value {
	for _, x := range e.Vars {
		v := f.quiet(x)
		if v.Kind == Unknown || v.Kind == OneOf {
			return unknown(whyUndecided(v), f.computed(e, v))
		}
		if v.Kind == Null {
			return Value{Kind: Bool, Origin: f.computed(e, v)}
		}
	}
	return Value{Kind: Bool, Bool: true, Origin: f.computed(e)}
}
