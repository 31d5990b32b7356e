package queue

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// Schema is what an application's migrations leave behind in its databases, and how far that can be told from them.
type Schema struct {
	// Tables in the order in which they were first seen.
	Tables []*Table
	// Open says why there may be tables that are not listed (modules, packages, code that was not followed); "" when there are none.
	Open string
	// Files is how many migrations and dumps were read.
	Files int
}

// Table is one table.
type Table struct {
	Name string
	// Span is where it is created or first changed.
	Span source.Span
	// Connection is the database connection that a migration names for it; "" for the default one.
	Connection string
	Columns    []*Column
	Keys       []*Key
	// Maybe says why the table may not exist after all (a condition that is not decided); "" when it does.
	Maybe string
	// Open says why it may have other columns or keys than those listed; "" when the list is complete.
	Open string
}

// Column is one column.
type Column struct {
	Name string
	// Type is the database's type in lower case, as `tinyint`, `smallint`, `bigint`, `varchar`; "" where it is not known.
	Type string
	Span source.Span
}

// Key is an index of a table.
type Key struct {
	Name    string
	Columns []string
	// Unique keys keep a second row with the same values out; a Primary key is Unique too.
	Unique, Primary bool
	// Partial says that it does not cover every row by its columns alone: it has a condition or is made over an expression.
	Partial bool
	Span    source.Span
}

// Table returns the table of a name, in any case; nil when none is known.
func (s *Schema) Table(name string) *Table {
	if s == nil {
		return nil
	}
	for _, t := range s.Tables {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// Has says whether a table exists.
func (s *Schema) Has(name string) Verdict {
	t := s.Table(name)
	switch {
	case t != nil && t.Maybe == "":
		return Yes
	case t != nil, s == nil, s.Open != "":
		return Maybe
	}
	return No
}

// Unique says whether a table cannot hold two rows that agree in the given columns: a unique key covers some or all of them. The key
// is the one that does; nil otherwise.
func (s *Schema) Unique(table string, columns ...string) (*Key, Verdict) {
	t := s.Table(table)
	if t == nil {
		return nil, Maybe
	}
	for _, k := range t.Keys {
		covers := k.Unique && !k.Partial && len(k.Columns) > 0 && !slices.ContainsFunc(k.Columns, func(c string) bool {
			return !slices.ContainsFunc(columns, func(given string) bool { return strings.EqualFold(given, c) })
		})
		switch {
		case covers && t.Maybe == "":
			return k, Yes
		case covers:
			return k, Maybe
		}
	}
	if t.Open != "" || t.Maybe != "" {
		return nil, Maybe
	}
	return nil, No
}

// Column returns the column of a name, in any case; nil when none is known.
func (t *Table) Column(name string) *Column {
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}
