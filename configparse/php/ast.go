// Package php reads PHP 8.5 source text into a syntax tree with byte positions.
//
// Parse accepts any bytes: it never panics and never loses the rest of a file over one error. What a tree can't show (an
// expression that was no expression, a member that was no member) is an error node, and every error is listed in
// File.Errors. All strings of the tree are slices of one copy of the source, so a tree keeps its whole source alive.
package php

// Loc is the place of a node: the bytes [Pos, End) of the source.
type Loc struct {
	Pos, End uint32
	// Paren says that the expression stood in parentheses of its own. The span leaves those out.
	Paren bool
}

// Span returns the node's first byte and the byte after its last.
func (l *Loc) Span() (start, end int) { return int(l.Pos), int(l.End) }

// Parenthesized tells whether the expression stood in parentheses of its own.
func (l *Loc) Parenthesized() bool { return l.Paren }

func (l *Loc) loc() *Loc { return l }

// Node is any node of the tree.
type Node interface {
	Span() (start, end int)
	loc() *Loc
}

// Expr is an expression. A class, function or type reference is an Expr too (*Name).
type Expr interface {
	Node
	// Parenthesized tells whether the expression stood in parentheses of its own.
	Parenthesized() bool
	expr()
}

// Stmt is a statement or a declaration outside a class body.
type Stmt interface {
	Node
	stmt()
}

// Member is a member of a class body: *Property, *ClassConst, *Method, *EnumCase, *TraitUse or *ErrorMember.
type Member interface {
	Node
	member()
}

// Type is a type declaration: *Name, *NullableType, *UnionType or *IntersectionType.
type Type interface {
	Node
	typ()
}

// Error is one thing that PHP's own parser would refuse too, or that Parse did not read.
type Error struct {
	Pos, End uint32
	Message  string
}

// CommentKind is how a kept comment is written.
type CommentKind uint8

// The kinds of comments.
const (
	CommentDoc   CommentKind = iota // /** ... */
	CommentBlock                    // /* ... */
	CommentLine                     // // ... or # ...
)

// Comment is a comment that Parse keeps: every doc comment, and every comment that contains "qlint:". A line comment ends
// before its line break or closing tag.
type Comment struct {
	Loc
	Kind CommentKind
	Text string
}

// File is a parsed file.
type File struct {
	Loc
	// Text is the source as a string; positions count its bytes.
	Text     string
	Stmts    []Stmt
	Errors   []Error   // in source order
	Comments []Comment // in source order
	// Cut says that a limit of depth or size left a part of the file unread. An entry of Errors says where, unless the list
	// was full before.
	Cut bool
}

// Source returns the text of a node, without parentheses around it.
func (f *File) Source(n Node) string {
	l := n.loc()
	return f.Text[l.Pos:l.End]
}

// Ident is a written name that is no node of its own: a member's name, a label, a declared name.
type Ident struct {
	Loc
	Name string
}

// NameKind is how a name is qualified.
type NameKind uint8

// The kinds of names.
const (
	NameUnqualified NameKind = iota // Foo
	NameQualified                   // Foo\Bar
	NameFQ                          // \Foo\Bar
	NameRelative                    // namespace\Foo
)

// Name is a reference to a class, function, constant or type, as written. Names resolves it.
type Name struct {
	Loc
	Kind NameKind
	Text string
}

// NullableType is ?T.
type NullableType struct {
	Loc
	Type Type
}

// UnionType is A|B. A part may be an *IntersectionType.
type UnionType struct {
	Loc
	Types []Type
}

// IntersectionType is A&B.
type IntersectionType struct {
	Loc
	Types []Type
}

func (*Name) expr()            {}
func (*Name) typ()             {}
func (*NullableType) typ()     {}
func (*UnionType) typ()        {}
func (*IntersectionType) typ() {}
