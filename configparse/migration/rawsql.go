package migration

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/configparse/sql"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// hole stands in a statement for what is not known.
const hole = "{{x}}"

// statement applies DB::statement: what of its text is not known is a hole, and a table in a hole may be any.
func (b *builder) statement(e php.Expr) {
	src := b.template(e, 0)
	if !changesSchema(src) {
		return
	}
	if src == hole {
		b.openAll(b.here() + " runs SQL that is not known")
		return
	}
	b.sql(src, b.unit.Span(e))
}

// template is the text of an expression with holes.
func (b *builder) template(e php.Expr, depth int) string {
	if depth > maxDepth {
		return hole
	}
	switch e := e.(type) {
	case *php.String:
		return e.Value()
	case *php.Interp:
		var text strings.Builder
		for _, part := range e.Parts {
			text.WriteString(b.template(part, depth+1))
		}
		return text.String()
	case *php.Binary:
		if e.Op == php.OpConcat {
			return b.template(e.Left, depth+1) + b.template(e.Right, depth+1)
		}
	case *php.StaticCall:
		if b.isDatabase(e.Class) && strings.EqualFold(e.Name.Name, "raw") && len(e.Args.List) == 1 {
			return b.template(e.Args.List[0].Value, depth+1)
		}
	}
	switch v := b.eval(e); {
	case v.Kind == phpeval.String:
		return v.Str
	default:
		return hole
	}
}

// schemaWords begin statements that may change tables; the words of PostgreSQL's code blocks and procedures are among them.
var schemaWords = []string{"create", "alter", "drop", "rename", "do", "execute", "call", "prepare", hole}

// changesSchema says that a text holds a statement that may change tables.
func changesSchema(src string) bool {
	for s := range strings.SplitSeq(src, ";") {
		s = strings.ToLower(strings.TrimLeft(s, " \t\r\n("))
		if slices.ContainsFunc(schemaWords, func(word string) bool { return strings.HasPrefix(s, word) }) {
			return true
		}
	}
	return false
}

// sql applies statements to the tables as they stand.
func (b *builder) sql(src string, at source.Span) {
	state := &sql.Schema{}
	lower := strings.ToLower(src)
	var named []*queue.Table
	for _, t := range b.schema.Tables {
		if strings.Contains(lower, strings.ToLower(t.Name)) || strings.Contains(lower, "drop index") {
			named = append(named, t)
			state.Put(toSQL(t))
		}
	}
	state.Apply(src, sql.Generic)
	if state.Opaque {
		b.openAll(b.here() + " runs SQL that may change any table")
	}
	after := map[string]bool{}
	for _, t := range state.Tables() {
		after[t.Name] = true
		b.merge(t, at)
	}
	for _, t := range named {
		if !after[strings.ToLower(t.Name)] {
			b.drop(t.Name)
		}
	}
}

// merge takes over what statements made of a table.
func (b *builder) merge(t *sql.Table, at source.Span) {
	have := b.tables[t.Name]
	if have == nil {
		have = &queue.Table{Name: t.Name, Span: at, Connection: b.connection, Maybe: b.maybe}
		b.put(have)
		fromSQL(have, t, at)
		return
	}
	next := &queue.Table{}
	fromSQL(next, t, at)
	if t.Opaque {
		openTable(have, b.here()+" changes "+have.Name+" in a way that is not followed")
	}
	if b.maybe != "" {
		if len(next.Keys) != len(have.Keys) || len(next.Columns) != len(have.Columns) {
			openTable(have, b.maybe)
		}
		return
	}
	for _, c := range next.Columns {
		if have.Column(c.Name) == nil {
			have.Columns = append(have.Columns, c)
		}
	}
	have.Columns = slices.DeleteFunc(have.Columns, func(c *queue.Column) bool { return next.Column(c.Name) == nil })
	for i := range next.Keys {
		if old := slices.IndexFunc(have.Keys, func(k *queue.Key) bool { return sameKey(k, next.Keys[i]) }); old >= 0 {
			next.Keys[i] = have.Keys[old]
		}
	}
	have.Keys = next.Keys
}

func sameKey(a, b *queue.Key) bool {
	return a.Unique == b.Unique && slices.EqualFunc(a.Columns, b.Columns, strings.EqualFold)
}

func toSQL(t *queue.Table) *sql.Table {
	out := &sql.Table{Name: strings.ToLower(t.Name), Columns: map[string]sql.Column{}}
	for _, c := range t.Columns {
		name := strings.ToLower(c.Name)
		out.Columns[name] = sql.Column{Name: name, Type: c.Type}
	}
	for _, k := range t.Keys {
		key := sql.Key{Name: strings.ToLower(k.Name), Primary: k.Primary, Partial: k.Partial}
		for _, c := range k.Columns {
			key.Columns = append(key.Columns, strings.ToLower(c))
		}
		if k.Unique {
			out.Keys = append(out.Keys, key)
		} else {
			out.Indexes = append(out.Indexes, key)
		}
	}
	return out
}

func fromSQL(t *queue.Table, from *sql.Table, at source.Span) {
	for _, c := range from.Columns {
		t.Columns = append(t.Columns, &queue.Column{Name: c.Name, Type: c.Type, Span: at})
	}
	slices.SortFunc(t.Columns, func(a, b *queue.Column) int { return strings.Compare(a.Name, b.Name) })
	add := func(list []sql.Key, unique bool) {
		for _, k := range list {
			t.Keys = append(t.Keys, &queue.Key{
				Name: k.Name, Columns: k.Columns, Unique: unique, Primary: k.Primary, Partial: k.Partial || k.Expression, Span: at,
			})
		}
	}
	add(from.Keys, true)
	add(from.Indexes, false)
	if from.Opaque {
		openTable(t, "SQL changes "+from.Name+" in a way that is not followed")
	}
}

// Dump is what `artisan schema:dump` wrote, with the tables that it makes.
type Dump struct {
	File   *source.File
	schema sql.Schema
}

// ReadDump reads a schema dump by the dialect that its name tells.
func ReadDump(file *source.File) *Dump {
	dialect := sql.Generic
	switch name := strings.ToLower(path.Base(file.Path)); {
	case strings.Contains(name, "mysql"), strings.Contains(name, "maria"):
		dialect = sql.MySQL
	case strings.Contains(name, "pgsql"):
		dialect = sql.Postgres
	case strings.Contains(name, "sqlite"):
		dialect = sql.SQLite
	}
	d := &Dump{File: file}
	d.schema.Apply(string(file.Data), dialect)
	return d
}

// dump takes the tables of a schema dump. Of several, each describes one database; a table of two is described differently where its keys are.
func (b *builder) dump(d *Dump) {
	file, state := d.File, &d.schema
	if len(file.Data) > sql.MaxText {
		b.open(file.Path + " is too long to be read as a whole")
	}
	if state.Opaque {
		b.open(file.Path + " runs code that may make tables")
	}
	for _, t := range state.Tables() {
		made := &queue.Table{Name: t.Name, Span: file.Whole()}
		fromSQL(made, t, file.Whole())
		have := b.tables[t.Name]
		switch {
		case have == nil:
			b.put(made)
		case !slices.EqualFunc(have.Keys, made.Keys, sameKey):
			openTable(have, "the schema dumps disagree about "+t.Name)
		}
	}
}
