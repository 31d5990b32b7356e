package php

// Namespace is a namespace declaration with the statements it governs, also where they stand in no braces.
type Namespace struct {
	Loc
	Name   *Name // nil for the global namespace
	Braces bool
	Stmts  []Stmt
}

// UseKind is what a use statement imports.
type UseKind uint8

// The kinds of imports.
const (
	UseClass UseKind = iota // a class or a namespace
	UseFunction
	UseConst
)

// UseItem is one import; a group is already joined.
type UseItem struct {
	Loc
	Kind  UseKind
	Name  string // the full name, without a leading backslash
	Alias string // the written alias, or the last segment of Name
}

// Use is a use statement outside a class.
type Use struct {
	Loc
	Items []UseItem
}

// ConstItem is name = value, in const and declare.
type ConstItem struct {
	Loc
	Name  Ident
	Value Expr
}

// Const is const A = 1, B = 2; outside a class.
type Const struct {
	Loc
	Attrs []*AttrGroup
	Items []ConstItem
}

// Attr is one attribute.
type Attr struct {
	Loc
	Name *Name
	Args Args // may be absent
}

// AttrGroup is #[A, B(1)].
type AttrGroup struct {
	Loc
	Attrs []*Attr
}

// Function is a function declaration.
type Function struct {
	Loc
	ByRef  bool
	Attrs  []*AttrGroup
	Name   Ident
	Params []*Param
	Return Type // may be nil
	Body   *Block
}

// Flags are the modifiers of a class, member or parameter.
type Flags uint16

// The modifiers. FlagVar is the old var keyword, which means public.
const (
	FlagPublic Flags = 1 << iota
	FlagProtected
	FlagPrivate
	FlagPublicSet
	FlagProtectedSet
	FlagPrivateSet
	FlagStatic
	FlagAbstract
	FlagFinal
	FlagReadonly
	FlagVar
)

// Has tells whether all of the given modifiers are present.
func (f Flags) Has(flags Flags) bool { return f&flags == flags }

// Param is one parameter. Name has no dollar sign.
type Param struct {
	Loc
	ByRef, Variadic bool
	Flags           Flags
	Attrs           []*AttrGroup
	Type            Type  // may be nil
	Name            Ident // the span includes the dollar sign
	Default         Expr  // may be nil
	Hooks           []*Hook
}

// Promoted tells whether the parameter is also a property.
func (p *Param) Promoted() bool { return p.Flags != 0 || p.Hooks != nil }

// ClassKind is the kind of a class-like declaration.
type ClassKind uint8

// The kinds of class-like declarations.
const (
	KindClass ClassKind = iota
	KindInterface
	KindTrait
	KindEnum
	KindAnonymous
)

// Class is a class, interface, trait, enum or anonymous class. An anonymous one is reached through New.Anon and has an
// empty Name.
type Class struct {
	Loc
	Kind       ClassKind
	Flags      Flags
	Attrs      []*AttrGroup
	Name       Ident
	Extends    []*Name // at most one, but for an interface
	Implements []*Name
	Backing    Type // of an enum; may be nil
	Members    []Member
}

// Parent returns the class that a class extends, or nil.
func (c *Class) Parent() *Name {
	if c.Kind == KindInterface || len(c.Extends) == 0 {
		return nil
	}
	return c.Extends[0]
}

// Method returns the method of that name (PHP ignores its case), or nil.
func (c *Class) Method(name string) *Method {
	for _, m := range c.Members {
		if m, ok := m.(*Method); ok && equalFold(m.Name.Name, name) {
			return m
		}
	}
	return nil
}

// PropertyItem is one property of a declaration; Name has no dollar sign.
type PropertyItem struct {
	Loc
	Name    Ident // the span includes the dollar sign
	Default Expr  // may be nil
}

// Property declares one or more properties.
type Property struct {
	Loc
	Flags Flags
	Attrs []*AttrGroup
	Type  Type // may be nil
	Items []PropertyItem
	Hooks []*Hook
}

// Hook is one property hook. Body is nil for "get;", and for "get => expr;", which has Expr.
type Hook struct {
	Loc
	ByRef  bool
	Flags  Flags
	Attrs  []*AttrGroup
	Name   Ident
	Params []*Param
	Expr   Expr
	Body   *Block
}

// ClassConst declares one or more class constants.
type ClassConst struct {
	Loc
	Flags Flags
	Attrs []*AttrGroup
	Type  Type // may be nil
	Items []ConstItem
}

// EnumCase is one case of an enum.
type EnumCase struct {
	Loc
	Attrs []*AttrGroup
	Name  Ident
	Value Expr // may be nil
}

// Method is a method; Body is nil where there is none.
type Method struct {
	Loc
	ByRef  bool
	Flags  Flags
	Attrs  []*AttrGroup
	Name   Ident
	Params []*Param
	Return Type // may be nil
	Body   *Block
}

// TraitAdaptation is one rule of a trait use: an insteadof or an alias.
type TraitAdaptation struct {
	Loc
	Trait     *Name // may be nil
	Method    Ident
	Insteadof []*Name // nil for an alias
	Flags     Flags   // of an alias
	Alias     Ident   // may be empty
}

// TraitUse is use A, B { ... } in a class.
type TraitUse struct {
	Loc
	Traits      []*Name
	Adaptations []TraitAdaptation
}

// ErrorMember covers source that is no class member.
type ErrorMember struct{ Loc }

func (*Namespace) stmt() {}
func (*Use) stmt()       {}
func (*Const) stmt()     {}
func (*Function) stmt()  {}
func (*Class) stmt()     {}

func (*Property) member()    {}
func (*ClassConst) member()  {}
func (*EnumCase) member()    {}
func (*Method) member()      {}
func (*TraitUse) member()    {}
func (*ErrorMember) member() {}
