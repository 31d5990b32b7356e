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
	// members are the names of what the class and its own parents and traits declare: "$name" for properties, folded for methods.
	members map[string]bool
	// opaque says that a parent or trait lies outside the repository which may declare knobs.
	opaque bool
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
	a := &ancestry{names: map[string]bool{}, members: map[string]bool{}}
	a.names[fold(c.Name)] = true
	a.class(classes, c, byParent)
	return a
}

// edge is how a walk came to a class.
type edge uint8

const (
	byParent    edge = iota // the class itself, or on its line of parents
	byTrait                 // a trait of one of these
	byInterface             // anything else: it gives no members
)

// class adds a class of the application and what stands above it.
func (a *ancestry) class(classes *phpeval.Classes, c *phpeval.Class, via edge) {
	if via != byInterface {
		a.declared(c)
	}
	for _, name := range c.Traits() {
		a.name(classes, name, max(via, byTrait))
	}
	for _, name := range c.Interfaces() {
		a.name(classes, name, byInterface)
	}
	if parent := c.Parent(); parent != "" {
		a.name(classes, parent, via)
	}
}

func (a *ancestry) declared(c *phpeval.Class) {
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *php.Property:
			for i := range m.Items {
				a.members["$"+m.Items[i].Name.Name] = true
			}
		case *php.Method:
			a.members[fold(m.Name.Name)] = true
			for _, p := range m.Params {
				if p.Promoted() {
					a.members["$"+p.Name.Name] = true
				}
			}
		case *php.TraitUse:
			for i := range m.Adaptations {
				a.members[fold(m.Adaptations[i].Alias.Name)] = true
			}
		}
	}
}

func (a *ancestry) name(classes *phpeval.Classes, name string, via edge) {
	key := fold(name)
	if a.names[key] || len(a.names) > maxAncestors {
		a.opaque = a.opaque || len(a.names) > maxAncestors
		return
	}
	a.names[key] = true
	if c := classes.Lookup(name); c != nil {
		if via == byParent && c.Decl.Kind == php.KindClass {
			a.parents = append(a.parents, c.Name)
		}
		a.class(classes, c, via)
		return
	}
	above, known := outsideAncestors[key]
	if via == byParent && !known && !strings.HasPrefix(key, `illuminate\`) && a.outsideParent == "" {
		a.outsideParent = name
	}
	a.opaque = a.opaque || via != byInterface && !lacksKnobs(key)
	for _, name := range above {
		a.name(classes, name, byInterface)
	}
}

// hasProperty says that a property may be found, declared by the class or outside the repository.
func (a *ancestry) hasProperty(name string) bool { return a.opaque || a.members["$"+name] }

// hasMethod is the same for a method, of those in knobMethods.
func (a *ancestry) hasMethod(name string) bool { return a.opaque || a.members[fold(name)] }
