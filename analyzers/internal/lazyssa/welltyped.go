package lazyssa

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Partial is the fact on a package that holds errors, or imports such a package.
type Partial struct{}

// AFact marks Partial as a fact.
func (*Partial) AFact() {}

// String is printed by tests of facts.
func (*Partial) String() string { return "partial" }

// isPartial tells a package in which something may not be understood.
func isPartial(pass *analysis.Pass) bool {
	return len(pass.TypeErrors) > 0 || slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return pass.ImportPackageFact(p, new(Partial)) })
}

// Unread is the fact on a function that does not compile, or that leads to one: what it does is not known.
type Unread struct{}

// AFact marks Unread as a fact.
func (*Unread) AFact() {}

// String is printed by tests of facts.
func (*Unread) String() string { return "unread" }

// checked is the part of a package that the type checker understood.
type checked struct {
	files []*ast.File
	info  *types.Info
	// unread are the functions whose bodies were left out.
	unread map[*types.Func]bool
}

// wellTyped leaves out the bodies of functions that hold an error or something of unknown type, and of those that call one: whatever is said of the
// rest then rests on code that was read whole.
func wellTyped(pass *analysis.Pass) *checked {
	c := &checked{files: pass.Files, info: pass.TypesInfo, unread: map[*types.Func]bool{}}
	var decls []*ast.FuncDecl
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				decls = append(decls, d)
			}
		}
	}
	for before := -1; before < len(c.unread); {
		before = len(c.unread)
		for _, d := range decls {
			fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
			if ok && !c.unread[fn] && !c.understood(pass, d) {
				c.unread[fn] = true
			}
		}
	}
	c.leaveOut()
	c.initializers(pass)
	return c
}

// leaveOut copies the files that hold such functions.
func (c *checked) leaveOut() {
	if len(c.unread) == 0 {
		return
	}
	c.files = slices.Clone(c.files)
	for i, f := range c.files {
		copied := *f
		copied.Decls = slices.Clone(f.Decls)
		for n, d := range copied.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn, ok := c.info.Defs[d.Name].(*types.Func); ok && c.unread[fn] {
				bodiless := *d
				bodiless.Body = nil
				copied.Decls[n] = &bodiless
			}
		}
		c.files[i] = &copied
	}
}

// initializers leaves out those of package variables that hold what was not understood.
func (c *checked) initializers(pass *analysis.Pass) {
	kept := slices.DeleteFunc(slices.Clone(c.info.InitOrder), func(i *types.Initializer) bool {
		return !c.understood(pass, i.Rhs) || slices.ContainsFunc(i.Lhs, func(v *types.Var) bool { return !isValid(v.Type()) })
	})
	if len(kept) < len(c.info.InitOrder) {
		info := *c.info
		info.InitOrder = kept
		c.info = &info
	}
}

// understood tells a piece of code without errors in which everything has a type.
func (c *checked) understood(pass *analysis.Pass, n ast.Node) bool {
	for _, e := range pass.TypeErrors {
		if n.Pos() <= e.Pos && e.Pos < n.End() {
			return false
		}
	}
	good := true
	ast.Inspect(n, func(n ast.Node) bool {
		if !good {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			good = c.known(pass, id)
		} else if e, ok := n.(ast.Expr); ok {
			tv, ok := c.info.Types[e]
			good = !ok || tv.IsBuiltin() || isValid(tv.Type)
		}
		return good
	})
	return good
}

// known tells a name that stands for something of known type, and for no function that was left out.
func (c *checked) known(pass *analysis.Pass, id *ast.Ident) bool {
	if id.Name == "_" {
		return true
	}
	obj, isDefined := c.info.Defs[id]
	if !isDefined {
		obj = c.info.Uses[id]
	}
	switch obj := obj.(type) {
	case nil:
		return isDefined // by a type switch, for each of its clauses
	case *types.PkgName, *types.Label, *types.Builtin: // have no type
		return true
	case *types.Func:
		fn := obj.Origin()
		if c.unread[fn] || fn.Pkg() != nil && fn.Pkg() != pass.Pkg && pass.ImportObjectFact(fn, new(Unread)) {
			return false
		}
	}
	return isValid(obj.Type())
}

// isValid tells a type that the checker understood, its own parts included as far as they show: pointers, elements, parameters.
func isValid(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case nil:
		return true // no value
	case *types.Basic:
		return t.Kind() != types.Invalid
	case *types.Pointer:
		return isValid(t.Elem())
	case *types.Slice:
		return isValid(t.Elem())
	case *types.Array:
		return isValid(t.Elem())
	case *types.Chan:
		return isValid(t.Elem())
	case *types.Map:
		return isValid(t.Key()) && isValid(t.Elem())
	case *types.Signature:
		return areValid(t.Params()) && areValid(t.Results())
	case *types.Tuple:
		return areValid(t)
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if !isValid(arg) {
				return false
			}
		}
	}
	return true
}

func areValid(t *types.Tuple) bool {
	for v := range t.Variables() {
		if !isValid(v.Type()) {
			return false
		}
	}
	return true
}
