package php

// Block is { ... }, or the statements between : and endif and its like.
type Block struct {
	Loc
	Braces bool
	Stmts  []Stmt
}

// ExprStmt is an expression as a statement.
type ExprStmt struct {
	Loc
	X Expr
}

// Echo is echo a, b; or <?= a, b ?>.
type Echo struct {
	Loc
	Tag   bool // <?=
	Exprs []Expr
}

// InlineHTML is text outside of <?php ... ?>.
type InlineHTML struct{ Loc }

// ElseIf is one elseif branch.
type ElseIf struct {
	Loc
	Cond Expr
	Body Stmt
}

// If is an if statement. "else if" is an If in Else; "elseif" is an entry of ElseIfs.
type If struct {
	Loc
	Cond    Expr
	Then    Stmt
	ElseIfs []ElseIf
	Else    Stmt // may be nil
}

// While is a while loop.
type While struct {
	Loc
	Cond Expr
	Body Stmt
}

// DoWhile is do ... while (...);
type DoWhile struct {
	Loc
	Body Stmt
	Cond Expr
}

// For is a for loop.
type For struct {
	Loc
	Init, Cond, Post []Expr
	Body             Stmt
}

// Foreach is a foreach loop. Value is a variable or a *List.
type Foreach struct {
	Loc
	ByRef bool
	X     Expr
	Key   Expr // may be nil
	Value Expr
	Body  Stmt
}

// Case is one case of a switch; the default has a nil Value.
type Case struct {
	Loc
	Value Expr
	Stmts []Stmt
}

// Switch is a switch statement.
type Switch struct {
	Loc
	X     Expr
	Cases []Case
}

// Break is break; or break 2;
type Break struct {
	Loc
	Levels Expr // may be nil
}

// Continue is continue; or continue 2;
type Continue struct {
	Loc
	Levels Expr // may be nil
}

// Return is return; or return expr;
type Return struct {
	Loc
	X Expr // may be nil
}

// Catch is one catch clause. Var has no dollar sign and may be empty.
type Catch struct {
	Loc
	Types []*Name
	Var   string
	Body  *Block
}

// Try is try, catch and finally.
type Try struct {
	Loc
	Body    *Block
	Catches []Catch
	Finally *Block // may be nil
}

// Global is global $a, $$b;
type Global struct {
	Loc
	Vars []Expr
}

// StaticVar is one static variable of a function; Name has no dollar sign.
type StaticVar struct {
	Loc
	Name    string
	Default Expr // may be nil
}

// StaticVars is static $a = 1, $b;
type StaticVars struct {
	Loc
	Vars []StaticVar
}

// Unset is unset(...);
type Unset struct {
	Loc
	Vars []Expr
}

// Goto is goto label;
type Goto struct {
	Loc
	Label Ident
}

// Label is label:
type Label struct {
	Loc
	Name Ident
}

// Declare is declare(name=value); with an optional body.
type Declare struct {
	Loc
	Items []ConstItem
	Body  Stmt // may be nil
}

// HaltCompiler is __halt_compiler(); its span ends at the first byte of the data.
type HaltCompiler struct{ Loc }

// Nop is a lone semicolon, or a closing tag.
type Nop struct{ Loc }

// ErrorStmt covers source that is no statement.
type ErrorStmt struct{ Loc }

func (*Block) stmt()        {}
func (*ExprStmt) stmt()     {}
func (*Echo) stmt()         {}
func (*InlineHTML) stmt()   {}
func (*If) stmt()           {}
func (*While) stmt()        {}
func (*DoWhile) stmt()      {}
func (*For) stmt()          {}
func (*Foreach) stmt()      {}
func (*Switch) stmt()       {}
func (*Break) stmt()        {}
func (*Continue) stmt()     {}
func (*Return) stmt()       {}
func (*Try) stmt()          {}
func (*Global) stmt()       {}
func (*StaticVars) stmt()   {}
func (*Unset) stmt()        {}
func (*Goto) stmt()         {}
func (*Label) stmt()        {}
func (*Declare) stmt()      {}
func (*HaltCompiler) stmt() {}
func (*Nop) stmt()          {}
func (*ErrorStmt) stmt()    {}
