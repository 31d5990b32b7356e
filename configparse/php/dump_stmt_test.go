package php

import "fmt"

// body writes the statements of a body, in braces or not.
func (d *dumper) body(s Stmt) {
	if b, ok := s.(*Block); ok {
		d.list(b.Stmts)
		return
	}
	d.stmt(s)
}

func (d *dumper) stmt(s Stmt) {
	switch s := s.(type) {
	case *Nop:
	case *ExprStmt:
		d.word("(")
		d.expr(s.X)
		d.close()
	case *Block:
		d.open("block")
		d.list(s.Stmts)
		d.close()
	case *Echo:
		d.form("echo", s.Exprs...)
	case *InlineHTML:
		d.word("html")
	case *Return:
		d.form("return", s.X)
	case *Break:
		d.form("break", s.Levels)
	case *Continue:
		d.form("continue", s.Levels)
	case *Global:
		d.form("global", s.Vars...)
	case *Unset:
		d.form("unset", s.Vars...)
	case *StaticVars:
		d.open("static")
		for _, v := range s.Vars {
			d.form("$"+v.Name, v.Default)
		}
		d.close()
	case *Goto:
		d.word("(goto " + s.Label.Name + ")")
	case *Label:
		d.word("(label " + s.Name.Name + ")")
	case *HaltCompiler:
		d.word("halt")
	case *ErrorStmt:
		d.word("ERROR")
	default:
		d.control(s)
	}
}

func (d *dumper) control(s Stmt) {
	switch s := s.(type) {
	case *If:
		d.open("if")
		d.expr(s.Cond)
		d.body(s.Then)
		for _, b := range s.ElseIfs {
			d.open("elseif")
			d.expr(b.Cond)
			d.body(b.Body)
			d.close()
		}
		if s.Else != nil {
			d.open("else")
			d.body(s.Else)
			d.close()
		}
		d.close()
	case *While:
		d.open("while")
		d.expr(s.Cond)
		d.body(s.Body)
		d.close()
	case *DoWhile:
		d.open("do")
		d.body(s.Body)
		d.expr(s.Cond)
		d.close()
	case *For:
		d.open("for")
		d.form("init", s.Init...)
		d.form("cond", s.Cond...)
		d.form("post", s.Post...)
		d.body(s.Body)
		d.close()
	case *Try:
		d.try(s)
	case *Declare:
		d.open("declare")
		d.consts(s.Items)
		if s.Body != nil {
			d.body(s.Body)
		}
		d.close()
	default:
		d.foreachOrSwitch(s)
	}
}

func (d *dumper) foreachOrSwitch(s Stmt) {
	switch s := s.(type) {
	case *Foreach:
		d.open("foreach")
		d.expr(s.X)
		d.expr(s.Key)
		d.flag(s.ByRef, "&")
		d.expr(s.Value)
		d.body(s.Body)
		d.close()
	case *Switch:
		d.open("switch")
		d.expr(s.X)
		for _, c := range s.Cases {
			d.open("case")
			d.expr(c.Value)
			d.list(c.Stmts)
			d.close()
		}
		d.close()
	default:
		d.decl(s)
	}
}

func (d *dumper) try(s *Try) {
	d.open("try")
	d.list(s.Body.Stmts)
	for _, c := range s.Catches {
		d.open("catch")
		for _, n := range c.Types {
			d.word(n.Text)
		}
		d.flag(c.Var != "", "$"+c.Var)
		d.list(c.Body.Stmts)
		d.close()
	}
	if s.Finally != nil {
		d.open("finally")
		d.list(s.Finally.Stmts)
		d.close()
	}
	d.close()
}

func (d *dumper) consts(items []ConstItem) {
	for _, c := range items {
		d.form(c.Name.Name, c.Value)
	}
}

var useText = [...]string{"class", "function", "const"}

func (d *dumper) decl(s Stmt) {
	switch s := s.(type) {
	case *Namespace:
		d.open("namespace")
		if s.Name != nil {
			d.word(s.Name.Text)
		}
		d.list(s.Stmts)
		d.close()
	case *Use:
		d.open("use")
		for _, u := range s.Items {
			d.word("(" + useText[u.Kind] + " " + u.Name + " " + u.Alias + ")")
		}
		d.close()
	case *Const:
		d.open("const")
		d.attrs(s.Attrs)
		d.consts(s.Items)
		d.close()
	case *Function:
		d.open("function " + s.Name.Name)
		d.attrs(s.Attrs)
		d.flag(s.ByRef, "&")
		d.params(s.Params)
		d.returns(s.Return)
		if s.Body != nil {
			d.list(s.Body.Stmts)
		}
		d.close()
	case *Class:
		d.class(s)
	default:
		panic(fmt.Sprintf("dump does not know %T", s))
	}
}

var classText = [...]string{"class", "interface", "trait", "enum", "class"}

func (d *dumper) class(c *Class) {
	d.open(classText[c.Kind])
	d.flag(c.Name.Name != "", c.Name.Name)
	d.attrs(c.Attrs)
	d.flags(c.Flags)
	if c.Backing != nil {
		d.word(":")
		d.typ(c.Backing)
	}
	d.names("extends", c.Extends)
	d.names("implements", c.Implements)
	for _, m := range c.Members {
		d.classMember(m)
	}
	d.close()
}

func (d *dumper) names(head string, names []*Name) {
	if len(names) == 0 {
		return
	}
	d.open(head)
	for _, n := range names {
		d.word(n.Text)
	}
	d.close()
}

func (d *dumper) classMember(m Member) {
	switch m := m.(type) {
	case *Property:
		d.open("prop")
		d.attrs(m.Attrs)
		d.flags(m.Flags)
		d.typ(m.Type)
		for _, p := range m.Items {
			d.form("$"+p.Name.Name, p.Default)
		}
		d.hooks(m.Hooks)
		d.close()
	case *ClassConst:
		d.open("const")
		d.attrs(m.Attrs)
		d.flags(m.Flags)
		d.typ(m.Type)
		d.consts(m.Items)
		d.close()
	case *EnumCase:
		d.open("case " + m.Name.Name)
		d.attrs(m.Attrs)
		d.expr(m.Value)
		d.close()
	case *Method:
		d.open("method " + m.Name.Name)
		d.attrs(m.Attrs)
		d.flags(m.Flags)
		d.flag(m.ByRef, "&")
		d.params(m.Params)
		d.returns(m.Return)
		if m.Body == nil {
			d.word("_")
		} else {
			d.list(m.Body.Stmts)
		}
		d.close()
	case *TraitUse:
		d.traitUse(m)
	case *ErrorMember:
		d.word("ERROR")
	}
}

func (d *dumper) traitUse(m *TraitUse) {
	d.names("use", m.Traits)
	for _, a := range m.Adaptations {
		d.open("adapt")
		if a.Trait != nil {
			d.word(a.Trait.Text + "::")
		}
		d.word(a.Method.Name)
		d.names("insteadof", a.Insteadof)
		d.flags(a.Flags)
		d.flag(a.Alias.Name != "", a.Alias.Name)
		d.close()
	}
}

func (d *dumper) hooks(hooks []*Hook) {
	for _, h := range hooks {
		d.open("hook " + h.Name.Name)
		d.attrs(h.Attrs)
		d.flags(h.Flags)
		d.flag(h.ByRef, "&")
		if len(h.Params) > 0 {
			d.params(h.Params)
		}
		switch {
		case h.Expr != nil:
			d.word("=>")
			d.expr(h.Expr)
		case h.Body != nil:
			d.list(h.Body.Stmts)
		default:
			d.word("_")
		}
		d.close()
	}
}
