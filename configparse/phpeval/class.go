package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// Class is a class, interface, trait or enum of the application's own code.
type Class struct {
	// Name is the full name without leading backslash, as declared.
	Name string
	Unit *Unit
	Decl *php.Class
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
}

// PropertyDecl is one declared property, or a promoted constructor parameter.
type PropertyDecl struct {
	Name    string
	Flags   php.Flags
	Type    php.Type // nil without one
	Default php.Expr // nil without one
	Node    php.Node // the property's name
	// Promoted says that it is a promoted parameter: Default is then the parameter's default.
	Promoted bool
}
