package laravel

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// changes are what an application's own code does to its configuration of queues while it runs. Each is a reason.
type changes struct {
	// connections may come to be that no file names.
	connections string
	// settings are overwritten: "redis.retry_after" one key of a connection, "redis" all of them.
	settings map[string]string
	// drivers are defined by the application: what "redis" means is then its own affair.
	drivers map[string]string
	// byDefault is why the default connection may be another one.
	byDefault string
	// horizon is why Horizon's supervisors may be others.
	horizon string
}

// marks are bytes that code has which changes the configuration of queues while the application runs: all of one row.
var marks = [][][]byte{
	{[]byte("queue.connections")}, {[]byte("queue.default")}, {[]byte("horizon.environments")}, {[]byte("horizon.defaults")},
	{[]byte("addConnector")}, {[]byte("Queue::extend")},
	{[]byte("extend("), []byte("QueueManager")}, {[]byte("extend("), []byte("'queue'")},
	{[]byte("mergeConfigFrom"), []byte("'queue'")},
}

// ChangesConnections says what a PHP file may do to the configuration of queues while the application runs; "" for nothing. It
// looks at the bytes alone and is quick; Evaluate then looks at what the code of such files really does.
func ChangesConnections(data []byte) string {
	for _, row := range marks {
		if !slices.ContainsFunc(row, func(mark []byte) bool { return !bytes.Contains(data, mark) }) {
			return "may set up queue connections while the application runs"
		}
	}
	return ""
}

// findChanges looks through the application's own PHP, once.
func (a *Application) findChanges() *changes {
	if a.changes != nil {
		return a.changes
	}
	a.changes = &changes{settings: map[string]string{}, drivers: map[string]string{}}
	var paths []string
	if a.Handed {
		paths = slices.Sorted(maps.Keys(a.units))
	} else {
		paths = a.tree.Under(a.Root)
	}
	others := a.otherRoots()
	for _, p := range paths {
		if path.Ext(p) != ".php" || sideShow(path.Dir(strings.TrimPrefix(p, a.Root+"/"))) || strings.HasPrefix(p, a.folder+"/") ||
			slices.ContainsFunc(others, func(root string) bool { return strings.HasPrefix(p, root) }) {
			continue
		}
		file, err := a.tree.Read(p)
		if err != nil || ChangesConnections(file.Data) == "" {
			continue
		}
		if u := a.Unit(p); u != nil {
			a.changes.read(u)
		}
	}
	return a.changes
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
					c.call(u, n.Name.Name, class[strings.LastIndexByte(class, '\\')+1:], n.Args.List)
				}
			case *php.MethodCall:
				c.call(u, n.Name.Name, u.Tree.Source(n.Object), n.Args.List)
			case *php.Assign:
				if target, ok := n.Target.(*php.Index); ok && target.Index != nil {
					c.writes(u, target.Index, false)
				}
			}
			return true
		})
	}
}

// call judges a call of a method on a class or an object, whose source text is given.
func (c *changes) call(u *phpeval.Unit, method, on string, args []php.Arg) {
	if len(args) == 0 {
		return
	}
	on = strings.ToLower(on)
	switch strings.ToLower(method) {
	case "set", "push", "prepend":
		ofConfig := strings.Contains(on, "config")
		c.writes(u, args[0].Value, ofConfig)
		if ofConfig {
			c.writesArray(u, args[0].Value)
		}
	case "mergeconfigfrom":
		if len(args) > 1 {
			c.writes(u, args[1].Value, true)
		}
	case "addconnector":
		c.extends(u, args[0].Value)
	case "extend":
		if strings.Contains(on, "queue") || bytes.Contains(u.File.Data, []byte("QueueManager")) {
			c.extends(u, args[0].Value)
		}
	}
}

func (c *changes) extends(u *phpeval.Unit, name php.Expr) {
	why := u.File.Path + " defines a queue driver"
	c.more(why)
	if key, exact := keyText(name); exact {
		c.drivers[key] = why
	}
}

// more notes that connections may come to be.
func (c *changes) more(why string) {
	if c.connections == "" {
		c.connections = why
	}
}

func (c *changes) writesArray(u *phpeval.Unit, e php.Expr) {
	if array, ok := e.(*php.Array); ok {
		for i := range array.Items {
			if key := array.Items[i].Key; key != nil {
				c.writes(u, key, true)
			}
		}
	}
}

// writes notes that a key is set, which is one of the configuration for sure, or only by what it looks like.
func (c *changes) writes(u *phpeval.Unit, e php.Expr, sure bool) {
	key, exact := keyText(e)
	why := u.File.Path + " sets " + key + " while the application runs"
	switch {
	case key == "queue" && exact && sure, key == "queue.connections" && exact:
		c.more(why)
	case strings.HasPrefix(key, "queue.default"):
		c.changesDefault(u, why)
	case strings.HasPrefix(key, "queue.connections."):
		name := strings.TrimPrefix(key, "queue.connections.")
		if !exact || !strings.Contains(name, ".") {
			c.more(u.File.Path + " sets up queue connections while the application runs")
		}
		if exact {
			c.settings[name] = why
		}
	case strings.HasPrefix(key, "horizon.environments"), strings.HasPrefix(key, "horizon.defaults"), key == "horizon" && exact && sure:
		c.horizon = why
	}
}

// changesDefault notes that the default connection is set. What a single command or request does to it concerns no worker; a
// provider runs in all of them.
func (c *changes) changesDefault(u *phpeval.Unit, why string) {
	base := path.Base(u.File.Path)
	if strings.HasSuffix(base, "Provider.php") || strings.Contains(u.File.Path, "bootstrap/") {
		c.byDefault = why
	}
}

// keyText is the text of a key, or how it starts where the rest is computed.
func keyText(e php.Expr) (key string, exact bool) {
	switch e := e.(type) {
	case *php.String:
		return e.Value(), true
	case *php.Interp:
		if len(e.Parts) > 0 {
			key, _ = keyText(e.Parts[0])
		}
	case *php.Binary:
		if e.Op == php.OpConcat {
			key, _ = keyText(e.Left)
		}
	}
	return key, false
}
