package laravel

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// RootKind is what a folder with a composer.json holds.
type RootKind uint8

const (
	// ApplicationRoot holds an application: something runs its workers.
	ApplicationRoot RootKind = iota
	// PackageRoot holds a package for applications: it may have queued classes, and its configuration is only offered to them.
	PackageRoot
)

// Root is a folder of a repository that holds an application or a package, "" for the repository's own.
type Root struct {
	Path string
	Kind RootKind
}

// FindRoots lists the folders that hold an application, sorted.
func FindRoots(tree *source.Tree) []string {
	var out []string
	for _, r := range Roots(tree) {
		if r.Kind == ApplicationRoot {
			out = append(out, r.Path)
		}
	}
	return out
}

// Roots lists the folders that hold an application or a package for Laravel, sorted. Folders of tests, examples and templates are
// left out.
func Roots(tree *source.Tree) []Root {
	var roots []Root
	for _, p := range tree.Paths() {
		base := path.Base(p)
		if base != "composer.json" && base != "artisan" || sideShow(path.Dir(p)) {
			continue
		}
		at := strings.TrimSuffix(strings.TrimSuffix(p, base), "/")
		if base == "artisan" && tree.Has(path.Join(at, "composer.json")) {
			continue
		}
		if kind, ok := kindOf(tree, at); ok {
			roots = append(roots, Root{at, kind})
		}
	}
	slices.SortFunc(roots, func(a, b Root) int { return strings.Compare(a.Path, b.Path) })
	return roots
}

// kindOf judges a folder by what lies in it and what its composer.json asks for.
func kindOf(tree *source.Tree, at string) (RootKind, bool) {
	has := func(p string) bool { return tree.Has(path.Join(at, p)) }
	boots := has("artisan") || has("bootstrap/app.php")
	queues := has("config/queue.php") || has("config/horizon.php")
	if !has("composer.json") {
		return ApplicationRoot, boots && queues
	}
	c := readManifest(tree, at)
	asks, mentions := c.asksForLaravel()
	switch {
	case boots && (asks || queues || has("config/app.php") || len(c.problems) > 0):
		return ApplicationRoot, true
	case queues && asks && c.Type != "library":
		return ApplicationRoot, true
	}
	return PackageRoot, mentions
}

// asksForLaravel says whether composer.json requires the framework as a whole, and whether it mentions any part of it.
func (c *Composer) asksForLaravel() (whole, part bool) {
	for _, name := range []string{"laravel/framework", "laravel/lumen-framework", "laravel-zero/framework"} {
		if _, ok := c.Require[name]; ok {
			return true, true
		}
		_, dev := c.RequireDev[name]
		part = part || dev
	}
	for _, list := range []map[string]string{c.Require, c.RequireDev} {
		for name := range list {
			part = part || strings.HasPrefix(name, "illuminate/") || name == "orchestra/testbench"
		}
	}
	return false, part
}

// sideShow says that a folder lies in one of dependencies, tests, examples or templates: what stands there never runs in production.
func sideShow(folder string) bool {
	for part := range strings.SplitSeq(folder, "/") {
		switch strings.ToLower(part) {
		case "vendor", "node_modules", "tests", "test", "fixtures", "testdata", "examples", "example", "docs", "stubs",
			"templates", "skeleton", "skeletons", "workbench":
			return true
		}
	}
	return false
}
