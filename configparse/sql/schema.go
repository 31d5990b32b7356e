package sql

import (
	"maps"
	"slices"
	"strings"
)

// Schema is what migrations leave behind: tables and the keys that keep their rows unique.
type Schema struct {
	tables map[string]*Table
	// Opaque tells that a statement ran code (DO, EXECUTE, CREATE TABLE … AS) or a template that may have changed any table.
	Opaque bool
}

// Table is one table. Names are lower-case.
type Table struct {
	Name    string
	Columns map[string]Column
	Keys    []Key
	// Indexes are the keys that allow equal rows.
	Indexes []Key
	// Opaque tells that the table was changed in a way that could not be read.
	Opaque bool
}

// Column is one column of a table.
type Column struct {
	Name string
	// Type is the type's first word in lower case, "" where none is written.
	Type string
	// Generated tells that the database fills the column in when an INSERT leaves it out: serial, AUTO_INCREMENT, IDENTITY, a default.
	Generated bool
}

// Key is a primary key, unique constraint or unique index.
type Key struct {
	Name    string
	Columns []string
	Primary bool
	// Partial tells an index with a WHERE clause, Expression one over an expression: neither covers all rows of its columns.
	Partial, Expression bool
}

// Table gives a table by name, in any case and without its schema.
func (s *Schema) Table(name string) (*Table, bool) {
	t, ok := s.tables[strings.ToLower(name)]
	return t, ok
}

// Tables lists the tables by name.
func (s *Schema) Tables() []*Table {
	out := make([]*Table, 0, len(s.tables))
	for _, name := range slices.Sorted(maps.Keys(s.tables)) {
		out = append(out, s.tables[name])
	}
	return out
}

// Put adds a table that other means than SQL made, or replaces the one of its name, which is in lower case.
func (s *Schema) Put(t *Table) {
	if s.tables == nil {
		s.tables = map[string]*Table{}
	}
	s.tables[t.Name] = t
}

// Empty tells that no table is known.
func (s *Schema) Empty() bool { return len(s.tables) == 0 }

// Apply changes the schema as the statements of a migration do, in their order.
func (s *Schema) Apply(src string, d Dialect) {
	all := tokens(src, d)
	for start := 0; start < len(all); {
		end := start
		for end < len(all) && !(all[end].text == ";" && all[end].kind == punct && all[end].depth == 0) {
			end++
		}
		if end > start {
			s.statement(all[start:end])
		}
		start = end + 1
	}
}

func (s *Schema) statement(toks []token) {
	switch toks[0].upper {
	case "CREATE":
		s.create(toks)
	case "ALTER":
		if is(toks, 1, "TABLE") {
			s.alter(toks)
		} else if is(toks, 1, "INDEX") || is(toks, 1, "SCHEMA") {
			s.Opaque = true
		}
	case "DROP":
		s.drop(toks)
	case "RENAME":
		s.Opaque = true
	case "DO", "EXECUTE", "CALL", "PREPARE":
		s.Opaque = true
	}
}

func (s *Schema) create(toks []token) {
	i := 1
	for i < len(toks) && slices.Contains([]string{"OR", "REPLACE", "TEMP", "TEMPORARY", "UNLOGGED", "GLOBAL", "LOCAL"}, toks[i].upper) {
		i++
	}
	switch {
	case is(toks, i, "TABLE"):
		s.createTable(toks, i+1)
	case is(toks, i, "UNIQUE"):
		s.createIndex(toks, i+1, true)
	case is(toks, i, "INDEX"):
		s.createIndex(toks, i, false)
	}
}

func (s *Schema) createTable(toks []token, i int) {
	skipped := skip(toks, i)
	if skipped >= len(toks) || !toks[skipped].isName() {
		return
	}
	name := strings.ToLower(toks[skipped].name())
	if toks[skipped].templated {
		s.Opaque = true
		return
	}
	if _, ok := s.tables[name]; ok && skipped-i >= 3 { // IF NOT EXISTS
		return
	}
	t := &Table{Name: name, Columns: map[string]Column{}}
	rest := toks[skipped+1:]
	if len(rest) == 0 || rest[0].text != "(" {
		t.Opaque = true // AS SELECT, LIKE, PARTITION OF
	} else {
		body := inside(rest)
		for _, item := range split(body, rest[0].depth+1) {
			t.define(item)
		}
	}
	s.Put(t)
}

// define reads one element of CREATE TABLE: a column or a constraint.
func (t *Table) define(item []token) {
	if len(item) == 0 {
		return
	}
	name := ""
	if item[0].upper == "CONSTRAINT" && len(item) > 1 {
		name = item[1].name()
		item = item[2:]
	}
	if len(item) == 0 {
		return
	}
	switch item[0].upper {
	case "PRIMARY", "UNIQUE":
		t.constraint(name, item)
	case "LIKE":
		t.Opaque = true
	case "KEY", "INDEX":
		t.index(name, item)
	case "FOREIGN", "CHECK", "EXCLUDE", "FULLTEXT", "SPATIAL", "PERIOD":
	default:
		t.column(item)
	}
}

func (t *Table) column(item []token) {
	if !item[0].isName() {
		return
	}
	c := Column{Name: strings.ToLower(item[0].name())}
	if len(item) > 1 {
		c.Type = strings.ToLower(item[1].text)
	}
	depth := item[0].depth
	for i, k := range item[1:] {
		if k.depth != depth {
			continue
		}
		switch k.upper {
		case "PRIMARY":
			t.Keys = append(t.Keys, Key{Columns: []string{c.Name}, Primary: true})
		case "UNIQUE":
			t.Keys = append(t.Keys, Key{Columns: []string{c.Name}})
		case "SERIAL", "BIGSERIAL", "SMALLSERIAL", "SERIAL4", "SERIAL8", "AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY", "DEFAULT":
			c.Generated = true
		case "INTEGER": // SQLite: INTEGER PRIMARY KEY is the row's id
			if is(item[1:], i+1, "PRIMARY", "KEY") {
				c.Generated = true
			}
		}
	}
	t.Columns[c.Name] = c
}

// constraint reads PRIMARY KEY (…) and UNIQUE [KEY|INDEX] [name] (…).
func (t *Table) constraint(name string, item []token) {
	open := slices.IndexFunc(item, func(k token) bool { return k.text == "(" && k.kind == punct })
	if open < 0 {
		t.Opaque = true // UNIQUE USING INDEX
		return
	}
	if before := item[open-1]; before.isName() && !slices.Contains([]string{"UNIQUE", "KEY", "INDEX", "DISTINCT", "BTREE", "HASH"}, before.upper) {
		name = before.name()
	}
	k := Key{Name: strings.ToLower(name), Primary: item[0].upper == "PRIMARY"}
	k.read(item[open:])
	t.Keys = append(t.Keys, k)
}

// index reads KEY [name] (…), which allows equal rows.
func (t *Table) index(name string, item []token) {
	open := slices.IndexFunc(item, func(k token) bool { return k.text == "(" && k.kind == punct })
	if open < 0 {
		return
	}
	if len(item) > 1 && open > 1 && item[1].isName() {
		name = item[1].name()
	}
	k := Key{Name: strings.ToLower(name)}
	k.read(item[open:])
	t.Indexes = append(t.Indexes, k)
}

// read takes the key's columns from the bracket at the start of toks.
func (k *Key) read(toks []token) {
	body := inside(toks)
	for _, part := range split(body, toks[0].depth+1) {
		if len(part) == 0 || !part[0].isName() || len(part) > 1 && part[1].text == "(" && !isLength(part) {
			k.Expression = true
			continue
		}
		k.Columns = append(k.Columns, strings.ToLower(part[0].name()))
	}
}

// isLength tells MySQL's prefix length: name(20).
func isLength(part []token) bool {
	return len(part) >= 4 && part[2].kind == number && part[3].text == ")"
}

func (s *Schema) createIndex(toks []token, i int, unique bool) {
	on := find(toks, toks[0].depth, "ON")
	if on < 0 {
		return
	}
	name := ""
	if n := skip(toks, i); n < on && toks[n].isName() {
		name = strings.ToLower(toks[n].name())
	}
	at := skip(toks, on+1)
	if at >= len(toks) {
		return
	}
	t, ok := s.Table(toks[at].name())
	open := slices.IndexFunc(toks[at:], func(k token) bool { return k.text == "(" && k.kind == punct })
	if !ok || open < 0 {
		s.Opaque = s.Opaque || toks[at].templated
		return
	}
	k := Key{Name: name, Partial: find(toks[at:], toks[0].depth, "WHERE") >= 0}
	k.read(toks[at+open:])
	if unique {
		t.Keys = append(t.Keys, k)
	} else {
		t.Indexes = append(t.Indexes, k)
	}
}

// skip passes over words that may stand before a name.
func skip(toks []token, i int) int {
	for i < len(toks) && slices.Contains([]string{"IF", "NOT", "EXISTS", "CONCURRENTLY", "ONLY", "INDEX"}, toks[i].upper) {
		i++
	}
	return i
}

func (s *Schema) drop(toks []token) {
	switch {
	case is(toks, 1, "TABLE"):
		for _, part := range split(toks[2:], toks[0].depth) {
			if n := skip(part, 0); n < len(part) {
				delete(s.tables, strings.ToLower(part[n].name()))
			}
		}
	case is(toks, 1, "INDEX"):
		n := skip(toks, 2)
		if n >= len(toks) {
			return
		}
		for _, t := range s.tables {
			t.dropKey(strings.ToLower(toks[n].name()))
		}
	}
}

func (t *Table) dropKey(name string) {
	named := func(k Key) bool { return k.Name == name && name != "" }
	t.Keys, t.Indexes = slices.DeleteFunc(t.Keys, named), slices.DeleteFunc(t.Indexes, named)
}
