package queueable

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// database is a connection that code opens transactions on: the default one, one that is named, or one that is not known.
type database struct {
	name    php.Expr // nil for the default connection
	unknown bool
}

// databaseTypes are the framework's types whose objects open transactions on the default connection, folded.
var databaseTypes = map[string]bool{
	`illuminate\database\connectioninterface`: true, `illuminate\database\connection`: true, `illuminate\database\databasemanager`: true,
	`illuminate\database\connectionresolverinterface`: true,
}

// databaseOf says that a call is made on a database connection: on the facade DB, on an object whose declared type is one of the
// framework's, on what getConnection() of a model gives.
func (c *Code) databaseOf(root php.Expr, calls []*php.MethodCall, s *scope) (database, bool) {
	switch root := root.(type) {
	case *php.StaticCall:
		class, ok := s.unit.Names().ClassExpr(root.Class)
		if ok && isFacade(class, "db") {
			return connectionNamed(&root.Args), len(calls) == 0 && fold(root.Name.Name) == "connection"
		}
	case *php.Call:
		if name := function(root); (name == "app" || name == "resolve") && len(root.Args.List) == 1 && databaseService(root.Args.List[0].Value, s) {
			return connectionCall(calls)
		}
	case *php.Var:
		if databaseTypes[s.typeOf(root.Name)] && len(s.assigned[root.Name]) == 0 {
			return connectionCall(calls)
		}
	case *php.Prop:
		if c.databaseProperty(root, s) {
			return connectionCall(calls)
		}
	}
	// getConnection() is a model's.
	return database{unknown: true}, len(calls) > 0 && fold(calls[len(calls)-1].Name.Name) == "getconnection"
}

// databaseProperty says that $this->name is declared as one of the framework's database types.
func (c *Code) databaseProperty(p *php.Prop, s *scope) bool {
	if !isThis(p.Object) || s.class == nil || p.Dyn != nil {
		return false
	}
	found, _ := c.classes.FindProperty(s.class, p.Name.Name)
	if found == nil {
		return false
	}
	t := found.Decl.Type
	if n, ok := t.(*php.NullableType); ok {
		t = n.Type
	}
	n, ok := t.(*php.Name)
	return ok && databaseTypes[fold(found.In.Unit.Names().Class(n))]
}

// databaseService says that app() is asked for the database.
func databaseService(e php.Expr, s *scope) bool {
	switch e := e.(type) {
	case *php.String:
		return e.Value() == "db" || e.Value() == "db.connection"
	case *php.ClassConstFetch:
		class, ok := s.unit.Names().ClassExpr(e.Class)
		return ok && databaseTypes[fold(class)]
	}
	return false
}

// connectionCall follows ->connection('x') of a database manager.
func connectionCall(calls []*php.MethodCall) (database, bool) {
	switch {
	case len(calls) == 0:
		return database{}, true
	case len(calls) == 1 && fold(calls[0].Name.Name) == "connection":
		return connectionNamed(&calls[0].Args), true
	}
	return database{}, false
}

// connectionNamed is the connection that the one argument names; without one the default.
func connectionNamed(args *php.Args) database {
	switch {
	case len(args.List) == 0:
		return database{}
	case len(args.List) == 1 && !args.List[0].Spread:
		return database{name: args.List[0].Value}
	}
	return database{unknown: true}
}

// databaseCall is a call of a method of a database connection: its name, folded, and the connection; "" for any other call.
func (c *Code) databaseCall(e php.Expr, s *scope) (method string, on database) {
	switch call := e.(type) {
	case *php.StaticCall:
		if class, ok := s.unit.Names().ClassExpr(call.Class); ok && isFacade(class, "db") {
			return fold(call.Name.Name), database{}
		}
	case *php.MethodCall:
		switch name := fold(call.Name.Name); name {
		case "transaction", "begintransaction", "commit", "rollback", "aftercommit":
			root, calls := unwind(call.Object)
			if on, ok := c.databaseOf(root, calls, s); ok {
				return name, on
			}
		}
	}
	return "", database{}
}

// resolve is the name of a database connection in a world: that of database.default for the default one.
func (d database) resolve(w *phpeval.World, s *scope) phpeval.Value {
	switch {
	case d.unknown:
		return phpeval.Value{Why: "the connection is a model's"}
	case d.name != nil:
		if v := s.evaluate(w, d.name, 0); !v.IsNull() {
			return v
		}
	}
	return w.ConfigValue("database.default")
}
