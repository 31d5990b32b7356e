package php

func (w walker) stmtChildren(s Stmt) {
	switch s := s.(type) {
	case *ExprStmt:
		w.expr(s.X)
	case *Block:
		w.stmts(s.Stmts)
	case *Echo:
		w.exprs(s.Exprs)
	case *Return:
		w.expr(s.X)
	case *If:
		w.expr(s.Cond)
		w.stmt(s.Then)
		for i := range s.ElseIfs {
			w.other(&s.ElseIfs[i])
		}
		w.stmt(s.Else)
	case *Switch:
		w.expr(s.X)
		for i := range s.Cases {
			w.other(&s.Cases[i])
		}
	case *Try:
		w.block(s.Body)
		for i := range s.Catches {
			w.other(&s.Catches[i])
		}
		w.block(s.Finally)
	case *Break:
		w.expr(s.Levels)
	case *Continue:
		w.expr(s.Levels)
	case *Global:
		w.exprs(s.Vars)
	case *StaticVars:
		for i := range s.Vars {
			w.other(&s.Vars[i])
		}
	case *Unset:
		w.exprs(s.Vars)
	case *Declare:
		w.consts(s.Items)
		w.stmt(s.Body)
	default:
		if !w.loopChildren(s) {
			w.declChildren(s)
		}
	}
}

// loopChildren visits the children of a loop, and tells whether s is one.
func (w walker) loopChildren(s Stmt) bool {
	switch s := s.(type) {
	case *While:
		w.expr(s.Cond)
		w.stmt(s.Body)
	case *DoWhile:
		w.stmt(s.Body)
		w.expr(s.Cond)
	case *For:
		w.exprs(s.Init)
		w.exprs(s.Cond)
		w.exprs(s.Post)
		w.stmt(s.Body)
	case *Foreach:
		w.expr(s.X)
		w.expr(s.Key)
		w.expr(s.Value)
		w.stmt(s.Body)
	default:
		return false
	}
	return true
}

func (w walker) declChildren(s Stmt) {
	switch s := s.(type) {
	case *Namespace:
		w.name(s.Name)
		w.stmts(s.Stmts)
	case *Use:
		for i := range s.Items {
			w.visit(&s.Items[i])
		}
	case *Const:
		w.attrs(s.Attrs)
		w.consts(s.Items)
	case *Function:
		w.attrs(s.Attrs)
		w.params(s.Params)
		w.typ(s.Return)
		w.block(s.Body)
	case *Class:
		w.attrs(s.Attrs)
		w.classBody(s)
	}
}

// otherChildren visits the children of a node that is neither an expression nor a statement.
func (w walker) otherChildren(n Node) {
	switch n := n.(type) {
	case *Arg:
		w.expr(n.Value)
	case *ArrayItem:
		w.expr(n.Key)
		w.expr(n.Value)
	case *MatchArm:
		w.exprs(n.Conds)
		w.expr(n.Body)
	case *ElseIf:
		w.expr(n.Cond)
		w.stmt(n.Body)
	case *Case:
		w.expr(n.Value)
		w.stmts(n.Stmts)
	case *Catch:
		w.names(n.Types)
		w.block(n.Body)
	case *StaticVar:
		w.expr(n.Default)
	case *ConstItem:
		w.expr(n.Value)
	case *AttrGroup:
		for _, a := range n.Attrs {
			w.other(a)
		}
	case *Attr:
		w.name(n.Name)
		w.args(&n.Args)
	case *File:
		w.stmts(n.Stmts)
	case *NullableType:
		w.typ(n.Type)
	case *UnionType:
		for _, t := range n.Types {
			w.typ(t)
		}
	case *IntersectionType:
		for _, t := range n.Types {
			w.typ(t)
		}
	default:
		w.memberChildren(n)
	}
}

func (w walker) memberChildren(n Node) {
	switch n := n.(type) {
	case *Property:
		w.attrs(n.Attrs)
		w.typ(n.Type)
		for i := range n.Items {
			w.other(&n.Items[i])
		}
		w.hooks(n.Hooks)
	case *PropertyItem:
		w.expr(n.Default)
	case *ClassConst:
		w.attrs(n.Attrs)
		w.typ(n.Type)
		w.consts(n.Items)
	case *EnumCase:
		w.attrs(n.Attrs)
		w.expr(n.Value)
	case *Method:
		w.attrs(n.Attrs)
		w.params(n.Params)
		w.typ(n.Return)
		w.block(n.Body)
	case *Hook:
		w.attrs(n.Attrs)
		w.params(n.Params)
		w.expr(n.Expr)
		w.block(n.Body)
	case *Param:
		w.attrs(n.Attrs)
		w.typ(n.Type)
		w.expr(n.Default)
		w.hooks(n.Hooks)
	case *TraitUse:
		w.names(n.Traits)
		for i := range n.Adaptations {
			w.other(&n.Adaptations[i])
		}
	case *TraitAdaptation:
		w.name(n.Trait)
		w.names(n.Insteadof)
	}
}
