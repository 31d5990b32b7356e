package realstores

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	passes   = "../../analyzers"
	standIns = passes + "/internal/analyzertest/testdata/src"
)

// Code that compiles with the stand-ins compiles with the libraries too: each package of the passes' testdata is checked anew, with the real
// library wherever go.mod requires it.
func TestStandInsHaveTheLibrariesAPI(t *testing.T) {
	roots, err := filepath.Glob(passes + "/*/testdata/src")
	if err != nil || len(roots) == 0 {
		t.Fatal("no testdata", err)
	}
	more, err := filepath.Glob(passes + "/internal/*/testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	c := &compiler{fset: token.NewFileSet(), done: map[string]*types.Package{}}
	c.gc = importer.ForCompiler(c.fset, "gc", c.export)
	c.list(t, slices.Concat(roots, more))
	checked := 0
	for _, root := range append(roots, more...) {
		if strings.HasPrefix(root, standIns) {
			continue
		}
		c.root, c.local = root, map[string]*types.Package{}
		for _, path := range packagesIn(t, root) {
			if !c.usesReal(filepath.Join(root, path)) {
				continue
			}
			checked++
			if _, err := c.check(path, filepath.Join(root, path)); err != nil {
				t.Errorf("%s/%s does not compile with the real libraries: %v", strings.TrimPrefix(root, passes+"/"), path, err)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d packages use a library", checked)
	}
	t.Logf("%d packages compile with the real libraries", checked)
}

// compiler checks packages of a GOPATH: libraries and the standard library by their export data, stand-ins for the other libraries from source.
type compiler struct {
	fset    *token.FileSet
	gc      types.Importer
	exports map[string]string
	real    map[string]bool
	root    string
	local   map[string]*types.Package // of the root at hand
	done    map[string]*types.Package // stand-ins
}

func (c *compiler) export(path string) (io.ReadCloser, error) { return os.Open(c.exports[path]) }

// list compiles what the packages import: the libraries that go.mod requires, and the standard library.
func (c *compiler) list(t *testing.T, roots []string) {
	t.Helper()
	c.exports, c.real = map[string]string{}, map[string]bool{}
	wanted := map[string]bool{}
	for _, root := range roots {
		for _, path := range packagesIn(t, root) {
			for _, i := range importsOf(filepath.Join(root, path)) {
				if !strings.Contains(strings.Split(i, "/")[0], ".") || c.required(i) {
					wanted[i] = true
				}
			}
		}
	}
	for _, root := range roots { // packages beside each other have paths without a dot too
		for _, path := range packagesIn(t, root) {
			if !c.required(path) {
				delete(wanted, path)
			}
		}
	}
	args := append([]string{"list", "-e", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}} {{.Standard}}"}, slices.Sorted(maps.Keys(wanted))...)
	cmd := exec.CommandContext(t.Context(), "go", args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.Bytes())
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 3 {
			c.exports[f[0]] = f[1]
			c.real[f[0]] = f[2] == "false"
		}
	}
}

var required = []string{
	"github.com/google/uuid", "github.com/hibiken/asynq", "github.com/jackc/pgx/v5", "github.com/rabbitmq/amqp091-go", "github.com/redis/go-redis/v9",
	"github.com/riverqueue/river", "github.com/stripe/stripe-go/v82", "gorm.io/driver/postgres", "gorm.io/gorm",
}

func (c *compiler) required(path string) bool {
	return slices.ContainsFunc(required, func(r string) bool { return path == r || strings.HasPrefix(path, r+"/") })
}

// usesReal tells that a package imports a library that go.mod requires.
func (c *compiler) usesReal(dir string) bool { return slices.ContainsFunc(importsOf(dir), c.required) }

// Import gives the real package, else the one beside the package at hand, else the stand-in.
func (c *compiler) Import(path string) (*types.Package, error) {
	if c.exports[path] != "" {
		return c.gc.Import(path)
	}
	if p := c.local[path]; p != nil {
		return p, nil
	}
	if dir := filepath.Join(c.root, path); isFolder(dir) {
		return c.check(path, dir)
	}
	if p := c.done[path]; p != nil {
		return p, nil
	}
	p, err := c.check(path, filepath.Join(standIns, path))
	c.done[path] = p
	return p, err
}

func (c *compiler) check(path, dir string) (*types.Package, error) {
	if p := c.local[path]; p != nil {
		return p, nil
	}
	var files []*ast.File
	names, _ := filepath.Glob(dir + "/*.go")
	for _, name := range names {
		f, err := parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no package %s", path)
	}
	var all []string
	conf := types.Config{Importer: c, Error: func(err error) { all = append(all, err.Error()) }}
	p, err := conf.Check(path, c.fset, files, nil)
	if err != nil {
		return p, fmt.Errorf("%s", strings.Join(all, "\n\t"))
	}
	c.local[path] = p
	return p, nil
}

// packagesIn lists the folders below a root that hold Go files.
func packagesIn(t *testing.T, root string) []string {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".go" {
			rel, err := filepath.Rel(root, filepath.Dir(path))
			found[filepath.ToSlash(rel)] = true
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(found))
}

func importsOf(dir string) []string {
	var out []string
	names, _ := filepath.Glob(dir + "/*.go")
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, i := range f.Imports {
			out = append(out, strings.Trim(i.Path.Value, `"`))
		}
	}
	return out
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
