package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// expr evaluates an expression.
func (f *frame) expr(e php.Expr) Value {
	f.work(0)
	if f.depth >= maxDepth {
		panic(cutOff{"evaluation was cut off: nested too deep"})
	}
	f.depth++
	v := f.leaf(e)
	f.depth--
	return v
}

func (f *frame) leaf(e php.Expr) Value {
	switch e := e.(type) {
	case nil:
		return null()
	case *php.Int:
		return f.literal(e, integer(e.Value))
	case *php.Float:
		return f.literal(e, float(e.Value))
	case *php.String:
		return f.literal(e, text(e.Value()))
	case *php.Interp:
		return f.interp(e)
	case *php.Array:
		return f.array(e)
	case *php.Var:
		return f.variable(e)
	case *php.ConstFetch:
		return f.constFetch(e)
	case *php.ClassConstFetch:
		return f.classConst(e)
	case *php.MagicConst:
		return f.magic(e)
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
		return f.cast(e)
	case *php.Binary:
		return f.binary(e)
	case *php.Ternary:
		return f.ternary(e)
	case *php.Match:
		return f.match(e)
	case *php.Index:
		return f.index(e, false)
	case *php.Isset:
		return f.isset(e)
	case *php.Empty:
		v := f.quiet(e.X)
		return each(v, func(v Value) Value { return f.give(f.prefix(php.OpNot, v), e, v) })
	case *php.Assign:
		return f.assign(e)
	case *php.IncDec:
		return f.incDec(e)
	case *php.Instanceof:
		return f.instanceof(e)
	case *evaluated:
		return e.value
	default:
		return f.code(e)
	}
}

// code evaluates what runs or makes code.
func (f *frame) code(e php.Expr) Value {
	switch e := e.(type) {
	case *php.Closure:
		return f.closureValue(e)
	case *php.ArrowFn:
		return f.arrowValue(e)
	case *php.Call:
		return f.call(e)
	case *php.StaticCall:
		return f.staticCall(e)
	case *php.MethodCall:
		return f.methodCall(e, false)
	case *php.Prop:
		return f.prop(e, false)
	case *php.StaticProp:
		return f.staticProp(e)
	case *php.New:
		return f.newObject(e)
	case *php.Include:
		return f.include(e)
	case *php.Throw, *php.Exit:
		f.effects(e)
		return throwing("PHP ends in "+f.excerpt(e), f.computed(e))
	case *php.Print:
		f.expr(e.X)
		return integer(1)
	}
	f.effects(e)
	return unknown("qlint does not evaluate "+f.excerpt(e), f.computed(e))
}

// quiet evaluates an operand whose missing parts are no fault: of isset, empty and ??.
func (f *frame) quiet(e php.Expr) Value {
	switch e := e.(type) {
	case *php.Var:
		if _, set := f.vars[e.Name]; !set && f.opened == "" && !f.shared[e.Name] && !superglobal(e.Name) && e.Name != "this" {
			return null()
		}
	case *php.Index:
		if e.Index != nil {
			return f.index(e, true)
		}
	case *php.Prop:
		return f.prop(e, true)
	case *php.MethodCall:
		return f.methodCall(e, true)
	}
	return f.expr(e)
}

func (f *frame) variable(e *php.Var) Value {
	switch {
	case e.Name == "this":
		v := f.object
		if v.Origin == nil {
			v.Origin = f.computed(e)
		}
		return v
	case f.shared[e.Name]:
		return unknown("$"+e.Name+" is tied to something else by reference", f.computed(e))
	}
	if v, ok := f.vars[e.Name]; ok {
		return v
	}
	why := f.opened
	if why == "" {
		why = "it is not set here"
	}
	return unknown("$"+e.Name+" is not known: "+why, f.computed(e))
}

func (f *frame) interp(e *php.Interp) Value {
	whole := text("")
	var parts []Value
	for _, p := range e.Parts {
		v := f.expr(p)
		if v.Kind == Unknown {
			return v
		}
		if _, literal := p.(*php.String); !literal {
			parts = append(parts, v)
		}
		whole = each(whole, func(a Value) Value {
			return each(v, func(b Value) Value { return f.concat(a, b) })
		})
	}
	whole.Origin = nil
	return f.over(whole, e, parts...)
}

// over gives a result, or each alternative of it, its origin.
func (f *frame) over(v Value, n php.Node, operands ...Value) Value {
	origin := f.computed(n, operands...)
	if v.Kind == OneOf {
		some := make([]Value, len(v.Some))
		for i, x := range v.Some {
			some[i] = x.WithOrigin(origin)
		}
		v.Some = some
	}
	return v.WithOrigin(origin)
}

func (f *frame) array(e *php.Array) Value {
	b := f.newBuilder()
	for i := range e.Items {
		item := &e.Items[i]
		if item.Value == nil {
			continue
		}
		if v, ok := f.element(b, item); !ok {
			return v
		}
		f.tooLarge(b)
	}
	if f.unit.broken(e) {
		b.openBelow("a part of the array could not be parsed")
	}
	return b.value().WithOrigin(f.step(queue.ViaLiteral, e))
}

// element adds one item to an array; false where PHP throws in it.
func (f *frame) element(b *builder, item *php.ArrayItem) (Value, bool) {
	var key, value Value
	if item.Key != nil {
		key, value = f.pair(item.Key, item.Value)
	} else {
		value = f.expr(item.Value)
	}
	if value.throws {
		return value, false
	}
	switch {
	case item.ByRef:
		f.share(item.Value)
		value = unknown("a reference", f.computed(item.Value))
		if item.Key == nil {
			b.push(value)
			return value, true
		}
	case item.Spread:
		return f.spread(b, value, item)
	case item.Key == nil:
		b.push(value)
		return value, true
	}
	switch k, ok := f.oneKey(key); {
	case key.throws:
		return key, false
	case !ok:
		b.loseKeys("the key " + f.excerpt(item.Key) + " is not known")
	default:
		b.set(Entry{Key: k, KeySpan: f.unit.Span(item.Key), Value: value})
	}
	return value, true
}

// oneKey is the key that a value becomes, also where all its alternatives become the same one.
func (f *frame) oneKey(v Value) (Key, bool) {
	if v.Kind != OneOf {
		return toKey(v)
	}
	first, ok := toKey(v.Some[0])
	for _, x := range v.Some[1:] {
		if k, known := toKey(x); !known || k != first {
			return Key{}, false
		}
	}
	return first, ok
}

// spread adds the elements of ...$x: integer keys are numbered anew, string keys kept.
func (f *frame) spread(b *builder, v Value, item *php.ArrayItem) (Value, bool) {
	switch v.Kind {
	case Array:
		f.work(len(v.Array.Entries))
		b.merge(v.Array)
		return v, true
	case Null, Bool, Int, Float, String, Closure, Enum:
		return throwing("only arrays can be spread", f.computed(item.Value, v)), false
	case Unknown:
		b.openAfter("what is spread here is not known: " + v.Why)
	default:
		b.openAfter("what is spread here is not known: " + f.excerpt(item.Value))
	}
	return v, true
}

func (f *frame) newBuilder() *builder { return newBuilder(f.numbering()) }

func (f *frame) copyOf(a *ArrayValue) *builder {
	f.work(32 * len(a.Entries))
	return copyOf(a, f.numbering())
}

func (f *frame) numbering() numbering {
	switch f.w.PHP.AtLeast(8, 3, 0) {
	case queue.Yes:
		return fromLargest
	case queue.No:
		return fromZero
	}
	return byVersion
}

func (f *frame) tooLarge(b *builder) {
	f.work(0)
	if len(b.a.Entries) > maxElements {
		panic(cutOff{"evaluation was cut off: an array of more than 10000 elements"})
	}
}

func (f *frame) unary(e *php.Unary) Value {
	if e.Op == php.OpSilence {
		return f.expr(e.X)
	}
	x := f.expr(e.X)
	return each(x, func(v Value) Value {
		out := f.prefix(e.Op, v)
		if _, number := e.X.(*php.Int); number && e.Op == php.OpMinus {
			return f.literal(e, out)
		}
		return f.give(out, e, v)
	})
}

// cast evaluates (type) x. A cast that leaves the text as it is is no step of its own: the value still stands where it stood.
func (f *frame) cast(e *php.Cast) Value {
	return each(f.expr(e.X), func(v Value) Value {
		out := cast(e.Kind, v)
		before, _ := toString(v)
		if after, ok := toString(out); ok && before == after {
			return out.WithOrigin(v.Origin)
		}
		if out.Kind == Array && v.Kind == Array {
			return v
		}
		return f.give(out, e, v)
	})
}

func (f *frame) instanceof(e *php.Instanceof) Value {
	x := f.expr(e.X)
	name, ok := e.Class.(*php.Name)
	if !ok {
		f.effects(e.Class)
		return unknown("a class that is not named", f.computed(e, x))
	}
	class := f.className(name)
	return each(x, func(v Value) Value {
		is := queue.Maybe
		switch v.Kind {
		case Null, Bool, Int, Float, String, Array:
			is = queue.No
		case Enum, Object:
			if v.Class != "" && class != "" {
				is = f.w.classes().IsA(v.Class, class)
			}
		}
		if is == queue.Maybe {
			return unknown("nothing tells whether it is a "+class, f.computed(e, v))
		}
		return f.give(boolean(is == queue.Yes), e, v)
	})
}
