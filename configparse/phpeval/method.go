package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
)

// staticCall is class::name(...).
func (f *frame) staticCall(e *php.StaticCall) Value {
	name, ok := e.Class.(*php.Name)
	if e.Dyn != nil || e.Args.FCC || !ok {
		f.effects(e)
		return unknown("qlint does not evaluate "+f.excerpt(e), f.computed(e))
	}
	args, problem, ok := f.arguments(&e.Args)
	if !ok {
		return problem
	}
	class := f.classRef(name)
	if class == nil {
		return f.facade(f.className(name), e, args)
	}
	if v, ok := f.enumStatic(class, foldName(e.Name.Name), args, e); ok {
		return v
	}
	found, outside := f.w.classes().FindMethod(class, e.Name.Name)
	if found == nil || outside != "" || found.Decl.Flags.Has(php.FlagAbstract) {
		f.dropArguments(args)
		return unknown("the method "+class.Name+"::"+e.Name.Name+"() is not read", f.computed(e))
	}
	this, object := class, unknown("$this in a static method", nil)
	if forwards(f.unit.names.Class(name)) && f.this != nil {
		this = f.this
	}
	if !found.Decl.Flags.Has(php.FlagStatic) {
		if f.object.Kind == Unknown || !forwards(f.unit.names.Class(name)) {
			return unknown("the method "+class.Name+"::"+e.Name.Name+"() is called without an object", f.computed(e))
		}
		object = f.object
	}
	v := f.callMethod(found, this, object, args, e)
	return f.viaMethod(v, found.Decl, found.In)
}

func forwards(name string) bool { return name == "self" || name == "static" || name == "parent" }

// methodCall is object->name(...).
func (f *frame) methodCall(e *php.MethodCall, quiet bool) Value {
	var object Value
	if quiet {
		object = f.quiet(e.Object)
	} else {
		object = f.expr(e.Object)
	}
	if object.Kind == Null && e.Nullsafe {
		return f.give(null(), e, object)
	}
	if e.Dyn != nil || e.Args.FCC {
		f.effects(e)
		return unknown("qlint does not evaluate "+f.excerpt(e), f.computed(e, object))
	}
	args, problem, ok := f.arguments(&e.Args)
	if !ok {
		return problem
	}
	if object.Kind == Unknown && !object.throws {
		f.dropArguments(args)
	}
	return each(object, func(o Value) Value {
		switch {
		case o.Kind == Null && e.Nullsafe:
			return f.give(null(), e, o)
		case o.Kind == Null:
			return throwing("a method of null", f.computed(e, o))
		case o.Kind == Closure && foldName(e.Name.Name) == "__invoke":
			return f.invoke(o, args, e)
		case o.Kind == Object && o.Class == collection && o.Array != nil:
			return f.collectionCall(o, e, args)
		case o.Kind == Object && o.Class == configRepository:
			return f.configMethod(e.Name.Name, args, e)
		case o.Kind == Enum, o.Kind == Object && isThis(e.Object):
			return f.ownMethod(o, e, args)
		}
		f.dropArguments(args)
		return unknown("a method of "+describe(o)+": "+f.excerpt(e), f.computed(e, o))
	})
}

// ownMethod calls a method of $this or of an enum's case.
func (f *frame) ownMethod(o Value, e *php.MethodCall, args []argument) Value {
	class := f.this
	if o.Kind == Enum || class == nil {
		class = f.classNamed(o.Class)
	}
	if class == nil {
		return unknown("the class "+o.Class+" is not read", f.computed(e, o))
	}
	found, outside := f.w.classes().FindMethod(class, e.Name.Name)
	if f.class != nil && o.Kind == Object {
		if m := f.class.Decl.Method(e.Name.Name); m != nil && m.Flags.Has(php.FlagPrivate) && f.class.Decl.Kind != php.KindTrait {
			found, outside = &Member[*php.Method]{Decl: m, In: f.class, Self: f.class}, ""
		}
	}
	if found == nil || outside != "" || found.Decl.Body == nil {
		f.dropArguments(args)
		return unknown("the method "+class.Name+"::"+e.Name.Name+"() is not read", f.computed(e, o))
	}
	object := o
	if found.Decl.Flags.Has(php.FlagStatic) {
		object = unknown("$this in a static method", nil)
	}
	return f.viaMethod(f.callMethod(found, class, object, args, e), found.Decl, found.In)
}

// enumStatic is cases(), from() and tryFrom() of an enum.
func (f *frame) enumStatic(class *Class, name string, args []argument, e php.Expr) (Value, bool) {
	if class.Decl.Kind != php.KindEnum {
		return Value{}, false
	}
	var cases []Value
	for _, m := range class.Decl.Members {
		if c, ok := m.(*php.EnumCase); ok {
			cases = append(cases, f.enumCase(class, c))
		}
	}
	if name == "cases" {
		return f.give(list(cases...), e), true
	}
	if name != "from" && name != "tryfrom" || class.Decl.Backing == nil || len(args) != 1 || args[0].rest {
		return Value{}, false
	}
	return each(args[0].value, func(v Value) Value {
		for _, c := range cases {
			if c.Backing == nil {
				return c
			}
			switch f.looselyEqual(*c.Backing, v) {
			case yes:
				return c
			case undecided:
				return unknown("nothing decides which case it is", f.computed(e, v))
			}
		}
		if name == "from" {
			return throwing("the enum has no such case", f.computed(e, v))
		}
		return f.give(null(), e, v)
	}), true
}

// newObject is new class(...): an object of which its class is known.
func (f *frame) newObject(e *php.New) Value {
	args, problem, ok := f.arguments(&e.Args)
	if !ok {
		return problem
	}
	f.dropArguments(args)
	v := Value{Kind: Object, Origin: f.computed(e)}
	if name, ok := e.Class.(*php.Name); ok {
		v.Class = f.className(name)
	}
	return v
}
