package phpeval

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
)

// sorting is sort() and its kin on a variable.
func (f *frame) sorting(name string, e *php.Call) Value {
	if len(e.Args.List) != 1 || e.Args.List[0].Spread {
		f.effects(e)
		return unknown(name+"() with flags", f.computed(e))
	}
	target := e.Args.List[0].Value
	v := each(f.expr(target), func(v Value) Value {
		if v.Kind != Array || !v.Array.whole() {
			return unknown(name+"() of "+describe(v), v.Origin)
		}
		sorted, ok := f.sorted(v.Array, name)
		if !ok {
			return unknown(name+"() of elements whose order is not followed", v.Origin)
		}
		return sorted.WithOrigin(v.Origin)
	})
	f.store(target, v)
	return f.give(boolean(true), e)
}

func (f *frame) sorted(a *ArrayValue, name string) (Value, bool) {
	byKey, keepKeys, down := name[0] == 'k', name[0] == 'k' || name[0] == 'a', false
	switch name {
	case "rsort", "krsort", "arsort":
		down = true
	}
	pick := func(e Entry) Value {
		if byKey {
			return e.Key.value()
		}
		return e.Value
	}
	f.work(32 * len(a.Entries))
	ok := true
	for _, e := range a.Entries {
		v := pick(e)
		first := pick(a.Entries[0])
		_, _, numeric := numericPrefix(v.Str)
		ok = ok && v.Kind == first.Kind && (v.Kind == Int || v.Kind == String && !numeric)
	}
	entries := slices.Clone(a.Entries)
	slices.SortStableFunc(entries, func(x, y Entry) int {
		order, _ := f.compare(pick(x), pick(y))
		if down {
			return -order
		}
		return order
	})
	b := f.newBuilder()
	for _, e := range entries {
		if keepKeys {
			b.set(e)
		} else {
			b.push(e.Value)
		}
	}
	return b.value(), ok
}

// stack is array_push() and its kin on a variable.
func (f *frame) stack(name string, e *php.Call) Value {
	args, problem, ok := f.arguments(&e.Args)
	if !ok {
		return problem
	}
	values, known := positional(args)
	if !known || len(values) == 0 {
		f.effects(e)
		return unknown(name+"() with unknown arguments", f.computed(e))
	}
	target := e.Args.List[0].Value
	base := values[0]
	if base.Kind != Array || !base.Array.whole() {
		f.drop(target, name+"() of "+describe(base))
		return unknown(name+"() of "+describe(base), f.computed(e, base))
	}
	f.work(8 * len(base.Array.Entries))
	b := f.newBuilder()
	result := null()
	switch name {
	case "array_push":
		b = f.copyOf(base.Array)
		for _, v := range values[1:] {
			b.push(v)
		}
	case "array_unshift":
		for _, v := range values[1:] {
			b.push(v)
		}
		b.merge(base.Array)
	default:
		result = f.takeOff(name, base.Array, b)
	}
	f.tooLarge(b)
	if len(values) > 1 {
		result = integer(int64(len(b.a.Entries)))
	}
	f.store(target, b.value().WithOrigin(base.Origin))
	return f.give(result, e, base)
}

// takeOff puts an array without its last or first element into b, and gives that element.
func (f *frame) takeOff(name string, a *ArrayValue, b *builder) Value {
	n := len(a.Entries)
	if n == 0 {
		return null()
	}
	if name == "array_pop" {
		for _, e := range a.Entries[:n-1] {
			b.set(e)
		}
		return a.Entries[n-1].Value
	}
	rest := *a
	rest.Entries, rest.index = a.Entries[1:], nil
	b.merge(&rest)
	return a.Entries[0].Value
}
