package php

// Var is $name; Name has no dollar sign.
type Var struct {
	Loc
	Name string
}

// VarVar is $$a or ${expr}.
type VarVar struct {
	Loc
	Name Expr
}

// Int is an integer literal, in any base.
type Int struct {
	Loc
	Value int64
}

// Float is a floating-point literal, or an integer literal too large for an int.
type Float struct {
	Loc
	Value float64
}

// QuoteKind is how a string is quoted.
type QuoteKind uint8

// The kinds of quotes.
const (
	QuoteSingle   QuoteKind = iota // '...'
	QuoteDouble                    // "..."
	QuoteHeredoc                   // <<<A
	QuoteNowdoc                    // <<<'A'
	QuoteBacktick                  // `...`, in the parts of a ShellExec
	QuoteNone                      // a bare key as in "$a[key]" or "${name}"
)

// String is a string without interpolation, or a literal part of an Interp or ShellExec. Value decodes it.
type String struct {
	Loc
	Quote QuoteKind
	// lineStart: the part starts a line of its heredoc, so that the first line is indented too.
	lineStart bool
	// Indent is the number of bytes that each line of a heredoc or nowdoc loses.
	Indent uint32
	// Raw is the text between the quotes, as written.
	Raw string
}

// Interp is a double-quoted string or heredoc with variables in it. A part that is a *String is literal text.
type Interp struct {
	Loc
	Quote QuoteKind
	Parts []Expr
}

// ShellExec is a command in backticks.
type ShellExec struct {
	Loc
	Parts []Expr
}

// ArrayItem is one element of an array or list. A skipped element (as in list(, $b)) has a nil Value.
type ArrayItem struct {
	Loc
	ByRef, Spread bool
	Key, Value    Expr // Key may be nil
}

// Array is [...] or array(...).
type Array struct {
	Loc
	Long  bool // array(...)
	Items []ArrayItem
}

// List is the target of a destructuring: list(...) or [...] at the left of = or in foreach.
type List struct {
	Loc
	Long  bool // list(...)
	Items []ArrayItem
}

// Index is base[index]; Index is nil in base[].
type Index struct {
	Loc
	Base, Index Expr
}

// Prop is object->name or object?->name. Where the name is computed, Name.Name is empty and Dyn holds the expression.
type Prop struct {
	Loc
	Nullsafe bool
	Object   Expr
	Name     Ident
	Dyn      Expr
}

// StaticProp is class::$name. Where the name is computed (A::$$b), Name.Name is empty and Dyn holds the expression.
type StaticProp struct {
	Loc
	Class Expr
	Name  Ident // without the dollar sign; the span includes it
	Dyn   Expr
}

// ClassConstFetch is class::NAME, class::class or class::{expr}.
type ClassConstFetch struct {
	Loc
	Class Expr
	Name  Ident
	Dyn   Expr
}

// ConstFetch is a constant by name, including true, false and null.
type ConstFetch struct {
	Loc
	Name Name
}

// Arg is one argument. A named one starts with its name.
type Arg struct {
	Loc
	Spread bool
	Name   string // empty unless written
	Value  Expr
}

// Args is an argument list; its span includes the parentheses.
type Args struct {
	Loc
	// FCC says that the list is exactly (...): a first-class callable.
	FCC  bool
	List []Arg
}

// Present tells whether an argument list is written at all.
func (a *Args) Present() bool { return a.End != 0 }

// Call is a function call. Func is a *Name or an expression. clone with an argument list other than one plain
// parenthesized expression is a Call too.
type Call struct {
	Loc
	Func Expr
	Args Args
}

// MethodCall is object->name(...) or object?->name(...). Name and Dyn are as in Prop.
type MethodCall struct {
	Loc
	Nullsafe bool
	Object   Expr
	Name     Ident
	Dyn      Expr
	Args     Args
}

// StaticCall is class::name(...). Where the name is computed (A::$f(), A::{$f}()), Name.Name is empty and Dyn holds the
// expression.
type StaticCall struct {
	Loc
	Class Expr
	Name  Ident
	Dyn   Expr
	Args  Args
}

// New is new class(...). For an anonymous class, Class is nil and Anon the declaration.
type New struct {
	Loc
	Class Expr
	Anon  *Class
	Args  Args // may be absent
}

// ClosureUse is one variable of a closure's use list; Name has no dollar sign.
type ClosureUse struct {
	Loc
	ByRef bool
	Name  string
}

// Closure is function (...) use (...) { ... }.
type Closure struct {
	Loc
	Static, ByRef bool
	Attrs         []*AttrGroup
	Params        []*Param
	Uses          []ClosureUse
	Return        Type // may be nil
	Body          *Block
}

// ArrowFn is fn (...) => expr.
type ArrowFn struct {
	Loc
	Static, ByRef bool
	Attrs         []*AttrGroup
	Params        []*Param
	Return        Type // may be nil
	Body          Expr
}

// MatchArm is one arm of a match; the default arm has no conditions.
type MatchArm struct {
	Loc
	Default bool
	Conds   []Expr
	Body    Expr
}

// Match is match (subject) { arms }.
type Match struct {
	Loc
	Subject Expr
	Arms    []MatchArm
}

// Ternary is cond ? then : else; Then is nil in cond ?: else.
type Ternary struct {
	Loc
	Cond, Then, Else Expr
}

// Binary is left op right.
type Binary struct {
	Loc
	Op          Op
	OpPos       uint32
	Left, Right Expr
}

// Unary is a prefix operator: OpNot, OpBitNot, OpPlus, OpMinus or OpSilence.
type Unary struct {
	Loc
	Op Op
	X  Expr
}

// CastKind is the target of a cast.
type CastKind uint8

// The kinds of casts. Synonyms such as (integer) are folded.
const (
	CastInt CastKind = iota
	CastFloat
	CastString
	CastBool
	CastArray
	CastObject
	CastUnset
	CastVoid
)

// Cast is (type) expr.
type Cast struct {
	Loc
	Kind CastKind
	X    Expr
}

// Assign is target = value, target =& value or target op= value. Op is OpNone for a plain assignment.
type Assign struct {
	Loc
	Op            Op
	Ref           bool
	Target, Value Expr
}

// IncDec is ++ or --.
type IncDec struct {
	Loc
	Dec, Prefix bool
	X           Expr
}

// Isset is isset(...).
type Isset struct {
	Loc
	Vars []Expr
}

// Empty is empty(...).
type Empty struct {
	Loc
	X Expr
}

// Instanceof is expr instanceof class.
type Instanceof struct {
	Loc
	X, Class Expr
}

// Clone is clone expr.
type Clone struct {
	Loc
	X Expr
}

// Print is print expr.
type Print struct {
	Loc
	X Expr
}

// Exit is exit or die, with or without arguments.
type Exit struct {
	Loc
	Die  bool
	Args Args
}

// Include is include, include_once, require or require_once.
type Include struct {
	Loc
	Require, Once bool
	X             Expr
}

// Throw is throw expr.
type Throw struct {
	Loc
	X Expr
}

// Yield is yield, yield value or yield key => value.
type Yield struct {
	Loc
	Key, Value Expr // both may be nil
}

// YieldFrom is yield from expr.
type YieldFrom struct {
	Loc
	X Expr
}

// MagicKind is a magic constant.
type MagicKind uint8

// The magic constants.
const (
	MagicLine MagicKind = iota
	MagicFile
	MagicDir
	MagicNamespace
	MagicFunction
	MagicMethod
	MagicClass
	MagicTrait
	MagicProperty
)

// MagicConst is __DIR__ and its like.
type MagicConst struct {
	Loc
	Kind MagicKind
}

// ErrorExpr stands where no expression could be read. Its span may be empty.
type ErrorExpr struct{ Loc }

func (*Var) expr()             {}
func (*VarVar) expr()          {}
func (*Int) expr()             {}
func (*Float) expr()           {}
func (*String) expr()          {}
func (*Interp) expr()          {}
func (*ShellExec) expr()       {}
func (*Array) expr()           {}
func (*List) expr()            {}
func (*Index) expr()           {}
func (*Prop) expr()            {}
func (*StaticProp) expr()      {}
func (*ClassConstFetch) expr() {}
func (*ConstFetch) expr()      {}
func (*Call) expr()            {}
func (*MethodCall) expr()      {}
func (*StaticCall) expr()      {}
func (*New) expr()             {}
func (*Closure) expr()         {}
func (*ArrowFn) expr()         {}
func (*Match) expr()           {}
func (*Ternary) expr()         {}
func (*Binary) expr()          {}
func (*Unary) expr()           {}
func (*Cast) expr()            {}
func (*Assign) expr()          {}
func (*IncDec) expr()          {}
func (*Isset) expr()           {}
func (*Empty) expr()           {}
func (*Instanceof) expr()      {}
func (*Clone) expr()           {}
func (*Print) expr()           {}
func (*Exit) expr()            {}
func (*Include) expr()         {}
func (*Throw) expr()           {}
func (*Yield) expr()           {}
func (*YieldFrom) expr()       {}
func (*MagicConst) expr()      {}
func (*ErrorExpr) expr()       {}
