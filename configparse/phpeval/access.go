package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

func superglobal(name string) bool {
	switch name {
	case "GLOBALS", "_ENV", "_SERVER", "_GET", "_POST", "_COOKIE", "_FILES", "_REQUEST", "_SESSION", "argv", "argc":
		return true
	}
	return false
}

func (f *frame) index(e *php.Index, quiet bool) Value {
	if e.Index == nil {
		return throwing("reading of []", f.computed(e))
	}
	if v, ok := e.Base.(*php.Var); ok && superglobal(v.Name) {
		return f.superglobal(v, e)
	}
	read := f.expr
	if quiet {
		read = f.quiet
	}
	var base, key Value
	if isVariable(e.Base) {
		key = f.expr(e.Index)
		base = read(e.Base)
	} else {
		base = read(e.Base)
		key = f.expr(e.Index)
	}
	return each(base, func(b Value) Value {
		return each(key, func(k Value) Value { return f.elementOf(b, k, e, quiet) })
	})
}

// elementOf is base[key]. An absent element is null, with a warning from PHP that says nothing here.
func (f *frame) elementOf(base, key Value, e php.Expr, quiet bool) Value {
	k, ok := toKey(key)
	if !ok {
		return unknown("an element under "+describe(key), f.computed(e, base, key))
	}
	switch {
	case base.Kind == Array:
		entry, found := base.Array.Get(k)
		switch {
		case found:
			return entry.Value
		case base.Array.Open != "":
			return unknown(base.Array.Open, f.computed(e, base))
		}
		return f.give(null(), e, base)
	case base.Kind == Null:
		return f.give(null(), e, base)
	case base.Kind == String && k.IsInt && key.Kind != Float:
		i := k.Int
		if i < 0 {
			i += int64(len(base.Str))
		}
		if i >= 0 && i < int64(len(base.Str)) {
			return f.give(text(base.Str[i:i+1]), e, base)
		}
		if quiet {
			return f.give(null(), e, base)
		}
	case quiet && base.Kind == String && key.Kind == String && !k.IsInt, quiet && base.Kind != String && scalar(base):
		return f.give(null(), e, base)
	}
	return unknown("an element of "+describe(base), f.computed(e, base))
}

// superglobal reads $_ENV and $_SERVER, which hold variables as they are, without env()'s conversions.
func (f *frame) superglobal(base *php.Var, e *php.Index) Value {
	key := f.expr(e.Index)
	name, ok := toString(key)
	if !ok || base.Name != "_ENV" && base.Name != "_SERVER" {
		return unknown("$"+base.Name+" is filled at run time", f.computed(e))
	}
	v := f.lookup(name)
	switch v.State {
	case VariableSet:
		return text(v.Text).WithOrigin(f.viaEnv(queue.ViaEnvFile, e, name, v.Origin))
	case VariableRemoved:
		return f.give(null(), e)
	}
	return unknown("nothing that was read sets "+name, f.computed(e))
}

func (f *frame) isset(e *php.Isset) Value {
	for _, x := range e.Vars {
		v := f.quiet(x)
		some, known := v.Each()
		if !known {
			return unknown(v.Why, f.computed(e, v))
		}
		nulls := 0
		for _, one := range some {
			nulls += truth(one.Kind == Null)
		}
		switch nulls {
		case 0:
		case len(some):
			return f.give(boolean(false), e, v)
		default:
			return unknown(whyUndecided(v), f.computed(e, v))
		}
	}
	return f.give(boolean(true), e)
}

// prop is object->name.
func (f *frame) prop(e *php.Prop, quiet bool) Value {
	var object Value
	if quiet {
		object = f.quiet(e.Object)
	} else {
		object = f.expr(e.Object)
	}
	if e.Dyn != nil {
		f.effects(e.Dyn)
	}
	return each(object, func(o Value) Value {
		switch {
		case o.Kind == Null && (quiet || e.Nullsafe):
			return f.give(null(), e, o)
		case e.Dyn != nil || e.Name.Name == "":
		case o.Kind == Enum:
			return f.enumProp(o, e)
		case o.Kind == Object && isThis(e.Object) && f.this != nil:
			return f.ownProperty(e)
		}
		return unknown("a property of "+describe(o), f.computed(e, o))
	})
}

func isThis(e php.Expr) bool {
	v, ok := e.(*php.Var)
	return ok && v.Name == "this"
}

func (f *frame) enumProp(o Value, e *php.Prop) Value {
	switch e.Name.Name {
	case "name":
		return f.give(text(o.Case), e, o)
	case "value":
		if o.Backing != nil {
			return o.Backing.WithOrigin(f.step(queue.ViaConstant, e, *o.Backing))
		}
	}
	return unknown("a property of "+describe(o), f.computed(e, o))
}

// ownProperty is $this->name: its default, where nothing in the application's code of the class assigns it.
func (f *frame) ownProperty(e *php.Prop) Value {
	name := e.Name.Name
	class := f.this
	if f.class != nil && f.class != class {
		if p, ok := f.class.Property(name); ok && p.Flags.Has(php.FlagPrivate) {
			class = f.class // a private property is the declaring class's own
		}
	}
	found, outside := f.w.classes().FindProperty(class, name)
	switch {
	case outside != "":
		return unknown(outside+" is not part of the application and may declare $"+name, f.computed(e))
	case found == nil:
		return unknown("the property $"+name+" is not declared", f.computed(e))
	case found.Decl.Flags.Has(php.FlagStatic):
		return unknown("the property $"+name+" is static", f.computed(e))
	}
	if why := f.assigned(class, name); why != "" {
		return unknown(why, f.computed(e))
	}
	if p := found.Decl; p.Default == nil && !p.Promoted && (p.Type != nil || !p.Flags.Has(php.FlagPrivate)) {
		return unknown("the property $"+name+" has no default", f.computed(e))
	}
	v := f.at(found.In.Unit, found.Self, class).propertyDefault(found, class)
	return v.WithOrigin(f.step(queue.ViaProperty, e, v))
}

func (f *frame) staticProp(e *php.StaticProp) Value {
	class := f.classRef(e.Class)
	if class == nil || e.Dyn != nil {
		return unknown("a static property of a class that is not read", f.computed(e))
	}
	found, outside := f.w.classes().FindProperty(class, e.Name.Name)
	switch {
	case found == nil || outside != "":
		return unknown("the property $"+e.Name.Name+" is not found", f.computed(e))
	case !found.Decl.Flags.Has(php.FlagStatic):
		return throwing("the property $"+e.Name.Name+" is not static", f.computed(e))
	case !found.Decl.Flags.Has(php.FlagPrivate):
		return unknown("the static property $"+e.Name.Name+" may be set anywhere", f.computed(e))
	}
	if why := f.assigned(class, e.Name.Name); why != "" {
		return unknown(why, f.computed(e))
	}
	v := f.at(found.In.Unit, found.Self, class).propertyDefault(found, class)
	return v.WithOrigin(f.step(queue.ViaProperty, e, v))
}

// propertyDefault evaluates the default of a property that was found for a class.
func (f *frame) propertyDefault(found *Member[PropertyDecl], class *Class) Value {
	p := found.Decl
	f = f.at(found.In.Unit, found.Self, class)
	via := queue.Origin{Via: queue.ViaProperty, Span: f.unit.Span(p.Node), Text: "$" + p.Name}
	switch {
	case p.Hooked:
		return unknown("the property $"+p.Name+" has hooks", &via)
	case p.Promoted:
		return unknown("the property $"+p.Name+" is set by the constructor", &via)
	case p.Default == nil:
		return null().WithOrigin(&via)
	}
	v := f.coerce(p.Type, f.expr(p.Default), true)
	via.Span, via.Text = f.unit.Span(p.Default), "$"+p.Name+" = "+f.excerpt(p.Default)
	switch {
	case v.Origin == nil || v.Origin.Via == queue.ViaLiteral:
	case v.Origin.Via == queue.ViaComputed && v.Origin.Span == via.Span:
		via.From, via.Also = v.Origin.From, v.Origin.Also // this step tells the same expression
	default:
		via.From = v.Origin
	}
	v = v.WithOrigin(&via)
	if foldName(found.In.Name) == foldName(class.Name) {
		return v
	}
	return v.WithOrigin(&queue.Origin{Via: queue.ViaInherited, Text: "from " + found.In.Name, From: v.Origin})
}

// assigned says where the application's code of a class may assign a property of its objects; "" for nowhere.
func (f *frame) assigned(class *Class, name string) string {
	lineage, outside := f.w.classes().Lineage(class)
	constructor, above := f.w.classes().FindMethod(class, "__construct")
	if constructor == nil && above != "" || constructor != nil && outside != "" && callsParent(constructor.Decl) {
		return outside + " is not part of the application and may set $" + name + " in its constructor"
	}
	for _, c := range lineage {
		f.work(int(c.Decl.End-c.Decl.Pos) / 8)
		if c.assigns(name) {
			return "the property $" + name + " is set in the code of " + c.Name
		}
	}
	return ""
}

func callsParent(m *php.Method) bool {
	found := false
	php.Walk(m, func(n php.Node) bool {
		if call, ok := n.(*php.StaticCall); ok {
			name, ok := call.Class.(*php.Name)
			found = found || ok && foldName(name.Text) == "parent"
		}
		return !found
	})
	return found
}
