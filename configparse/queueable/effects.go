package queueable

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// setters are the methods of Bus\Queueable that choose where a job goes, folded, with the property that they set.
var setters = map[string]string{
	"onconnection": "connection", "allonconnection": "connection", "onqueue": "queue", "allonqueue": "queue",
}

// fluent are methods of Bus\Queueable and of what wraps a job for its dispatch that return the job and do not choose where it goes,
// folded.
var fluent = map[string]bool{
	"delay": true, "withoutdelay": true, "aftercommit": true, "beforecommit": true, "through": true, "chain": true, "ongroup": true,
	"withdeduplicator": true, "prependtochain": true, "appendtochain": true, "afterresponse": true, "locale": true, "withbatchid": true,
}

// effect follows an expression that stands as a statement of the constructor.
func (b *builder) effect(e php.Expr) {
	switch e := e.(type) {
	case *php.Assign:
		b.assign(e)
	case *php.MethodCall:
		b.chain(e)
	case *php.StaticCall:
		b.staticCall(e)
	default:
		b.opaque(e)
	}
}

// ownProperty is the name in $this->name, "" for anything else. dynamic says that the name is computed.
func ownProperty(e php.Expr) (name string, dynamic bool) {
	p, ok := e.(*php.Prop)
	if !ok || !isThis(p.Object) {
		return "", false
	}
	return p.Name.Name, p.Dyn != nil
}

func isThis(e php.Expr) bool {
	v, ok := e.(*php.Var)
	return ok && v.Name == "this"
}

func (b *builder) assign(e *php.Assign) {
	b.nestedAssign(e.Value)
	if v, ok := e.Target.(*php.Var); ok {
		if b.scope.Vars == nil {
			b.scope.Vars = map[string]phpeval.Value{}
		}
		if e.Op == php.OpNone && !e.Ref {
			b.scope.Vars[v.Name] = b.eval(valueOf(e))
		} else {
			delete(b.scope.Vars, v.Name)
		}
		return
	}
	name, dynamic := ownProperty(e.Target)
	switch {
	case dynamic || name == "":
		b.opaque(e)
	case !knobProperties[name]:
	case e.Ref:
		b.lose("$this->"+name+" is set by reference", step(queue.ViaConstructor, b.scope.Unit, e, excerpt(b.scope.Unit, e), phpeval.Value{}), name)
	case e.Op == php.OpNone:
		b.set(name, b.assigned(valueOf(e), excerpt(b.scope.Unit, e)))
	case e.Op == php.OpCoalesce:
		b.set(name, coalesce(b.value(name), func() phpeval.Value { return b.assigned(e.Value, excerpt(b.scope.Unit, e)) }))
	default:
		b.lose("qlint does not follow "+excerpt(b.scope.Unit, e), nil, name)
	}
}

// valueOf is what a chain of assignments assigns in the end.
func valueOf(e *php.Assign) php.Expr {
	for {
		inner, ok := e.Value.(*php.Assign)
		if !ok || inner.Op != php.OpNone {
			return e.Value
		}
		e = inner
	}
}

// nestedAssign follows assignments within the value of another: $this->a = $this->b = 1.
func (b *builder) nestedAssign(e php.Expr) {
	if inner, ok := e.(*php.Assign); ok {
		b.assign(inner)
		return
	}
	b.opaque(e)
}

// coalesce is v, or what other gives for the alternatives of v that are null.
func coalesce(v phpeval.Value, other func() phpeval.Value) phpeval.Value {
	some, known := v.Each()
	if !known {
		return v
	}
	out := make([]phpeval.Value, len(some))
	for i, one := range some {
		if out[i] = one; one.IsNull() {
			out[i] = other()
		}
	}
	return phpeval.Alternatives(out...)
}

// chain follows a chain of calls: $this->onConnection('a')->onQueue('b').
func (b *builder) chain(e *php.MethodCall) {
	root, calls := unwind(e)
	if !isThis(root) {
		b.opaque(e)
		return
	}
	for _, call := range calls {
		for i := range call.Args.List {
			b.opaque(call.Args.List[i].Value)
		}
		name := fold(call.Name.Name)
		property, sets := setters[name]
		switch {
		case call.Dyn != nil:
			b.loseAll("the constructor calls a method whose name is computed", nil)
		case sets && b.declaresOwn(name) == nil:
			b.setBy(call, property)
		case !fluent[name]:
			b.ownCall(call.Name.Name, &call.Args)
		}
	}
}

// declaresOwn is the application's own method of that name.
func (b *builder) declaresOwn(name string) *phpeval.Member[*php.Method] {
	found, _ := b.code.classes.FindMethod(b.s.class, name)
	return found
}

func (b *builder) setBy(call *php.MethodCall, property string) {
	if len(call.Args.List) != 1 || call.Args.List[0].Spread {
		b.lose("qlint does not follow "+excerpt(b.scope.Unit, call), nil, property)
		return
	}
	text := "->" + call.Name.Name + excerpt(b.scope.Unit, argsNode(&call.Args)) + " in the constructor"
	b.set(property, b.assigned(call.Args.List[0].Value, text))
}

// argsNode is an argument list as a node, for its text.
func argsNode(a *php.Args) php.Node { return &php.ErrorExpr{Loc: a.Loc} }

// ownCall follows a call of a method of the class.
func (b *builder) ownCall(name string, args *php.Args) {
	found, outside := b.code.classes.FindMethod(b.s.class, name)
	b.follow(found, outside, name, args)
}

// staticCall follows parent::__construct() and the like.
func (b *builder) staticCall(e *php.StaticCall) {
	class, ok := b.scope.Unit.Names().ClassExpr(e.Class)
	if !ok || e.Dyn != nil {
		b.opaque(e)
		return
	}
	for i := range e.Args.List {
		b.opaque(e.Args.List[i].Value)
	}
	switch class {
	case "self", "static":
		b.ownCall(e.Name.Name, &e.Args)
		return
	case "parent":
		class = b.scope.Class.Parent()
	}
	parent := b.code.classes.Lookup(class)
	if parent == nil {
		if !Lacks(class, phpeval.MethodMember, e.Name.Name) && b.s.is(fold(class)) {
			b.loseRouting(class + "::" + e.Name.Name + "() is not part of the repository")
		}
		return
	}
	if b.s.is(fold(class)) {
		found, outside := b.code.classes.FindMethod(parent, e.Name.Name)
		b.follow(found, outside, e.Name.Name, &e.Args)
	}
}

func (b *builder) follow(found *phpeval.Member[*php.Method], outside, name string, args *php.Args) {
	switch {
	case outside != "" && b.s.opaque:
		b.loseRouting(name + "() may be a method that is not part of the repository")
	case found == nil || found.Decl.Body == nil:
	default:
		b.enter(found.Decl, found.In, b.selfOf(found.In, found.Self), b.passed(found, args))
	}
}

// passed are the values of a method's parameters at a call.
func (b *builder) passed(found *phpeval.Member[*php.Method], args *php.Args) map[string]phpeval.Value {
	names := make([]string, len(found.Decl.Params))
	for i, p := range found.Decl.Params {
		names[i] = p.Name.Name
	}
	vars := b.w.Args(args, b.scope, names...)
	for _, p := range found.Decl.Params {
		_, given := vars[p.Name.Name]
		switch {
		case p.Variadic || p.ByRef:
			delete(vars, p.Name.Name)
		case !given && p.Default != nil:
			vars[p.Name.Name] = b.w.Expr(p.Default, phpeval.Scope{Unit: found.In.Unit, Class: found.In, This: b.s.class})
		}
	}
	return vars
}

// opaque makes unknown what code changes that is not followed step by step: a loop, a closure, a condition with side effects.
func (b *builder) opaque(code php.Node) {
	at := func(n php.Node) *queue.Origin {
		return step(queue.ViaConstructor, b.scope.Unit, n, excerpt(b.scope.Unit, n), phpeval.Value{})
	}
	target := func(e php.Expr) {
		name, dynamic := ownProperty(e)
		switch {
		case dynamic:
			b.loseAll("the constructor sets a property whose name is computed", at(e))
		case name != "":
			b.lose("qlint does not follow how the constructor sets $"+name, at(e), name)
		}
		if v, ok := e.(*php.Var); ok {
			delete(b.scope.Vars, v.Name)
		}
	}
	php.Walk(code, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Assign:
			target(n.Target)
		case *php.IncDec:
			target(n.X)
		case *php.Foreach:
			target(n.Value)
			if n.Key != nil {
				target(n.Key)
			}
		case *php.Unset:
			for _, x := range n.Vars {
				target(x)
			}
		case *php.MethodCall:
			if isThis(n.Object) {
				b.opaqueCall(n, at)
			}
		case *php.Class:
			return false
		}
		return true
	})
}

func (b *builder) opaqueCall(call *php.MethodCall, at func(php.Node) *queue.Origin) {
	if property := setters[fold(call.Name.Name)]; property != "" {
		b.lose("qlint does not follow how the constructor sets $"+property, at(call), property)
		return
	}
	found, _ := b.code.classes.FindMethod(b.s.class, call.Name.Name)
	if found == nil || found.Decl.Body == nil {
		return
	}
	for _, name := range setIn(found.Decl.Body) {
		b.lose("qlint does not follow how "+found.Decl.Name.Name+"() sets $"+name, at(call), name)
	}
}

// setIn lists the properties of $this that a body sets.
func setIn(body php.Node) []string {
	var names []string
	php.Walk(body, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Assign:
			if name, _ := ownProperty(n.Target); name != "" {
				names = append(names, name)
			}
		case *php.MethodCall:
			if property := setters[fold(n.Name.Name)]; property != "" && isThis(n.Object) {
				names = append(names, property)
			}
		case *php.Class:
			return false
		}
		return true
	})
	return names
}

// unwind takes a chain of method calls apart: what it starts from, and the calls in the order in which they run.
func unwind(e php.Expr) (root php.Expr, calls []*php.MethodCall) {
	for {
		call, ok := e.(*php.MethodCall)
		if !ok {
			break
		}
		calls = append(calls, call)
		e = call.Object
	}
	for i, j := 0, len(calls)-1; i < j; i, j = i+1, j-1 {
		calls[i], calls[j] = calls[j], calls[i]
	}
	return e, calls
}
