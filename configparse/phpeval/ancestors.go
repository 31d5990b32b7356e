package phpeval

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
)

// maxAncestors bounds a walk over parents, traits and interfaces; real hierarchies have a dozen.
const maxAncestors = 500

// step is one class of a walk.
type step struct {
	className
	class  *Class // nil outside the application
	self   *Class // what self:: means in class
	method string // folded name that the method looked for has in this class, "" for other searches
	kind   link
}

// link is how a walk came to a class.
type link uint8

const (
	itself link = iota
	byTrait
	byParent
	byInterface
)

// walk visits a class and all that it gets members from, in the order in which PHP looks: the class, its traits, its parent, its
// interfaces. A class outside the application is visited without what is above it.
type walk struct {
	classes *Classes
	visit   func(step) bool
	visited []visited
}

// visited is a class by its folded name, with the method that was looked for.
type visited struct{ class, method string }

func (c *Classes) walk(class *Class, method string, visit func(step) bool) {
	w := walk{classes: c, visit: visit, visited: make([]visited, 0, 16)}
	s := step{className: classNamed(class.Name), class: class, self: class, method: method}
	w.visited = append(w.visited, visited{s.folded, method})
	w.own(s)
}

// own visits a class of the application and what is above it; false when visit ended the walk.
func (w *walk) own(s step) bool {
	if !w.visit(s) {
		return false
	}
	above := s.class.heritage()
	for _, t := range above.traits {
		if !w.trait(s, t) {
			return false
		}
	}
	if above.parent.text != "" && !w.above(step{className: above.parent, method: s.method, kind: byParent}) {
		return false
	}
	for _, n := range above.interfaces {
		if !w.above(step{className: n, method: s.method, kind: byInterface}) {
			return false
		}
	}
	return s.class.Decl.Kind != php.KindEnum || w.enum(s)
}

// enum visits the interfaces that every enum has.
func (w *walk) enum(s step) bool {
	return w.above(step{className: classNamed("UnitEnum"), method: s.method, kind: byInterface}) &&
		(s.class.Decl.Backing == nil || w.above(step{className: classNamed("BackedEnum"), method: s.method, kind: byInterface}))
}

func (w *walk) trait(s step, t traitName) bool {
	if s.method == "" {
		return w.above(step{className: t.className, self: s.self, kind: byTrait})
	}
	for _, method := range traitNames(s.class, t, s.method) {
		if !w.above(step{className: t.className, self: s.self, method: method, kind: byTrait}) {
			return false
		}
	}
	return true
}

// traitNames lists the names that a method may have in a trait to arrive in the class under the given one, by the rules of the
// use: `a as b` adds b, `insteadof` takes a name away.
func traitNames(class *Class, trait traitName, method string) []string {
	use := trait.use
	is := func(n *php.Name) bool { return foldName(class.Unit.names.Class(n)) == trait.folded }
	names, excluded := []string{method}, false
	for i := range use.Adaptations {
		rule := &use.Adaptations[i]
		for _, loser := range rule.Insteadof {
			excluded = excluded || foldName(rule.Method.Name) == method && is(loser)
		}
		if foldName(rule.Alias.Name) == method && (rule.Trait == nil || is(rule.Trait)) {
			names = append(names, foldName(rule.Method.Name))
		}
	}
	if excluded {
		return names[1:]
	}
	return names
}

// above visits a class by the name of a step.
func (w *walk) above(s step) bool {
	at := visited{s.folded, s.method}
	if slices.Contains(w.visited, at) {
		return true
	}
	w.visited = append(w.visited, at)
	if len(w.visited) > maxAncestors {
		return w.visit(s)
	}
	s.class = w.classes.lookup(s.className)
	if s.class == nil {
		return w.visit(s)
	}
	if s.kind != byTrait {
		s.self = s.class
	}
	return w.own(s)
}
