package laravel

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// bootstrap is what bootstrap/app.php decides about the configuration.
type bootstrap struct {
	// config is the folder of the configuration, relative to the application.
	config string
	// lost says why that folder is not known.
	lost string
	// dontMerge says that the framework's own configuration is left out (since 11.10).
	dontMerge bool
}

// readBootstrap looks for useConfigPath() (since 10.0) and dontMergeFrameworkConfiguration().
func (a *Application) readBootstrap() bootstrap {
	b := bootstrap{config: "config"}
	u := a.Unit(path.Join(a.Root, "bootstrap/app.php"))
	if u == nil {
		return b
	}
	for _, s := range u.Tree.Stmts {
		php.Walk(s, func(n php.Node) bool {
			call, ok := n.(*php.MethodCall)
			switch {
			case !ok:
			case strings.EqualFold(call.Name.Name, "dontMergeFrameworkConfiguration"):
				b.dontMerge = true
			case strings.EqualFold(call.Name.Name, "useConfigPath") && len(call.Args.List) == 1:
				b.config, b.lost = a.folderOf(u, call.Args.List[0].Value)
			}
			return true
		})
	}
	return b
}

// folderOf is the folder of the application that an expression names, and why it is not known.
func (a *Application) folderOf(u *phpeval.Unit, e php.Expr) (folder, lost string) {
	const base = "/app"
	below := ""
	if call, ok := e.(*php.MethodCall); ok && call.Name.Name == "basePath" && len(call.Args.List) == 1 {
		e, below = call.Args.List[0].Value, base
	}
	w := &phpeval.World{Base: base, Root: a.Root}
	text, ok := w.Expr(e, phpeval.Scope{Unit: u}).AsString().Get()
	if ok {
		if rest, inside := strings.CutPrefix(path.Join(below, text), base+"/"); inside {
			return rest, ""
		}
	}
	return "config", "bootstrap/app.php moves the configuration to a folder that is not known"
}
