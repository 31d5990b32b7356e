package laravel

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/marks"
)

// changes are what an application's own code does to its configuration of queues while it runs.
type changes struct {
	// connections is why connections may come to be that no file names.
	connections string
	// drivers are defined by the application, with the reason: what "redis" means is then its own affair.
	drivers map[string]string
	writes  []write
}

// write is a key of the configuration that is set while the application runs.
type write struct {
	// path are the parts of the key; `*` in one stands for what is computed.
	path []string
	// replaces says that all that was there is gone; otherwise an array may have been added to.
	replaces bool
	why      string
}

// changeWords are what code has that changes the configuration of queues while the application runs: all of one row.
var changeWords = [][]string{
	{"queue.connections"}, {"queue.default"}, {"horizon.environments"}, {"horizon.defaults"}, {"cache.default"}, {"cache.stores"},
	{"addConnector"}, {"Queue::extend"}, {"extend(", "QueueManager"}, {"extend(", "'queue'"}, {"mergeConfigFrom", "'queue'"},
}

// ChangeWords are the words that ChangesConnections asks for.
func ChangeWords() []string { return slices.Concat(changeWords...) }

// ChangesConnections says what a PHP file may do to the configuration of queues while the application runs; "" for nothing. It
// looks at the bytes alone and is quick; Evaluate then looks at what the code of such files really does.
func ChangesConnections(text marks.Text) string {
	for _, row := range changeWords {
		if text.HasAll(row...) {
			return "may set up queue connections while the application runs"
		}
	}
	return ""
}

// findChanges looks through the application's own PHP, once.
func (a *Application) findChanges() *changes {
	a.once.Do(a.readChanges)
	return &a.changes
}

func (a *Application) readChanges() {
	a.changes.drivers = map[string]string{}
	paths := a.Changing
	if paths == nil {
		paths = a.tree.Under(a.Root)
	}
	others := a.otherRoots()
	for _, p := range paths {
		if path.Ext(p) != ".php" || strings.HasPrefix(path.Base(p), "_ide_helper") || sideShow(path.Dir(strings.TrimPrefix(p, a.Root+"/"))) || strings.HasPrefix(p, a.folder+"/") ||
			slices.ContainsFunc(others, func(root string) bool { return strings.HasPrefix(p, root) }) {
			continue
		}
		file, err := a.tree.Read(p)
		if err != nil || a.Changing == nil && ChangesConnections(marks.Text{Data: file.Data}) == "" {
			continue
		}
		if u := a.Unit(p); u != nil {
			a.changes.read(u)
		}
	}
}

// otherRoots are the folders of applications within this one, each with a slash behind it.
func (a *Application) otherRoots() []string {
	var out []string
	for _, p := range a.tree.Under(a.Root) {
		if folder, ok := strings.CutSuffix(p, "/artisan"); ok && folder != a.Root {
			out = append(out, folder+"/")
		}
	}
	return out
}

func (c *changes) read(u *phpeval.Unit) {
	for _, s := range u.Tree.Stmts {
		php.Walk(s, func(n php.Node) bool {
			switch n := n.(type) {
			case *php.Call:
				if name, ok := n.Func.(*php.Name); ok && strings.EqualFold(strings.TrimPrefix(name.Text, `\`), "config") && len(n.Args.List) > 0 {
					c.writesArray(u, n.Args.List[0].Value)
				}
			case *php.StaticCall:
				if class, ok := u.Names().ClassExpr(n.Class); ok {
					c.call(u, n.Name.Name, func() string { return class[strings.LastIndexByte(class, '\\')+1:] }, n.Args.List)
				}
			case *php.MethodCall:
				c.call(u, n.Name.Name, func() string { return u.Tree.Source(n.Object) }, n.Args.List)
			case *php.Assign:
				if target, ok := n.Target.(*php.Index); ok && target.Index != nil {
					c.set(u, target.Index, n.Value, false)
				}
			}
			return true
		})
	}
}

// call judges a call of a method; on is the source text of what it is called on.
func (c *changes) call(u *phpeval.Unit, method string, on func() string, args []php.Arg) {
	if len(args) == 0 {
		return
	}
	switch strings.ToLower(method) {
	case "set", "push", "prepend":
		ofConfig := strings.Contains(strings.ToLower(on()), "config")
		if len(args) > 1 {
			c.set(u, args[0].Value, args[1].Value, ofConfig)
		}
		if ofConfig {
			c.writesArray(u, args[0].Value)
		}
	case "mergeconfigfrom":
		if len(args) > 1 {
			c.set(u, args[1].Value, args[0].Value, true)
		}
	case "addconnector":
		c.extends(u, args[0].Value)
	case "extend":
		if strings.Contains(strings.ToLower(on()), "queue") || strings.Contains(string(u.File.Data), "QueueManager") {
			c.extends(u, args[0].Value)
		}
	}
}

func (c *changes) extends(u *phpeval.Unit, name php.Expr) {
	why := u.File.Path + " defines a queue driver"
	if c.connections == "" {
		c.connections = why
	}
	if key := keyPattern(name); !strings.Contains(key, "*") {
		c.drivers[key] = why
	}
}

func (c *changes) writesArray(u *phpeval.Unit, e php.Expr) {
	if array, ok := e.(*php.Array); ok {
		for i := range array.Items {
			if item := &array.Items[i]; item.Key != nil {
				c.set(u, item.Key, item.Value, true)
			}
		}
	}
}

// set notes that a key is set, which is one of the configuration for sure, or only by what it looks like.
func (c *changes) set(u *phpeval.Unit, key, value php.Expr, sure bool) {
	pattern := keyPattern(key)
	path := strings.Split(pattern, ".")
	if !slices.Contains([]string{"queue", "horizon", "cache"}, path[0]) || len(path) == 1 && !sure || len(path) > maxNesting {
		return
	}
	// What a single command or request does to a default concerns no worker; a provider runs in all of them.
	if len(path) == 2 && path[1] == "default" && !bootsEverything(u.File.Path) {
		return
	}
	_, literal := value.(*php.Array)
	c.writes = append(c.writes, write{
		path: path, replaces: literal || !isCollection(path),
		why: u.File.Path + " sets " + pattern + " while the application runs",
	})
}

// isCollection says that a key holds connections, stores, environments or supervisors by their names: what sets it to something
// computed mostly adds to what was there.
func isCollection(path []string) bool {
	switch len(path) {
	case 1:
		return true
	case 2:
		return path[1] == "connections" || path[1] == "stores" || path[1] == "environments" || path[1] == "defaults"
	case 3:
		return path[1] == "environments"
	}
	return false
}

func bootsEverything(p string) bool {
	return strings.HasSuffix(p, "Provider.php") || path.Base(path.Dir(p)) == "bootstrap"
}

// keyPattern is the text of a key, with `*` for every part that is computed.
func keyPattern(e php.Expr) string {
	switch e := e.(type) {
	case *php.String:
		return e.Value()
	case *php.Interp:
		var b strings.Builder
		for _, part := range e.Parts {
			b.WriteString(keyPattern(part))
		}
		return b.String()
	case *php.Binary:
		if e.Op == php.OpConcat {
			return keyPattern(e.Left) + keyPattern(e.Right)
		}
	}
	return "*"
}

// apply makes unknown what code sets in a configuration file.
func (c *changes) apply(name string, v phpeval.Value) phpeval.Value {
	for _, w := range c.writes {
		if w.path[0] == name {
			v = w.over(v, w.path[1:])
		}
	}
	return v
}

// over is a value after the write: Unknown where it is replaced, open where something may be added.
func (w write) over(v phpeval.Value, path []string) phpeval.Value {
	switch {
	case v.Kind == phpeval.Unknown:
		return v
	case len(path) == 0 && !w.replaces && v.Kind == phpeval.Array:
		return opened(v, w.why)
	case len(path) == 0 || v.Kind != phpeval.Array:
		return phpeval.Value{Why: w.why, Origin: v.Origin}
	}
	out := &phpeval.ArrayValue{Open: v.Array.Open}
	found, computed := false, strings.Contains(path[0], "*")
	for _, e := range v.Array.Entries {
		if MatchesEnvironment(path[0], e.Key.String()) {
			found = true
			if len(path) > 1 || !computed {
				e.Value = w.over(e.Value, path[1:])
			}
		}
		out.Entries = append(out.Entries, e)
	}
	switch {
	case computed && (!found || len(path) == 1) && out.Open == "":
		out.Open = w.why
	case !computed && !found:
		none := phpeval.Value{Kind: phpeval.Array, Array: &phpeval.ArrayValue{}}
		out.Entries = append(out.Entries, phpeval.Entry{Key: phpeval.StringKey(path[0]), Value: w.over(none, path[1:])})
	}
	v.Array = out
	return v
}
