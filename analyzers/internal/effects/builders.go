package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/configparse/sql"
)

// isEntPackage tells a package that ent generated: it imports ent itself and has a Client.
func isEntPackage(p *types.Package) bool {
	if p == nil || p.Scope().Lookup("Client") == nil {
		return false
	}
	for _, i := range p.Imports() {
		if i.Path() == "entgo.io/ent" || i.Path() == "entgo.io/ent/dialect" {
			return true
		}
	}
	return false
}

// ent reads the finishers of generated builders: client.User.Create()….Save(ctx).
func (a *analysisState) ent(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	r := flow.Receiver(call.Common())
	if r == nil || !isEntPackage(fn.Pkg()) {
		return nil, false
	}
	n := library.Named(r.Type())
	if n == nil {
		return nil, false
	}
	builder, name := n.Obj().Name(), strings.TrimSuffix(fn.Name(), "X")
	e := Effect{Store: "sql", Fails: !strings.HasSuffix(fn.Name(), "X")}
	entity := ""
	for _, form := range []struct {
		suffix string
		kind   Kind
	}{{"UpsertOne", Upsert}, {"UpsertBulk", Upsert}, {"CreateBulk", Insert}, {"Create", Insert}, {"UpdateOne", Update}, {"Update", Update}, {"DeleteOne", Delete}, {"Delete", Delete}, {"Query", Read}} {
		if s, ok := strings.CutSuffix(builder, form.suffix); ok && s != "" {
			entity, e.Kind = s, form.kind
			break
		}
	}
	if entity == "" || !entFinisher(e.Kind, name) {
		return nil, false
	}
	e.Table = Plural(Snake(entity))
	e.Keys, e.Declared = a.entKeys(fn.Pkg(), e.Table)
	site := &Site{Call: call, Own: true}
	links, root := chain(r)
	e.Scope, e.Param = scopeOf(root)
	for _, l := range links {
		args := flow.Args(l.call)
		switch {
		case l.name == "ForUpdate" || l.name == "ForShare":
			e.Kind, e.ForUpdate = LockRead, true
		case strings.HasPrefix(l.name, "Add") && e.Kind == Update && len(args) == 1 && isNumber(args[0].Type()):
			e.Relative = Snake(strings.TrimPrefix(l.name, "Add"))
			e.Columns = append(e.Columns, e.Relative)
		case strings.HasPrefix(l.name, "Set") && len(args) == 1:
			b := Bound{Snake(strings.TrimPrefix(l.name, "Set")), args[0], false}
			e.Columns, site.Bound = append(e.Columns, b.Column), append(site.Bound, b)
		case l.name == "Where":
			entWhere(&e, args)
		}
	}
	e.Handled = e.Kind == Upsert
	a.freshen(&e, site.Bound)
	e.What = "ent " + builder + "." + name
	site.Effects = one(e)
	return site, true
}

func entFinisher(k Kind, name string) bool {
	if k == Read {
		switch name {
		case "Only", "OnlyID", "First", "FirstID", "Exist", "Count", "All", "IDs":
			return true
		}
		return false
	}
	return name == "Save" || name == "Exec" || name == "ID" || name == "IDs"
}

// entWhere reads user.Email(x) and user.EmailEQ(x) predicates.
func entWhere(e *Effect, args []ssa.Value) {
	if len(args) != 1 {
		return
	}
	list, ok := flow.Elements(args[0])
	if !ok {
		e.Narrow = true
		return
	}
	for _, v := range list {
		if v == nil {
			continue
		}
		call, ok := flow.Origin(v).(*ssa.Call)
		fn := (*types.Func)(nil)
		if ok {
			fn = flow.Callee(&call.Call)
		}
		if fn == nil || len(flow.Args(&call.Call)) != 1 {
			e.Narrow = true
			continue
		}
		e.Where = append(e.Where, Snake(strings.TrimSuffix(fn.Name(), "EQ")))
	}
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// bun reads the finishers of bun's query builders.
func (a *analysisState) bun(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	r := flow.Receiver(call.Common())
	if r == nil {
		return nil, false
	}
	_, _, builder := library.Type(r.Type())
	kind := map[string]Kind{"SelectQuery": Read, "InsertQuery": Insert, "UpdateQuery": Update, "DeleteQuery": Delete}[builder]
	switch fn.Name() {
	case "Exec", "Scan", "Exists", "Count", "ScanAndCount":
	default:
		kind = None
	}
	if kind == None {
		return nil, false
	}
	links, _ := chain(r)
	e := Effect{Kind: kind, Store: "sql", Fails: true}
	site := &Site{Call: call, Own: true}
	var root ssa.Value
	for _, l := range links {
		root = flow.Receiver(l.call)
		args := flow.Args(l.call)
		text, _ := first(args)
		switch l.name {
		case "Model":
			if len(args) > 0 {
				n, st := structOf(flow.Origin(args[0]).Type())
				e.Table = bunTable(n, st)
				bound := fieldsOf(args[0])
				site.Bound = append(site.Bound, bound...)
			}
		case "Table", "TableExpr", "ModelTableExpr":
			e.Table, _, _ = strings.Cut(strings.ToLower(text), " ")
		case "On", "Ignore", "Replace":
			if e.Kind == Insert {
				e.Kind, e.Handled = Upsert, true
			}
		case "For":
			e.Kind, e.ForUpdate = LockRead, true
		case "Where", "Set":
			a.builderText(&e, site, l.name, text, args)
		}
	}
	if e.Kind == Insert {
		for _, b := range site.Bound {
			if !b.Check {
				e.Columns = append(e.Columns, b.Column)
			}
		}
	}
	e.Scope, e.Param = scopeOf(root)
	a.freshen(&e, site.Bound)
	e.What = "bun " + builder + "." + fn.Name() + " of " + e.Table
	site.Effects = one(e)
	return site, true
}

// builderText reads Where("a = ?", x) and Set("n = n + ?", x).
func (a *analysisState) builderText(e *Effect, site *Site, verb, text string, args []ssa.Value) {
	if text == "" {
		e.Narrow = true
		return
	}
	src := "SELECT 1 FROM x WHERE " + text
	if verb == "Set" {
		src = "UPDATE x SET " + text
	}
	c, bound := fromStatement(sql.Parse(src, sql.Generic)[0], bindings(args[1:]))
	e.Where, e.Columns, e.Narrow = append(e.Where, c.Where...), append(e.Columns, c.Columns...), e.Narrow || c.Narrow
	if c.Relative != "" {
		e.Relative = c.Relative
	}
	site.Bound = append(site.Bound, bound...)
}

// bunTable reads bun.BaseModel's tag, or names the table as bun does.
func bunTable(n *types.Named, st *types.Struct) string {
	if n == nil {
		return ""
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() != "BaseModel" {
			continue
		}
		_, after, ok := strings.Cut(st.Tag(i), "table:")
		if ok {
			return strings.ToLower(strings.FieldsFunc(after, func(r rune) bool { return r == ',' || r == '"' })[0])
		}
	}
	return Plural(Snake(n.Obj().Name()))
}

// squirrel reads the builders that run by themselves: RunWith(db)….Exec().
func (a *analysisState) squirrel(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	r := flow.Receiver(call.Common())
	if r == nil {
		return nil, false
	}
	switch fn.Name() {
	case "Exec", "ExecContext", "Query", "QueryContext", "QueryRow", "QueryRowContext", "Scan", "ScanContext":
	default:
		return nil, false
	}
	_, _, builder := library.Type(r.Type())
	kind := map[string]Kind{"SelectBuilder": Read, "InsertBuilder": Insert, "UpdateBuilder": Update, "DeleteBuilder": Delete}[builder]
	if kind == None {
		return nil, false
	}
	e := Effect{Kind: kind, Store: "sql", Fails: true}
	links, _ := chain(r)
	for _, l := range links {
		args := flow.Args(l.call)
		text, _ := first(args)
		upper := strings.ToUpper(text)
		switch l.name {
		case "RunWith":
			if len(args) > 0 {
				e.Scope, e.Param = scopeOf(args[0])
			}
		case "From", "Insert", "Into", "Update", "Table", "Delete", "Replace":
			e.Table, _, _ = strings.Cut(strings.ToLower(text), " ")
			if l.name == "Replace" {
				e.Kind, e.Handled = Upsert, true
			}
		case "Suffix", "SuffixExpr", "Options":
			switch {
			case e.Kind == Insert && (strings.Contains(upper, "CONFLICT") || strings.Contains(upper, "DUPLICATE") || strings.Contains(upper, "IGNORE") || text == ""):
				e.Kind, e.Handled = Upsert, true
			case e.Kind == Read && strings.HasPrefix(upper, "FOR "):
				e.Kind, e.ForUpdate = LockRead, true
			}
		case "Set":
			e.Columns = append(e.Columns, strings.ToLower(text))
			if len(args) > 1 && addsInSQL(args[1]) {
				e.Relative = strings.ToLower(text)
			}
		case "Where":
			e.Narrow = true
		}
	}
	e.What = "squirrel " + builder + " of " + e.Table
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

// goqu reads executors and scanners of goqu's datasets.
func (a *analysisState) goqu(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	r := flow.Receiver(call.Common())
	if r == nil {
		return nil, false
	}
	links, root := chain(r)
	e := Effect{Kind: None, Store: "sql", Fails: true}
	switch name := fn.Name(); {
	case strings.HasPrefix(name, "ScanStruct"), strings.HasPrefix(name, "ScanVal"), strings.HasPrefix(name, "Count"):
		e.Kind = Read
	case name == "Exec" || name == "ExecContext":
	default:
		return nil, false
	}
	locks := false
	for _, l := range links {
		args := flow.Args(l.call)
		text, _ := first(args)
		switch l.name {
		case "From", "Insert", "Update", "Delete", "Into":
			if e.Kind == None {
				e.Kind = map[string]Kind{"Insert": Insert, "Update": Update, "Delete": Delete}[l.name]
			}
			if text == "" && len(args) > 0 {
				if list, ok := flow.Elements(args[0]); ok && len(list) > 0 && list[0] != nil {
					text, _ = flow.String(list[0])
				}
			}
			e.Table = strings.ToLower(text)
		case "OnConflict":
			e.Handled = true
		case "ForUpdate", "ForNoKeyUpdate", "ForShare":
			locks = true
		}
	}
	if e.Kind == None {
		return nil, false
	}
	if e.Kind == Insert && e.Handled {
		e.Kind = Upsert
	}
	if locks {
		e.Kind, e.ForUpdate = LockRead, true
	}
	e.Scope, e.Param = scopeOf(root)
	e.What = "goqu " + fn.Name() + " of " + e.Table
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

// boiler reads the methods that sqlboiler generates: x.Insert(ctx, exec, boil.Infer()), models.Users(…).Exists(ctx, exec).
func (a *analysisState) boiler(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	sig := fn.Type().(*types.Signature)
	executor := -1
	for i := range sig.Params().Len() {
		if id, _, name := library.Type(sig.Params().At(i).Type()); id == library.SQLBoiler && (name == "ContextExecutor" || name == "Executor") {
			executor = i
		}
	}
	r := flow.Receiver(call.Common())
	if executor < 0 || r == nil {
		return nil, false
	}
	e := Effect{Store: "sql", Fails: true}
	n := library.Named(r.Type())
	if n == nil {
		return nil, false
	}
	e.Table = Plural(Snake(strings.TrimSuffix(n.Obj().Name(), "Query")))
	switch fn.Name() {
	case "Insert":
		e.Kind = Insert
	case "Upsert":
		e.Kind, e.Handled = Upsert, true
	case "Update", "UpdateAll":
		e.Kind = Update
	case "Delete", "DeleteAll":
		e.Kind = Delete
	case "One", "All", "Exists", "Count":
		e.Kind = Read
	default:
		return nil, false
	}
	e.Scope, e.Param = scopeOf(flow.Args(call.Common())[executor])
	site := &Site{Call: call, Own: true}
	if e.Kind == Insert {
		site.Bound = fieldsOf(r)
		for _, b := range site.Bound {
			e.Columns = append(e.Columns, b.Column)
		}
		a.freshen(&e, site.Bound)
	}
	e.What = "sqlboiler " + fn.Name() + " of " + e.Table
	site.Effects = one(e)
	return site, true
}
