package phpeval

import (
	"maps"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// fork evaluates expressions of which PHP evaluates one, each from the same variables, and joins their values and what they leave
// behind. A nil alternative changes nothing and gives no value.
func (f *frame) fork(alternatives ...func() Value) Value {
	if len(alternatives) == 1 && alternatives[0] != nil {
		return alternatives[0]()
	}
	before := f.vars
	var ways []map[string]Value
	var values []Value
	for _, eval := range alternatives {
		f.vars = maps.Clone(before)
		if eval == nil {
			ways = append(ways, f.vars)
			continue
		}
		v := eval()
		if v.throws {
			values = append(values, v)
			continue
		}
		ways = append(ways, f.vars)
		values = append(values, v)
	}
	f.vars = before
	if len(ways) > 0 {
		f.vars = f.join(ways)
	}
	return Alternatives(values...)
}

// join merges the variables of several ways: those that differ are one of several values.
func (f *frame) join(ways []map[string]Value) map[string]Value {
	out := ways[0]
	for _, way := range ways[1:] {
		for name, v := range way {
			have, ok := out[name]
			if !ok {
				have = f.unlisted(name)
			}
			out[name] = joinValue(have, v)
		}
		for name, v := range out {
			if _, ok := way[name]; !ok {
				out[name] = joinValue(v, f.unlisted(name))
			}
		}
	}
	return out
}

func joinValue(a, b Value) Value {
	if a.Kind == Unknown && b.Kind == Unknown {
		return a
	}
	return Alternatives(a, b)
}

// unlisted is a variable that one of several ways does not set.
func (f *frame) unlisted(name string) Value {
	if f.opened != "" {
		return unknown("$"+name+" is not known: "+f.opened, nil)
	}
	return null()
}

func whyUndecided(v Value) string {
	if v.Kind == Unknown && v.Why != "" {
		return v.Why
	}
	return "a condition that nothing decides"
}

func (f *frame) binary(e *php.Binary) Value {
	switch e.Op {
	case php.OpCoalesce:
		left := f.quiet(e.Left)
		return f.orElse(left, e, func() Value { return f.expr(e.Right) }, func(v Value) (bool, bool) {
			return v.Kind != Null, true
		})
	case php.OpBoolAnd, php.OpLogicalAnd, php.OpBoolOr, php.OpLogicalOr:
		return f.shortCircuit(e)
	case php.OpPipe:
		left := f.expr(e.Left)
		return f.apply(f.expr(e.Right), []Value{left}, e)
	}
	left, right := f.pair(e.Left, e.Right)
	if e.Op == php.OpLogicalXor {
		l, ok1 := toBool(left)
		r, ok2 := toBool(right)
		if !ok1 || !ok2 {
			return unknown(whyUndecided(left), f.computed(e, left, right))
		}
		return f.give(boolean(l != r), e, left, right)
	}
	return f.operateEach(e.Op, left, right, e)
}

// pair evaluates two operands. PHP reads a plain variable when the operator runs, after what the other operand assigns.
func (f *frame) pair(left, right php.Expr) (l, r Value) {
	if isVariable(left) {
		r = f.expr(right)
		return f.expr(left), r
	}
	l = f.expr(left)
	return l, f.expr(right)
}

func isVariable(e php.Expr) bool {
	_, ok := e.(*php.Var)
	return ok
}

// again is an operand's value after more code ran: that of a plain variable is read anew.
func (f *frame) again(e php.Expr, v Value) Value {
	if isVariable(e) {
		return f.expr(e)
	}
	return v
}

func (f *frame) operateEach(op php.Op, left, right Value, e php.Expr) Value {
	if left.Kind == Unknown && right.throws {
		return right
	}
	return each(left, func(l Value) Value {
		return each(right, func(r Value) Value { return f.give(f.operate(op, l, r), e, l, r) })
	})
}

// orElse keeps the values of the left operand that a test accepts and evaluates the right one in place of the others.
func (f *frame) orElse(left Value, e php.Expr, right func() Value, keep func(Value) (bool, bool)) Value {
	some, known := left.Each()
	if !known {
		if !left.throws {
			f.fork(right, nil)
		}
		return left
	}
	var kept []Value
	replaced := false
	for _, v := range some {
		switch ok, decided := keep(v); {
		case !decided:
			f.fork(right, nil)
			return unknown(whyUndecided(v), f.computed(e, v))
		case ok:
			kept = append(kept, v)
		default:
			replaced = true
		}
	}
	if !replaced {
		return left
	}
	if len(kept) == 0 {
		return f.instead(right(), e, left)
	}
	alternative := f.fork(right, nil)
	return Alternatives(append(kept, alternative)...)
}

// instead is the right operand's value with the left one, which it replaces, among its origins.
func (f *frame) instead(v Value, e php.Expr, left Value) Value {
	if left.Origin == nil || left.Origin.Via == queue.ViaLiteral || v.Kind == OneOf {
		return v
	}
	o := f.computed(e)
	o.From, o.Also = v.Origin, []*queue.Origin{left.Origin}
	v.Origin = o
	return v
}

func (f *frame) shortCircuit(e *php.Binary) Value {
	stop := e.Op == php.OpBoolOr || e.Op == php.OpLogicalOr
	left := f.expr(e.Left)
	if left.throws {
		return left
	}
	l, known := toBool(left)
	if known && l == stop {
		return f.give(boolean(stop), e, left)
	}
	var right Value
	if known {
		right = f.expr(e.Right)
	} else {
		right = f.fork(func() Value { return f.expr(e.Right) }, nil)
	}
	r, ok := toBool(right)
	switch {
	case known && right.throws:
		return right
	case known && ok:
		return f.give(boolean(r), e, left, right)
	case ok && r == stop, !known && right.throws:
		return f.give(boolean(stop), e, left, right)
	case !known:
		return unknown(whyUndecided(left), f.computed(e, left, right))
	}
	return unknown(whyUndecided(right), f.computed(e, left, right))
}

func (f *frame) ternary(e *php.Ternary) Value {
	orElse := func() Value { return f.expr(e.Else) }
	if e.Then == nil {
		return f.orElse(f.expr(e.Cond), e, orElse, toBool)
	}
	cond := f.expr(e.Cond)
	if cond.throws {
		return cond
	}
	then := func() Value { return f.expr(e.Then) }
	switch b, ok := toBool(cond); {
	case !ok:
		return f.fork(then, orElse)
	case b:
		return then()
	}
	return orElse()
}

func (f *frame) match(e *php.Match) Value {
	subject := f.expr(e.Subject)
	if subject.throws {
		return subject
	}
	var possible []func() Value
	var fallback php.Expr
	for i := range e.Arms {
		arm := &e.Arms[i]
		if arm.Default {
			fallback = arm.Body
		}
		for _, cond := range arm.Conds {
			against := f.expr(cond)
			is := identical(f.again(e.Subject, subject), against)
			if is == no {
				continue
			}
			possible = append(possible, func() Value { return f.expr(arm.Body) })
			if is == yes {
				return f.fork(possible...)
			}
			break // a further condition leads to the same arm
		}
	}
	if fallback != nil {
		possible = append(possible, func() Value { return f.expr(fallback) })
	}
	if len(possible) == 0 {
		return throwing("no arm of the match fits", f.computed(e, subject))
	}
	return f.fork(possible...)
}
