package migration

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// expr follows an expression for what it does to the schema.
func (b *builder) expr(e php.Expr) {
	switch e := e.(type) {
	case *php.Assign:
		b.assign(e)
	case *php.StaticCall:
		switch {
		case b.isSchema(e.Class):
			b.schemaCall(e.Name.Name, e.Args.List, b.unit.Span(e))
		case b.isDatabase(e.Class):
			b.databaseCall(e.Name.Name, e.Args.List)
		case isSelf(e.Class):
			b.ownMethod(e.Name.Name, e.Args.List)
		default:
			b.search(e)
		}
	case *php.MethodCall:
		b.methodCall(e)
	case *php.Unary:
		b.expr(e.X)
	default:
		b.search(e)
	}
}

// assign keeps the value of a local variable.
func (b *builder) assign(e *php.Assign) {
	target, ok := e.Target.(*php.Var)
	if !ok {
		b.expr(e.Value)
		return
	}
	v := b.eval(e.Value)
	if e.Op != php.OpNone || e.Ref || v.Kind == phpeval.Unknown || b.maybe != "" {
		delete(b.vars, target.Name)
	} else {
		b.vars[target.Name] = v
	}
	b.expr(e.Value)
}

// search looks for changes of the schema in an expression that is not followed: each may happen or not.
func (b *builder) search(e php.Expr) {
	b.handsOver(e)
	php.Walk(e, func(n php.Node) bool {
		if n == php.Node(e) {
			return true
		}
		switch n := n.(type) {
		case *php.StaticCall:
			if b.isSchema(n.Class) || b.isDatabase(n.Class) || isSelf(n.Class) {
				b.under(b.here()+" decides while it runs", func() { b.nested(n) })
				return false
			}
		case *php.MethodCall:
			if b.isBuilder(n.Object) || isThis(n.Object) || b.blue != nil && b.blue.owns(n) {
				b.under(b.here()+" decides while it runs", func() { b.nested(n) })
				return false
			}
		}
		return true
	})
}

// nested follows an expression below another, as deep as blocks may be.
func (b *builder) nested(e php.Expr) {
	if b.depth++; b.depth < maxDepth {
		b.expr(e)
	}
	b.depth--
}

func isThis(e php.Expr) bool {
	v, ok := e.(*php.Var)
	return ok && v.Name == "this"
}

func isSelf(e php.Expr) bool {
	n, ok := e.(*php.Name)
	return ok && (strings.EqualFold(n.Text, "self") || strings.EqualFold(n.Text, "static"))
}

// isSchema says that a class is the facade of the schema builder.
func (b *builder) isSchema(e php.Expr) bool { return b.facade(e, "Schema") }

func (b *builder) isDatabase(e php.Expr) bool { return b.facade(e, "DB") }

func (b *builder) facade(e php.Expr, short string) bool {
	name, ok := b.unit.Names().ClassExpr(e)
	return ok && name[strings.LastIndexByte(name, '\\')+1:] == short
}

// isBuilder says that an expression is a schema builder: Schema::connection('x'), $this->schema, $schema, Capsule::schema().
func (b *builder) isBuilder(e php.Expr) bool {
	switch e := e.(type) {
	case *php.StaticCall:
		return b.isSchema(e.Class) && strings.EqualFold(e.Name.Name, "connection") || strings.EqualFold(e.Name.Name, "schema")
	case *php.MethodCall:
		return strings.EqualFold(e.Name.Name, "getSchemaBuilder") || strings.EqualFold(e.Name.Name, "schema") || b.isBuilder(e.Object) && strings.EqualFold(e.Name.Name, "connection")
	case *php.Prop:
		return strings.EqualFold(e.Name.Name, "schema")
	case *php.Var:
		return strings.EqualFold(e.Name, "schema")
	}
	return false
}

func (b *builder) methodCall(e *php.MethodCall) {
	switch {
	case b.blue != nil && b.blue.owns(e):
		b.blue.chain(e)
	case b.isBuilder(e.Object):
		before := b.connection
		b.connection = b.builderConnection(e.Object)
		b.schemaCall(e.Name.Name, e.Args.List, b.unit.Span(e))
		b.connection = before
	case isThis(e.Object):
		b.ownMethod(e.Name.Name, e.Args.List)
	case b.isConnection(e.Object):
		b.databaseCall(e.Name.Name, e.Args.List)
	default:
		b.search(e)
	}
}

// builderConnection is the connection of Schema::connection('x').
func (b *builder) builderConnection(e php.Expr) string {
	if call, ok := e.(*php.StaticCall); ok && strings.EqualFold(call.Name.Name, "connection") && len(call.Args.List) == 1 {
		if name, known := b.text(call.Args.List[0].Value); known {
			return name
		}
	}
	return b.connection
}

// isConnection says that an expression is a database connection: DB::connection('x'), Schema::getConnection().
func (b *builder) isConnection(e php.Expr) bool {
	switch e := e.(type) {
	case *php.StaticCall:
		return b.isDatabase(e.Class) && strings.EqualFold(e.Name.Name, "connection") || b.isSchema(e.Class) && strings.EqualFold(e.Name.Name, "getConnection")
	case *php.MethodCall:
		return strings.EqualFold(e.Name.Name, "getConnection")
	}
	return false
}

// ownMethod follows another method of the migration.
func (b *builder) ownMethod(name string, args []php.Arg) {
	m := b.class.Decl.Method(name)
	if m == nil || m.Body == nil {
		if len(b.class.Traits()) > 0 || b.class.Parent() != "" && !strings.HasSuffix(b.class.Parent(), `\Migration`) && !strings.HasPrefix(b.class.Parent(), `Laravel\`) {
			b.open(b.here() + " calls " + name + "(), which is not followed")
			if b.blue.passed(nil, args) != nil {
				openTable(b.blue.table, b.here()+" calls "+name+"(), which is not followed")
			}
		}
		return
	}
	if slices.Contains(b.calling, m) {
		return
	}
	b.calling = append(b.calling, m)
	defer func() { b.calling = b.calling[:len(b.calling)-1] }()
	inside := map[string]phpeval.Value{}
	for i, p := range m.Params {
		if i < len(args) && !args[i].Spread && args[i].Name == "" {
			if v := b.eval(args[i].Value); v.Kind != phpeval.Unknown {
				inside[p.Name.Name] = v
			}
		}
	}
	vars, before, blue := b.vars, b.maybe, b.blue
	b.vars, b.blue = inside, b.blue.passed(m.Params, args)
	b.block(m.Body.Stmts)
	b.vars, b.maybe, b.blue = vars, before, blue
}

// schemaCall is a call of the schema builder (Laravel: Database/Schema/Builder.php).
func (b *builder) schemaCall(method string, args []php.Arg, at source.Span) {
	switch strings.ToLower(method) {
	case "create", "table":
		b.tableCall(strings.EqualFold(method, "create"), args, at)
	case "drop", "dropifexists":
		if name, ok := b.argument(args, 0); ok {
			b.drop(name)
		} else {
			b.loseTables("drops")
		}
	case "rename":
		from, ok := b.argument(args, 0)
		to, known := b.argument(args, 1)
		if !ok || !known {
			b.openAll(b.here() + " renames a table whose name is not known")
			return
		}
		b.rename(from, to, at)
	case "dropcolumns":
		if name, ok := b.argument(args, 0); ok && len(args) > 1 {
			(&blueprint{builder: b, table: b.table(name, at)}).dropColumns(args[1:])
		}
	case "dropalltables":
		for _, t := range b.schema.Tables {
			t.Maybe = b.here() + " drops every table"
		}
	case "withoutforeignkeyconstraints":
		b.closures(args)
	}
}

// loseTables says that any table may be gone.
func (b *builder) loseTables(verb string) {
	why := b.here() + " " + verb + " a table whose name is not known"
	for _, t := range b.schema.Tables {
		t.Maybe = why
	}
}

// argument is an argument that is a known text.
func (b *builder) argument(args []php.Arg, i int) (string, bool) {
	if i >= len(args) || args[i].Spread {
		return "", false
	}
	return b.text(args[i].Value)
}

// closures runs the bodies of functions that are handed over and called once.
func (b *builder) closures(args []php.Arg) {
	for i := range args {
		switch f := args[i].Value.(type) {
		case *php.Closure:
			before := b.maybe
			b.block(stmts(f.Body))
			b.maybe = before
		case *php.ArrowFn:
			b.nested(f.Body)
		}
	}
}

// databaseCall is a call of the DB facade or a connection.
func (b *builder) databaseCall(method string, args []php.Arg) {
	switch strings.ToLower(method) {
	case "statement", "unprepared":
		if len(args) > 0 {
			b.statement(args[0].Value)
		}
	case "transaction":
		b.closures(args)
	}
}

// tableCall is Schema::create and Schema::table.
func (b *builder) tableCall(create bool, args []php.Arg, at source.Span) {
	name, ok := b.argument(args, 0)
	switch {
	case !ok && create:
		b.open(b.here() + " creates a table whose name is not known")
		return
	case !ok:
		b.openAll(b.here() + " changes a table whose name is not known")
		return
	case len(args) < 2:
		return
	}
	before := b.maybe
	var t *queue.Table
	if create {
		t = b.create(name, at)
		if t.Maybe != "" && t.Maybe == b.maybe {
			b.maybe = "" // where the table is, its columns are too
		}
	} else {
		t = b.table(name, at)
	}
	switch f := args[1].Value.(type) {
	case *php.Closure:
		b.describe(t, f.Params, stmts(f.Body))
	case *php.ArrowFn:
		b.describe(t, f.Params, []php.Stmt{&php.ExprStmt{Loc: f.Loc, X: f.Body}})
	default:
		openTable(t, b.here()+" hands the table to code that is not followed")
	}
	b.maybe = before
}
