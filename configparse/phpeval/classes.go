package phpeval

import (
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Classes indexes the class-likes of an application's own code by their full name, whose case PHP ignores. After the files are
// added it may be read by several goroutines.
type Classes struct {
	// Find is asked for the file of a class that is not indexed yet, such as a parent in a file that nothing else made
	// interesting; nil or a nil Unit where there is none. It is called at most once for each name.
	Find func(class string) *Unit
	// Outside says what is known of classes outside the application: whether class is a (extends, implements or uses) of. Nil
	// knows nothing: Maybe.
	Outside func(class, of string) queue.Verdict

	mu     sync.Mutex
	byName map[string]*Class
	asked  map[string]bool
	all    []*Class
}

// NewClasses is an empty index.
func NewClasses() *Classes {
	return &Classes{byName: map[string]*Class{}, asked: map[string]bool{}}
}

// Add indexes every named class-like of a file. The first declaration of a name stays.
func (c *Classes) Add(u *Unit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(u)
}

func (c *Classes) add(u *Unit) {
	php.Walk(&php.Block{Stmts: u.Tree.Stmts}, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Class:
			if n.Kind == php.KindAnonymous || n.Name.Name == "" {
				return false
			}
			class := &Class{Name: u.names.Declared(n.Name), Unit: u, Decl: n}
			key := strings.ToLower(class.Name)
			if c.byName[key] == nil {
				c.byName[key] = class
				c.all = append(c.all, class)
			}
			return false
		case php.Expr, *php.Function:
			return false // a class within a function or expression is not the application's API
		}
		return true
	})
}

// All lists the indexed classes in the order in which they were added.
func (c *Classes) All() []*Class {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[:len(c.all):len(c.all)]
}

// Lookup returns a class of the application, nil for one outside it.
func (c *Classes) Lookup(name string) *Class {
	key := strings.ToLower(strings.TrimPrefix(name, `\`))
	c.mu.Lock()
	defer c.mu.Unlock()
	if class := c.byName[key]; class != nil || c.Find == nil || c.asked[key] {
		return class
	}
	c.asked[key] = true
	if u := c.Find(strings.TrimPrefix(name, `\`)); u != nil {
		c.add(u)
	}
	return c.byName[key]
}
