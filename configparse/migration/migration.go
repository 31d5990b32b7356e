// Package migration reads Laravel's migrations and schema dumps into the tables that they leave behind: what up() of every file does
// through the schema builder (Laravel: Database/Schema) and with SQL, in the order in which `artisan migrate` runs them. Code that is
// not followed opens what it may touch, so that nothing is taken for absent that may be there.
package migration

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// IsMigration says that a path is a migration's by its folder: database/migrations, or any other of that name (modules, tenants, packages
// within the repository). Those of tests and templates are left out.
func IsMigration(p string) bool {
	return path.Ext(p) == ".php" && inFolder(p, "migrations") && !leftOut(p)
}

// IsDump says that a path is where `artisan schema:dump` writes.
func IsDump(p string) bool {
	ext := path.Ext(p)
	return (ext == ".sql" || ext == ".dump") && strings.HasSuffix("/"+path.Dir(p), "/database/schema") && !leftOut(p)
}

// Sort puts migrations into the order in which they run, which is that of their names whatever their folders.
func Sort(paths []string) {
	slices.SortStableFunc(paths, func(a, b string) int {
		return cmp.Or(strings.Compare(path.Base(a), path.Base(b)), strings.Compare(a, b))
	})
}

func leftOut(p string) bool {
	return inFolder(p, "vendor", "node_modules", "tests", "test", "stubs", "fixtures", "archive", "archived", "backup", "old")
}

func inFolder(p string, names ...string) bool {
	for part, rest, more := strings.Cut(p, "/"); more; part, rest, more = strings.Cut(rest, "/") {
		if slices.ContainsFunc(names, func(name string) bool { return len(name) == len(part) && strings.EqualFold(name, part) }) {
			return true
		}
	}
	return false
}

// Source is what Read makes a schema of.
type Source struct {
	// Root is the application's folder, "" at the top of the repository.
	Root string
	// Migrations are parsed in the order in which they run.
	Migrations []*phpeval.Unit
	Dumps      []*Dump
	// Unread are files that could not be read.
	Unread []string
	// Elsewhere says why there may be migrations that are not among these, "" when there are none.
	Elsewhere string
}

// Read follows the dumps and then the migrations that they do not hold already.
func Read(world *phpeval.World, from Source) *queue.Schema {
	b := &builder{world: world, schema: &queue.Schema{Files: len(from.Migrations) + len(from.Dumps)}, tables: map[string]*queue.Table{}}
	for _, dump := range from.Dumps {
		b.dump(dump)
	}
	if from.Elsewhere != "" {
		b.open(from.Elsewhere)
	}
	home := path.Join(from.Root, "database/migrations")
	for _, u := range from.Migrations {
		name := []byte(strings.TrimSuffix(path.Base(u.File.Path), ".php"))
		if slices.ContainsFunc(from.Dumps, func(d *Dump) bool { return bytes.Contains(d.File.Data, name) }) {
			continue
		}
		if folder := path.Dir(u.File.Path); folder != home {
			b.open("migrations lie in " + folder + " too")
		}
		b.migrate(u)
	}
	for _, p := range from.Unread {
		b.openAll(p + " cannot be read")
	}
	if b.schema.Files == 0 {
		b.open("there are no migrations")
	}
	return b.schema
}

// builder follows migrations.
type builder struct {
	world  *phpeval.World
	schema *queue.Schema
	// tables are those of the schema by their name in lower case.
	tables map[string]*queue.Table

	unit  *phpeval.Unit
	class *phpeval.Class
	// vars are the local variables that are known.
	vars map[string]phpeval.Value
	// maybe says why what is being read may not run; "" when it does.
	maybe string
	// connection is the database connection that the migration names.
	connection string
	// blue is the table that the closure at hand describes; nil outside one.
	blue  *blueprint
	depth int
	steps int
	// calling are the methods that are being followed.
	calling []*php.Method
}

// open says that there may be tables that are not listed; the first reason is kept.
func (b *builder) open(why string) {
	if b.schema.Open == "" {
		b.schema.Open = why
	}
}

// openAll says that any table may have been changed, made or dropped.
func (b *builder) openAll(why string) {
	b.open(why)
	for _, t := range b.schema.Tables {
		openTable(t, why)
	}
}

func openTable(t *queue.Table, why string) {
	if t.Open == "" {
		t.Open = why
	}
}

// here names the file that is being read, for reasons.
func (b *builder) here() string { return path.Base(b.unit.File.Path) }

// table returns a table, or one that nothing that was read created.
func (b *builder) table(name string, at source.Span) *queue.Table {
	if t := b.tables[strings.ToLower(name)]; t != nil {
		return t
	}
	why := "no migration that was read creates " + name + ", which " + b.here() + " changes"
	t := &queue.Table{Name: name, Span: at, Connection: b.connection, Open: why}
	b.put(t)
	b.open(why)
	return t
}

func (b *builder) put(t *queue.Table) {
	b.tables[strings.ToLower(t.Name)] = t
	b.schema.Tables = append(b.schema.Tables, t)
}

// create makes a table. One that is there already is created for another database, or under a condition.
func (b *builder) create(name string, at source.Span) *queue.Table {
	if t := b.tables[strings.ToLower(name)]; t != nil {
		if b.maybe == "" {
			openTable(t, name+" is created more than once")
			t.Maybe = ""
		} else {
			openTable(t, b.maybe)
		}
		return t
	}
	t := &queue.Table{Name: name, Span: at, Connection: b.connection, Maybe: b.maybe}
	b.put(t)
	return t
}

// drop removes a table; under a condition it may be left.
func (b *builder) drop(name string) {
	key := strings.ToLower(name)
	t := b.tables[key]
	switch {
	case t == nil:
	case b.maybe != "":
		t.Maybe = b.maybe
	default:
		delete(b.tables, key)
		b.schema.Tables = slices.DeleteFunc(b.schema.Tables, func(x *queue.Table) bool { return x == t })
	}
}

func (b *builder) rename(from, to string, at source.Span) {
	t := b.tables[strings.ToLower(from)]
	switch {
	case b.maybe != "":
		if t != nil {
			t.Maybe = b.maybe
		}
		b.open(b.maybe)
	case t == nil:
		b.table(to, at)
	default:
		b.drop(to)
		delete(b.tables, strings.ToLower(from))
		t.Name = to
		b.tables[strings.ToLower(to)] = t
	}
}

// Lacks says that the framework's class of migrations has no such member (Laravel: Database/Migrations/Migration.php). It is meant for
// phpeval.Classes.Lacks.
func Lacks(class string, kind phpeval.MemberKind, name string) bool {
	if !strings.EqualFold(class, `Illuminate\Database\Migrations\Migration`) {
		return false
	}
	switch kind {
	case phpeval.PropertyMember:
		return name != "connection" && name != "withinTransaction"
	case phpeval.MethodMember:
		return !strings.EqualFold(name, "getConnection") && !strings.EqualFold(name, "shouldRun")
	default:
		return true
	}
}
