package phpeval

import (
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// Class is a class, interface, trait or enum of the application's own code.
type Class struct {
	// Name is the full name without leading backslash, as declared.
	Name string
	Unit *Unit
	Decl *php.Class

	once  sync.Once
	above heritage

	assignedOnce sync.Once
	assigned     assignedNames
}

// assignedNames are the properties that code may assign, of whatever object.
type assignedNames struct {
	names map[string]bool
	any   bool // by a name that is computed
}

// heritage is what stands above a class, by the full names that its file means, in source order.
type heritage struct {
	parent     className // empty without one
	interfaces []className
	traits     []traitName
}

// traitName is a trait with the rules of the use that names it.
type traitName struct {
	className
	use *php.TraitUse
}

// className is the name of a class, and what it is found by.
type className struct{ text, folded string }

func classNamed(text string) className { return className{text, foldName(text)} }

// heritage resolves the names above a class, once: every search for a member passes them.
func (c *Class) heritage() *heritage {
	c.once.Do(func() {
		full := func(n *php.Name) className { return classNamed(c.Unit.names.Class(n)) }
		if p := c.Decl.Parent(); p != nil {
			c.above.parent = full(p)
		}
		interfaces := c.Decl.Implements
		if c.Decl.Kind == php.KindInterface {
			interfaces = c.Decl.Extends
		}
		for _, n := range interfaces {
			c.above.interfaces = append(c.above.interfaces, full(n))
		}
		for _, m := range c.Decl.Members {
			if use, ok := m.(*php.TraitUse); ok {
				for _, n := range use.Traits {
					c.above.traits = append(c.above.traits, traitName{full(n), use})
				}
			}
		}
	})
	return &c.above
}

// Span is the place of the class's name.
func (c *Class) Span() source.Span { return c.Unit.Span(&c.Decl.Name) }

// Short is the last part of the class's name.
func (c *Class) Short() string { return c.Decl.Name.Name }

// Member is what a lookup found, and in which class it is declared.
type Member[T any] struct {
	Decl T
	// In is the class, trait or parent that declares it.
	In *Class
	// Self is the class that self:: means in the declaration: In, or the class that uses the trait In.
	Self *Class
}

// PropertyDecl is one declared property, or a promoted constructor parameter.
type PropertyDecl struct {
	Name    string
	Flags   php.Flags
	Attrs   []*php.AttrGroup
	Type    php.Type // nil without one
	Default php.Expr // nil without one
	Node    php.Node // the property's name
	// Promoted says that it is a promoted parameter: Default is then the parameter's default.
	Promoted bool
	// Hooked says that it has hooks, so that reading it runs code.
	Hooked bool
}

// Parent is the name of the class that a class extends, "" without one.
func (c *Class) Parent() string { return c.heritage().parent.text }

// Interfaces lists the interfaces that a class names itself, or that an interface extends.
func (c *Class) Interfaces() []string {
	var out []string
	for _, n := range c.heritage().interfaces {
		out = append(out, n.text)
	}
	return out
}

// Traits lists the traits that a class uses itself.
func (c *Class) Traits() []string {
	var out []string
	for _, n := range c.heritage().traits {
		out = append(out, n.text)
	}
	return out
}

// Property returns a property that the class declares itself.
func (c *Class) Property(name string) (PropertyDecl, bool) {
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *php.Property:
			for i := range m.Items {
				if item := &m.Items[i]; item.Name.Name == name {
					return PropertyDecl{
						Name: name, Flags: m.Flags, Attrs: m.Attrs, Type: m.Type, Default: item.Default, Node: &item.Name,
						Hooked: m.Hooks != nil,
					}, true
				}
			}
		case *php.Method:
			if foldName(m.Name.Name) != "__construct" {
				continue
			}
			for _, p := range m.Params {
				if p.Promoted() && p.Name.Name == name {
					return PropertyDecl{
						Name: name, Flags: p.Flags, Attrs: p.Attrs, Type: p.Type, Default: p.Default, Node: &p.Name,
						Promoted: true, Hooked: p.Hooks != nil,
					}, true
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

// foldName is the name of a class, method or function as PHP compares it: without leading backslash, ASCII letters in lower case.
func foldName(name string) string { return lowerASCII(strings.TrimPrefix(name, `\`)) }

func lowerASCII(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			out := []byte(s)
			for i, c := range out {
				if 'A' <= c && c <= 'Z' {
					out[i] = c | 0x20
				}
			}
			return string(out)
		}
	}
	return s
}

// assigns says that code within the class may assign a property of that name, of whatever object. Its methods are walked once.
func (c *Class) assigns(name string) bool {
	c.assignedOnce.Do(func() {
		c.assigned.names = map[string]bool{}
		for _, m := range c.Decl.Members {
			if m, ok := m.(*php.Method); ok {
				targets(m, func(*php.Name) bool { return false }, c.assigned.add)
			}
		}
	})
	return c.assigned.any || c.assigned.names[name]
}

func (a *assignedNames) add(target php.Expr) {
	for target != nil {
		switch t := target.(type) {
		case *php.Index:
			target = t.Base
			continue
		case *php.Prop:
			a.names[t.Name.Name] = true
			a.any = a.any || t.Dyn != nil
		case *php.StaticProp:
			a.names[t.Name.Name] = true
			a.any = a.any || t.Dyn != nil
		}
		return
	}
}
