package qlint_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/qlint-dev/qlint/analyzers"
)

// listed is a package as a build system knows it: its files, and the compiled export data of what it imports.
type listed struct {
	ImportPath, Dir, Export string
	Standard, DepOnly       bool
	GoFiles                 []string
	Imports                 []string
}

// savedFact is a fact on its way from one compilation to the next. Object is the empty path for a fact on a package.
type savedFact struct {
	Package string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// nogo judges packages as Bazel's nogo does: one at a time in the order of their imports, with types from export data, with the facts of
// imports as bytes, and with no facts of the standard library. It gives "file.go:line QGnnn" of what is reported.
func nogo(t *testing.T, dir string) []string {
	t.Helper()
	n := &build{t: t, exports: map[string]string{}, facts: map[string][]byte{}, found: map[string]bool{}, dir: dir}
	var order []listed // imports first, as go list -deps gives them
	out, ok := goIn(t, dir, "list", "-export", "-deps", "-json=ImportPath,Dir,Export,Standard,DepOnly,GoFiles,Imports", "./...")
	if !ok {
		t.Fatal(out)
	}
	for decoder := json.NewDecoder(strings.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		order = append(order, p)
		n.exports[p.ImportPath] = p.Export
	}
	for _, p := range order {
		if !p.Standard {
			n.compile(p)
		}
	}
	return slices.Sorted(maps.Keys(n.found))
}

type build struct {
	t       *testing.T
	dir     string
	exports map[string]string
	facts   map[string][]byte
	found   map[string]bool
}

// compile type-checks a package and runs every exported Analyzer on it.
func (n *build) compile(p listed) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			n.t.Fatal(err)
		}
		files = append(files, f)
	}
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(n.exports[path]) })
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: imports, Sizes: types.SizesFor("gc", "amd64")}).Check(p.ImportPath, fset, files, info)
	if err != nil {
		n.t.Fatal(err)
	}
	u := &unitRun{build: n, wanted: !p.DepOnly, pass: analysis.Pass{
		Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"), ReadFile: os.ReadFile,
	}, results: map[*analysis.Analyzer]any{}, objects: map[types.Object][]analysis.Fact{}, packages: map[*types.Package][]analysis.Fact{}}
	u.importFacts(p.Imports)
	for _, rule := range analyzers.All() {
		u.run(rule.Analyzer)
	}
	n.facts[p.ImportPath] = u.exportFacts()
}

// unitRun is the passes over one package.
type unitRun struct {
	*build
	wanted   bool
	pass     analysis.Pass
	results  map[*analysis.Analyzer]any
	objects  map[types.Object][]analysis.Fact
	packages map[*types.Package][]analysis.Fact
}

func (u *unitRun) run(a *analysis.Analyzer) any {
	if r, ok := u.results[a]; ok {
		return r
	}
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
	pass := u.pass
	pass.Analyzer, pass.ResultOf = a, map[*analysis.Analyzer]any{}
	for _, req := range a.Requires {
		pass.ResultOf[req] = u.run(req)
	}
	pass.Report = func(d analysis.Diagnostic) {
		at := pass.Fset.Position(d.Pos)
		rel, err := filepath.Rel(u.dir, at.Filename)
		if err != nil {
			u.t.Error(err)
		}
		if u.wanted {
			u.found[fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), at.Line, d.Category)] = true
		}
	}
	pass.ImportObjectFact = func(o types.Object, f analysis.Fact) bool { return copyFact(u.objects[o], f) }
	pass.ExportObjectFact = func(o types.Object, f analysis.Fact) { u.objects[o] = append(u.objects[o], f) }
	pass.ImportPackageFact = func(p *types.Package, f analysis.Fact) bool { return copyFact(u.packages[p], f) }
	pass.ExportPackageFact = func(f analysis.Fact) { u.packages[pass.Pkg] = append(u.packages[pass.Pkg], f) }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
	r, err := a.Run(&pass)
	if err != nil {
		u.t.Fatalf("%s: %v", a.Name, err)
	}
	u.results[a] = r
	return r
}

// copyFact sets a fact to the last one of its type.
func copyFact(list []analysis.Fact, to analysis.Fact) bool {
	for _, f := range slices.Backward(list) {
		if reflect.TypeOf(f) == reflect.TypeOf(to) {
			reflect.ValueOf(to).Elem().Set(reflect.ValueOf(f).Elem())
			return true
		}
	}
	return false
}

// importFacts decodes the facts that the compilations of the imports left behind.
func (u *unitRun) importFacts(paths []string) {
	known := map[string]*types.Package{}
	var walk func(p *types.Package)
	walk = func(p *types.Package) {
		if known[p.Path()] == nil {
			known[p.Path()] = p
			for _, i := range p.Imports() {
				walk(i)
			}
		}
	}
	walk(u.pass.Pkg)
	for _, path := range paths {
		var saved []savedFact
		if data := u.facts[path]; len(data) == 0 {
			continue
		} else if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&saved); err != nil {
			u.t.Fatal(err)
		}
		for _, s := range saved {
			pkg := known[s.Package]
			if pkg == nil {
				continue
			}
			if s.Object == "" {
				u.packages[pkg] = append(u.packages[pkg], s.Fact)
			} else if o, err := objectpath.Object(pkg, s.Object); err == nil {
				u.objects[o] = append(u.objects[o], s.Fact)
			}
		}
	}
}

// exportFacts encodes all facts that are known: those of imports are handed on.
func (u *unitRun) exportFacts() []byte {
	var saved []savedFact
	for o, list := range u.objects {
		path, err := objectpath.For(o)
		if err != nil {
			continue // not visible outside of its package
		}
		for _, f := range list {
			saved = append(saved, savedFact{o.Pkg().Path(), path, f})
		}
	}
	for p, list := range u.packages {
		for _, f := range list {
			saved = append(saved, savedFact{p.Path(), "", f})
		}
	}
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(saved); err != nil {
		u.t.Fatal(err)
	}
	return out.Bytes()
}
