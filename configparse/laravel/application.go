package laravel

import (
	"bytes"
	"path"
	"slices"
	"strings"

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
	// Runtime says why connections may come to be while the application runs (Queue::extend, config() set by code); "" when
	// nothing does. The caller finds such code with ChangesConnections.
	Runtime string

	tree *source.Tree
	// configs maps "queue" to config/queue.php and "foo.bar" to config/foo/bar.php.
	configs map[string]string
	// merges says whether the framework's own configuration lies under the application's (since 11.0).
	merges   queue.Verdict
	units    map[string]*phpeval.Unit
	problems []queue.Problem
}

// FindRoots lists the folders that hold an application, sorted: a composer.json that asks for the framework, beside an artisan or a
// configuration of queues. A package that only needs illuminate/queue is none.
func FindRoots(tree *source.Tree) []string {
	var roots []string
	for _, p := range tree.Paths() {
		if path.Base(p) != "composer.json" || sideShow(p) {
			continue
		}
		root := path.Dir(p)
		if root == "." {
			root = ""
		}
		if !tree.Has(path.Join(root, "artisan")) && !tree.Has(path.Join(root, "config/queue.php")) && !tree.Has(path.Join(root, "config/horizon.php")) {
			continue
		}
		file, err := tree.Read(p)
		if err == nil && (bytes.Contains(file.Data, []byte(`"laravel/framework"`)) || bytes.Contains(file.Data, []byte(`"laravel/lumen-framework"`))) ||
			tree.Has(path.Join(root, "artisan")) {
			roots = append(roots, root)
		}
	}
	slices.Sort(roots)
	return roots
}

// sideShow says that a path lies in a folder of tests, examples or templates: what stands there never runs in production.
func sideShow(p string) bool {
	for part := range strings.SplitSeq(path.Dir(p), "/") {
		switch strings.ToLower(part) {
		case "tests", "test", "examples", "example", "docs", "stubs", "templates", "skeleton", "workbench":
			return true
		}
	}
	return false
}

// Open reads what of an application does not depend on the environment.
func Open(tree *source.Tree, root string) *Application {
	a := &Application{Root: root, tree: tree, configs: map[string]string{}, units: map[string]*phpeval.Unit{}}
	a.Composer = readComposer(tree, root)
	a.Versions = a.Composer.versions()
	a.problems = a.Composer.problems
	folder := path.Join(root, "config") + "/"
	for _, p := range tree.Under(strings.TrimSuffix(folder, "/")) {
		if name, ok := strings.CutSuffix(strings.TrimPrefix(p, folder), ".php"); ok {
			a.configs[strings.ReplaceAll(name, "/", ".")] = p
		}
	}
	a.merges = a.Versions.Framework.AtLeast(11, 0, 0)
	if a.optsOut() {
		a.merges = queue.No
	}
	return a
}

// optsOut looks for dontMergeFrameworkConfiguration(), since 11.10.
func (a *Application) optsOut() bool {
	at := path.Join(a.Root, "bootstrap/app.php")
	if !a.tree.Has(at) {
		return false
	}
	file, err := a.tree.Read(at)
	return err == nil && bytes.Contains(file.Data, []byte("dontMergeFrameworkConfiguration"))
}

// HasConfig says whether the application has a configuration file: "queue" is config/queue.php.
func (a *Application) HasConfig(name string) bool { return a.configs[name] != "" }

// Unit parses a PHP file of the application once; nil when it cannot be read. A file with syntax errors is a problem where it is one
// that the model is made of.
func (a *Application) Unit(at string) *phpeval.Unit {
	if u, ok := a.units[at]; ok {
		return u
	}
	var u *phpeval.Unit
	if a.tree.Has(at) {
		file, err := a.tree.Read(at)
		if err == nil {
			u = phpeval.NewUnit(file, php.Parse(file.Data))
		}
		a.noteProblems(at, u, err)
	}
	a.units[at] = u
	return u
}

// AddUnit hands over a file that was parsed elsewhere.
func (a *Application) AddUnit(u *phpeval.Unit) { a.units[u.File.Path] = u }

// noteProblems remembers a configuration file about queues that could not be read or parsed.
func (a *Application) noteProblems(at string, u *phpeval.Unit, err error) {
	if !slices.Contains([]string{a.configs["queue"], a.configs["horizon"], a.configs["database"], a.configs["cache"]}, at) {
		return
	}
	switch {
	case err != nil:
		a.problems = append(a.problems, queue.Problem{Span: source.New(at, nil).Whole(), Reason: "cannot be read: " + source.Plain(err)})
	case len(u.Tree.Errors) > 0:
		e := u.Tree.Errors[0]
		a.problems = append(a.problems, queue.Problem{
			Span:   u.File.Span(int(e.Pos), int(e.End)),
			Reason: "PHP cannot parse it: " + e.Message,
			Kept:   "what could be read of it is still used",
		})
	}
}

// World is what the application's PHP is evaluated in, for one environment.
func (a *Application) World(env phpeval.Env, classes *phpeval.Classes) *phpeval.World {
	return &phpeval.World{
		Env:     env,
		Classes: classes,
		Base:    "/app",
		Config: func(name string) *phpeval.Unit {
			if at := a.configs[name]; at != "" {
				return a.Unit(at)
			}
			return nil
		},
		Include: a.Unit,
	}
}
