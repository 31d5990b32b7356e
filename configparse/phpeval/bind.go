package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
)

// argument is one argument of a call.
type argument struct {
	name  string // of a named one
	value Value
	expr  php.Expr // nil where it is not written at the call
	// rest says that unknown elements were spread here: this and all that follow are not known.
	rest bool
}

// arguments evaluates an argument list; false where PHP throws in it.
func (f *frame) arguments(a *php.Args) ([]argument, Value, bool) {
	var out []argument
	for i := range a.List {
		arg := &a.List[i]
		v := f.expr(arg.Value)
		switch {
		case v.throws:
			return nil, v, false
		case !arg.Spread:
			out = append(out, argument{name: arg.Name, value: v, expr: arg.Value})
		case v.Kind == Array && v.Array.whole():
			for _, e := range v.Array.Entries {
				next := argument{value: e.Value}
				if !e.Key.IsInt {
					next.name = e.Key.Str
				}
				out = append(out, next)
			}
			f.work(len(v.Array.Entries))
		default:
			return append(out, argument{rest: true, value: unknown("the arguments are not known", v.Origin)}), v, true
		}
	}
	return out, Value{}, true
}

// positional are the arguments of a call of a built-in function; false where they are named or not known.
func positional(args []argument) ([]Value, bool) {
	out := make([]Value, len(args))
	for i, a := range args {
		if a.name != "" || a.rest {
			return nil, false
		}
		out[i] = a.value
	}
	return out, true
}

// bind gives a function's parameters their values; false where PHP refuses the arguments.
func (f *frame) bind(params []*php.Param, args []argument, strict bool) (Value, bool) {
	at := 0
	for _, p := range params {
		name := p.Name.Name
		switch {
		case p.Variadic:
			f.vars[name] = f.restOf(args, params, at)
			return Value{}, true
		case p.ByRef:
			f.shareName(name)
			at++
			continue
		}
		v, given := argumentFor(args, at, name)
		at++
		if !given {
			if p.Default == nil {
				return throwing("an argument is missing: $"+name, nil), false
			}
			f.vars[name] = f.coerce(p.Type, f.expr(p.Default), true)
			continue
		}
		if v = f.coerce(p.Type, v, strict); v.throws {
			if d, ok := p.Default.(*php.ConstFetch); !ok || foldName(d.Name.Text) != "null" {
				return v, false
			}
			// `int $x = null` takes null too.
			v, _ = argumentFor(args, at-1, name)
		}
		f.vars[name] = v
	}
	return Value{}, true
}

func argumentFor(args []argument, position int, name string) (Value, bool) {
	for i, a := range args {
		if a.rest || a.name == name || a.name == "" && i == position {
			return a.value, true
		}
	}
	return Value{}, false
}

func (f *frame) restOf(args []argument, params []*php.Param, from int) Value {
	b := f.newBuilder()
	for i, a := range args {
		switch {
		case a.rest:
			b.openAfter("the arguments are not known")
		case a.name != "" && !named(params, a.name):
			b.put(StringKey(a.name), a.value)
		case a.name == "" && i >= from:
			b.push(a.value)
		}
	}
	return b.value()
}

func named(params []*php.Param, name string) bool {
	for _, p := range params {
		if p.Name.Name == name && !p.Variadic {
			return true
		}
	}
	return false
}

// Args evaluates the argument list of an attribute, a call or a new against the names of the parameters, in their order. A
// parameter without argument is missing from the result; where unknown arguments are spread, all that they may fill are Unknown.
func (w *World) Args(args *php.Args, at Scope, params ...string) map[string]Value {
	out := map[string]Value{}
	guard(func() Value {
		f := w.scoped(at)
		list, problem, ok := f.arguments(args)
		if !ok {
			list = []argument{{rest: true, value: problem}}
		}
		for i, name := range params {
			if v, given := argumentFor(list, i, name); given {
				out[name] = v
			}
		}
		return Value{}
	})
	return out
}
