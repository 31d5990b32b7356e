package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// reader evaluates one queued class in one environment. What it reads it keeps, so that many versions cost one evaluation.
type reader struct {
	code     *Code
	w        *phpeval.World
	s        *subject
	declared map[string]property
	built    map[string]property // after the constructor; nil until it is asked for
	methods  map[string]method
	used     *usage // nil until it is asked for
}

func newReader(c *Code, w *phpeval.World, s *subject) *reader {
	return &reader{code: c, w: w, s: s, declared: map[string]property{}, methods: map[string]method{}}
}

// property is what `$job->name ?? null` gives, and what decides about attributes.
type property struct {
	// value is Null where nothing is read.
	value phpeval.Value
	// initial is the class's default; a value that differs was set at run time.
	initial phpeval.Value
	changed bool
	// owner is the class that declares the property, or uses the trait that does; nil for an undeclared one.
	owner *phpeval.Class
	// hidden says why the framework does not see a property that is declared: "protected", "private", "static", "not initialised".
	hidden string
}

// fresh is a property as the class declares it, before its constructor ran.
func (r *reader) fresh(name string) property {
	p, ok := r.declared[name]
	if !ok {
		p = r.readProperty(name)
		r.declared[name] = p
	}
	return p
}

func (r *reader) readProperty(name string) property {
	if !r.s.hasProperty(name) {
		v := r.magic(name)
		return property{value: v, initial: v}
	}
	found, outside := r.code.classes.FindProperty(r.s.class, name)
	switch {
	case outside != "":
		v := unknown(outside+" is not part of the repository and may declare $"+name, nil)
		return property{value: v, initial: v}
	case found == nil:
		v := r.magic(name)
		return property{value: v, initial: v}
	}
	p := property{value: null(), initial: null(), owner: found.Self}
	if found.Self == nil {
		p.owner = found.In
	}
	switch flags := found.Decl.Flags; {
	case flags.Has(php.FlagStatic):
		p.hidden = "static"
	case flags.Has(php.FlagProtected):
		p.hidden = "protected"
	case flags.Has(php.FlagPrivate):
		p.hidden = "private"
	case found.Decl.Hooked:
		p.value = unknown("$"+name+" has hooks", step(queue.ViaProperty, found.In.Unit, found.Decl.Node, "$"+name, phpeval.Value{}))
		p.initial = p.value
	case found.Decl.Default == nil || found.Decl.Promoted:
		if found.Decl.Type != nil {
			p.hidden = "not initialised"
		}
	default:
		p.value = r.defaultOf(found)
		p.initial = p.value
	}
	if p.hidden != "" && p.hidden != "not initialised" {
		p.value = r.magic(name)
	}
	return p
}

// magic is what reading a property gives that is not visible: null, or what __isset() and __get() make of it.
func (r *reader) magic(name string) phpeval.Value {
	if !r.s.hasMethod("__isset") {
		return null()
	}
	if found, _ := r.code.classes.FindMethod(r.s.class, "__isset"); found != nil {
		return unknown("__isset() of "+found.In.Short()+" may answer for $"+name, nil)
	}
	return null()
}

func (r *reader) defaultOf(found *phpeval.Member[phpeval.PropertyDecl]) phpeval.Value {
	in, decl := found.In, found.Decl
	v := r.w.Expr(decl.Default, phpeval.Scope{Unit: in.Unit, Class: r.selfOf(in, found.Self), This: r.s.class})
	return reorigin(v, func(one phpeval.Value) *queue.Origin {
		return r.inherited(step(queue.ViaProperty, in.Unit, decl.Default, "$"+decl.Name+" = "+excerpt(in.Unit, decl.Default), one), in)
	})
}

func (r *reader) selfOf(in, self *phpeval.Class) *phpeval.Class {
	if self == nil {
		return in
	}
	return self
}

// inherited adds the step that a value comes from a parent or trait.
func (r *reader) inherited(o *queue.Origin, in *phpeval.Class) *queue.Origin {
	if in == r.s.class {
		return o
	}
	text := "inherited from " + in.Short()
	if in.Decl.Kind == php.KindTrait {
		text = "from the trait " + in.Short()
	}
	return &queue.Origin{Via: queue.ViaInherited, Text: text, From: o}
}

// method is what a method of the class returns.
type method struct {
	exists bool
	// maybe says that an ancestor outside the repository may have it.
	maybe string
	value phpeval.Value
}

// call evaluates a method. withEvent says that the framework passes the event to it, as it does to a listener's.
func (r *reader) call(name string, withEvent bool) method {
	m, ok := r.methods[name]
	if !ok {
		m = r.readMethod(name, withEvent)
		r.methods[name] = m
	}
	return m
}

func (r *reader) readMethod(name string, withEvent bool) method {
	if !r.s.hasMethod(name) {
		return method{}
	}
	found, outside := r.code.classes.FindMethod(r.s.class, name)
	switch {
	case outside != "":
		why := outside + " is not part of the repository and may have " + name + "()"
		return method{maybe: why, value: unknown(why, nil)}
	case found == nil:
		return method{}
	}
	at := step(queue.ViaMethod, found.In.Unit, &found.Decl.Name, found.In.Short()+"::"+found.Decl.Name.Name+"()", phpeval.Value{})
	m := method{exists: true}
	switch {
	case found.Decl.Flags.Has(php.FlagProtected) || found.Decl.Flags.Has(php.FlagPrivate):
		m.value = unknown(name+"() is not public: PHP fails when the job is dispatched", at)
	case found.Decl.Body == nil:
		m.value = unknown(name+"() is abstract", at)
	case !withEvent && required(found.Decl):
		m.value = unknown(name+"() has a required parameter: PHP fails when the job is dispatched", at)
	default:
		m.value = r.w.Return(withUnknown(found.Decl), found.In, r.s.class)
	}
	if found.In != r.s.class {
		m.value = reorigin(m.value, func(one phpeval.Value) *queue.Origin { return r.inherited(one.Origin, found.In) })
	}
	return m
}

// required says that a method cannot be called without arguments.
func required(m *php.Method) bool {
	return slices.ContainsFunc(m.Params, func(p *php.Param) bool { return p.Default == nil && !p.Variadic })
}

// withUnknown is a method whose required parameters have values that are not known: the event that a listener gets.
func withUnknown(m *php.Method) *php.Method {
	if !required(m) {
		return m
	}
	copied := *m
	copied.Params = make([]*php.Param, len(m.Params))
	for i, p := range m.Params {
		q := *p
		if q.Default == nil && !q.Variadic {
			q.Type, q.Default = nil, &php.ErrorExpr{Loc: p.Loc}
		}
		copied.Params[i] = &q
	}
	return &copied
}

// after is a property of an instance that was made by its constructor.
func (r *reader) after(name string) property {
	if r.built == nil {
		r.built = r.construct()
	}
	if p, ok := r.built[name]; ok {
		return p
	}
	return r.fresh(name)
}

// of is a property as the framework reads it of a kind: a listener is made without its constructor.
func (r *reader) of(name string, kind queue.JobKind) property {
	if kind == queue.Listener {
		return r.fresh(name)
	}
	p := r.after(name)
	for _, t := range r.s.touched {
		if t.name == name && p.hidden != "protected" && p.hidden != "private" && p.hidden != "static" {
			p = r.touch(p, t)
		}
	}
	return p
}

// touch is a property that some dispatch sets on its instance.
func (r *reader) touch(p property, t propertySet) property {
	p.changed = true
	if t.at == nil {
		p.value = unknown(t.why, step(queue.ViaDispatch, t.in.unit, t.node, excerpt(t.in.unit, t.node), phpeval.Value{}))
		return p
	}
	v := reorigin(t.in.evaluate(r.w, t.at.Value, 0), func(one phpeval.Value) *queue.Origin {
		return step(queue.ViaDispatch, t.in.unit, t.at.Value, excerpt(t.in.unit, t.at), one)
	})
	p.value = phpeval.Alternatives(p.value, v)
	return p
}
