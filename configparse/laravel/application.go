package laravel

import (
	"path"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Application is one Laravel application: what is read of it once, whatever the environment. Its methods may be called for several
// environments one after another, not at once.
type Application struct {
	// Root is its folder within the repository, "" at the top.
	Root     string
	Composer *Composer
	Versions queue.Versions
	// Changing lists the application's PHP files of which ChangesConnections says something, sorted; nil lets Evaluate look for them itself.
	Changing []string

	tree *source.Tree
	// folder is where the configuration lies in the repository.
	folder string
	// configs maps "queue" to config/queue.php and "foo.bar" to config/foo/bar.php.
	configs map[string]string
	// lost says why the folder of the configuration is not known; "" when it is.
	lost string
	// merges says whether the framework's own configuration lies under the application's (since 11.0).
	merges   queue.Verdict
	problems []queue.Problem
	once     sync.Once // of changes
	changes  changes

	mu      sync.Mutex // of what follows
	units   map[string]*phpeval.Unit
	shipped map[string]*phpeval.Unit
}

// matter are the configuration files that the model is made of: a fault in one is a problem.
var matter = []string{"queue", "horizon", "database", "cache"}

// Open reads what of an application does not depend on the environment.
func Open(tree *source.Tree, root string) *Application {
	a := &Application{
		Root: root, tree: tree, Composer: readComposer(tree, root),
		configs: map[string]string{}, units: map[string]*phpeval.Unit{}, shipped: map[string]*phpeval.Unit{},
	}
	a.Versions = a.Composer.versions()
	a.problems = a.Composer.problems
	boot := a.readBootstrap()
	a.lost = boot.lost
	a.merges = a.mergesFramework(boot)
	a.folder = path.Join(root, boot.config)
	for _, p := range tree.Under(a.folder) {
		if name, ok := strings.CutSuffix(strings.TrimPrefix(p, a.folder+"/"), ".php"); ok {
			a.configs[strings.ReplaceAll(name, "/", ".")] = p
		}
	}
	for _, name := range matter {
		if at := a.configs[name]; at != "" {
			a.noteProblems(at, a.Unit(at))
		}
	}
	a.noteMissing()
	return a
}

// mergesFramework says whether the framework's own configuration lies under the application's (Laravel:
// Foundation/Bootstrap/LoadConfiguration.php, since 11.0).
func (a *Application) mergesFramework(boot bootstrap) queue.Verdict {
	switch {
	case boot.dontMerge || a.lumen():
		return queue.No
	case a.Composer.Has("laravel-zero/framework"):
		return queue.Maybe
	}
	return a.Versions.Framework.AtLeast(11, 0, 0)
}

// lumen says that the application is made with Lumen, which has a configuration of its own for files that the application lacks.
func (a *Application) lumen() bool {
	return a.Composer.Has("laravel/lumen-framework") && !a.Composer.Has("laravel/framework")
}

// HasConfig says whether the application has a configuration file: "queue" is config/queue.php.
func (a *Application) HasConfig(name string) bool { return a.configs[name] != "" }

// ConfigFile is the path of a configuration file in the repository, "" where the application has none of that name.
func (a *Application) ConfigFile(name string) string { return a.configs[name] }

// HasHorizon says whether Laravel Horizon is installed in production.
func (a *Application) HasHorizon() bool { return a.Composer.Has("laravel/horizon") }

// Unit parses a PHP file of the application once; nil when there is none or it cannot be read.
func (a *Application) Unit(at string) *phpeval.Unit {
	a.mu.Lock()
	defer a.mu.Unlock()
	if u, ok := a.units[at]; ok {
		return u
	}
	var u *phpeval.Unit
	if a.tree.Has(at) {
		if file, err := a.tree.Read(at); err == nil {
			u = phpeval.NewUnit(file, php.Parse(file.Data))
		}
	}
	a.units[at] = u
	return u
}

// AddUnit hands over a file that was parsed elsewhere.
func (a *Application) AddUnit(u *phpeval.Unit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.units[u.File.Path] = u
}

// FindClass finds the file of a class by the application's PSR-4 prefixes; nil where it has none. It fits phpeval.Classes.Find.
func (a *Application) FindClass(class string) *phpeval.Unit {
	for prefix := class; ; {
		i := strings.LastIndexByte(prefix, '\\')
		if i < 0 {
			return nil
		}
		prefix = prefix[:i]
		below := strings.ReplaceAll(class[i+1:], `\`, "/") + ".php"
		for _, folder := range a.Composer.Autoload[prefix+`\`] {
			if at := path.Join(a.Root, folder, below); a.tree.Has(at) {
				return a.Unit(at)
			}
		}
	}
}

// noteProblems remembers that a configuration file could not be read or parsed.
func (a *Application) noteProblems(at string, u *phpeval.Unit) {
	switch {
	case u == nil:
		_, err := a.tree.Read(at)
		reason := "cannot be read"
		if err != nil {
			reason += ": " + source.Plain(err)
		}
		a.problems = append(a.problems, queue.Problem{Span: source.New(at, nil).Whole(), Reason: reason})
	case len(u.Tree.Errors) > 0:
		e := u.Tree.Errors[0]
		a.problems = append(a.problems, queue.Problem{
			Span: u.File.Span(int(e.Pos), int(e.End)), Reason: "PHP cannot parse it: " + e.Message,
			Kept: "what could be read of it is still used",
		})
	}
}

// noteMissing remembers that an application before Laravel 11 has no config/queue.php although it has other configuration.
func (a *Application) noteMissing() {
	if a.HasConfig("queue") || a.merges != queue.No || a.lumen() || a.Versions.Framework.IsZero() || !a.HasConfig("app") {
		return
	}
	span := a.Versions.Framework.Origin.Place()
	if span.IsZero() {
		return
	}
	a.problems = append(a.problems, queue.Problem{
		Span:   span,
		Reason: "config/queue.php is missing, and this Laravel has no configuration of its own to take its place",
	})
}

// World is what the application's PHP is evaluated in, for one environment.
func (a *Application) World(env phpeval.Env, classes *phpeval.Classes) *phpeval.World {
	return &phpeval.World{
		Env: env, Classes: classes, Root: a.Root, PHP: a.Composer.phpRange(), Include: a.Unit,
		Config: func(name string) *phpeval.Unit {
			if at := a.configs[name]; at != "" {
				return a.Unit(at)
			}
			return nil
		},
		Merge: a.merge,
	}
}
