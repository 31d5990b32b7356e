package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

func (f *frame) assign(e *php.Assign) Value {
	if e.Ref {
		f.forget(e)
		return unknown("a reference", f.computed(e))
	}
	value := f.expr(e.Value)
	switch {
	case e.Op == php.OpNone:
	case e.Op == php.OpCoalesce:
		now := f.quiet(e.Target)
		if now.Kind == Unknown || now.Kind == OneOf {
			value = unknown(whyUndecided(now), f.computed(e, now))
		} else if now.Kind != Null {
			return now
		}
	default:
		now := f.expr(e.Target)
		value = each(now, func(l Value) Value {
			return each(value, func(r Value) Value {
				out := binary(e.Op, l, r)
				out.Origin = f.computed(e, l, r)
				return out
			})
		})
	}
	f.store(e.Target, value)
	return value
}

// store assigns to a variable, an element or a list of them.
func (f *frame) store(target php.Expr, v Value) {
	switch t := target.(type) {
	case *php.Var:
		f.Vars[t.Name] = v
	case *php.Index:
		f.storeElement(t, v)
	case *php.List:
		f.destructure(t.Items, v)
	case *php.Array:
		f.destructure(t.Items, v)
	default:
		f.forget(target)
	}
}

func (f *frame) storeElement(t *php.Index, v Value) {
	base := f.quiet(t.Base)
	var b builder
	switch base.Kind {
	case Array:
		b = copyOf(base.Array)
	case Null:
		b = newBuilder()
	default:
		f.store(t.Base, unknown("an element of "+describe(base)+" is assigned", base.Origin))
		return
	}
	if t.Index == nil {
		b.push(v)
	} else if key, ok := toKey(f.expr(t.Index)); ok {
		b.set(Entry{Key: key, KeySpan: f.Unit.Span(t.Index), Value: v})
	} else {
		f.store(t.Base, unknown("an element under a key that is not known is assigned", base.Origin))
		return
	}
	if len(b.a.Entries) > maxElements {
		f.store(t.Base, unknown("an array too large to follow", base.Origin))
		return
	}
	out := b.value()
	out.Origin = base.Origin
	f.store(t.Base, out)
}

func (f *frame) destructure(items []php.ArrayItem, v Value) {
	for i := range items {
		item := &items[i]
		if item.Value == nil {
			continue
		}
		key := IntKey(int64(i))
		ok := true
		if item.Key != nil {
			key, ok = toKey(f.expr(item.Key))
		}
		value := unknown("an element of "+describe(v), v.Origin)
		if ok && v.Kind == Array {
			if e, found := v.Array.Get(key); found {
				value = e.Value
			} else if v.Array.Open == "" {
				value = Value{Kind: Null, Origin: v.Origin}
			}
		} else if v.Kind == Null {
			value = Value{Kind: Null, Origin: v.Origin}
		}
		f.store(item.Value, value)
	}
}

func (f *frame) unset(target php.Expr) {
	switch t := target.(type) {
	case *php.Var:
		delete(f.Vars, t.Name)
	case *php.Index:
		base := f.quiet(t.Base)
		if t.Index == nil || base.Kind != Array {
			f.forget(target)
			return
		}
		key, ok := toKey(f.expr(t.Index))
		if !ok {
			f.forget(target)
			return
		}
		b := copyOf(base.Array)
		b.remove(key)
		out := b.value()
		out.Origin = base.Origin
		f.store(t.Base, out)
	default:
		f.forget(target)
	}
}

func (f *frame) incDec(e *php.IncDec) Value {
	now := f.expr(e.X)
	op := php.OpAdd
	if e.Dec {
		op = php.OpSub
	}
	next := unknown("++ of "+describe(now), f.computed(e, now))
	switch {
	case now.Kind == Int || now.Kind == Float:
		next = binary(op, now, Value{Kind: Int, Int: 1})
		next.Origin = f.computed(e, now)
	case now.Kind == Null && !e.Dec:
		next = Value{Kind: Int, Int: 1, Origin: f.computed(e, now)}
	}
	f.store(e.X, next)
	if e.Prefix {
		return next
	}
	return now
}

// forget makes every variable that a piece of code may change unknown.
func (f *frame) forget(n php.Node) { f.forgetBecause(n, "qlint does not follow what changes it") }

func (f *frame) forgetBecause(n php.Node, why string) {
	drop := func(e php.Expr) {
		for {
			switch t := e.(type) {
			case *php.Var:
				f.Vars[t.Name] = unknown(why, nil)
				return
			case *php.Index:
				e = t.Base
			default:
				return
			}
		}
	}
	var dropTargets func(e php.Expr)
	dropTargets = func(e php.Expr) {
		var items []php.ArrayItem
		switch t := e.(type) {
		case *php.List:
			items = t.Items
		case *php.Array:
			items = t.Items
		default:
			drop(e)
		}
		for i := range items {
			dropTargets(items[i].Value)
		}
	}
	php.Walk(n, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Assign:
			dropTargets(n.Target)
			if n.Ref {
				drop(n.Value)
			}
		case *php.IncDec:
			drop(n.X)
		case *php.Foreach:
			dropTargets(n.Value)
			dropTargets(n.Key)
		case *php.Unset:
			for _, x := range n.Vars {
				drop(x)
			}
		case *php.Global, *php.StaticVars, *php.VarVar:
			f.lost = why
			clear(f.Vars)
		case *php.Return:
			f.returns = append(f.returns, unknown(why, nil))
		case *php.Arg:
			drop(n.Value) // may be taken by reference
		case *php.Closure, *php.Function, *php.Class:
			return false
		}
		return true
	})
}
