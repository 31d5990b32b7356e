package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// World is what an evaluation may look at: one application in one environment. It must not be used by several goroutines at once.
type World struct {
	Env     Env
	Classes *Classes
	// Base is what base_path() gives; paths are never compared, only carried along.
	Base string
	// Config finds the file behind the first parts of config('a.b.c'): "queue" is config/queue.php, "foo.bar" is
	// config/foo/bar.php. It returns nil for a file that does not exist.
	Config func(name string) *Unit
	// Include finds a file of the application that `require` names, by its path in the repository; nil when there is none.
	Include func(path string) *Unit
	// Merge is applied to a configuration file's value once it is evaluated: the framework's own configuration under it. Nil
	// for none.
	Merge func(name string, v Value) Value

	configs map[string]*configState
}

// Unit is one parsed file.
type Unit struct {
	File *source.File
	Tree *php.File

	names *php.Names
}

// NewUnit holds a file and its tree.
func NewUnit(file *source.File, tree *php.File) *Unit {
	return &Unit{File: file, Tree: tree, names: php.NewNames(tree)}
}

// Names resolves the names written in the file.
func (u *Unit) Names() *php.Names { return u.names }

// Span is the place of a node of the file.
func (u *Unit) Span(n php.Node) source.Span {
	start, end := n.Span()
	return u.File.Span(start, end)
}

// Scope is where an expression stands.
type Scope struct {
	Unit *Unit
	// Class is the class whose self:: and $this-> are meant, nil outside a class. This is the class that static:: and $this
	// stand for: a child that inherits the code; nil means Class.
	Class, This *Class
	// Vars are the known local variables, by name without the dollar sign.
	Vars map[string]Value
}
