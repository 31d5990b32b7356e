package effects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/configparse/sql"
)

// queryResult tells the types by which a call is known to run SQL, whatever interface it goes through.
func queryResult(sig *types.Signature) (ok, postgres bool) {
	for i := range sig.Results().Len() {
		id, _, name := library.Type(sig.Results().At(i).Type())
		switch id {
		case library.SQL:
			if name == "Rows" || name == "Row" || name == "Result" || name == "Stmt" {
				return true, false
			}
		case library.SQLX:
			if name == "Rows" || name == "Row" || name == "Stmt" || name == "NamedStmt" {
				return true, false
			}
		case library.PGX, library.Gue:
			if name == "Rows" || name == "Row" || name == "CommandTag" {
				return true, true
			}
		}
	}
	return false, false
}

// destination tells the calls of sqlx and scany that read into a variable: (dest, query, args).
func destination(fn *types.Func) bool {
	id, _ := library.OfPackage(fn.Pkg())
	if id == library.SQLX {
		switch fn.Name() {
		case "Get", "GetContext", "Select", "SelectContext":
			return true
		}
	}
	return false
}

// statement reads a call that runs SQL text.
func (a *analysisState) statement(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	c := call.Common()
	sig := c.Signature()
	runs, postgres := queryResult(sig)
	if fn != nil && fn.Name() == "Queue" && isLibrary(fn, library.PGX) { // pgx.Batch
		runs, postgres = true, true
	}
	if fn != nil && isLibrary(fn, library.PGX) && fn.Name() == "CopyFrom" {
		return a.copyFrom(call)
	}
	if !runs && (fn == nil || !destination(fn)) {
		return nil, false
	}
	args := flow.Args(c)
	at := textArg(args)
	if at < 0 {
		return nil, false
	}
	text, ok := flow.String(args[at])
	if !ok {
		return nil, false
	}
	dialect := sql.Generic
	if postgres {
		dialect = sql.Postgres
	}
	statements := sql.Parse(text, dialect)
	site := &Site{Call: call, Own: true}
	values := bindings(args[at+1:])
	prepared := fn != nil && strings.HasPrefix(fn.Name(), "Prepare")
	for _, st := range withInner(statements) {
		e, bound := fromStatement(st, values)
		if e.Kind == None {
			continue
		}
		e.Postgres, e.Fails = postgres, true
		e.Scope, e.Param = scopeOf(handle(c, args[:at]))
		if prepared {
			e.Scope, e.ForUpdate = UnknownScope, false
		}
		if slices.ContainsFunc(statements, func(s sql.Statement) bool { return s.Verb == "BEGIN" || s.Verb == "START" }) {
			e.Scope = Tx
		}
		a.freshen(&e, bound)
		site.Effects, site.Bound = append(site.Effects, e), append(site.Bound, bound...)
	}
	return site, len(site.Effects) > 0
}

// withInner gives each statement behind those in its WITH clause that write, which are what it does first.
func withInner(list []sql.Statement) []sql.Statement {
	var out []sql.Statement
	for _, st := range list {
		out = append(append(out, st.Inner...), st)
	}
	return out
}

// handle gives what a statement runs on: the receiver, or the argument of sqlx.Get(q, dest, query).
func handle(c *ssa.CallCommon, before []ssa.Value) ssa.Value {
	if r := flow.Receiver(c); r != nil {
		return r
	}
	for _, v := range before {
		if !library.IsContext(v.Type()) {
			return v
		}
	}
	return nil
}

// textArg is the place of the first string argument, -1 without one.
func textArg(args []ssa.Value) int {
	return slices.IndexFunc(args, func(v ssa.Value) bool {
		b, ok := v.Type().Underlying().(*types.Basic)
		return ok && b.Kind() == types.String
	})
}

// bindings gives the values of the placeholders.
func bindings(rest []ssa.Value) []ssa.Value {
	if len(rest) == 1 {
		if list, ok := flow.Elements(rest[0]); ok {
			return list
		}
	}
	return nil
}

// fromStatement gives what one statement does.
func fromStatement(st sql.Statement, values []ssa.Value) (Effect, []Bound) {
	e := Effect{Store: "sql", Table: tableName(st.Table), Narrow: st.Conditions > 0}
	var bound []Bound
	bind := func(column string, o sql.Operand, check bool) {
		if o.Param > 0 && o.Param <= len(values) && values[o.Param-1] != nil {
			bound = append(bound, Bound{strings.ToLower(column), values[o.Param-1], check})
		}
	}
	for _, c := range st.Equal {
		e.Where = append(e.Where, strings.ToLower(c.Column))
		bind(c.Column, c.Value, true)
	}
	for i, c := range st.Columns {
		e.Columns = append(e.Columns, strings.ToLower(c))
		if i < len(st.Values) {
			bind(c, st.Values[i], false)
		}
	}
	for _, s := range st.Sets {
		if st.Verb == "UPDATE" {
			e.Columns = append(e.Columns, strings.ToLower(s.Column))
		}
		if st.Verb == "UPDATE" && isStatus(s.Column) && s.Value.Literal {
			e.Status = s.Value.Text
		}
		if s.Relative && e.Relative == "" {
			e.Relative = strings.ToLower(s.Column)
		}
		bind(s.Column, s.Value, false)
	}
	switch st.Verb {
	case "SELECT", "TABLE":
		e.Kind, e.What = Read, "SELECT FROM "+e.Table
		if st.Lock.Kind == "advisory" {
			e.Kind, e.What = Lock, st.Lock.Function
		} else if st.Lock.Rows() {
			e.Kind, e.What = LockRead, strings.ToUpper(strings.ReplaceAll(st.Lock.Kind, "-", " "))
		}
		e.ForUpdate = st.Lock.TransactionScoped() && !st.Writes
	case "INSERT", "REPLACE":
		e.Kind, e.What = Insert, st.Verb+" INTO "+e.Table
		if st.Conflict.Handles() {
			e.Kind, e.Handled = Upsert, true
			e.Nothing = st.Conflict.Kind == sql.DoNothing || st.Conflict.Kind == sql.Ignore || st.Conflict.Kind == sql.OrIgnore
			for _, t := range st.Conflict.Target {
				e.Target = append(e.Target, strings.ToLower(t))
			}
		} else if st.NotExists && tableName(st.NotIn) == e.Table && e.Table != "" {
			e.Kind, e.What = FindOrCreate, "INSERT INTO "+e.Table+" … WHERE NOT EXISTS"
		}
	case "MERGE":
		e.Kind, e.What = Insert, "MERGE INTO "+e.Table
	case "UPDATE":
		e.Kind, e.What = Update, "UPDATE "+e.Table
	case "DELETE":
		e.Kind, e.What = Delete, "DELETE FROM "+e.Table
	case "LOCK":
		e.Kind, e.What = Lock, "LOCK TABLE "+e.Table
	default:
		return Effect{}, nil
	}
	return e, bound
}

func tableName(name string) string {
	if name == sql.Templated {
		return ""
	}
	return strings.ToLower(name)
}

// copyFrom reads pgx's CopyFrom(ctx, pgx.Identifier{"t"}, …): an insert without conflict handling.
func (a *analysisState) copyFrom(call ssa.CallInstruction) (*Site, bool) {
	args := flow.Args(call.Common())
	if len(args) < 2 {
		return nil, false
	}
	e := Effect{Kind: Insert, Store: "sql", What: "COPY", Postgres: true, Fails: true}
	if parts, ok := flow.Elements(flow.Origin(args[1])); ok && len(parts) > 0 && parts[len(parts)-1] != nil {
		if name, ok := flow.String(parts[len(parts)-1]); ok {
			e.Table, e.What = strings.ToLower(name), "COPY "+name
		}
	}
	e.Scope, e.Param = scopeOf(flow.Receiver(call.Common()))
	return &Site{Call: call, Effects: one(e), Own: true}, true
}

func isLibrary(fn *types.Func, ids ...library.ID) bool {
	id, _ := library.OfPackage(fn.Pkg())
	return slices.Contains(ids, id)
}
