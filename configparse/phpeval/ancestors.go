package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

// maxAncestors bounds the classes that one search visits.
const maxAncestors = 500

// step is one class of a search.
type step struct {
	name    string
	class   *Class   // of the application
	self    *Class   // what self:: means in class
	outside *Outside // of a class outside the application that facts are given for
	unknown bool     // nothing is known of the class
	method  string   // lower-case name that the method looked for has in this class, "" for other searches
}

// walk visits a class and all that it gets members from, in the order in which PHP looks: the class, its traits, its parent, its
// interfaces.
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

// own visits a class of the application and what is above it; false when visit ended the search.
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
	for _, list := range [...][]*php.Name{class.Decl.Extends, class.Decl.Implements} {
		for _, name := range list {
			if !w.name(step{name: class.Names.Class(name), method: s.method}) {
				return false
			}
		}
	}
	if class.Decl.Kind != php.KindEnum {
		return true
	}
	if class.Decl.Backing != nil {
		return w.name(step{name: "BackedEnum", method: s.method})
	}
	return w.name(step{name: "UnitEnum", method: s.method})
}

func (w *walk) traits(s step, use *php.TraitUse) bool {
	for _, t := range use.Traits {
		name := s.class.Names.Class(t)
		for _, method := range traitNames(s.class, use, name, s.method) {
			if !w.name(step{name: name, self: s.self, method: method}) {
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
	names := []string{method}
	for _, rule := range use.Adaptations {
		for _, loser := range rule.Insteadof {
			if foldName(rule.Method.Name) == method && foldName(class.Names.Class(loser)) == foldName(trait) {
				names[0] = ""
			}
		}
		if foldName(rule.Alias.Name) == method && (rule.Trait == nil || foldName(class.Names.Class(rule.Trait)) == foldName(trait)) {
			names = append(names, foldName(rule.Method.Name))
		}
	}
	if names[0] == "" {
		return names[1:]
	}
	return names
}

// name visits a class by s.name; s.self is set for a trait.
func (w *walk) name(s step) bool {
	key := foldName(s.name)
	if w.visited[key+":"+s.method] {
		return true
	}
	w.visited[key+":"+s.method] = true
	declared := w.classes.Declarations(s.name)
	switch {
	case len(w.visited) > maxAncestors:
	case len(declared) == 1:
		s.class = declared[0]
		if s.self == nil || s.class.Decl.Kind != php.KindTrait {
			s.self = s.class
		}
		return w.own(s)
	case len(declared) == 0:
		if facts, ok := w.classes.outside[key]; ok {
			s.outside = &facts
			return w.foreign(s)
		}
		if facts, ok := builtinClasses[key]; ok {
			s.outside = &facts
			return w.foreign(s)
		}
	}
	s.unknown = true
	return w.visit(s)
}

func (w *walk) foreign(s step) bool {
	if !w.visit(s) {
		return false
	}
	for _, name := range s.outside.Ancestors {
		if !w.name(step{name: name, method: s.method}) {
			return false
		}
	}
	return true
}
