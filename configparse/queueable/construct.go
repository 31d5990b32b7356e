package queueable

import (
	"maps"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Bounds of following a constructor; real ones call one or two methods.
const (
	maxNested     = 8
	maxStatements = 2_000
)

// construct follows the constructor and returns the properties that it leaves otherwise than they are declared.
func (r *reader) construct() map[string]property {
	b := &builder{reader: r, values: map[string]phpeval.Value{}, changed: map[string]bool{}}
	found, outside := r.code.classes.FindMethod(r.s.class, "__construct")
	switch {
	case outside != "":
		b.loseRouting("the constructor of " + outside + " is not part of the repository")
	case found != nil && found.Decl.Body != nil && maySet(found.Decl):
		b.enter(found.Decl, found.In, r.selfOf(found.In, found.Self), r.arguments(found))
	}
	out := map[string]property{}
	for name := range b.changed {
		p := r.fresh(name)
		if p.hidden == "" || p.hidden == "not initialised" {
			p.value, p.changed, p.hidden = b.value(name), true, ""
			out[name] = p
		}
	}
	return out
}

// maySet says that a constructor sets a knob, or calls something of its class that may.
func maySet(m *php.Method) bool {
	for _, p := range m.Params {
		if p.Promoted() && knobProperties[p.Name.Name] {
			return true
		}
	}
	may := false
	php.Walk(m.Body, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Prop:
			may = may || isThis(n.Object) && (n.Dyn != nil || knobProperties[n.Name.Name])
		case *php.MethodCall:
			may = may || isThis(n.Object)
		case *php.StaticCall:
			may = true
		}
		return !may
	})
	return may
}

// builder follows the statements of a constructor.
type builder struct {
	*reader
	values  map[string]phpeval.Value // of assigned properties
	changed map[string]bool
	// ends are the states at the returns of the method that is followed.
	ends       []map[string]phpeval.Value
	scope      phpeval.Scope
	nested     int
	statements int
}

// value is a property's current value.
func (b *builder) value(name string) phpeval.Value {
	if v, ok := b.values[name]; ok {
		return v
	}
	return b.fresh(name).value
}

func (b *builder) set(name string, v phpeval.Value) {
	if knobProperties[name] {
		b.values[name] = v
		b.changed[name] = true
	}
}

// lose makes properties unknown.
func (b *builder) lose(why string, at *queue.Origin, names ...string) {
	for _, name := range names {
		b.set(name, unknown(why, at))
	}
}

func (b *builder) loseRouting(why string) { b.lose(why, nil, "connection", "queue", "broadcastQueue") }

func (b *builder) loseAll(why string, at *queue.Origin) {
	for name := range knobProperties {
		b.lose(why, at, name)
	}
}

// enter follows the body of a method.
func (b *builder) enter(m *php.Method, in, self *phpeval.Class, vars map[string]phpeval.Value) {
	if b.nested++; b.nested > maxNested {
		b.loseAll("the constructor calls too deep to be followed", nil)
		b.nested--
		return
	}
	scope, ends := b.scope, b.ends
	b.scope = phpeval.Scope{Unit: in.Unit, Class: self, This: b.s.class, Vars: vars}
	b.ends = nil
	for _, p := range m.Params {
		if p.Promoted() {
			b.set(p.Name.Name, b.promoted(p, vars[p.Name.Name]))
		}
	}
	if ended := b.block(m.Body.Stmts); !ended {
		b.ends = append(b.ends, b.values)
	}
	if len(b.ends) > 0 {
		b.values = b.merge(b.ends)
	}
	b.scope, b.ends = scope, ends
	b.nested--
}

// promoted is the value of a parameter that is a property too.
func (b *builder) promoted(p *php.Param, v phpeval.Value) phpeval.Value {
	u := b.scope.Unit
	return reorigin(v, func(one phpeval.Value) *queue.Origin {
		if one.Origin != nil && one.Origin.Via == queue.ViaLiteral && p.Default != nil {
			return step(queue.ViaConstructor, u, p.Default, "the parameter "+excerpt(u, p), one)
		}
		return one.Origin
	})
}

// merge joins the states of several ways through the code.
func (b *builder) merge(states []map[string]phpeval.Value) map[string]phpeval.Value {
	if len(states) == 1 {
		return states[0]
	}
	out := map[string]phpeval.Value{}
	for name := range b.changed {
		values := make([]phpeval.Value, len(states))
		for i, s := range states {
			v, ok := s[name]
			if !ok {
				v = b.fresh(name).value
			}
			values[i] = v
		}
		out[name] = phpeval.Alternatives(values...)
	}
	return out
}

// block follows statements and says that none of the ways through them reaches their end.
func (b *builder) block(list []php.Stmt) (ended bool) {
	for _, s := range list {
		if b.statements++; b.statements > maxStatements {
			b.loseAll("the constructor is too long to be followed", nil)
			return false
		}
		if b.stmt(s) {
			return true
		}
	}
	return false
}

func (b *builder) stmt(s php.Stmt) (ended bool) {
	switch s := s.(type) {
	case *php.ExprStmt:
		switch s.X.(type) {
		case *php.Throw, *php.Exit:
			return true
		}
		b.effect(s.X)
	case *php.Return:
		if s.X != nil {
			b.effect(s.X)
		}
		b.ends = append(b.ends, b.values)
		return true
	case *php.Block:
		return b.block(s.Stmts)
	case *php.If:
		return b.branches(s)
	case *php.Nop, *php.Echo, *php.InlineHTML, *php.Label:
	default:
		b.opaque(s)
	}
	return false
}

// branches follows each branch of an if that may be taken.
func (b *builder) branches(s *php.If) (ended bool) {
	type branch struct {
		cond php.Expr
		body php.Stmt
	}
	all := []branch{{s.Cond, s.Then}}
	for i := range s.ElseIfs {
		all = append(all, branch{s.ElseIfs[i].Cond, s.ElseIfs[i].Body})
	}
	before, vars := b.values, b.scope.Vars
	var alive []map[string]phpeval.Value
	assigned := map[string]bool{}
	run := func(body php.Stmt) {
		b.values, b.scope.Vars = maps.Clone(before), maps.Clone(vars)
		if body == nil || !b.stmt(body) {
			alive = append(alive, b.values)
		}
		if body != nil {
			localsAssigned(body, assigned)
		}
	}
	certain := false
	for _, x := range all {
		b.opaque(x.cond)
		before = b.values
		v := b.eval(x.cond)
		truth, known := v.AsBool().Get()
		if known && !truth {
			continue
		}
		run(x.body)
		if known {
			certain = true
			break
		}
		b.values = before
	}
	if !certain {
		run(s.Else)
	}
	b.scope.Vars = vars
	for name := range assigned {
		delete(b.scope.Vars, name)
	}
	if len(alive) == 0 {
		return true
	}
	b.values = b.merge(alive)
	return false
}

// localsAssigned collects the local variables that code assigns.
func localsAssigned(code php.Node, into map[string]bool) {
	php.Walk(code, func(n php.Node) bool {
		if a, ok := n.(*php.Assign); ok {
			if v, ok := a.Target.(*php.Var); ok {
				into[v.Name] = true
			}
		}
		return true
	})
}

func (b *builder) eval(e php.Expr) phpeval.Value { return b.w.Expr(e, b.scope) }

// assigned evaluates what is assigned to a property in the constructor.
func (b *builder) assigned(e php.Expr, text string) phpeval.Value {
	in := b.scope
	return reorigin(b.w.Expr(e, in), func(one phpeval.Value) *queue.Origin {
		o := step(queue.ViaConstructor, in.Unit, e, text, one)
		if in.Class != b.s.class {
			return b.inherited(o, in.Class)
		}
		return o
	})
}

// arguments are the values of a constructor's parameters: what the places that create the class pass, or the default.
func (r *reader) arguments(found *phpeval.Member[*php.Method]) map[string]phpeval.Value {
	vars := map[string]phpeval.Value{}
	names := make([]string, len(found.Decl.Params))
	for i, p := range found.Decl.Params {
		names[i] = p.Name.Name
	}
	passed := make([]map[string]phpeval.Value, len(r.s.creations))
	for i, c := range r.s.creations {
		args := c.args
		args.List = args.List[min(c.skip, len(args.List)):]
		passed[i] = r.w.Args(&args, c.in.eval(), names...)
	}
	for _, p := range found.Decl.Params {
		name := p.Name.Name
		switch {
		case p.Variadic || p.ByRef:
			continue
		case r.s.untraced || len(passed) == 0 || r.s.kinds[0] != queue.PlainJob:
			vars[name] = unknown("$"+name+" is an argument of the constructor", nil)
			continue
		}
		values := make([]phpeval.Value, len(passed))
		for i, args := range passed {
			v, ok := args[name]
			switch {
			case ok:
				values[i] = r.atCreation(v, r.s.creations[i])
			case p.Default == nil:
				values[i] = unknown("$"+name+" is an argument of the constructor", nil)
			default:
				values[i] = r.w.Expr(p.Default, phpeval.Scope{Unit: found.In.Unit, Class: r.selfOf(found.In, found.Self), This: r.s.class})
			}
		}
		vars[name] = phpeval.Alternatives(values...)
	}
	return vars
}

// atCreation adds the step that a value is passed where the job is made.
func (r *reader) atCreation(v phpeval.Value, c creation) phpeval.Value {
	return reorigin(v, func(one phpeval.Value) *queue.Origin {
		return step(queue.ViaDispatch, c.in.unit, c.at, excerpt(c.in.unit, c.at), one)
	})
}
