package phpeval

import (
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Classes indexes the classes, functions and constants of an application's own code by their full name. After the files are added
// it may be read by several goroutines.
type Classes struct {
	// Find is asked for the file of a class that is not indexed yet, such as a parent in a file that nothing else made
	// interesting; nil or a nil Unit where there is none. It is called at most once for each name, must not call back, and is
	// not called by two goroutines at once.
	Find func(class string) *Unit
	// Outside says what is known of classes outside the application: whether class is a (extends, implements or uses) of. Nil
	// knows nothing: Maybe.
	Outside func(class, of string) queue.Verdict
	// Lacks says that a class outside the application is known to have no such member, its own or inherited, so that a search
	// may pass over it. Nil knows of none.
	Lacks func(class string, kind MemberKind, name string) bool

	mu        sync.Mutex
	byName    map[string][]*Class // by folded name
	asked     map[string]bool
	all       []*Class
	functions map[string]*function // nil where a name is declared twice
	constants map[string]*constant
	added     map[string]bool // by path
}

// MemberKind is the kind of a class's member.
type MemberKind uint8

// The kinds of members.
const (
	MethodMember MemberKind = iota
	PropertyMember
	ConstMember
)

// NewClasses is an empty index.
func NewClasses() *Classes {
	return &Classes{
		byName: map[string][]*Class{}, asked: map[string]bool{}, added: map[string]bool{},
		functions: map[string]*function{}, constants: map[string]*constant{},
	}
}

// Add indexes every named class of a file, and the functions and constants outside them.
func (c *Classes) Add(u *Unit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(u)
}

func (c *Classes) add(u *Unit) {
	if c.added[u.File.Path] {
		return
	}
	c.added[u.File.Path] = true
	d := u.declarations()
	for _, class := range d.classes {
		c.index(class)
		c.all = append(c.all, class)
	}
	for name, f := range d.functions {
		put(c.functions, name, f)
	}
	for name, k := range d.constants {
		put(c.constants, name, k)
	}
}

// know makes the classes of a file found that is evaluated without having been added. All does not list them.
func (c *Classes) know(u *Unit) {
	d := u.declarations()
	if len(d.classes) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.added[u.File.Path] {
		for _, class := range d.classes {
			c.index(class)
		}
	}
}

// index makes a class found; one of the same file that was found before gives way.
func (c *Classes) index(class *Class) {
	key := foldName(class.Name)
	for i, have := range c.byName[key] {
		if have.Unit != class.Unit && have.Unit.File.Path == class.Unit.File.Path {
			c.byName[key][i] = class
			return
		}
		if have == class {
			return
		}
	}
	c.byName[key] = append(c.byName[key], class)
}

// All lists the indexed classes in the order in which they were added.
func (c *Classes) All() []*Class {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[:len(c.all):len(c.all)]
}

// Lookup returns a class of the application; nil for one outside it, and for one that is declared more than once, because nothing
// tells then which declaration counts.
func (c *Classes) Lookup(name string) *Class {
	return c.lookup(classNamed(strings.TrimPrefix(name, `\`)))
}

func (c *Classes) lookup(n className) *Class {
	key := n.folded
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.byName[key]) == 0 && c.Find != nil && !c.asked[key] {
		c.asked[key] = true
		if u := c.Find(n.text); u != nil {
			c.add(u)
		}
	}
	if found := c.byName[key]; len(found) == 1 {
		return found[0]
	}
	return nil
}

// ambiguous says that the application declares a class more than once.
func (c *Classes) ambiguous(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byName[foldName(name)]) > 1
}

func (c *Classes) function(name string) *function {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.functions[foldName(name)]
}

func (c *Classes) constant(name string) *constant {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.constants[name]
}

// function is a function declared outside a class.
type function struct {
	unit *Unit
	decl *php.Function
}

// constant is a constant declared outside a class, by const or define().
type constant struct {
	unit  *Unit
	value php.Expr
}

// declarations are those of one file, also those within if and blocks; what a function or method declares when it runs is left
// out.
type declarations struct {
	classes   []*Class
	functions map[string]*function // by folded name; nil where there are several
	constants map[string]*constant
}

func (u *Unit) declarations() *declarations {
	u.once.Do(func() {
		u.declared = &declarations{functions: map[string]*function{}, constants: map[string]*constant{}}
		for _, s := range u.Tree.Stmts {
			php.Walk(s, u.declare)
		}
	})
	return u.declared
}

func (u *Unit) declare(n php.Node) bool {
	d := u.declared
	switch n := n.(type) {
	case *php.Class:
		if n.Kind != php.KindAnonymous && n.Name.Name != "" {
			d.classes = append(d.classes, &Class{Name: u.names.Declared(n.Name), Unit: u, Decl: n})
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
		u.define(n)
		return false
	case *php.Array, *php.Closure, *php.ArrowFn, *php.New:
		return false
	}
	return true
}

// put keeps nil for a name that is declared twice: nothing tells which declaration counts.
func put[T any](m map[string]*T, name string, v *T) {
	if _, twice := m[name]; twice {
		v = nil
	}
	m[name] = v
}

func (u *Unit) define(call *php.Call) {
	name, ok := call.Func.(*php.Name)
	if !ok || len(call.Args.List) < 2 || foldName(name.Text) != "define" {
		return
	}
	if s, ok := call.Args.List[0].Value.(*php.String); ok {
		put(u.declared.constants, s.Value(), &constant{u, call.Args.List[1].Value})
	}
}
