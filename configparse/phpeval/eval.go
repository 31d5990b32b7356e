package phpeval

import (
	"strconv"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Bounds of one evaluation. The longest of a thousand public configuration files needs 16,000 steps; hostile ones are cut off and say so.
const (
	maxSteps = 100_000
	maxDepth = 2_000 // nested expressions, over all calls
	maxCalls = 60    // nested calls and includes
)

// run is one evaluation: it bounds the work of everything that the evaluation calls.
type run struct {
	w     *World
	steps int
	depth int
	calls int
	// config is the name of the configuration file that is evaluated, "" outside one: env() and config() depend on it.
	config string
	// envChanged says that the code set a variable itself, so that env() is not known any more.
	envChanged bool
	// busy are the constants that are being evaluated.
	busy map[string]bool
	// included are the further files that ran, which may declare functions and constants.
	included []*Unit
}

// cutOff ends an evaluation that does more work than real code needs.
type cutOff struct{ why string }

// work counts steps of evaluation, and bytes and elements that are copied, which cost less.
func (r *run) work(size int) {
	r.steps += 1 + size/32
	if r.steps > maxSteps {
		panic(cutOff{"evaluation was cut off after " + strconv.Itoa(maxSteps) + " steps"})
	}
}

// frame is one activation: a file, a function, a closure.
type frame struct {
	*run
	unit *Unit
	// class is what self:: means, this what static:: means; nil outside classes.
	class, this *Class
	// object is $this; Unknown where there is none.
	object Value
	// function and method are __FUNCTION__ and __METHOD__.
	function, method string

	vars map[string]Value
	// opened says why variables that are not listed may be set; "" where they are certainly not.
	opened string
	// shared are variables that a reference ties to something else: they are never known.
	shared map[string]bool
	// returns are the values of the returns that may have been taken.
	returns []Value
}

// begin makes the first frame of an evaluation.
func (w *World) begin(u *Unit, config string) *frame {
	r := &run{w: w, config: config, busy: map[string]bool{}}
	return &frame{run: r, unit: u, vars: map[string]Value{}, object: unknown("$this outside a class", nil)}
}

// guard runs an evaluation and answers Unknown where it is cut off.
func guard(eval func() Value) (v Value) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case cutOff:
			v = unknown(cause.why, nil)
		default:
			panic(cause)
		}
	}()
	return eval()
}

// File evaluates what a file returns when it is included; env() gives what it gives while configuration is loaded.
func (w *World) File(u *Unit) Value {
	return guard(func() Value { return w.begin(u, u.File.Path).includeUnit(u) })
}

// Expr evaluates an expression where it stands.
func (w *World) Expr(e php.Expr, at Scope) Value {
	return guard(func() Value { return w.scoped(at).expr(e) })
}

func (w *World) scoped(at Scope) *frame {
	f := w.begin(at.Unit, "")
	f.class, f.this = at.Class, at.This
	if f.this == nil {
		f.this = f.class
	}
	if f.this != nil {
		f.object = Value{Kind: Object, Class: f.this.Name}
	}
	f.opened = "it is not followed"
	for name, v := range at.Vars {
		f.vars[name] = v
	}
	return f
}

// Return evaluates what a method returns that is called without arguments. in is the class or trait that declares it, this the
// class whose object it runs on.
func (w *World) Return(m *php.Method, in, this *Class) Value {
	return guard(func() Value {
		f := w.begin(in.Unit, "")
		self := w.selfOf(in, this)
		v := f.callMethod(&Member[*php.Method]{Decl: m, In: in, Self: self}, this, Value{Kind: Object, Class: this.Name}, nil, nil)
		return f.viaMethod(v, m, in)
	})
}

// viaMethod is a value with the step that a method returned it.
func (f *frame) viaMethod(v Value, m *php.Method, in *Class) Value {
	v.Origin = &queue.Origin{
		Via: queue.ViaMethod, Span: in.Unit.Span(&m.Name), Text: in.Short() + "::" + m.Name.Name + "()", From: v.Origin,
	}
	if place := v.Origin.From.Place(); !place.IsZero() {
		v.Origin.Span = place
	}
	return v
}

// selfOf is what self:: means in a class or trait that an object's class got code from.
func (w *World) selfOf(in, this *Class) *Class {
	if in.Decl.Kind != php.KindTrait {
		return in
	}
	self := this
	w.classes().walk(this, "", func(s step) bool {
		if s.class == in {
			self = s.self
		}
		return s.class != in
	})
	return self
}

func (w *World) classes() *Classes {
	if w.Classes == nil {
		w.Classes = NewClasses()
	}
	return w.Classes
}

// Property evaluates the default of a property with inheritance: Null where it has none, and Unknown for a promoted parameter or
// one with hooks. outside is as in FindProperty.
func (w *World) Property(class *Class, name string) (v Value, found *Member[PropertyDecl], outside string) {
	found, outside = w.classes().FindProperty(class, name)
	if found == nil {
		return unknown("the property $"+name+" is not found", nil), nil, outside
	}
	return guard(func() Value { return w.begin(found.In.Unit, "").propertyDefault(found, class) }), found, outside
}

// Const evaluates a class constant or enum case with inheritance.
func (w *World) Const(class *Class, name string) Value {
	return guard(func() Value { return w.begin(class.Unit, "").constOf(class, name, nil) })
}

// computed is the origin of an expression's result: the expression's own text over those operands that are no literals.
func (f *frame) computed(n php.Node, operands ...Value) *queue.Origin {
	return f.step(queue.ViaComputed, n, operands...)
}

func (f *frame) step(via queue.Via, n php.Node, operands ...Value) *queue.Origin {
	if n == nil { // a call that is written nowhere
		return nil
	}
	o := &queue.Origin{Via: via, Span: f.unit.Span(n), Text: f.excerpt(n)}
	for _, v := range operands {
		switch {
		case v.Origin == nil || v.Origin.Via == queue.ViaLiteral:
		case o.From == nil:
			o.From = v.Origin
		default:
			o.Also = append(o.Also, v.Origin)
		}
	}
	return o
}

func (f *frame) literal(n php.Node, v Value) Value {
	v.Origin = f.step(queue.ViaLiteral, n)
	return v
}

// give sets the origin of a result that has none, and of an Unknown keeps the one that says where the knowledge ended.
func (f *frame) give(v Value, n php.Node, operands ...Value) Value {
	if v.Origin == nil {
		v.Origin = f.computed(n, operands...)
	}
	return v
}

// excerpt is a node's source text on one line, short enough for a message.
func (f *frame) excerpt(n php.Node) string {
	start, end := n.Span()
	return shorten(f.unit.Tree.Text[start:end])
}
