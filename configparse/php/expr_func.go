package php

// takeAttrs returns the attributes that were read before the current expression, and where it starts with them.
func (p *parser) takeAttrs(start uint32) ([]*AttrGroup, uint32) {
	attrs := p.attrs
	if attrs == nil {
		return nil, start
	}
	p.attrs = nil
	return attrs, p.attrStart
}

// closureExpr reads a closure or arrow function with its attributes and static.
func (p *parser) closureExpr(start uint32) Expr {
	attrs, start := p.takeAttrs(start)
	if p.tok.kind == tAttr {
		attrs = p.attributes()
	}
	static := p.accept(tStatic)
	switch p.tok.kind {
	case tFunction:
		return p.closure(attrs, static, start)
	case tFn:
		return p.arrowFn(attrs, static, start)
	}
	p.unexpected("a function")
	return p.missing()
}

func (p *parser) closure(attrs []*AttrGroup, static bool, start uint32) Expr {
	p.next()
	n := p.closures.alloc(p.chunk)
	n.Attrs, n.Static = attrs, static
	n.ByRef = p.accept(tAmp)
	n.Params = p.parameters()
	if p.accept(tUse) {
		n.Uses = p.closureUses()
	}
	n.Return = p.returnType()
	n.Body = p.body()
	n.Loc = p.from(start)
	return n
}

func (p *parser) closureUses() []ClosureUse {
	if !p.expect(tLParen, `"("`) {
		return nil
	}
	var uses []ClosureUse
	for p.tok.kind != tRParen {
		start := p.tok.start
		u := ClosureUse{ByRef: p.accept(tAmp)}
		if p.tok.kind == tVariable {
			u.Name = p.variableName()
			u.Loc = p.from(start)
			uses = append(uses, u)
		} else {
			p.unexpected("a variable")
		}
		if p.tok.kind == tComma {
			p.next()
		} else if p.tok.kind != tRParen && !p.resync(tRParen, `"," or ")"`) {
			return uses
		}
	}
	p.accept(tRParen)
	if uses == nil {
		p.report(p.prevEnd-1, p.prevEnd, "a use list needs a variable")
	}
	return uses
}

// variableName takes the current token, a variable, as a name without its dollar sign.
func (p *parser) variableName() string {
	name := p.text[p.tok.start+1 : p.tok.end]
	p.next()
	return name
}

func (p *parser) arrowFn(attrs []*AttrGroup, static bool, start uint32) Expr {
	p.next()
	n := &ArrowFn{Attrs: attrs, Static: static}
	n.ByRef = p.accept(tAmp)
	n.Params = p.parameters()
	n.Return = p.returnType()
	if p.expect(tDoubleArrow, `"=>"`) {
		n.Body = p.expr(bpArrowFn)
	} else {
		n.Body = p.missing()
	}
	n.Loc = p.from(start)
	return n
}

func (p *parser) returnType() Type {
	if !p.accept(tColon) {
		return nil
	}
	return p.typ()
}

// parameters reads a parameter list with its parentheses.
func (p *parser) parameters() []*Param {
	if !p.expect(tLParen, `"("`) {
		return nil
	}
	mark := p.paramList.mark()
	for p.tok.kind != tRParen {
		before := p.i
		if n := p.param(); n != nil {
			p.paramList.push(n)
		}
		if p.tok.kind == tComma {
			p.next()
		} else if p.tok.kind != tRParen && !p.resync(tRParen, `"," or ")"`) {
			return p.paramList.take(mark, p.chunk)
		}
		if p.i == before {
			break
		}
	}
	p.accept(tRParen)
	return p.paramList.take(mark, p.chunk)
}

const paramFlags = FlagPublic | FlagProtected | FlagPrivate | FlagPublicSet | FlagProtectedSet | FlagPrivateSet |
	FlagReadonly | FlagFinal

func (p *parser) param() *Param {
	start := p.tok.start
	n := p.params.alloc(p.chunk)
	if p.tok.kind == tAttr {
		n.Attrs = p.attributes()
	}
	n.Flags = p.modifiers(paramFlags, "a parameter")
	if p.startsType() {
		n.Type = p.typ()
	}
	n.ByRef = p.accept(tAmp)
	n.Variadic = p.accept(tEllipsis)
	if p.tok.kind != tVariable {
		p.unexpected("a parameter")
		if n.Type == nil {
			return nil
		}
		n.Name = p.noIdent()
		n.Loc = p.from(start)
		return n
	}
	t := p.tok
	n.Name = Ident{Loc{Pos: t.start, End: t.end}, p.variableName()}
	if p.accept(tAssign) {
		n.Default = p.expr(bpAny)
	}
	if p.tok.kind == tLBrace && p.startsHook() {
		n.Hooks = p.hooks()
	}
	n.Loc = p.from(start)
	return n
}

// startsHook tells whether the brace behind a parameter holds property hooks. If not, it is the body of a function whose
// parameters were not closed.
func (p *parser) startsHook() bool {
	switch p.peek(1) {
	case tAttr, tFinal, tAmp:
		return true
	case tIdent:
		name := p.str(p.toks[p.i+1])
		return equalFold(name, "get") || equalFold(name, "set")
	}
	return false
}

// body reads the braces of a function.
func (p *parser) body() *Block {
	if p.tok.kind == tLBrace {
		waiting, open := p.waiting, p.declOpen
		p.waiting, p.declOpen = 0, p.i+1
		b := p.block()
		p.waiting, p.declOpen = waiting, open
		return b
	}
	p.unexpected(`"{"`)
	return nil
}

// newExpr reads new with a class reference or an anonymous class.
func (p *parser) newExpr(start uint32) Expr {
	p.next()
	switch p.tok.kind {
	case tAttr, tClass, tReadonly, tFinal, tAbstract:
		return p.postfix(p.newAnonymous(start), start)
	}
	n := &New{Class: p.classRef()}
	if p.tok.kind != tLParen {
		n.Loc = p.from(start)
		return n
	}
	n.Args = p.args()
	n.Loc = p.from(start)
	return p.postfix(n, start)
}

func (p *parser) newAnonymous(start uint32) Expr {
	c := &Class{Kind: KindAnonymous}
	n := &New{Anon: c}
	from := p.tok.start
	if p.tok.kind == tAttr {
		c.Attrs = p.attributes()
	}
	c.Flags = p.modifiers(FlagReadonly, "an anonymous class")
	if !p.expect(tClass, `"class"`) {
		n.Anon, n.Class = nil, p.missing()
		n.Loc = p.from(start)
		return n
	}
	c.Name = Ident{Loc: Loc{Pos: p.prevEnd, End: p.prevEnd}}
	if p.tok.kind == tLParen {
		n.Args = p.args()
	}
	p.classHead(c)
	p.classBody(c)
	c.Loc = p.from(from)
	n.Loc = p.from(start)
	return n
}

// classRef reads the class of new or instanceof: a name, a variable with what is fetched from it but no calls, or an
// expression in parentheses.
func (p *parser) classRef() Expr {
	start := p.tok.start
	var e Expr
	switch k := p.tok.kind; {
	case k.isName() || k == tStatic:
		e = p.name()
		if p.tok.kind != tDoubleColon {
			return e
		}
	case k == tVariable:
		e = p.variable()
	case k == tDollar:
		e = p.varVar()
	case k == tLParen:
		return p.parenthesized()
	case k == tString:
		// instanceof ("B") is legal, "B" alone is not; the tree is the same.
		p.unexpected("a class name")
		return p.stringLit()
	default:
		p.unexpected("a class name")
		return p.missing()
	}
	for p.grow() {
		switch p.tok.kind {
		case tLBracket:
			e = p.index(e, start)
		case tArrow, tNullArrow:
			nullsafe := p.tok.kind == tNullArrow
			p.next()
			name, dyn := p.memberName()
			e = &Prop{p.from(start), nullsafe, e, name, dyn}
		case tDoubleColon:
			e = p.staticRef(e, start)
		default:
			return e
		}
	}
	return e
}

// staticRef reads ::$name in a class reference.
func (p *parser) staticRef(class Expr, start uint32) Expr {
	p.next()
	switch p.tok.kind {
	case tVariable:
		return p.staticProp(class, start)
	case tDollar:
		at := p.tok.start
		name := p.simpleVariableAfterDollar()
		return &StaticProp{p.from(start), class, Ident{Loc: Loc{Pos: at, End: at}}, name}
	}
	p.unexpected("a static property")
	name, dyn := p.noIdent(), p.missing()
	return &StaticProp{p.from(start), class, name, dyn}
}
