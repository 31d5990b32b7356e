package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
)

// creation is a place that makes an instance of a class, with the constructor's arguments from the skipped ones on.
type creation struct {
	in   *scope
	at   php.Node
	args php.Args
	skip int
}

// instance is what an expression gives that makes queued classes: one of the subjects, with what was done to it.
type instance struct {
	subjects []*subject
	layers   []layer
	made     *php.New // nil where another expression makes it
}

// maxFollowed bounds the expressions that are looked at to follow one.
const maxFollowed = 1_000

// instances follows an expression to the instances that it may give. known is false where it may give others as well.
func (c *Code) instances(e php.Expr, s *scope, depth int) (list []instance, known bool) {
	if depth == 0 {
		c.budget = maxFollowed
	}
	if c.budget--; c.budget < 0 || depth > maxIndirections {
		return nil, false
	}
	switch e := e.(type) {
	case *php.New:
		return c.made(e, s)
	case *php.MethodCall:
		root, calls := unwind(e)
		if list, known := c.instances(root, s, depth+1); len(list) > 0 {
			return c.applied(list, calls, s, known)
		}
		return c.fromContainer(e, s)
	case *php.Var:
		return c.held(e, s, depth)
	case *php.Assign:
		return c.instances(e.Value, s, depth+1)
	case *php.Clone:
		return c.instances(e.X, s, depth+1)
	case *php.Ternary:
		if e.Then == nil {
			return c.union(s, depth, e.Cond, e.Else)
		}
		return c.union(s, depth, e.Then, e.Else)
	case *php.Binary:
		if e.Op == php.OpCoalesce {
			return c.union(s, depth, e.Left, e.Right)
		}
	case *php.Match:
		arms := make([]php.Expr, len(e.Arms))
		for i := range e.Arms {
			arms[i] = e.Arms[i].Body
		}
		return c.union(s, depth, arms...)
	case *php.Call, *php.StaticCall:
		return c.fromCall(e, s, depth)
	case *php.String, *php.Interp, *php.Array, *php.Closure, *php.ArrowFn, *php.ClassConstFetch, *php.Int, *php.Throw:
		return nil, true
	}
	return nil, false
}

func (c *Code) union(s *scope, depth int, from ...php.Expr) (list []instance, known bool) {
	known = true
	for _, e := range from {
		more, all := c.instances(e, s, depth+1)
		list, known = append(list, more...), known && all
	}
	return list, known
}

func (c *Code) made(e *php.New, s *scope) ([]instance, bool) {
	if _, named := s.unit.Names().ClassExpr(e.Class); e.Anon == nil && !named {
		return nil, false
	}
	subjects := c.of(e.Class, s)
	if e.Anon != nil || len(subjects) == 0 {
		return nil, true
	}
	return []instance{{subjects: subjects, made: e}}, true
}

// held follows a variable to its assignments, or a parameter to its type.
func (c *Code) held(v *php.Var, s *scope, depth int) (list []instance, known bool) {
	if v.Name == "this" {
		if s.class == nil {
			return nil, false
		}
		if heirs := c.heirs(fold(s.class.Name)); len(heirs) > 0 {
			return []instance{{subjects: heirs}}, true
		}
		return nil, false
	}
	values, in, known := s.variable(v.Name)
	if len(values) == 0 {
		return c.typed(in, v.Name)
	}
	for _, a := range values {
		if a.appended {
			return nil, false
		}
		more, all := c.instances(a.value, in, depth+1)
		list, known = append(list, more...), known && all
	}
	mutations := in.mutations(v.Name)
	for i := range list {
		list[i].layers = append(slices.Clip(list[i].layers), mutations...)
		c.touch(list[i], in.setsOf(v.Name))
	}
	return list, known
}

// typed follows a parameter to the class that it is declared as, and its children.
func (c *Code) typed(s *scope, variable string) ([]instance, bool) {
	class := s.typeOf(variable)
	if class == "" || c.byName[class] == nil {
		return nil, false
	}
	for _, x := range c.heirs(class) {
		x.untraced = true
	}
	return []instance{{subjects: c.heirs(class)}}, true
}

// typeOf is the folded class that a parameter is declared as, "" for another type.
func (s *scope) typeOf(variable string) string {
	if s == nil || s.params[variable] == nil {
		return ""
	}
	t := s.params[variable].Type
	if n, ok := t.(*php.NullableType); ok {
		t = n.Type
	}
	if n, ok := t.(*php.Name); ok {
		return fold(s.unit.Names().Class(n))
	}
	return ""
}

// mutations are the layers of statements like $job->onQueue('x') in a scope.
func (s *scope) mutations(variable string) []layer {
	var out []layer
	for _, ch := range s.chains {
		if v, ok := ch.root.(*php.Var); ok && v.Name == variable {
			for _, l := range layersOf(ch.calls, s, set) {
				l.maybe = l.maybe || ch.conditional
				out = append(out, l)
			}
		}
	}
	for _, p := range s.setsOf(variable) {
		if p.name == "connection" || p.name == "queue" {
			out = append(out, layer{property: p.name, maybe: p.conditional, value: p.at.Value, in: s, at: p.at, text: excerpt(s.unit, p.at)})
		}
	}
	return out
}

func (s *scope) setsOf(variable string) []propertySet {
	var out []propertySet
	for _, p := range s.sets {
		if p.variable == variable && knobProperties[p.name] {
			out = append(out, p)
			out[len(out)-1].in = s
		}
	}
	return out
}

// touch notes that a clock or count of a class is set on an instance before it is dispatched.
func (c *Code) touch(i instance, sets []propertySet) {
	for _, x := range i.subjects {
		for _, p := range sets {
			if p.name != "connection" && p.name != "queue" && !slices.ContainsFunc(x.touched, func(q propertySet) bool { return q.at == p.at && q.name == p.name }) {
				x.touched = append(x.touched, p)
			}
		}
	}
}

// fromCall follows app(X::class), tap(new X, ...), and static methods of a class that return an instance.
func (c *Code) fromCall(e php.Expr, s *scope, depth int) ([]instance, bool) {
	switch e := e.(type) {
	case *php.Call:
		switch function(e) {
		case "app", "resolve":
			return c.container(&e.Args, s)
		case "tap":
			if len(e.Args.List) == 0 {
				return nil, false
			}
			list, known := c.instances(e.Args.List[0].Value, s, depth+1)
			if len(e.Args.List) > 1 && setsSomething(e) {
				for i := range list {
					list[i].layers = append(slices.Clip(list[i].layers), lost(s, e, "tap() sets it")...)
				}
			}
			return list, known
		}
	case *php.StaticCall:
		if class, ok := s.unit.Names().ClassExpr(e.Class); ok && isFacade(class, "app") {
			return c.container(&e.Args, s)
		}
		return c.factory(e, s, depth)
	}
	return nil, false
}

// fromContainer follows app()->make(X::class).
func (c *Code) fromContainer(e *php.MethodCall, s *scope) ([]instance, bool) {
	switch fold(e.Name.Name) {
	case "make", "makewith", "get":
		return c.container(&e.Args, s)
	}
	return nil, false
}

// container is an instance that the service container makes, whose arguments are not known.
func (c *Code) container(args *php.Args, s *scope) ([]instance, bool) {
	if len(args.List) == 0 {
		return nil, false
	}
	subjects := c.classRef(args.List[0].Value, s)
	if len(subjects) == 0 {
		return nil, false
	}
	for _, x := range subjects {
		x.untraced = true
	}
	return []instance{{subjects: subjects}}, true
}

// classRef is the class in X::class.
func (c *Code) classRef(e php.Expr, s *scope) []*subject {
	if f, ok := e.(*php.ClassConstFetch); ok && fold(f.Name.Name) == "class" {
		return c.of(f.Class, s)
	}
	return nil
}

// factory follows a static method of a queued class to what it returns.
func (c *Code) factory(e *php.StaticCall, s *scope, depth int) ([]instance, bool) {
	subjects := c.of(e.Class, s)
	if len(subjects) == 0 {
		return nil, false
	}
	found, _ := c.classes.FindMethod(subjects[0].class, e.Name.Name)
	if found == nil || c.scopes[found.Decl] == nil {
		return nil, false
	}
	in := c.scopes[found.Decl]
	list, known := c.union(in, depth, in.returns...)
	for i := range list { // within the method, static:: may be any child
		if list[i].made != nil && len(list[i].subjects) > len(subjects) {
			list[i].subjects = subjects
		}
	}
	return list, known && len(list) > 0
}

// applied are instances after methods were called on them; nothing where one of the methods does not return the instance.
func (c *Code) applied(list []instance, calls []*php.MethodCall, s *scope, known bool) ([]instance, bool) {
	layers := layersOf(calls, s, set)
	for _, call := range calls {
		name := fold(call.Name.Name)
		if _, sets := setters[name]; sets || fluent[name] || name == "when" || name == "unless" {
			continue
		}
		found, _ := c.classes.FindMethod(list[0].subjects[0].class, name)
		if found == nil || found.Decl.Body == nil || !returnsThis(found.Decl) {
			return nil, false
		}
		for _, property := range setIn(found.Decl.Body) {
			layers = append(layers, layer{
				property: property, how: lose, in: s, at: call, text: "->" + call.Name.Name + "()",
				why: found.Decl.Name.Name + "() of " + found.In.Short() + " sets it",
			})
		}
	}
	out := slices.Clone(list)
	for i := range out {
		out[i].layers = append(slices.Clip(out[i].layers), layers...)
		c.touchLost(out[i], layers)
	}
	return out, known
}

// touchLost notes clocks and counts that a method sets which is called before the dispatch.
func (c *Code) touchLost(i instance, layers []layer) {
	for _, l := range layers {
		if l.how == lose && l.property != "connection" && l.property != "queue" && knobProperties[l.property] {
			c.touch(i, []propertySet{{name: l.property, why: l.why, in: l.in, node: l.at}})
		}
	}
}

func returnsThis(m *php.Method) bool {
	found := false
	php.Walk(m.Body, func(n php.Node) bool {
		if r, ok := n.(*php.Return); ok && r.X != nil && isThis(r.X) {
			found = true
		}
		return !found
	})
	return found
}

// layersOf are the choices in a chain of calls.
func layersOf(calls []*php.MethodCall, s *scope, how layerKind) []layer {
	var out []layer
	for _, call := range calls {
		name := fold(call.Name.Name)
		property, sets := setters[name]
		switch {
		case sets && len(call.Args.List) == 1 && !call.Args.List[0].Spread:
			text := "->" + call.Name.Name + excerpt(s.unit, argsNode(&call.Args))
			out = append(out, layer{property: property, how: how, value: call.Args.List[0].Value, in: s, at: call.Args.List[0].Value, text: text})
		case (name == "when" || name == "unless" || name == "tap") && setsSomething(call):
			out = append(out, lost(s, call, call.Name.Name+"() may set it")...)
		}
	}
	return out
}

// lost are layers after which neither the connection nor the queue is known.
func lost(s *scope, at php.Node, why string) []layer {
	text := excerpt(s.unit, at)
	return []layer{
		{property: "connection", how: lose, in: s, at: at, text: text, why: why},
		{property: "queue", how: lose, in: s, at: at, text: text, why: why},
	}
}

// setsSomething says that code calls one of the methods that choose where a job goes.
func setsSomething(n php.Node) bool {
	found := false
	php.Walk(n, func(n php.Node) bool {
		if call, ok := n.(*php.MethodCall); ok && setters[fold(call.Name.Name)] != "" {
			found = true
		}
		return !found
	})
	return found
}

// function is the last part, folded, of the name of a called function.
func function(e *php.Call) string {
	n, ok := e.Func.(*php.Name)
	if !ok {
		return ""
	}
	_, last := cutLast(fold(n.Text), '\\')
	return last
}

// isFacade says that a class is a facade of the framework, under its full name or its alias.
func isFacade(class, short string) bool {
	class = fold(class)
	return class == short || class == `illuminate\support\facades\`+short
}
