package queueable

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/source"
)

// Finder finds the file of a class by its name: by the autoload rules of composer.json, and else by a file of that name that
// declares the namespace. Find is meant for phpeval.Classes.Find.
type Finder struct {
	tree     *source.Tree
	root     string
	prefixes []string // longest first
	folders  map[string][]string
	parse    func(path string) *phpeval.Unit
	byBase   map[string][]string // folded file name without .php, to paths
}

// NewFinder makes a finder for the application in root. autoload maps namespace prefixes to folders relative to root (PSR-4); parse
// returns a file of the tree, nil where it can't be read.
func NewFinder(tree *source.Tree, root string, autoload map[string][]string, parse func(path string) *phpeval.Unit) *Finder {
	f := &Finder{tree: tree, root: root, folders: autoload, parse: parse}
	for prefix := range autoload {
		f.prefixes = append(f.prefixes, prefix)
	}
	slices.SortFunc(f.prefixes, func(a, b string) int { return len(b) - len(a) })
	return f
}

// Find returns the file that declares a class; nil where there is none.
func (f *Finder) Find(class string) *phpeval.Unit {
	class = strings.TrimPrefix(class, `\`)
	if class == "" || strings.HasPrefix(fold(class), `illuminate\`) {
		return nil
	}
	for _, prefix := range f.prefixes {
		rest, ok := strings.CutPrefix(class, prefix)
		if !ok || rest == "" {
			continue
		}
		for _, folder := range f.folders[prefix] {
			at := path.Join(f.root, folder, strings.ReplaceAll(rest, `\`, "/")+".php")
			if f.tree.Has(at) && !leftOut(at) {
				return f.parse(at)
			}
		}
	}
	return f.byName(class)
}

// byName looks for a file that has the class's name and its namespace.
func (f *Finder) byName(class string) *phpeval.Unit {
	if f.byBase == nil {
		f.byBase = map[string][]string{}
		for _, p := range f.tree.Under(f.root) {
			if base, ok := strings.CutSuffix(path.Base(p), ".php"); ok && !leftOut(p) {
				base = fold(base)
				f.byBase[base] = append(f.byBase[base], p)
			}
		}
	}
	namespace, short := cutLast(class, '\\')
	for _, at := range f.byBase[fold(short)] {
		file, err := f.tree.Read(at)
		if err != nil {
			continue
		}
		if declares(file.Data, namespace) {
			return f.parse(at)
		}
	}
	return nil
}

// declares says that a file has a namespace declaration; for "" that it has none.
func declares(src []byte, namespace string) bool {
	if namespace == "" {
		return !bytes.Contains(src, []byte("\nnamespace "))
	}
	_, after, found := bytes.Cut(src, []byte("namespace "+namespace))
	return found && (len(after) == 0 || !isNameByte(after[0]))
}
