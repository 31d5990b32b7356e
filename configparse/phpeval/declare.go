package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// unit is one parsed file.
type unit struct {
	file  *source.File
	tree  *php.File
	names *php.Names
}

func newUnit(file *source.File, tree *php.File) *unit {
	return &unit{file: file, tree: tree, names: php.NewNames(tree)}
}

func (u *unit) span(n php.Node) source.Span {
	start, end := n.Span()
	return u.file.Span(start, end)
}

// function is a function declared outside a class.
type function struct {
	unit *unit
	decl *php.Function
}

// constant is a constant declared outside a class, by const or define().
type constant struct {
	unit  *unit
	value php.Expr
}

// declarations are the classes, functions and constants of one file, also those within if and blocks; what a function or class
// declares when it runs is left out.
type declarations struct {
	classes   []*Class
	functions map[string]*function // by lower-case full name; nil where there are several
	constants map[string]*constant
}

func declared(u *unit) declarations {
	d := declarations{functions: map[string]*function{}, constants: map[string]*constant{}}
	for _, s := range u.tree.Stmts {
		php.Walk(s, func(n php.Node) bool { return d.visit(u, n) })
	}
	return d
}

func (d *declarations) visit(u *unit, n php.Node) bool {
	switch n := n.(type) {
	case *php.Class:
		if n.Kind != php.KindAnonymous {
			d.classes = append(d.classes, &Class{
				Name: u.names.Declared(n.Name), File: u.file, Tree: u.tree, Names: u.names, Decl: n,
			})
		}
		return false
	case *php.Function:
		put(d.functions, foldName(u.names.Declared(n.Name)), &function{u, n})
		return false
	case *php.Const:
		for i := range n.Items {
			put(d.constants, u.names.Declared(n.Items[i].Name), &constant{u, n.Items[i].Value})
		}
		return false
	case *php.Call:
		d.define(u, n)
		return false
	case *php.Closure, *php.ArrowFn, *php.Array, *php.New:
		return false
	}
	return true
}

// put keeps nil for a name that is declared twice: which declaration holds is not known then.
func put[T any](m map[string]*T, name string, v *T) {
	if _, twice := m[name]; twice {
		v = nil
	}
	m[name] = v
}

func (d *declarations) define(u *unit, call *php.Call) {
	name, ok := call.Func.(*php.Name)
	if !ok || len(call.Args.List) < 2 || foldName(name.Text) != "define" {
		return
	}
	if text, ok := call.Args.List[0].Value.(*php.String); ok {
		put(d.constants, text.Value(), &constant{u, call.Args.List[1].Value})
	}
}

func (c *Classes) add(file *source.File, tree *php.File) []*Class {
	if c.added[tree] {
		return nil
	}
	c.added[tree] = true
	d := declared(newUnit(file, tree))
	for _, class := range d.classes {
		key := foldName(class.Name)
		c.byName[key] = append(c.byName[key], class)
	}
	for name, f := range d.functions {
		c.functions[name] = append(c.functions[name], f)
	}
	for name, k := range d.constants {
		c.constants[name] = append(c.constants[name], k)
	}
	return d.classes
}
