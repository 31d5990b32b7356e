package php

// Walk calls visit for n and then for its children, in the order of the source. Where visit returns false, the children
// are left out. A nil n is ignored. Names that are no nodes of their own (Ident) and argument lists are not visited, their
// arguments are. Walk recurses as deep as the tree is, which Parse bounds.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	w := walker{visit}
	switch n := n.(type) {
	case Expr:
		w.exprChildren(n)
	case Stmt:
		w.stmtChildren(n)
	default:
		w.otherChildren(n)
	}
}

type walker struct {
	visit func(Node) bool
}

func (w walker) expr(e Expr) {
	if e != nil && w.visit(e) {
		w.exprChildren(e)
	}
}

func (w walker) exprs(list []Expr) {
	for _, e := range list {
		w.expr(e)
	}
}

func (w walker) stmt(s Stmt) {
	if s != nil && w.visit(s) {
		w.stmtChildren(s)
	}
}

func (w walker) stmts(list []Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w walker) block(b *Block) {
	if b != nil && w.visit(b) {
		w.stmts(b.Stmts)
	}
}

func (w walker) name(n *Name) {
	if n != nil {
		w.visit(n)
	}
}

func (w walker) names(list []*Name) {
	for _, n := range list {
		w.visit(n)
	}
}

// other visits a node that is neither an expression nor a statement.
func (w walker) other(n Node) {
	if w.visit(n) {
		w.otherChildren(n)
	}
}

func (w walker) typ(t Type) {
	if t != nil {
		w.other(t)
	}
}

func (w walker) args(a *Args) {
	for i := range a.List {
		w.other(&a.List[i])
	}
}

func (w walker) attrs(list []*AttrGroup) {
	for _, g := range list {
		w.other(g)
	}
}

func (w walker) params(list []*Param) {
	for _, p := range list {
		w.other(p)
	}
}

func (w walker) hooks(list []*Hook) {
	for _, h := range list {
		w.other(h)
	}
}

func (w walker) consts(list []ConstItem) {
	for i := range list {
		w.other(&list[i])
	}
}

func (w walker) items(list []ArrayItem) {
	for i := range list {
		w.other(&list[i])
	}
}

func (w walker) exprChildren(e Expr) {
	switch e := e.(type) {
	case *Var, *Name, *Int, *Float, *String, *MagicConst, *ErrorExpr:
	case *ConstFetch:
		w.visit(&e.Name)
	case *Array:
		w.items(e.Items)
	case *List:
		w.items(e.Items)
	case *Index:
		w.expr(e.Base)
		w.expr(e.Index)
	case *Prop:
		w.expr(e.Object)
		w.expr(e.Dyn)
	case *StaticProp:
		w.expr(e.Class)
		w.expr(e.Dyn)
	case *ClassConstFetch:
		w.expr(e.Class)
		w.expr(e.Dyn)
	case *Call:
		w.expr(e.Func)
		w.args(&e.Args)
	case *MethodCall:
		w.expr(e.Object)
		w.expr(e.Dyn)
		w.args(&e.Args)
	case *StaticCall:
		w.expr(e.Class)
		w.expr(e.Dyn)
		w.args(&e.Args)
	case *Binary:
		w.expr(e.Left)
		w.expr(e.Right)
	case *Assign:
		w.expr(e.Target)
		w.expr(e.Value)
	case *Ternary:
		w.expr(e.Cond)
		w.expr(e.Then)
		w.expr(e.Else)
	case *Instanceof:
		w.expr(e.X)
		w.expr(e.Class)
	case *Interp:
		w.exprs(e.Parts)
	case *ShellExec:
		w.exprs(e.Parts)
	default:
		if !w.unaryChildren(e) {
			w.bodyChildren(e)
		}
	}
}

// unaryChildren visits the children of an expression made of a keyword or prefix and operands, and tells whether e is such
// an expression.
func (w walker) unaryChildren(e Expr) bool {
	switch e := e.(type) {
	case *Unary:
		w.expr(e.X)
	case *Cast:
		w.expr(e.X)
	case *IncDec:
		w.expr(e.X)
	case *Empty:
		w.expr(e.X)
	case *Clone:
		w.expr(e.X)
	case *Print:
		w.expr(e.X)
	case *Include:
		w.expr(e.X)
	case *Throw:
		w.expr(e.X)
	case *YieldFrom:
		w.expr(e.X)
	case *VarVar:
		w.expr(e.Name)
	case *Isset:
		w.exprs(e.Vars)
	case *Exit:
		w.args(&e.Args)
	case *Yield:
		w.expr(e.Key)
		w.expr(e.Value)
	default:
		return false
	}
	return true
}

// bodyChildren visits the children of an expression that holds declarations, bodies or arms.
func (w walker) bodyChildren(e Expr) {
	switch e := e.(type) {
	case *New:
		w.newChildren(e)
	case *Closure:
		w.attrs(e.Attrs)
		w.params(e.Params)
		for i := range e.Uses {
			w.visit(&e.Uses[i])
		}
		w.typ(e.Return)
		w.block(e.Body)
	case *ArrowFn:
		w.attrs(e.Attrs)
		w.params(e.Params)
		w.typ(e.Return)
		w.expr(e.Body)
	case *Match:
		w.expr(e.Subject)
		for i := range e.Arms {
			w.other(&e.Arms[i])
		}
	}
}

// newChildren visits the arguments of an anonymous class where they stand: after its attributes, before its body.
func (w walker) newChildren(e *New) {
	if e.Anon == nil {
		w.expr(e.Class)
		w.args(&e.Args)
		return
	}
	if !w.visit(e.Anon) {
		w.args(&e.Args)
		return
	}
	w.attrs(e.Anon.Attrs)
	w.args(&e.Args)
	w.classBody(e.Anon)
}

func (w walker) classBody(c *Class) {
	w.typ(c.Backing)
	w.names(c.Extends)
	w.names(c.Implements)
	for _, m := range c.Members {
		w.other(m)
	}
}
