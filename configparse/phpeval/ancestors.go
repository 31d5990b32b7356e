package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

// maxAncestors bounds a walk over parents, traits and interfaces; real hierarchies have a dozen.
const maxAncestors = 500

// step is one class of a walk.
type step struct {
	name   string
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
	visited map[string]bool
}

func (c *Classes) walk(class *Class, method string, visit func(step) bool) {
	w := walk{classes: c, visit: visit, visited: map[string]bool{}}
	w.visited[foldName(class.Name)+":"+method] = true
	w.own(step{name: class.Name, class: class, self: class, method: method})
}

// own visits a class of the application and what is above it; false when visit ended the walk.
func (w *walk) own(s step) bool {
	if !w.visit(s) {
		return false
	}
	class := s.class
	for _, m := range class.Decl.Members {
		if use, ok := m.(*php.TraitUse); ok && !w.traits(s, use) {
			return false
		}
	}
	if parent := class.Parent(); parent != "" && !w.name(step{name: parent, method: s.method, kind: byParent}) {
		return false
	}
	interfaces := class.Interfaces()
	if class.Decl.Kind == php.KindEnum {
		interfaces = append(interfaces, "UnitEnum")
		if class.Decl.Backing != nil {
			interfaces = append(interfaces, "BackedEnum")
		}
	}
	for _, name := range interfaces {
		if !w.name(step{name: name, method: s.method, kind: byInterface}) {
			return false
		}
	}
	return true
}

func (w *walk) traits(s step, use *php.TraitUse) bool {
	for _, t := range use.Traits {
		name := s.class.Unit.names.Class(t)
		for _, method := range traitNames(s.class, use, name, s.method) {
			if !w.name(step{name: name, self: s.self, method: method, kind: byTrait}) {
				return false
			}
		}
	}
	return true
}

// traitNames lists the names that a method may have in a trait to arrive in the class under the given one, by the rules of the
// use: `a as b` adds b, `insteadof` takes a name away.
func traitNames(class *Class, use *php.TraitUse, trait, method string) []string {
	if method == "" {
		return []string{""}
	}
	is := func(n *php.Name) bool { return foldName(class.Unit.names.Class(n)) == foldName(trait) }
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

// name visits a class by s.name.
func (w *walk) name(s step) bool {
	key := foldName(s.name) + ":" + s.method
	if w.visited[key] {
		return true
	}
	w.visited[key] = true
	if len(w.visited) > maxAncestors {
		return w.visit(s)
	}
	s.class = w.classes.Lookup(s.name)
	if s.class == nil {
		return w.visit(s)
	}
	if s.kind != byTrait {
		s.self = s.class
	}
	return w.own(s)
}
