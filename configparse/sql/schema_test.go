package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func keysOf(t *testing.T, s *Schema, table string) string {
	t.Helper()
	tab, ok := s.Table(table)
	if !ok {
		return "no table"
	}
	var out []string
	for _, k := range tab.Keys {
		d := strings.Join(k.Columns, "+")
		if k.Primary {
			d = "pk:" + d
		}
		if k.Partial {
			d += " partial"
		}
		if k.Expression {
			d += " expression"
		}
		out = append(out, d)
	}
	slices.Sort(out)
	if tab.Opaque {
		out = append(out, "opaque")
	}
	return strings.Join(out, ", ")
}

func TestUniqueKeysAreReadFromDDL(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"columns", `CREATE TABLE t (id bigserial PRIMARY KEY, email text NOT NULL UNIQUE, n int)`, "email, pk:id"},
		{"constraints", `CREATE TABLE IF NOT EXISTS public.t (a int, b numeric(10,2), CONSTRAINT t_pk PRIMARY KEY (a, b), UNIQUE (b), CHECK (a > 0), FOREIGN KEY (a) REFERENCES u (id))`, "b, pk:a+b"},
		{"mysql", "CREATE TABLE `t` (`id` int AUTO_INCREMENT, `mail` varchar(255), PRIMARY KEY (`id`), UNIQUE KEY `t_mail` (`mail`(20)), KEY `x` (`id`)) ENGINE=InnoDB", "mail, pk:id"},
		{"index", `CREATE TABLE t (a int); CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON ONLY t USING btree (a)`, "a"},
		{"plain index", `CREATE TABLE t (a int); CREATE INDEX i ON t (a)`, ""},
		{"partial", `CREATE TABLE t (a int); CREATE UNIQUE INDEX i ON t (a) WHERE a > 0`, "a partial"},
		{"expression", `CREATE TABLE t (a text); CREATE UNIQUE INDEX i ON t (lower(a))`, " expression"},
		{"alter", `CREATE TABLE t (a int, b int); ALTER TABLE t ADD CONSTRAINT u UNIQUE (a), ADD COLUMN c int UNIQUE;`, "a, c"},
		{"drop constraint", `CREATE TABLE t (a int UNIQUE, b int); ALTER TABLE t DROP CONSTRAINT t_a_key`, ""},
		{"drop index", `CREATE TABLE t (a int); CREATE UNIQUE INDEX i ON t (a); DROP INDEX IF EXISTS i`, ""},
		{"drop column", `CREATE TABLE t (a int UNIQUE, b int UNIQUE); ALTER TABLE t DROP COLUMN a`, "b"},
		{"rename column", `CREATE TABLE t (a int UNIQUE); ALTER TABLE t RENAME COLUMN a TO b`, "b"},
		{"rename table", `CREATE TABLE s (a int UNIQUE); ALTER TABLE s RENAME TO t`, "a"},
		{"drop table", `CREATE TABLE t (a int UNIQUE); DROP TABLE t`, "no table"},
		{"change", `CREATE TABLE t (a int UNIQUE, b int); ALTER TABLE t CHANGE COLUMN a c int, CHANGE b d bigint`, "c"},
		{"unread action", `CREATE TABLE t (a int UNIQUE); ALTER TABLE t EXCHANGE a`, "a, opaque"},
		{"as select", `CREATE TABLE t AS SELECT * FROM u`, "opaque"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s Schema
			s.Apply(c.src, Generic)
			if got := keysOf(t, &s, "t"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPlainIndexesAndTypesAreReadBeside(t *testing.T) {
	var s Schema
	s.Apply("CREATE TABLE `t` (`id` bigint(20) unsigned, `n` tinyint(3), KEY `t_n` (`n`), INDEX (`id`,`n`)); CREATE INDEX i ON t (id); DROP INDEX t_n ON t;", MySQL)
	tab, _ := s.Table("t")
	var got []string
	for _, k := range tab.Indexes {
		got = append(got, k.Name+":"+strings.Join(k.Columns, "+"))
	}
	if fmt.Sprint(got) != "[:id+n i:id]" || len(tab.Keys) != 0 || tab.Columns["n"].Type != "tinyint" {
		t.Errorf("indexes %v, keys %v, columns %v", got, tab.Keys, tab.Columns)
	}
}

func TestCodeInAMigrationMakesTheSchemaOpaque(t *testing.T) {
	var s Schema
	s.Apply("CREATE TABLE t (a int); DO $$ BEGIN ALTER TABLE t ADD UNIQUE (a); END $$;", Postgres)
	if !s.Opaque {
		t.Error("a DO block may change any table")
	}
}

func TestGeneratedColumns(t *testing.T) {
	var s Schema
	s.Apply("CREATE TABLE t (a serial, b uuid DEFAULT gen_random_uuid(), c int, d integer primary key, e bigint GENERATED ALWAYS AS IDENTITY)", Generic)
	tab, _ := s.Table("T")
	var got []string
	for _, c := range tab.Columns {
		if c.Generated {
			got = append(got, c.Name)
		}
	}
	slices.Sort(got)
	if fmt.Sprint(got) != "[a b d e]" {
		t.Errorf("generated %v", got)
	}
}

func TestOnlyTheForwardPartCounts(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"1_a.up.sql", "A", "A"},
		{"1_a.down.sql", "A", ""},
		{"1_a.sql", "A", "A"},
		{"1_a.sql", "-- +goose Up\nA\n-- +goose StatementBegin\nB\n-- +goose Down\nC\n", "A\n-- +goose StatementBegin\nB\n"},
		{"1_a.sql", "-- +migrate Up\nA\n-- +migrate Down\nC", "A\n"},
		{"1_a.sql", "-- migrate:up\nA\n-- migrate:down\nC", "A\n"},
		{"U1__a.sql", "A", ""},
		{"users.sql", "A", "A"},
	} {
		if got := UpPart(c.name, c.src); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.name, c.src, got, c.want)
		}
	}
}
