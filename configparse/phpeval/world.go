package phpeval

import (
	"sort"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// World is what an evaluation may look at: one application in one environment. It must not be used by several goroutines at once: each takes
// a Fork. Env, Classes and the functions are then called by all of them.
type World struct {
	// Env answers env(); nil leaves every variable unknown.
	Env Env
	// Classes are the application's own; nil for none.
	Classes *Classes
	// Base is what base_path() gives, "/app" where it is empty; paths are never compared, only carried along.
	Base string
	// Root is the application's folder in the repository, "" at its top: base_path('x') is the file Root/x.
	Root string
	// Config finds the file behind the first parts of config('a.b.c'): "queue" is config/queue.php, "foo.bar" is
	// config/foo/bar.php. It returns nil for a file that does not exist.
	Config func(name string) *Unit
	// Include finds a file of the application that `require` names, by its path in the repository; nil when there is none.
	Include func(path string) *Unit
	// Merge is applied to a configuration file's value once it is evaluated: the framework's own configuration under it. It gets
	// an Unknown for a file that the application does not have. With Merge, a key that the result lacks is absent; without it,
	// config() does not take a missing file, top-level key or connection for absent, since the framework or a package may
	// add it.
	Merge func(w *World, name string, v Value) Value
	// PHP is the range of PHP's versions; the zero range stands for any version 8.
	PHP queue.VersionRange

	configs   map[string]*configState
	functions map[string]builtin
}

// Fork is the same world for another goroutine, with what was evaluated so far.
func (w *World) Fork() *World {
	w.table()
	fork := *w
	fork.configs = map[string]*configState{}
	for name, s := range w.configs {
		if s.done {
			fork.configs[name] = s
		}
	}
	return &fork
}

// configState is a configuration file that was evaluated, or is being evaluated.
type configState struct {
	value Value
	done  bool
}

// Unit is one parsed file.
type Unit struct {
	File *source.File
	Tree *php.File

	names    *php.Names
	once     sync.Once
	declared *declarations
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

// broken says that a part of a node could not be parsed.
func (u *Unit) broken(n php.Node) bool {
	start, end := n.Span()
	errors := u.Tree.Errors
	i := sort.Search(len(errors), func(i int) bool { return int(errors[i].Pos) >= start })
	return i < len(errors) && int(errors[i].Pos) <= end
}

// strict says that the file declares strict_types.
func (u *Unit) strict() bool {
	for _, s := range u.Tree.Stmts {
		switch s := s.(type) {
		case *php.Declare:
			for i := range s.Items {
				n, ok := s.Items[i].Value.(*php.Int)
				if foldName(s.Items[i].Name.Name) == "strict_types" && ok && n.Value == 1 {
					return true
				}
			}
		case *php.InlineHTML, *php.Nop:
		default:
			return false
		}
	}
	return false
}

// Scope is where an expression stands.
type Scope struct {
	Unit *Unit
	// Class is the class whose self:: and $this-> are meant, nil outside a class; in a trait it is the class that uses it. This
	// is the class that static:: and $this stand for: a child that inherits the code; nil means Class.
	Class, This *Class
	// Vars are the known local variables, by name without the dollar sign; any other is Unknown.
	Vars map[string]Value
}

// In is the scope of an expression in the body of a class.
func In(c *Class) Scope { return Scope{Unit: c.Unit, Class: c} }
