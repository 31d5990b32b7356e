package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

func (f *frame) assign(e *php.Assign) Value {
	if e.Ref {
		f.share(e.Target)
		f.share(e.Value)
		return unknown("a reference", f.computed(e))
	}
	t := f.place(e.Target)
	if e.Op == php.OpCoalesce {
		now := f.quiet(t)
		return f.orElse(now, e, func() Value {
			v := f.expr(e.Value)
			f.store(t, v)
			return v
		}, func(v Value) (bool, bool) { return v.Kind != Null, true })
	}
	value := f.expr(e.Value)
	if e.Op != php.OpNone {
		value = f.operateEach(e.Op, f.expr(t), value, e)
	}
	f.store(t, value)
	return value
}

// place is a target whose keys are evaluated, which PHP does before it evaluates what is assigned. Only a plain variable is read
// after that.
func (f *frame) place(target php.Expr) php.Expr {
	t, ok := target.(*php.Index)
	if !ok {
		return target
	}
	fixed := *t
	fixed.Base = f.place(t.Base)
	if t.Index != nil && !isVariable(t.Index) {
		fixed.Index = &evaluated{Expr: t.Index, value: f.expr(t.Index)}
	}
	return &fixed
}

// evaluated is an expression that was evaluated already.
type evaluated struct {
	php.Expr
	value Value
}

// store assigns to a variable, an element or a list of them.
func (f *frame) store(target php.Expr, v Value) {
	switch t := target.(type) {
	case *php.Var:
		f.vars[t.Name] = v
	case *php.Index:
		f.storeElement(t, v)
	case *php.List:
		f.destructure(t.Items, v)
	case *php.Array:
		f.destructure(t.Items, v)
	case *php.VarVar:
		f.lose("a variable variable is assigned")
	}
}

func (f *frame) storeElement(t *php.Index, v Value) {
	if base, ok := t.Base.(*php.Var); ok {
		switch base.Name {
		case "GLOBALS":
			f.lose("$GLOBALS is assigned")
			return
		case "_ENV", "_SERVER":
			f.envChanged = true
			return
		}
	}
	base := f.quiet(t.Base)
	var key Value
	if t.Index != nil {
		key = f.expr(t.Index)
	}
	f.store(t.Base, each(base, func(base Value) Value {
		b := f.newBuilder()
		switch base.Kind {
		case Array:
			b = f.copyOf(base.Array)
		case Null:
		default:
			return unknown("an element of "+describe(base)+" is assigned", base.Origin)
		}
		if t.Index == nil {
			b.push(v)
		} else if k, ok := f.oneKey(key); ok {
			b.set(Entry{Key: k, KeySpan: f.unit.Span(t.Index), Value: v})
		} else {
			b.loseKeys("an element is assigned under a key that is not known")
		}
		f.tooLarge(b)
		origin := base.Origin
		if base.Kind == Null {
			origin = f.computed(t)
		}
		return b.value().WithOrigin(origin)
	}))
}

func (f *frame) destructure(items []php.ArrayItem, v Value) {
	position := int64(0)
	for i := range items {
		item := &items[i]
		key := integer(position)
		position++
		if item.Value == nil {
			continue
		}
		if item.Key != nil {
			key = f.expr(item.Key)
		}
		if item.ByRef {
			f.share(item.Value)
			continue
		}
		value := each(v, func(v Value) Value {
			return each(key, func(k Value) Value { return f.elementOf(v, k, item.Value, true) })
		})
		f.store(item.Value, value)
	}
}

func (f *frame) unset(target php.Expr) {
	switch t := target.(type) {
	case *php.Var:
		delete(f.vars, t.Name)
		if f.opened != "" {
			f.vars[t.Name] = unknown("$"+t.Name+" is unset", nil)
		}
	case *php.Index:
		if t.Index == nil {
			return
		}
		base := f.quiet(t.Base)
		key := f.expr(t.Index)
		if base.Kind == Null {
			return
		}
		f.store(t.Base, each(base, func(base Value) Value {
			k, ok := f.oneKey(key)
			if base.Kind != Array || !ok {
				return unknown("an element is taken away under a key that is not known", base.Origin)
			}
			b := f.copyOf(base.Array)
			if base.Array.Open != "" {
				// Absence of a key cannot be told in an open array.
				b.remove(k)
				b.put(k, unknown(base.Array.Open, nil))
				return b.value().WithOrigin(base.Origin)
			}
			b.remove(k)
			return b.value().WithOrigin(base.Origin)
		}))
	default:
		f.drop(target, "it is unset")
	}
}

func (f *frame) incDec(e *php.IncDec) Value {
	target := f.place(e.X)
	now := f.expr(target)
	op := php.OpAdd
	if e.Dec {
		op = php.OpSub
	}
	next := each(now, func(v Value) Value {
		switch {
		case v.Kind == Int || v.Kind == Float:
			return f.give(f.operate(op, v, integer(1)), e, v)
		case v.Kind == Null && !e.Dec:
			return f.give(integer(1), e, v)
		}
		return unknown("++ or -- of "+describe(v), f.computed(e, v))
	})
	f.store(target, next)
	if e.Prefix {
		return next
	}
	return now
}
