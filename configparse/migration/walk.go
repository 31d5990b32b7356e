package migration

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// Bounds of what is followed of one application's migrations.
const (
	maxSteps = 3_000 // statements of one migration, each as often as it runs
	maxDepth = 40    // nested blocks and calls
	maxLoop  = 200   // rounds of one loop
)

// migrate follows up() of the migration in a file.
func (b *builder) migrate(u *phpeval.Unit) {
	b.unit, b.vars, b.maybe, b.connection, b.class, b.steps = u, map[string]phpeval.Value{}, "", "", nil, 0
	decl := migrationClass(u.Tree.Stmts, 0)
	if decl == nil {
		return
	}
	b.class = &phpeval.Class{Name: decl.Name.Name, Unit: u, Decl: decl}
	if p, ok := b.class.Property("connection"); ok && p.Default != nil {
		b.connection, _ = b.text(p.Default)
	}
	if len(u.Tree.Errors) > 0 || u.Tree.Cut {
		b.maybe = b.here() + " cannot be parsed as a whole"
		b.open(b.maybe)
	}
	up := decl.Method("up")
	if up.Body != nil {
		b.block(up.Body.Stmts)
	}
}

// migrationClass finds the class with an up() that a file declares or returns.
func migrationClass(list []php.Stmt, depth int) *php.Class {
	for _, s := range list {
		switch s := s.(type) {
		case *php.Namespace:
			if depth == 0 {
				if c := migrationClass(s.Stmts, depth+1); c != nil {
					return c
				}
			}
		case *php.Class:
			if s.Method("up") != nil {
				return s
			}
		case *php.Return:
			if n, ok := s.X.(*php.New); ok && n.Anon != nil && n.Anon.Method("up") != nil {
				return n.Anon
			}
		}
	}
	return nil
}

// flow says what comes after a statement.
type flow uint8

const (
	goesOn flow = iota
	mayEnd
	ends
)

// block follows statements in their order. What stands behind a return that may be taken runs under that condition.
func (b *builder) block(list []php.Stmt) flow {
	b.depth++
	defer func() { b.depth-- }()
	result := goesOn
	for _, s := range list {
		if b.steps++; b.steps > maxSteps || b.depth > maxDepth {
			b.openAll(b.here() + " is too long to follow")
			return mayEnd
		}
		switch b.stmt(s) {
		case ends:
			return ends
		case mayEnd:
			result = mayEnd
			if b.maybe == "" {
				b.maybe = b.here() + " returns early under a condition"
			}
		}
	}
	return result
}

func (b *builder) stmt(s php.Stmt) flow {
	switch s := s.(type) {
	case *php.Block:
		return b.block(s.Stmts)
	case *php.ExprStmt:
		if _, throws := s.X.(*php.Throw); throws {
			return ends
		}
		b.expr(s.X)
	case *php.Return:
		if s.X != nil {
			b.expr(s.X)
		}
		return ends
	case *php.Break, *php.Continue:
		return ends // of the round; the loops that hold it go on
	case *php.If:
		return b.branch(s)
	case *php.Foreach:
		b.foreach(s)
	case *php.Try:
		return b.try(s)
	case *php.While:
		b.under(b.here()+" loops", func() { b.stmt(s.Body) })
	case *php.DoWhile:
		b.stmt(s.Body)
	case *php.For:
		b.under(b.here()+" loops", func() { b.stmt(s.Body) })
	case *php.Switch:
		for i := range s.Cases {
			b.under(b.here()+" switches between several ways", func() { b.block(s.Cases[i].Stmts) })
		}
	case *php.ErrorStmt:
		b.openAll(b.here() + " cannot be parsed as a whole")
	}
	return goesOn
}

// under runs something that may not run.
func (b *builder) under(why string, run func()) {
	before := b.maybe
	if b.maybe == "" {
		b.maybe = why
	}
	run()
	b.maybe = before
}

// branch follows an if.
func (b *builder) branch(s *php.If) flow {
	conds := []php.Expr{s.Cond}
	bodies := []php.Stmt{s.Then}
	for i := range s.ElseIfs {
		conds, bodies = append(conds, s.ElseIfs[i].Cond), append(bodies, s.ElseIfs[i].Body)
	}
	var flows []flow
	for i, cond := range conds {
		switch b.condition(cond) {
		case yes:
			if len(flows) == 0 {
				return b.stmt(bodies[i])
			}
			b.under(b.whyIf(s), func() { flows = append(flows, b.stmt(bodies[i])) })
			return joined(flows)
		case no:
		default:
			b.under(b.whyIf(s), func() { flows = append(flows, b.stmt(bodies[i])) })
		}
	}
	switch {
	case s.Else != nil && len(flows) == 0:
		return b.stmt(s.Else)
	case s.Else != nil:
		b.under(b.whyIf(s), func() { flows = append(flows, b.stmt(s.Else)) })
	default:
		flows = append(flows, goesOn)
	}
	return joined(flows)
}

func (b *builder) whyIf(s *php.If) string {
	cond := strings.Join(strings.Fields(b.unit.Tree.Source(s.Cond)), " ")
	if len(cond) > 60 {
		cond = cond[:57] + "..."
	}
	return b.here() + " decides by " + strings.ToValidUTF8(cond, "")
}

// joined is what follows several ways of which one is taken.
func joined(flows []flow) flow {
	switch {
	case !slices.Contains(flows, goesOn) && !slices.Contains(flows, mayEnd):
		return ends
	case slices.Contains(flows, ends) || slices.Contains(flows, mayEnd):
		return mayEnd
	}
	return goesOn
}

// foreach repeats its body for a list that is known.
func (b *builder) foreach(s *php.Foreach) {
	list := b.eval(s.X)
	value, plain := s.Value.(*php.Var)
	if list.Kind != phpeval.Array || list.Array.Open != "" || !plain || len(list.Array.Entries) > maxLoop {
		b.forget(s.Value)
		b.forget(s.Key)
		b.under(b.here()+" loops over what is not known", func() { b.stmt(s.Body) })
		return
	}
	key, _ := s.Key.(*php.Var)
	for _, e := range list.Array.Entries {
		b.vars[value.Name] = e.Value
		if key != nil {
			b.vars[key.Name] = phpeval.Value{Kind: phpeval.String, Str: e.Key.String()}
		}
		before := b.maybe
		b.stmt(s.Body)
		b.maybe = before
	}
	b.forget(s.Value)
	b.forget(s.Key)
}

func (b *builder) forget(e php.Expr) {
	if v, ok := e.(*php.Var); ok {
		delete(b.vars, v.Name)
	}
}

// try follows a block that may stop half-way, and what catches it.
func (b *builder) try(s *php.Try) flow {
	result := goesOn
	if len(s.Catches) == 0 {
		result = b.block(stmts(s.Body))
	} else {
		b.under(b.here()+" goes on after an error", func() {
			b.block(stmts(s.Body))
			for i := range s.Catches {
				b.block(stmts(s.Catches[i].Body))
			}
		})
	}
	b.block(stmts(s.Finally))
	return result
}

// scope is where expressions of the migration stand.
func (b *builder) scope() phpeval.Scope {
	return phpeval.Scope{Unit: b.unit, Class: b.class, Vars: b.vars}
}

func (b *builder) eval(e php.Expr) phpeval.Value {
	if s, ok := e.(*php.String); ok {
		return phpeval.Value{Kind: phpeval.String, Str: s.Value()}
	}
	if p, ok := e.(*php.Prop); ok && isThis(p.Object) && p.Dyn == nil {
		if byDefault := b.ownProperty(p.Name.Name); byDefault != nil {
			e = byDefault
		}
	}
	return b.world.Expr(e, b.scope())
}

// ownProperty is the default of a property that the migration declares and never assigns, nil for others. The schema builder takes no
// argument by reference.
func (b *builder) ownProperty(name string) php.Expr {
	property, ok := b.class.Property(name)
	if !ok || property.Default == nil || property.Hooked {
		return nil
	}
	assigned := false
	php.Walk(b.class.Decl, func(n php.Node) bool {
		if a, ok := n.(*php.Assign); ok {
			target := a.Target
			for {
				index, ok := target.(*php.Index)
				if !ok {
					break
				}
				target = index.Base
			}
			p, ok := target.(*php.Prop)
			assigned = assigned || ok && (p.Name.Name == name || p.Dyn != nil)
		}
		return !assigned
	})
	if assigned {
		return nil
	}
	return property.Default
}

// text is an expression that is a known text.
func (b *builder) text(e php.Expr) (string, bool) {
	if v := b.eval(e); v.Kind == phpeval.String {
		return v.Str, true
	}
	return "", false
}

// texts are a text, or a list of texts.
func (b *builder) texts(e php.Expr) ([]string, bool) {
	switch v := b.eval(e); {
	case v.Kind == phpeval.String:
		return []string{v.Str}, true
	case v.Kind == phpeval.Array && v.Array.Open == "":
		var out []string
		for _, x := range v.Array.Entries {
			if x.Value.Kind != phpeval.String {
				return nil, false
			}
			out = append(out, x.Value.Str)
		}
		return out, true
	}
	return nil, false
}

// stmts are the statements of a block, none where it could not be parsed.
func stmts(b *php.Block) []php.Stmt {
	if b == nil {
		return nil
	}
	return b.Stmts
}
