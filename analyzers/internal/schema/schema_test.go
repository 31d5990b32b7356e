package schema

import (
	"os"
	"path/filepath"
	"testing"
)

func TestUniqueKeysDecideOverSecondInserts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                      "module m\n",
		"migrations/10_more.up.sql":   "CREATE UNIQUE INDEX u ON users (email);",
		"migrations/2_users.up.sql":   "CREATE TABLE users (id bigserial PRIMARY KEY, email text, name text);",
		"migrations/2_users.down.sql": "DROP TABLE users;",
		"migrations/3_logs.up.sql":    "CREATE TABLE logs (id uuid PRIMARY KEY, ref text); CREATE TABLE parts (id serial PRIMARY KEY, a text); CREATE UNIQUE INDEX p ON parts (a) WHERE a <> '';",
		"other/go.mod":                "module other\n",
		"other/a.sql":                 "CREATE TABLE users (id int);",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		row  Row
		want Verdict
	}{
		{"looked up by the key", Row{Table: "users", Check: []string{"email"}}, Covered},
		{"key set again", Row{Table: "users", Check: []string{"name"}, Columns: []string{"email", "name"}}, Covered},
		{"key not set", Row{Table: "users", Check: []string{"name"}, Columns: []string{"name"}}, Uncovered},
		{"generated id alone", Row{Table: "parts", Check: []string{"b"}, Columns: []string{"b"}}, Unknown},
		{"minted id", Row{Table: "logs", Check: []string{"ref"}, Columns: []string{"id", "ref"}, Fresh: []string{"id"}}, Uncovered},
		{"given id", Row{Table: "logs", Check: []string{"ref"}, Columns: []string{"id", "ref"}}, Covered},
		{"columns unknown", Row{Table: "logs", Check: []string{"ref"}}, Unknown},
		{"no such table", Row{Table: "none"}, Unknown},
	} {
		s := &Source{dir: dir}
		if got := s.Unique(c.row); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if files := Files(filepath.Join(dir, "migrations")); len(files) != 4 || filepath.Base(files[0]) != "2_users.down.sql" || filepath.Base(files[3]) != "10_more.up.sql" {
		t.Errorf("files %q", files)
	}
}
