package queueable

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// maxAncestors bounds a walk over parents, interfaces and traits.
const maxAncestors = 500

// ancestry is everything that a class is, extends, implements and uses, as far as it is known.
type ancestry struct {
	names map[string]bool // folded
	// parents are the application's own classes above the class, nearest first.
	parents []string
	// outsideParent is the first class above that is not the application's own and of which nothing is known; "" without one.
	outsideParent string
}

func (a *ancestry) is(name string) bool { return a.names[name] }

// under says that some ancestor lies in a namespace, given folded with its last backslash.
func (a *ancestry) under(namespace string) bool {
	for name := range a.names {
		if strings.HasPrefix(name, namespace) {
			return true
		}
	}
	return false
}

func ancestryOf(classes *phpeval.Classes, c *phpeval.Class) *ancestry {
	a := &ancestry{names: map[string]bool{}}
	a.names[fold(c.Name)] = true
	a.class(classes, c, true)
	return a
}

// class adds what stands above a class; direct says that the class is on the line of parents.
func (a *ancestry) class(classes *phpeval.Classes, c *phpeval.Class, direct bool) {
	for _, name := range c.Traits() {
		a.name(classes, name, false)
	}
	for _, name := range c.Interfaces() {
		a.name(classes, name, false)
	}
	if parent := c.Parent(); parent != "" {
		a.name(classes, parent, direct)
	}
}

func (a *ancestry) name(classes *phpeval.Classes, name string, direct bool) {
	key := fold(name)
	if a.names[key] || len(a.names) > maxAncestors {
		return
	}
	a.names[key] = true
	if c := classes.Lookup(name); c != nil {
		if direct && c.Decl.Kind == php.KindClass {
			a.parents = append(a.parents, c.Name)
		}
		a.class(classes, c, direct)
		return
	}
	above, known := outsideAncestors[key]
	if direct && !known && !strings.HasPrefix(key, `illuminate\`) && a.outsideParent == "" {
		a.outsideParent = name
	}
	for _, name := range above {
		a.name(classes, name, false)
	}
}
