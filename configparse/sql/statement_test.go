package sql

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestStatementsAreReadAsListed(t *testing.T) {
	raw, err := os.ReadFile("testdata/statements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		n, want := f[0], strings.Join(f[2:8], "\t")
		t.Run(n, func(t *testing.T) {
			d := map[string]Dialect{"M": MySQL, "P": Postgres, "L": SQLite}[f[1]]
			if got := describe(Parse(f[9], d)); got != want {
				t.Errorf("%s\n got %s\nwant %s", f[9], got, want)
				return
			}
			right++
		})
	}
	if right != 60 {
		t.Errorf("%d of 60 right", right)
	}
}

// describe gives verb, table, conflict, lock, where and returning in the columns of statements.tsv.
func describe(list []Statement) string {
	columns := make([][]string, 6)
	for _, s := range list {
		conflict := string(s.Conflict.Kind)
		if s.NotExists {
			conflict = "not-exists"
		}
		for i, v := range []string{s.Verb, s.Table, conflict, describeLock(s.Lock), yes(s.Where), yes(s.Returning)} {
			if v == "" {
				v = "-"
			}
			columns[i] = append(columns[i], v)
		}
	}
	var out []string
	for _, c := range columns {
		out = append(out, strings.Join(c, ";"))
	}
	return strings.Join(out, "\t")
}

func describeLock(l Lock) string {
	s := [...]string{"", "cte:", "subquery:"}[l.Place] + l.Kind
	if l.Wait != "" {
		s += "+" + l.Wait
	}
	return s
}

func yes(b bool) string {
	if b {
		return "y"
	}
	return "n"
}

func TestColumnsAndOperands(t *testing.T) {
	s := Parse(`INSERT INTO public."users" (id, email, n) VALUES ($2, $1::citext, 0) ON CONFLICT (email) DO UPDATE SET n = users.n + 1`, Postgres)[0]
	if s.Table != "users" || !slices.Equal(s.Columns, []string{"id", "email", "n"}) {
		t.Errorf("table %q columns %q", s.Table, s.Columns)
	}
	if len(s.Values) != 3 || s.Values[0].Param != 2 || s.Values[1].Param != 1 || s.Values[2].Text != "0" {
		t.Errorf("values %+v", s.Values)
	}
	if len(s.Sets) != 1 || !s.Sets[0].Relative || s.Sets[0].Column != "n" {
		t.Errorf("sets %+v", s.Sets)
	}
	s = Parse("UPDATE orders o SET state = 'run', tries = tries+1 WHERE o.id = ? AND state = 'new' AND (a = 1 OR b = 2)", Generic)[0]
	if len(s.Equal) != 2 || s.Equal[0].Column != "id" || s.Equal[0].Value.Param != 1 || s.Equal[1].Value.Text != "new" || s.Conditions != 1 {
		t.Errorf("equal %+v, %d more", s.Equal, s.Conditions)
	}
	if len(s.Sets) != 2 || s.Sets[0].Relative || !s.Sets[1].Relative {
		t.Errorf("sets %+v", s.Sets)
	}
}

func TestStatementsInsideWithAreRead(t *testing.T) {
	s := Parse("WITH changed AS (UPDATE orders SET state = $1 WHERE id = $2 RETURNING day), seen AS (SELECT 1) INSERT INTO days (day) SELECT day FROM changed", Postgres)[0]
	if s.Verb != "INSERT" || s.Table != "days" || !s.Writes || len(s.Inner) != 1 {
		t.Fatalf("got %s", describe([]Statement{s}))
	}
	in := s.Inner[0]
	if in.Verb != "UPDATE" || in.Table != "orders" || len(in.Sets) != 1 || in.Sets[0].Value.Param != 1 || len(in.Equal) != 1 || in.Equal[0].Value.Param != 2 {
		t.Errorf("inner %+v", in)
	}
}

func TestRelativeAssignments(t *testing.T) {
	for src, want := range map[string]bool{
		"UPDATE t SET n = n + 1":              true,
		"UPDATE t SET n = n-1":                true,
		"UPDATE t SET n = 1 + n":              true,
		"UPDATE t SET n = COALESCE(n, 0) + ?": true,
		"UPDATE t SET n = (n) - ?":            true,
		"UPDATE t SET n = ?":                  false,
		"UPDATE t SET n = m + 1":              false,
		"UPDATE t SET n = GREATEST(n, ?)":     false,
		"UPDATE t SET n = n":                  false,
	} {
		if s := Parse(src, Generic)[0]; len(s.Sets) != 1 || s.Sets[0].Relative != want {
			t.Errorf("%s: %+v", src, s.Sets)
		}
	}
}

func FuzzParse(f *testing.F) {
	raw, err := os.ReadFile("testdata/statements.tsv")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		f.Add(line[strings.LastIndex(line, "\t")+1:], uint8(0))
	}
	f.Fuzz(func(t *testing.T, src string, d uint8) {
		for _, s := range Parse(src, Dialect(d%4)) {
			if s.Start < 0 || s.End > len(src) || s.Start > s.End {
				t.Errorf("span %d-%d of %d bytes", s.Start, s.End, len(src))
			}
		}
		var schema Schema
		schema.Apply(UpPart("a.sql", src), Dialect(d%4))
	})
}

func TestStatementsHaveTheirPlaceBehindLettersOfSeveralBytes(t *testing.T) {
	const src = "-- größe\nSELECT 'é' FROM ä; UPDATE ö SET ü = 1"
	list := Parse(src, Postgres)
	if len(list) != 2 || src[list[0].Start:list[0].End] != "SELECT 'é' FROM ä" || src[list[1].Start:list[1].End] != "UPDATE ö SET ü = 1" {
		t.Errorf("%+v", list)
	}
}
