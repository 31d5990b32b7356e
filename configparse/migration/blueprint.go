package migration

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// blueprint is what a closure does to one table (Laravel: Database/Schema/Blueprint.php).
type blueprint struct {
	*builder
	table *queue.Table
	// name is the closure's variable.
	name string
}

// describe follows the closure that is handed to Schema::create or Schema::table.
func (b *builder) describe(t *queue.Table, params []*php.Param, body []php.Stmt) {
	if len(params) == 0 {
		return
	}
	before, blue := b.maybe, b.blue
	b.blue = &blueprint{builder: b, table: t, name: params[0].Name.Name}
	b.block(body)
	b.maybe, b.blue = before, blue
}

// passed is the table within a method that it is handed to, nil where none is. Without parameters it says whether it is handed over.
func (p *blueprint) passed(params []*php.Param, args []php.Arg) *blueprint {
	if p == nil {
		return nil
	}
	for i := range args {
		if v, ok := args[i].Value.(*php.Var); ok && v.Name == p.name {
			inner := *p
			if i < len(params) {
				inner.name = params[i].Name.Name
			}
			return &inner
		}
	}
	return nil
}

// handsOver notes that code that is not followed gets the table.
func (b *builder) handsOver(e php.Expr) {
	if b.blue == nil {
		return
	}
	php.Walk(e, func(n php.Node) bool {
		var args []php.Arg
		switch n := n.(type) {
		case *php.Call:
			args = n.Args.List
		case *php.StaticCall:
			args = n.Args.List
		case *php.MethodCall:
			args = n.Args.List
		case *php.New:
			args = n.Args.List
		}
		if b.blue.passed(nil, args) != nil {
			openTable(b.blue.table, b.here()+" hands the table to code that is not followed")
		}
		return true
	})
}

// owns says that a chain of calls starts at the closure's variable.
func (p *blueprint) owns(e *php.MethodCall) bool {
	for {
		switch object := e.Object.(type) {
		case *php.MethodCall:
			e = object
		case *php.Var:
			return object.Name == p.name
		default:
			return false
		}
	}
}

// call is one call of a chain.
type call struct {
	name string // in lower case, "" where it is computed
	args []php.Arg
	at   source.Span
}

// chain applies $table->string('email')->unique() and its like.
func (p *blueprint) chain(e *php.MethodCall) {
	var calls []call
	for at := e; ; {
		c := call{args: at.Args.List, at: p.unit.Span(at)}
		if at.Dyn == nil {
			c.name = strings.ToLower(at.Name.Name)
			c.at = p.unit.Span(&at.Name)
		}
		calls = append(calls, c)
		next, ok := at.Object.(*php.MethodCall)
		if !ok {
			break
		}
		at = next
	}
	slices.Reverse(calls)
	if p.maybe != "" {
		if !neutral[calls[0].name] {
			openTable(p.table, p.maybe)
		}
		return
	}
	p.apply(calls)
}

// neutral are calls that change neither columns nor keys that matter: foreign keys, options of the table, other indexes.
var neutral = map[string]bool{
	"engine": true, "innodb": true, "charset": true, "collation": true, "comment": true, "temporary": true, "foreign": true, "dropforeign": true,
	"dropforeignidfor": true, "fulltext": true, "dropfulltext": true, "spatialindex": true, "dropspatialindex": true, "after": true, "vectorindex": true,
}

// apply does what a chain says.
func (p *blueprint) apply(calls []call) {
	first, rest := calls[0], calls[1:]
	if neutral[first.name] {
		return
	}
	if columns, found, known := p.columns(first); found {
		if !known {
			openTable(p.table, p.here()+" makes a column whose name is not known")
			return
		}
		p.addColumns(columns, first.name, rest)
		return
	}
	if !p.command(first) {
		name := first.name
		if name == "" {
			name = "a method whose name is computed"
		}
		openTable(p.table, p.here()+" calls "+name+", which is not followed")
	}
}

// addColumns adds what one call makes, or changes it.
func (p *blueprint) addColumns(columns []*queue.Column, method string, rest []call) {
	for _, c := range columns {
		if have := p.table.Column(c.Name); have != nil {
			have.Type = c.Type
			continue
		}
		p.table.Columns = append(p.table.Columns, c)
	}
	if strings.HasSuffix(method, "increments") || method == "id" {
		p.addKey(&queue.Key{Columns: []string{columns[0].Name}, Unique: true, Primary: true, Span: columns[0].Span}, "primary")
	}
	if strings.HasSuffix(method, "morphs") && len(columns) == 2 {
		p.addKey(&queue.Key{Columns: []string{columns[0].Name, columns[1].Name}, Span: columns[0].Span}, "index")
	}
	for _, m := range rest {
		switch m.name {
		case "constrained", "references":
			return // what follows belongs to the foreign key
		case "unique", "primary", "index":
			p.columnKey(m, columns[0])
		case "autoincrement":
			p.addKey(&queue.Key{Columns: []string{columns[0].Name}, Unique: true, Primary: true, Span: m.at}, "primary")
		}
	}
}

// columnKey is ->unique() behind a column; unique(false) takes the key away.
func (p *blueprint) columnKey(m call, c *queue.Column) {
	k := &queue.Key{Columns: []string{c.Name}, Unique: m.name != "index", Primary: m.name == "primary", Span: m.at}
	if len(m.args) > 0 {
		switch v := p.eval(m.args[0].Value); v.Kind {
		case phpeval.String:
			k.Name = v.Str
		case phpeval.Bool:
			if !v.Bool {
				p.dropKeys(func(have *queue.Key) bool { return have.Unique && slices.Equal(have.Columns, k.Columns) })
				return
			}
		case phpeval.Unknown:
			openTable(p.table, p.here()+" names a key that is not known")
			return
		}
	}
	p.addKey(k, m.name)
}

// addKey adds a key under its name, or the one that Laravel gives it.
func (p *blueprint) addKey(k *queue.Key, kind string) {
	if k.Name == "" {
		k.Name = p.keyName(k.Columns, kind)
	}
	p.dropKeys(func(have *queue.Key) bool { return have.Name == k.Name })
	p.table.Keys = append(p.table.Keys, k)
}

// keyName is Blueprint::createIndexName.
func (p *blueprint) keyName(columns []string, kind string) string {
	name := strings.ToLower(p.table.Name + "_" + strings.Join(columns, "_") + "_" + kind)
	return strings.NewReplacer("-", "_", ".", "_").Replace(name)
}

func (p *blueprint) dropKeys(gone func(*queue.Key) bool) {
	p.table.Keys = slices.DeleteFunc(p.table.Keys, gone)
}

// command is a call that makes no column; false for one that is not known.
func (p *blueprint) command(c call) bool {
	switch c.name {
	case "unique", "index", "primary", "rawindex":
		p.tableKey(c)
	case "dropunique", "dropindex", "dropprimary":
		p.dropKey(c)
	case "dropcolumn", "removecolumn":
		p.dropColumns(c.args)
	case "dropconstrainedforeignid":
		p.dropColumns(c.args[:min(1, len(c.args))])
	case "droptimestamps", "droptimestampstz":
		p.dropNamed("created_at", "updated_at")
	case "dropsoftdeletes", "dropsoftdeletestz":
		name, ok := "deleted_at", true
		if len(c.args) > 0 {
			name, ok = p.argument(c.args, 0)
		}
		p.dropOne(name, ok)
	case "dropremembertoken":
		p.dropNamed("remember_token")
	case "dropmorphs":
		name, ok := p.argument(c.args, 0)
		p.dropOne(name+"_type", ok)
		p.dropOne(name+"_id", ok)
	case "renamecolumn":
		p.renameColumn(c)
	case "renameindex":
		from, ok := p.argument(c.args, 0)
		to, known := p.argument(c.args, 1)
		p.renameKey(from, to, ok && known)
	case "rename":
		if to, ok := p.argument(c.args, 0); ok {
			p.rename(p.table.Name, to, c.at)
		} else {
			p.openAll(p.here() + " renames " + p.table.Name + " to a name that is not known")
		}
	case "drop", "dropifexists":
		p.drop(p.table.Name)
	default:
		return false
	}
	return true
}

// tableKey is $table->unique(['a', 'b'], 'name').
func (p *blueprint) tableKey(c call) {
	if len(c.args) == 0 {
		return
	}
	columns, ok := p.texts(c.args[0].Value)
	if !ok {
		openTable(p.table, p.here()+" makes a key over columns that are not known")
		return
	}
	k := &queue.Key{Columns: columns, Unique: c.name == "unique" || c.name == "primary", Primary: c.name == "primary", Span: c.at}
	if c.name == "rawindex" {
		k.Partial = true
	}
	if len(c.args) > 1 && c.args[1].Name == "" {
		k.Name, _ = p.argument(c.args, 1)
	}
	p.addKey(k, c.name)
}

// dropKey takes a key away by its name, or by its columns.
func (p *blueprint) dropKey(c call) {
	kind := strings.TrimPrefix(c.name, "drop")
	if kind == "primary" {
		p.dropKeys(func(k *queue.Key) bool { return k.Primary })
		return
	}
	if len(c.args) == 0 {
		return
	}
	v := p.eval(c.args[0].Value)
	if v.Kind == phpeval.String {
		p.dropKeys(func(k *queue.Key) bool { return strings.EqualFold(k.Name, v.Str) })
		return
	}
	columns, ok := p.texts(c.args[0].Value)
	if !ok {
		openTable(p.table, p.here()+" drops a key that is not known")
		return
	}
	name := p.keyName(columns, kind)
	p.dropKeys(func(k *queue.Key) bool { return k.Name == name })
}

// dropColumns takes columns away, named one by one or in a list.
func (p *blueprint) dropColumns(args []php.Arg) {
	for i := range args {
		names, ok := p.texts(args[i].Value)
		if !ok || args[i].Spread {
			openTable(p.table, p.here()+" drops columns that are not known")
			continue
		}
		p.dropNamed(names...)
	}
}

func (p *blueprint) dropOne(name string, known bool) {
	if !known {
		openTable(p.table, p.here()+" drops a column that is not known")
		return
	}
	p.dropNamed(name)
}

// dropNamed takes columns away with the keys over them.
func (p *blueprint) dropNamed(names ...string) {
	if p.maybe != "" {
		openTable(p.table, p.maybe)
		return
	}
	for _, name := range names {
		is := func(c string) bool { return strings.EqualFold(c, name) }
		p.table.Columns = slices.DeleteFunc(p.table.Columns, func(c *queue.Column) bool { return is(c.Name) })
		p.dropKeys(func(k *queue.Key) bool { return slices.ContainsFunc(k.Columns, is) })
	}
}

func (p *blueprint) renameColumn(c call) {
	from, ok := p.argument(c.args, 0)
	to, known := p.argument(c.args, 1)
	if !ok || !known {
		openTable(p.table, p.here()+" renames a column that is not known")
		return
	}
	if column := p.table.Column(from); column != nil {
		column.Name = to
	}
	for _, k := range p.table.Keys {
		k.Columns = slices.Clone(k.Columns)
		for j, name := range k.Columns {
			if strings.EqualFold(name, from) {
				k.Columns[j] = to
			}
		}
	}
}

func (p *blueprint) renameKey(from, to string, known bool) {
	if !known {
		openTable(p.table, p.here()+" renames a key that is not known")
		return
	}
	for _, k := range p.table.Keys {
		if strings.EqualFold(k.Name, from) {
			k.Name = to
		}
	}
}
