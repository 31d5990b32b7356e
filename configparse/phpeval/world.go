// Package phpeval evaluates PHP expressions, configuration files and methods without running PHP, and holds the index of an
// application's own classes.
//
// The answer is PHP's or Unknown with a reason, never a guess: what depends on the machine, the clock or code that is not
// followed is Unknown, and so is a branch that nothing decides unless all its outcomes are known (KindOneOf). Semantics are
// those of PHP 8 and of the helpers of laravel/framework 10 to 13. Evaluation is bounded in steps, depth and size.
package phpeval

import (
	"path"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Options are what an evaluation may look at. Every field may be left out.
type Options struct {
	// Env answers env(); nil leaves every variable unknown.
	Env Env
	// Classes are the application's own; nil stands for none.
	Classes *Classes
	// Root is the application's folder in the repository, "" at its top.
	Root string
	// Open reads a PHP file of the repository by its path, for require and config(); nil where there is none.
	Open func(path string) (*source.File, *php.File)
	// Configs are the configuration files by the name that config() uses ("queue", "foo.bar"), as paths of the repository:
	// ConfigFiles makes the table.
	Configs map[string]string
	// Effective is what config() sees of a file, given what the application's file returns: Laravel's own configuration lies
	// under it since 11. found is false where the application has no such file. nil leaves keys unknown that the framework or
	// a package might add.
	Effective func(name string, own Value, found bool) Value
	// PHP is the range of PHP versions; zero for any version 8.
	PHP queue.VersionRange
}

// ConfigFiles makes the table of configuration files of an application from the paths of its files: config/queue.php is "queue",
// config/foo/bar.php "foo.bar".
func ConfigFiles(root string, paths []string) map[string]string {
	table := map[string]string{}
	folder := path.Join(root, "config") + "/"
	for _, p := range paths {
		name, ok := strings.CutPrefix(p, folder)
		if !ok || !strings.HasSuffix(name, ".php") {
			continue
		}
		table[strings.ReplaceAll(strings.TrimSuffix(name, ".php"), "/", ".")] = p
	}
	return table
}

// World is an application in one environment. Its methods may be called from several goroutines, and each file is evaluated once.
type World struct {
	options Options

	mu    sync.Mutex
	files map[string]Value // what configuration files return
}

// New returns the world of the given options.
func New(o Options) *World {
	if o.Classes == nil {
		o.Classes = NewClasses(nil, nil)
	}
	return &World{options: o, files: map[string]Value{}}
}

// Classes is the index of the application's classes, never nil.
func (w *World) Classes() *Classes { return w.options.Classes }

// Scope is where an expression stands.
type Scope struct {
	File  *source.File
	Tree  *php.File
	Names *php.Names
	// Class is the class that self:: and static:: mean and whose object $this is; nil outside classes. In a trait it is the
	// class that uses it.
	Class *Class
	// Static is the class of the object where it is a child of Class; nil for Class itself.
	Static *Class
	// Vars are local variables and parameters that are known; any other is Unknown.
	Vars map[string]Value
}

// In is the scope of an expression written in the body of a class.
func In(c *Class) Scope {
	return Scope{File: c.File, Tree: c.Tree, Names: c.Names, Class: c}
}

// File is what a configuration file or other PHP file of the repository returns.
func (w *World) File(path string) Value { return NewUnknown("not evaluated", nil) }

// Config is what config(key) gives: "queue" a whole file, "queue.connections.redis.retry_after" one value of it.
func (w *World) Config(key string) Value { return NewUnknown("not evaluated", nil) }

// Expr evaluates an expression.
func (w *World) Expr(e php.Expr, in Scope) Value { return NewUnknown("not evaluated", nil) }

// Const evaluates a class constant or enum case, with inheritance. The case of a backed enum is a KindEnum.
func (w *World) Const(c *Class, name string) Value { return NewUnknown("not evaluated", nil) }

// Property evaluates the default of a property, with inheritance: Null for one without default. The second result tells where it
// was found; without Found.Class the Value says nothing but Unknown.
func (w *World) Property(c *Class, name string) (Value, Found[*PropertyDecl]) {
	return NewUnknown("not evaluated", nil), w.Classes().FindProperty(c, name)
}

// Method evaluates what a method without parameters returns for an object of the class, with inheritance. The second result tells
// where it was found; without Found.Class the Value says nothing but Unknown.
func (w *World) Method(c *Class, name string) (Value, Found[*php.Method]) {
	return NewUnknown("not evaluated", nil), w.Classes().FindMethod(c, name)
}

// Args evaluates an argument list (of an attribute, a call, or a new) against the names of the parameters: named arguments count,
// and a spread makes what it may fill Unknown. A parameter without argument is missing from the result.
func (w *World) Args(args *php.Args, in Scope, params ...string) map[string]Value { return nil }
