package sql

import (
	"slices"
	"strings"
)

// alter applies ALTER TABLE name action, action …
func (s *Schema) alter(toks []token) {
	i := skip(toks, 2)
	if i >= len(toks) {
		return
	}
	t, ok := s.Table(toks[i].name())
	if !ok {
		s.Opaque = s.Opaque || toks[i].templated
		return
	}
	for _, action := range split(toks[i+1:], toks[0].depth) {
		if len(action) > 0 {
			s.action(t, action)
		}
	}
}

func (s *Schema) action(t *Table, a []token) {
	switch a[0].upper {
	case "ADD":
		t.add(a[1:])
	case "DROP":
		t.dropPart(a[1:])
	case "RENAME":
		s.rename(t, a[1:])
	case "CHANGE":
		t.change(a[1:])
	case "ALTER", "MODIFY", "SET", "OWNER", "ENABLE", "DISABLE", "VALIDATE", "ENGINE", "AUTO_INCREMENT", "COMMENT", "REPLICA", "CLUSTER":
	default:
		t.Opaque = true
	}
}

// change reads MySQL's CHANGE [COLUMN] old new type …
func (t *Table) change(a []token) {
	if len(a) > 0 && a[0].upper == "COLUMN" {
		a = a[1:]
	}
	if len(a) < 3 || !a[0].isName() || !a[1].isName() {
		t.Opaque = true
		return
	}
	t.renameColumn(strings.ToLower(a[0].name()), strings.ToLower(a[1].name()))
	t.define(a[1:])
}

func (t *Table) add(a []token) {
	if len(a) > 0 && a[0].upper == "COLUMN" {
		a = a[1:]
	}
	a = a[min(skip(a, 0), len(a)):]
	if len(a) == 0 {
		return
	}
	if a[0].text == "(" { // ADD (a int, b int)
		for _, item := range split(inside(a), a[0].depth+1) {
			t.define(item)
		}
		return
	}
	t.define(a)
}

func (t *Table) dropPart(a []token) {
	if len(a) == 0 {
		return
	}
	n := skip(a, 1)
	switch a[0].upper {
	case "PRIMARY":
		t.Keys = slices.DeleteFunc(t.Keys, func(k Key) bool { return k.Primary })
	case "CONSTRAINT", "INDEX", "KEY":
		if n < len(a) {
			t.dropConstraint(strings.ToLower(a[n].name()))
		}
	default:
		if a[0].upper != "COLUMN" {
			n = skip(a, 0)
		}
		if n < len(a) {
			column := strings.ToLower(a[n].name())
			delete(t.Columns, column)
			over := func(k Key) bool { return slices.Contains(k.Columns, column) }
			t.Keys, t.Indexes = slices.DeleteFunc(t.Keys, over), slices.DeleteFunc(t.Indexes, over)
		}
	}
}

// dropConstraint drops a key by name; PostgreSQL names an unnamed key TABLE_COLUMN_key, a primary key TABLE_pkey.
func (t *Table) dropConstraint(name string) {
	t.Indexes = slices.DeleteFunc(t.Indexes, func(k Key) bool { return k.Name == name })
	t.Keys = slices.DeleteFunc(t.Keys, func(k Key) bool {
		if k.Name != "" {
			return k.Name == name
		}
		if k.Primary {
			return name == t.Name+"_pkey"
		}
		return name == t.Name+"_"+strings.Join(k.Columns, "_")+"_key"
	})
}

func (s *Schema) rename(t *Table, a []token) {
	to := slices.IndexFunc(a, func(k token) bool { return k.upper == "TO" || k.upper == "AS" })
	if to < 0 || to+1 >= len(a) {
		t.Opaque = true
		return
	}
	name := strings.ToLower(a[to+1].name())
	switch {
	case to == 0:
		delete(s.tables, t.Name)
		t.Name = name
		s.tables[name] = t
	case a[0].upper == "CONSTRAINT" || a[0].upper == "INDEX" || a[0].upper == "KEY":
		for _, list := range [][]Key{t.Keys, t.Indexes} {
			for i := range list {
				if list[i].Name == strings.ToLower(a[to-1].name()) {
					list[i].Name = name
				}
			}
		}
	default:
		t.renameColumn(strings.ToLower(a[to-1].name()), name)
	}
}

func (t *Table) renameColumn(from, to string) {
	if c, ok := t.Columns[from]; ok {
		delete(t.Columns, from)
		c.Name = to
		t.Columns[to] = c
	}
	for _, k := range slices.Concat(t.Keys, t.Indexes) {
		for i, c := range k.Columns {
			if c == from {
				k.Columns[i] = to
			}
		}
	}
}
