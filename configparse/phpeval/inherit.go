package phpeval

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// maxAncestors bounds a walk over parents, traits and interfaces; real hierarchies have a dozen.
const maxAncestors = 256

// Parent is the name of the class that a class extends, "" without one.
func (c *Class) Parent() string {
	if p := c.Decl.Parent(); p != nil {
		return c.Unit.names.Class(p)
	}
	return ""
}

// Interfaces lists the interfaces that a class names itself, or that an interface extends.
func (c *Class) Interfaces() []string {
	names := c.Decl.Implements
	if c.Decl.Kind == php.KindInterface {
		names = c.Decl.Extends
	}
	return c.resolve(names)
}

// Traits lists the traits that a class-like uses itself.
func (c *Class) Traits() []string {
	var out []string
	for _, m := range c.Decl.Members {
		if use, ok := m.(*php.TraitUse); ok {
			out = append(out, c.resolve(use.Traits)...)
		}
	}
	return out
}

func (c *Class) resolve(names []*php.Name) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = c.Unit.names.Class(n)
	}
	return out
}

// IsA says whether a class is, extends, implements or uses another, directly or through parents, interfaces and traits. Maybe is
// the answer where an ancestor lies outside the application and nothing is known of it.
func (c *Classes) IsA(class, of string) queue.Verdict {
	verdict := queue.No
	seen := map[string]bool{}
	pending := []string{class}
	for len(pending) > 0 && len(seen) < maxAncestors {
		name := pending[0]
		pending = pending[1:]
		key := strings.ToLower(name)
		if seen[key] {
			continue
		}
		seen[key] = true
		if strings.EqualFold(name, of) {
			return queue.Yes
		}
		own := c.Lookup(name)
		if own == nil {
			switch c.outside(name, of) {
			case queue.Yes:
				return queue.Yes
			case queue.Maybe:
				verdict = queue.Maybe
			}
			continue
		}
		if p := own.Parent(); p != "" {
			pending = append(pending, p)
		}
		pending = append(pending, own.Interfaces()...)
		pending = append(pending, own.Traits()...)
	}
	if len(pending) > 0 {
		return queue.Maybe
	}
	return verdict
}

func (c *Classes) outside(class, of string) queue.Verdict {
	if c.Outside == nil {
		return queue.Maybe
	}
	return c.Outside(class, of)
}

// Lineage lists, in the order in which PHP looks for a member, the class, its traits, its parent, the parent's traits and so on,
// as far as they are the application's own. complete is false where an ancestor lies outside it; outside then names the first.
func (c *Classes) Lineage(class *Class) (lineage []*Class, outside string) {
	seen := map[*Class]bool{}
	var visit func(*Class)
	note := func(name string) {
		if outside == "" {
			outside = name
		}
	}
	visit = func(at *Class) {
		if seen[at] || len(seen) >= maxAncestors {
			return
		}
		seen[at] = true
		lineage = append(lineage, at)
		for _, name := range at.Traits() {
			if t := c.Lookup(name); t != nil {
				visit(t)
			} else {
				note(name)
			}
		}
	}
	for at := class; at != nil && !seen[at]; {
		visit(at)
		parent := at.Parent()
		if parent == "" {
			break
		}
		next := c.Lookup(parent)
		if next == nil {
			note(parent)
		}
		at = next
	}
	return lineage, outside
}

// FindMethod finds a method, whose case PHP ignores, in a class or what it inherits from. outside names the first ancestor that
// is not the application's own and was not looked at; "" when the search was complete.
func (c *Classes) FindMethod(class *Class, name string) (found *Member[*php.Method], outside string) {
	lineage, outside := c.Lineage(class)
	for _, at := range lineage {
		if m := at.Decl.Method(name); m != nil {
			return &Member[*php.Method]{m, at}, outside
		}
	}
	return nil, outside
}

// FindProperty finds a property or promoted parameter in a class or what it inherits from.
func (c *Classes) FindProperty(class *Class, name string) (found *Member[PropertyDecl], outside string) {
	lineage, outside := c.Lineage(class)
	for _, at := range lineage {
		if p, ok := at.Property(name); ok {
			return &Member[PropertyDecl]{p, at}, outside
		}
	}
	return nil, outside
}

// FindConst finds a class constant in a class, its parents, traits and interfaces.
func (c *Classes) FindConst(class *Class, name string) (found *Member[*php.ConstItem], outside string) {
	lineage, outside := c.Lineage(class)
	var interfaces []string
	for _, at := range lineage {
		if item := at.Const(name); item != nil {
			return &Member[*php.ConstItem]{item, at}, outside
		}
		interfaces = append(interfaces, at.Interfaces()...)
	}
	for i := 0; i < len(interfaces) && i < maxAncestors; i++ {
		at := c.Lookup(interfaces[i])
		if at == nil {
			if outside == "" {
				outside = interfaces[i]
			}
			continue
		}
		if item := at.Const(name); item != nil {
			return &Member[*php.ConstItem]{item, at}, outside
		}
		interfaces = append(interfaces, at.Interfaces()...)
	}
	return nil, outside
}

// Property returns a property that the class declares itself.
func (c *Class) Property(name string) (PropertyDecl, bool) {
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *php.Property:
			for i := range m.Items {
				if item := &m.Items[i]; item.Name.Name == name {
					return PropertyDecl{Name: name, Flags: m.Flags, Type: m.Type, Default: item.Default, Node: &item.Name}, true
				}
			}
		case *php.Method:
			if !strings.EqualFold(m.Name.Name, "__construct") {
				continue
			}
			for _, p := range m.Params {
				if p.Promoted() && p.Name.Name == name {
					return PropertyDecl{Name: name, Flags: p.Flags, Type: p.Type, Default: p.Default, Node: &p.Name, Promoted: true}, true
				}
			}
		}
	}
	return PropertyDecl{}, false
}

// Const returns a constant that the class declares itself.
func (c *Class) Const(name string) *php.ConstItem {
	for _, m := range c.Decl.Members {
		if m, ok := m.(*php.ClassConst); ok {
			for i := range m.Items {
				if m.Items[i].Name.Name == name {
					return &m.Items[i]
				}
			}
		}
	}
	return nil
}

// EnumCase returns a case that the enum declares.
func (c *Class) EnumCase(name string) *php.EnumCase {
	for _, m := range c.Decl.Members {
		if m, ok := m.(*php.EnumCase); ok && m.Name.Name == name {
			return m
		}
	}
	return nil
}
