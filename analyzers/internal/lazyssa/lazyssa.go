// Package lazyssa gives a package's SSA form, built when it is first asked for and only where a known library is within reach. The pass
// that ships with x/tools builds it for every dependency, the standard library included.
package lazyssa

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Analyzer gives a *Source.
var Analyzer = &analysis.Analyzer{
	Name:       "lazyssa",
	Doc:        "lazyssa: SSA form on demand",
	Run:        run,
	ResultType: reflect.TypeFor[*Source](),
	FactTypes:  []analysis.Fact{(*Unread)(nil), (*Partial)(nil)},
	// A package with errors is judged by the functions that hold none.
	RunDespiteErrors: true,
}

func run(pass *analysis.Pass) (any, error) {
	s := &Source{pass: pass, files: pass.Files, info: pass.TypesInfo}
	if isPartial(pass) {
		pass.ExportPackageFact(&Partial{})
		c := wellTyped(pass)
		s.files, s.info, s.broken = c.files, c.info, true
		for fn := range c.unread {
			pass.ExportObjectFact(fn.Origin(), &Unread{})
		}
	}
	return s, nil
}

// Source is one package's SSA, built on demand. Its methods may be called from several passes at once.
type Source struct {
	pass    *analysis.Pass
	files   []*ast.File
	info    *types.Info
	broken  bool
	once    sync.Once
	reaches sync.Once
	useful  bool
	built   bool
	pkg     *ssa.Package
	funcs   []*ssa.Function
}

// Useful tells that the package reaches a known library; without it there is nothing to find.
func (s *Source) Useful() bool {
	s.reaches.Do(func() { s.useful = library.Reaches(s.pass.Pkg) })
	return s.useful
}

// Broken tells that the package has errors: parts of it were not understood.
func (s *Source) Broken() bool { return s.broken }

// Built tells whether SSA was built so far.
func (s *Source) Built() bool { return s.built }

// Funcs gives the package's functions, literals included, in source order; none where the package is not useful.
func (s *Source) Funcs() []*ssa.Function {
	s.once.Do(s.build)
	return s.funcs
}

// Package gives the package's SSA, nil where it is not useful.
func (s *Source) Package() *ssa.Package {
	s.once.Do(s.build)
	return s.pkg
}

func (s *Source) build() {
	if !s.Useful() {
		return
	}
	s.built = true
	defer func() {
		// What the type checker let through is built; should an error have been missed, the package has been named already.
		if fault := recover(); fault != nil {
			if !s.broken {
				panic(fault)
			}
			s.pkg, s.funcs = nil, nil
		}
	}()
	prog := ssa.NewProgram(s.pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(noReturn)
	for _, p := range s.pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	s.pkg = prog.CreatePackage(s.pass.Pkg, s.files, s.info, false)
	s.pkg.Build()
	for _, file := range s.pass.Files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok {
				if fn, ok := s.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
					s.add(prog.FuncValue(fn))
				}
			}
		}
	}
	if init := s.pkg.Func("init"); init != nil { // literals in variable declarations
		for _, anon := range init.AnonFuncs {
			s.add(anon)
		}
	}
}

func (s *Source) add(fn *ssa.Function) {
	if fn == nil {
		return
	}
	s.funcs = append(s.funcs, fn)
	for _, anon := range fn.AnonFuncs {
		s.add(anon)
	}
}

// noReturn tells the standard functions that end the goroutine or process.
func noReturn(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "runtime.Goexit", "log.Panic", "log.Panicf", "log.Panicln":
		return true
	}
	return false
}
