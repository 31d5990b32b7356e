package effects

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/configparse/sql"
)

var gormFinishers = map[string]Kind{
	"First": Read, "Take": Read, "Last": Read, "Find": Read, "FindInBatches": Read, "Count": Read, "Pluck": Read, "Scan": Read, "Row": Read, "Rows": Read,
	"Create": Insert, "CreateInBatches": Insert, "Save": Update, "Update": Update, "Updates": Update, "UpdateColumn": Update, "UpdateColumns": Update,
	"Delete": Delete, "FirstOrCreate": FindOrCreate, "FirstOrInit": Read,
}

// link is one call of a chain.
type link struct {
	call *ssa.CallCommon
	name string
}

// chain gives the calls that a receiver was made by, the last first, and the value at its root.
func chain(v ssa.Value) ([]link, ssa.Value) {
	var out []link
	for range 60 {
		v = flow.Origin(v)
		call, ok := v.(*ssa.Call)
		if !ok {
			return out, v
		}
		fn := flow.Callee(&call.Call)
		r := flow.Receiver(&call.Call)
		if fn == nil {
			return out, v
		}
		out = append(out, link{&call.Call, fn.Name()})
		if r == nil {
			return out, v
		}
		v = r
	}
	return out, v
}

// gorm reads a finisher of gorm.DB.
func (a *analysisState) gorm(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	c := call.Common()
	r := flow.Receiver(c)
	if r == nil || !library.Is(r.Type(), library.Gorm, "DB") {
		return nil, false
	}
	links, _ := chain(r)
	scope, param := scopeOf(r)
	site := &Site{Call: call, Own: true}
	args := flow.Args(c)
	if fn.Name() == "Exec" || fn.Name() == "Scan" && hasLink(links, "Raw") || fn.Name() == "Row" || fn.Name() == "Rows" {
		if raw, ok := a.gormRaw(call, fn, links, scope, param); ok {
			return raw, true
		}
		if fn.Name() == "Exec" {
			return nil, false
		}
	}
	kind, ok := gormFinishers[fn.Name()]
	if !ok {
		return nil, false
	}
	e := Effect{Kind: kind, Store: "sql", Scope: scope, Param: param, Fails: true}
	t := modelOf(args, links)
	e.Table, e.Keys = a.tableOf(t), tagKeys(t)
	a.gormLinks(&e, site, links)
	a.gormArgs(&e, site, fn.Name(), args)
	if e.Table == "" && t != nil {
		e.Table = strings.ToLower(t.Obj().Name())
	}
	e.What = "gorm " + fn.Name()
	if e.Table != "" {
		e.What += " of " + e.Table
	}
	site.Effects = one(e)
	return site, true
}

func hasLink(links []link, name string) bool {
	for _, l := range links {
		if l.name == name {
			return true
		}
	}
	return false
}

// gormRaw reads Exec(sql) and Raw(sql).Scan(…).
func (a *analysisState) gormRaw(call ssa.CallInstruction, fn *types.Func, links []link, scope Scope, param int) (*Site, bool) {
	c := call.Common()
	if fn.Name() != "Exec" {
		found := false
		for _, l := range links {
			if l.name == "Raw" {
				c, found = l.call, true
			}
		}
		if !found {
			return nil, false
		}
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
	site := &Site{Call: call, Own: true}
	for _, st := range sql.Parse(text, sql.Generic) {
		e, bound := fromStatement(st, bindings(args[at+1:]))
		if e.Kind == None {
			continue
		}
		e.Scope, e.Param, e.Fails = scope, param, true
		a.freshen(&e, bound)
		site.Effects, site.Bound = append(site.Effects, e), append(site.Bound, bound...)
	}
	return site, len(site.Effects) > 0
}

// modelOf gives the struct type that a statement is about.
func modelOf(args []ssa.Value, links []link) *types.Named {
	for _, l := range links {
		if l.name == "Model" {
			if la := flow.Args(l.call); len(la) > 0 {
				n, _ := structOf(flow.Origin(la[0]).Type())
				return n
			}
		}
	}
	for _, v := range args {
		if n, _ := structOf(flow.Origin(v).Type()); n != nil {
			if id, _ := library.OfPackage(n.Obj().Pkg()); id == "" {
				return n
			}
		}
	}
	return nil
}

// gormLinks takes conditions, tables and clauses from the chain.
func (a *analysisState) gormLinks(e *Effect, site *Site, links []link) {
	for _, l := range links {
		args := flow.Args(l.call)
		switch l.name {
		case "Table":
			if name, ok := first(args); ok {
				e.Table = strings.ToLower(name)
			}
		case "Where":
			a.gormWhere(e, site, args)
		case "Or", "Not", "Joins", "Scopes", "Having":
			e.Narrow = true
		case "Clauses":
			a.gormClauses(e, args)
		case "Set":
			if name, _ := first(args); name == "gorm:query_option" && len(args) > 1 {
				if text, ok := flow.String(args[1]); ok && strings.HasPrefix(strings.ToUpper(text), "FOR ") {
					e.Kind, e.ForUpdate = LockRead, true
				}
			}
		}
	}
}

func first(args []ssa.Value) (string, bool) {
	if len(args) == 0 {
		return "", false
	}
	return flow.String(args[0])
}

// gormWhere reads a condition of text with its arguments.
func (a *analysisState) gormWhere(e *Effect, site *Site, args []ssa.Value) {
	text, ok := first(args)
	if !ok {
		e.Narrow = true
		return
	}
	st := sql.Parse("SELECT 1 FROM x WHERE "+text, sql.Generic)[0]
	c, bound := fromStatement(st, bindings(args[1:]))
	e.Where, e.Narrow = append(e.Where, c.Where...), e.Narrow || c.Narrow
	site.Bound = append(site.Bound, bound...)
}

// gormClauses reads clause.OnConflict and clause.Locking literals.
func (a *analysisState) gormClauses(e *Effect, args []ssa.Value) {
	if len(args) != 1 {
		return
	}
	list, ok := flow.Elements(args[0])
	if !ok {
		e.Handled = true // clauses made elsewhere may be anything
		return
	}
	for _, v := range list {
		if v == nil {
			continue
		}
		switch _, _, name := library.Type(flow.Origin(v).Type()); name {
		case "OnConflict":
			e.Handled = true
			if e.Kind == Insert {
				e.Kind = Upsert
			}
			for _, b := range fieldsOf(v) {
				if on, ok := flow.Bool(b.Value); ok && b.Column == "do_nothing" {
					e.Nothing = on
				}
			}
		case "Locking":
			e.ForUpdate = true
			if e.Kind == Read {
				e.Kind = LockRead
			}
		case "Insert":
			e.Handled = true // Modifier: "IGNORE"
		}
	}
}

// gormArgs reads the arguments of the finisher: conditions of First(&x, "id = ?", id), fields of Create(&x), columns of Update.
func (a *analysisState) gormArgs(e *Effect, site *Site, name string, args []ssa.Value) {
	switch name {
	case "First", "Take", "Last", "Find", "Delete":
		if len(args) > 1 {
			if list, ok := flow.Elements(args[1]); ok && len(list) > 0 && list[0] != nil {
				if text, ok := flow.String(list[0]); ok && strings.ContainsAny(text, "=<> ") {
					st := sql.Parse("SELECT 1 FROM x WHERE "+text, sql.Generic)[0]
					c, bound := fromStatement(st, list[1:])
					e.Where, site.Bound = append(e.Where, c.Where...), append(site.Bound, bound...)
				} else {
					e.Where = append(e.Where, "id")
					site.Bound = append(site.Bound, Bound{"id", list[0], true})
				}
			}
		}
	case "Create", "Save":
		if len(args) > 0 {
			bound := fieldsOf(args[0])
			for _, b := range bound {
				e.Columns = append(e.Columns, b.Column)
			}
			site.Bound = append(site.Bound, bound...)
			a.freshen(e, bound)
		}
	case "Update", "UpdateColumn":
		if column, ok := first(args); ok {
			column = strings.ToLower(column)
			e.Columns = append(e.Columns, column)
			if len(args) > 1 && addsInSQL(args[1]) {
				e.Relative = column
			}
			site.Bound = append(site.Bound, Bound{column, args[1], false})
		}
	case "Updates", "UpdateColumns":
		if len(args) > 0 {
			a.gormUpdates(e, site, args[0])
		}
	}
}

// gormUpdates reads a map or struct of columns.
func (a *analysisState) gormUpdates(e *Effect, site *Site, v ssa.Value) {
	v = flow.Origin(v)
	if m, ok := v.(*ssa.MakeMap); ok {
		for _, r := range *m.Referrers() {
			if u, ok := r.(*ssa.MapUpdate); ok {
				column, ok := flow.String(u.Key)
				if !ok {
					continue
				}
				column = strings.ToLower(column)
				e.Columns = append(e.Columns, column)
				site.Bound = append(site.Bound, Bound{column, u.Value, false})
				if addsInSQL(u.Value) {
					e.Relative = column
				}
			}
		}
		return
	}
	for _, b := range fieldsOf(v) {
		e.Columns, site.Bound = append(e.Columns, b.Column), append(site.Bound, b)
	}
}

// addsInSQL tells gorm.Expr("n + ?", x) and bun's or goqu's like.
func addsInSQL(v ssa.Value) bool {
	call, ok := flow.Origin(v).(*ssa.Call)
	if !ok {
		return false
	}
	fn := flow.Callee(&call.Call)
	if fn == nil || !isLibrary(fn, library.Gorm, library.Squirrel, library.Goqu) {
		return false
	}
	text, ok := first(flow.Args(&call.Call))
	if !ok {
		return false
	}
	column, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	st := sql.Parse("UPDATE x SET "+column+" = "+text, sql.Generic)[0]
	return len(st.Sets) == 1 && st.Sets[0].Relative
}

// fieldsOf gives the fields that are set in a struct literal, by column name.
func fieldsOf(v ssa.Value) []Bound {
	v = flow.Origin(v)
	if u, ok := v.(*ssa.UnOp); ok {
		v = u.X
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	_, st := structOf(alloc.Type())
	if st == nil {
		return nil
	}
	var out []Bound
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if r.Field >= st.NumFields() {
				continue
			}
			column := columnOf(st.Field(r.Field).Name(), st.Tag(r.Field))
			for _, u := range *r.Referrers() {
				if s, ok := u.(*ssa.Store); ok && s.Addr == r {
					out = append(out, Bound{column, s.Val, false})
				}
			}
		case *ssa.Store: // *p = literal
			if r.Addr == alloc {
				out = append(out, fieldsOf(r.Val)...)
			}
		}
	}
	return out
}

// columnOf gives a field's column: the tag of gorm, bun, db, or the field's name in snake case.
func columnOf(field, tag string) string {
	t := reflect.StructTag(tag)
	for part := range strings.SplitSeq(t.Get("gorm"), ";") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(part), "column:"); ok {
			return strings.ToLower(name)
		}
	}
	for _, key := range []string{"bun", "db", "boil", "bson", "dynamodbav"} {
		if name, _, _ := strings.Cut(t.Get(key), ","); name != "" && name != "-" && !strings.Contains(name, ":") {
			return strings.ToLower(name)
		}
	}
	return Snake(field)
}

// Snake is a Go name in the snake case of gorm's naming: UserID is user_id.
func Snake(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		upper := c >= 'A' && c <= 'Z'
		if upper && i > 0 {
			before, after := name[i-1], byte(0)
			if i+1 < len(name) {
				after = name[i+1]
			}
			lower := func(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
			if lower(before) || lower(after) && before != '_' {
				b.WriteByte('_')
			}
		}
		if upper {
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// tableOf gives the table of a model: what TableName returns, or the type's name in snake case and plural.
func (a *analysisState) tableOf(t *types.Named) string {
	if t == nil {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, t.Obj().Pkg(), "TableName")
	if fn, ok := obj.(*types.Func); ok {
		if s := a.Summary(fn); s != nil {
			return strings.ToLower(s.Const)
		}
		return ""
	}
	return Plural(Snake(t.Obj().Name()))
}

// Plural is the English plural of a table's last word, for the regular words.
func Plural(name string) string {
	switch {
	case name == "":
		return ""
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	}
	return name + "s"
}
