package phpeval

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// at is a new frame of the same evaluation in a file, for code of the class self run for the class this.
func (f *frame) at(u *Unit, self, this *Class) *frame {
	in := &frame{run: f.run, unit: u, class: self, this: this, vars: map[string]Value{}, object: f.object}
	if this == nil {
		in.this = self
	}
	if self == nil {
		in.object = unknown("$this outside a class", nil)
	}
	return in
}

// once evaluates something that may refer to itself.
func (f *frame) once(key string, eval func() Value) Value {
	if f.busy[key] {
		return unknown(key+" refers to itself", nil)
	}
	if f.calls >= maxCalls {
		return unknown("calls are nested too deep", nil)
	}
	f.busy[key] = true
	f.calls++
	v := eval()
	f.calls--
	delete(f.busy, key)
	return v
}

func (f *frame) constFetch(e *php.ConstFetch) Value {
	full, fallback := f.unit.names.Const(&e.Name)
	switch full {
	case "true", "false":
		return f.literal(e, boolean(full == "true"))
	case "null":
		return f.literal(e, null())
	}
	for _, name := range [...]string{full, fallback} {
		if name == "" {
			continue
		}
		if k := f.constant(name); k != nil {
			v := f.once("the constant "+name, func() Value {
				in := f.at(k.unit, nil, nil)
				in.opened = "it is not followed"
				return in.expr(k.value)
			})
			return f.fromConstant(v, e)
		}
		if v, ok := builtinConstants[name]; ok {
			return f.literal(e, v)
		}
	}
	return unknown("the constant "+e.Name.Text+" is not known", f.computed(e))
}

// fromConstant is a constant's value with the place where it is used before the one where it is written.
func (f *frame) fromConstant(v Value, n php.Node) Value {
	origin := &queue.Origin{Via: queue.ViaConstant, Span: f.unit.Span(n), Text: f.excerpt(n), From: v.Origin}
	return v.WithOrigin(origin)
}

// constant finds a constant in the files that this evaluation has seen, then in the whole application.
func (f *frame) constant(name string) *constant {
	for _, u := range f.units() {
		if k := u.declarations().constants[name]; k != nil {
			return k
		}
	}
	return f.w.classes().constant(name)
}

// units are the file that is evaluated and those that it has included.
func (f *frame) units() []*Unit { return append([]*Unit{f.unit}, f.included...) }

// classConst is class::NAME.
func (f *frame) classConst(e *php.ClassConstFetch) Value {
	if e.Dyn != nil {
		f.effects(e)
		return unknown("a constant whose name is computed", f.computed(e))
	}
	if foldName(e.Name.Name) == "class" {
		return f.classLiteral(e)
	}
	if class := f.classRef(e.Class); class != nil {
		return f.fromConstant(f.constOf(class, e.Name.Name, e), e)
	}
	if name, ok := e.Class.(*php.Name); ok {
		class := f.className(name)
		if v, ok := builtinClassConstants[foldName(class)+"::"+e.Name.Name]; ok && !f.w.classes().ambiguous(class) {
			return f.literal(e, v)
		}
		return unknown("the class "+class+" is not part of the application", f.computed(e))
	}
	return unknown("a constant of a class that is not named", f.computed(e))
}

// classLiteral is X::class, or the class of an object.
func (f *frame) classLiteral(e *php.ClassConstFetch) Value {
	name, ok := e.Class.(*php.Name)
	if !ok {
		return each(f.expr(e.Class), func(v Value) Value {
			if (v.Kind == Object || v.Kind == Enum) && v.Class != "" {
				return f.give(text(v.Class), e, v)
			}
			return unknown("the class of "+describe(v), f.computed(e, v))
		})
	}
	class := f.className(name)
	if class == "" {
		return unknown("nothing tells which class "+name.Text+" is", f.computed(e))
	}
	return f.literal(e, text(class))
}

// className resolves a class name; "" for self, static and parent where nothing tells what they are.
func (f *frame) className(name *php.Name) string {
	switch full := f.unit.names.Class(name); full {
	case "self":
		return nameOf(f.class)
	case "static":
		return nameOf(f.this)
	case "parent":
		if f.class == nil {
			return ""
		}
		return f.class.Parent()
	default:
		return full
	}
}

func nameOf(c *Class) string {
	if c == nil {
		return ""
	}
	return c.Name
}

// classRef is the application's class that an expression names, nil for any other.
func (f *frame) classRef(e php.Expr) *Class {
	if name, ok := e.(*php.Name); ok {
		switch f.unit.names.Class(name) {
		case "self":
			return f.class
		case "static":
			return f.this
		}
		return f.classNamed(f.className(name))
	}
	v := f.expr(e)
	switch v.Kind {
	case Object, Enum:
		return f.classNamed(v.Class)
	case String:
		return f.classNamed(v.Str)
	}
	return nil
}

// classNamed finds a class in the application.
func (f *frame) classNamed(name string) *Class {
	if name == "" {
		return nil
	}
	return f.w.classes().Lookup(name)
}

// constOf evaluates a class constant or enum case; e is the place where it is used, or nil.
func (f *frame) constOf(class *Class, name string, e php.Node) Value {
	if c := class.EnumCase(name); c != nil && class.Decl.Kind == php.KindEnum {
		return f.enumCase(class, c)
	}
	found, outside := f.w.classes().FindConst(class, name)
	var origin *queue.Origin
	if e != nil {
		origin = f.computed(e)
	}
	switch {
	case outside != "":
		return unknown(outside+" is not part of the application and may declare "+name, origin)
	case found == nil:
		return throwing("the constant "+class.Name+"::"+name+" is not declared", origin)
	}
	return f.once("the constant "+found.In.Name+"::"+name, func() Value {
		in := f.at(found.In.Unit, found.Self, class)
		in.object = unknown("$this in a constant", nil)
		return in.coerce(constType(found), in.expr(found.Decl.Value), true)
	})
}

func constType(found *Member[*php.ConstItem]) php.Type {
	for _, m := range found.In.Decl.Members {
		if m, ok := m.(*php.ClassConst); ok {
			for i := range m.Items {
				if &m.Items[i] == found.Decl {
					return m.Type
				}
			}
		}
	}
	return nil
}

func (f *frame) enumCase(class *Class, c *php.EnumCase) Value {
	v := Value{Kind: Enum, Class: class.Name, Case: c.Name.Name}
	v.Origin = &queue.Origin{
		Via: queue.ViaConstant, Span: class.Unit.Span(c), Text: class.Short() + "::" + c.Name.Name,
	}
	if c.Value == nil {
		return v
	}
	backing := f.once("the enum case "+class.Name+"::"+c.Name.Name, func() Value {
		return f.at(class.Unit, class, nil).expr(c.Value)
	})
	if backing.Kind != Int && backing.Kind != String {
		return unknown("the value of the enum case "+class.Name+"::"+c.Name.Name+" is not known", v.Origin)
	}
	v.Backing = &backing
	return v
}

func (f *frame) magic(e *php.MagicConst) Value {
	switch e.Kind {
	case php.MagicLine:
		line := f.unit.Span(e).First(0).Line
		return f.literal(e, integer(int64(line)))
	case php.MagicFile, php.MagicDir:
		at, ok := f.w.absolute(f.unit.File.Path)
		if !ok {
			return unknown("the file lies outside the application", f.computed(e))
		}
		if e.Kind == php.MagicDir {
			at = path.Dir(at)
		}
		return f.literal(e, text(at))
	case php.MagicNamespace:
		return f.literal(e, text(f.unit.names.Namespace(e)))
	case php.MagicFunction:
		return f.literal(e, text(f.function))
	case php.MagicMethod:
		return f.literal(e, text(f.method))
	case php.MagicClass:
		return f.literal(e, text(nameOf(f.class)))
	}
	return unknown(f.excerpt(e)+" is not evaluated", f.computed(e))
}

// base is what base_path() gives.
func (w *World) base() string {
	if w.Base == "" {
		return "/app"
	}
	return w.Base
}

// absolute is the path that the application sees for a file of the repository.
func (w *World) absolute(file string) (string, bool) {
	if w.Root == "" {
		return w.base() + "/" + file, true
	}
	rest, ok := strings.CutPrefix(file, w.Root+"/")
	return w.base() + "/" + rest, ok
}

// relative is the path in the repository of a file that the application names.
func (w *World) relative(file string) (string, bool) {
	rest, ok := strings.CutPrefix(path.Clean(file), path.Clean(w.base())+"/")
	return path.Join(w.Root, rest), ok
}
