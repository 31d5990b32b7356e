// Package schema tells whether a unique key keeps a second insert out: from the *.sql files of the module.
package schema

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/qlint-dev/qlint/configparse/sql"
)

// Source reads the schema of a package's module when it is first asked for.
type Source struct {
	dir    string
	once   sync.Once
	read   map[string]*sql.Schema // by folder
	opaque bool
}

// For gives the schema source of a package.
func For(pass *analysis.Pass) *Source {
	if len(pass.Files) == 0 {
		return &Source{}
	}
	return &Source{dir: filepath.Dir(pass.Fset.Position(pass.Files[0].FileStart).Filename)}
}

// Limits of what is read.
const (
	maxFiles = 5000
	maxBytes = 32 << 20
)

// Files lists the *.sql files below the folder of go.mod that is above dir, or below dir where there is none: everything that passes read
// beside Go code. They come in the order of migrations: by folder, then by the number at the start of the name, then by name.
func Files(dir string) []string {
	root := moduleRoot(dir)
	if root == "" {
		return nil
	}
	var out []string
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // an unreadable folder holds no schema
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "node_modules" || name == "testdata" || isModule(path)) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(strings.ToLower(name), ".sql") && d.Type().IsRegular() {
			out = append(out, path)
		}
		if len(out) >= maxFiles {
			return filepath.SkipAll
		}
		return nil
	})
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(strings.Compare(filepath.Dir(a), filepath.Dir(b)), cmp.Compare(number(filepath.Base(a)), number(filepath.Base(b))), strings.Compare(a, b))
	})
	return out
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// moduleRoot gives the nearest folder with a go.mod, or dir itself in a tree without one.
func moduleRoot(dir string) string {
	if dir == "" {
		return ""
	}
	for d := dir; ; d = filepath.Dir(d) {
		if isModule(d) {
			return d
		}
		if filepath.Dir(d) == d {
			return dir
		}
	}
}

// number is the number that a migration's name starts with.
func number(name string) int {
	n := 0
	for i := 0; i < len(name) && name[i] >= '0' && name[i] <= '9' && n < 1<<58; i++ {
		n = n*10 + int(name[i]-'0')
	}
	return n
}

func (s *Source) load() {
	s.read = map[string]*sql.Schema{}
	total := 0
	for _, path := range Files(s.dir) {
		src, err := os.ReadFile(path)
		if err != nil || total+len(src) > maxBytes {
			s.opaque = true
			continue
		}
		total += len(src)
		folder := filepath.Dir(path)
		if s.read[folder] == nil {
			s.read[folder] = &sql.Schema{}
		}
		s.read[folder].Apply(sql.UpPart(path, string(src)), sql.Generic)
	}
}

// Verdict is whether a unique key keeps a second insert of the same thing out.
type Verdict uint8

const (
	// Unknown: the table, or some of its keys, could not be read.
	Unknown Verdict = iota
	// Covered: a unique key makes the second insert fail.
	Covered
	// Uncovered: the table is known, and no key does.
	Uncovered
)

// Row describes an insert.
type Row struct {
	Table string
	// Check are the columns by which the row was looked up.
	Check []string
	// Columns are those that the insert sets, nil where unknown; Fresh those that get another value each time.
	Columns, Fresh []string
	// Keys are the unique keys that the code itself tells of, their columns joined by +; Declared tells that there are no others.
	Keys     []string
	Declared bool
}

// Unique judges an insert by every schema that knows its table.
func (s *Source) Unique(r Row) Verdict {
	told := judge(&sql.Table{Keys: keysOf(r.Keys)}, r)
	if told == Covered || r.Declared {
		return told
	}
	s.once.Do(s.load)
	verdict, known := Uncovered, false
	for _, schema := range s.read {
		t, ok := schema.Table(r.Table)
		if !ok {
			continue
		}
		known = true
		switch v := judge(t, r); {
		case v == Covered:
			return Covered
		case v == Unknown || t.Opaque || schema.Opaque || s.opaque:
			verdict = Unknown
		}
	}
	if !known {
		return Unknown
	}
	return verdict
}

func keysOf(list []string) []sql.Key {
	var out []sql.Key
	for _, k := range list {
		out = append(out, sql.Key{Columns: strings.Split(k, "+")})
	}
	return out
}

func judge(t *sql.Table, r Row) Verdict {
	verdict := Uncovered
	for _, k := range t.Keys {
		switch v := judgeKey(t, k, r); v {
		case Covered:
			return Covered
		case Unknown:
			verdict = Unknown
		}
	}
	return verdict
}

// judgeKey: a key keeps the second row out when all its columns were looked up by, or are set to the same values again. One that holds a
// column which is minted, or filled in by the database, does not.
func judgeKey(t *sql.Table, k sql.Key, r Row) Verdict {
	if k.Partial || k.Expression {
		return Unknown
	}
	if subset(k.Columns, r.Check) {
		return Covered
	}
	for _, c := range k.Columns {
		set := slices.Contains(r.Columns, c)
		if slices.Contains(r.Fresh, c) || !set && r.Columns != nil || t.Columns[c].Generated && !set && !slices.Contains(r.Check, c) {
			return Uncovered
		}
	}
	if r.Columns == nil {
		return Unknown
	}
	return Covered
}

func subset(a, b []string) bool {
	for _, x := range a {
		if !slices.Contains(b, x) {
			return false
		}
	}
	return len(a) > 0
}
