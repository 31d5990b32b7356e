package php

func (p *parser) method(attrs []*AttrGroup, flags Flags, start uint32) Member {
	p.next()
	n := &Method{Attrs: attrs, Flags: flags}
	n.ByRef = p.accept(tAmp)
	if p.tok.kind.isIdent() {
		n.Name = p.ident()
	} else {
		p.unexpected("a method name")
		n.Name = p.noIdent()
	}
	n.Params = p.parameters()
	n.Return = p.returnType()
	switch p.tok.kind {
	case tLBrace:
		n.Body = p.body()
	case tSemi:
		p.next()
	default:
		p.unexpected(`"{" or ";"`)
		p.recoverBody(n)
	}
	n.Loc = p.from(start)
	return n
}

// recoverBody looks for the body of a method whose head could not be read.
func (p *parser) recoverBody(n *Method) {
	for {
		switch p.tok.kind {
		case tLBrace:
			n.Body = p.body()
			return
		case tSemi:
			p.next()
			return
		case tRBrace, tEOF, tPublic, tProtected, tPrivate, tFunction, tConst, tUse, tAbstract, tFinal, tInterpEnd, tShellEnd:
			return
		}
		p.next()
	}
}

func (p *parser) classConst(attrs []*AttrGroup, flags Flags, start uint32) Member {
	p.next()
	n := &ClassConst{Attrs: attrs, Flags: flags}
	if p.startsType() && !(p.tok.kind.isIdent() && p.peek(1) == tAssign) {
		n.Type = p.typ()
	}
	for {
		at := p.tok.start
		if !p.tok.kind.isIdent() {
			p.unexpected("a constant name")
			break
		}
		item := ConstItem{Name: p.ident()}
		if p.expect(tAssign, `"="`) {
			item.Value = p.expr(bpAny)
		} else {
			item.Value = p.missing()
		}
		item.Loc = p.from(at)
		n.Items = append(n.Items, item)
		if !p.accept(tComma) {
			break
		}
	}
	p.endMember()
	n.Loc = p.from(start)
	return n
}

// endMember reads the semicolon of a member, or moves behind the member after an error.
func (p *parser) endMember() {
	if p.accept(tSemi) {
		return
	}
	p.unexpected(`";"`)
	for {
		switch p.tok.kind {
		case tSemi:
			p.next()
			return
		case tRBrace, tEOF, tPublic, tProtected, tPrivate, tPublicSet, tProtectedSet, tPrivateSet, tFunction, tConst, tUse,
			tAbstract, tFinal, tReadonly, tVar, tCase, tAttr, tInterpEnd, tShellEnd:
			return
		}
		if !p.skipGroup() {
			p.next()
		}
	}
}

func (p *parser) enumCase(attrs []*AttrGroup, start uint32) Member {
	p.next()
	n := &EnumCase{Attrs: attrs}
	if p.tok.kind.isIdent() {
		n.Name = p.ident()
	} else {
		p.unexpected("a case name")
		n.Name = p.noIdent()
	}
	if p.accept(tAssign) {
		n.Value = p.expr(bpAny)
	}
	p.endMember()
	n.Loc = p.from(start)
	return n
}

func (p *parser) property(attrs []*AttrGroup, flags Flags, start uint32) Member {
	n := &Property{Attrs: attrs, Flags: flags}
	if p.tok.kind != tVariable {
		n.Type = p.typ()
	}
	n.Items = p.propertyItems()
	if p.tok.kind == tLBrace && len(n.Items) == 1 {
		n.Hooks = p.hooks()
	} else {
		p.endMember()
	}
	n.Loc = p.from(start)
	return n
}

func (p *parser) propertyItems() []PropertyItem {
	var items []PropertyItem
	for {
		t := p.tok
		if t.kind != tVariable {
			p.unexpected("a property name")
			return items
		}
		item := PropertyItem{Name: Ident{Loc{Pos: t.start, End: t.end}, p.variableName()}}
		if p.accept(tAssign) {
			item.Default = p.expr(bpAny)
		}
		item.Loc = p.from(t.start)
		items = append(items, item)
		if !p.accept(tComma) {
			return items
		}
	}
}

// hooks reads { get; set(...) { ... } get => expr; }.
func (p *parser) hooks() []*Hook {
	p.next()
	hooks := []*Hook{}
	for p.tok.kind != tRBrace && p.tok.kind != tEOF {
		before := p.i
		h := p.hook()
		if p.i == before {
			break
		}
		hooks = append(hooks, h)
	}
	p.expect(tRBrace, `"}"`)
	return hooks
}

func (p *parser) hook() *Hook {
	start := p.tok.start
	n := &Hook{}
	if p.tok.kind == tAttr {
		n.Attrs = p.attributes()
	}
	n.Flags = p.modifiers(FlagFinal, "a property hook")
	n.ByRef = p.accept(tAmp)
	if p.tok.kind == tIdent {
		n.Name = p.ident()
	} else {
		p.unexpected("a property hook")
		n.Name = p.noIdent()
	}
	if p.tok.kind == tLParen {
		n.Params = p.parameters()
	}
	switch p.tok.kind {
	case tSemi:
		p.next()
	case tLBrace:
		n.Body = p.body()
	case tDoubleArrow:
		p.next()
		n.Expr = p.expr(bpAny)
		p.endMember()
	default:
		p.unexpected(`"{", "=>" or ";"`)
	}
	n.Loc = p.from(start)
	return n
}

func (p *parser) traitUse(start uint32) Member {
	p.next()
	n := &TraitUse{Traits: p.classNames(true)}
	if p.tok.kind != tLBrace {
		p.endMember()
		n.Loc = p.from(start)
		return n
	}
	p.next()
	for p.tok.kind != tRBrace && p.tok.kind != tEOF {
		before := p.i
		a := p.adaptation()
		if p.i == before {
			break
		}
		n.Adaptations = append(n.Adaptations, a)
	}
	p.expect(tRBrace, `"}"`)
	n.Loc = p.from(start)
	return n
}

// adaptation reads A::f insteadof B; or f as protected g;
func (p *parser) adaptation() TraitAdaptation {
	start := p.tok.start
	a := TraitAdaptation{}
	if p.tok.kind.isName() && p.peek(1) == tDoubleColon {
		a.Trait = p.name()
		p.next()
	}
	if p.tok.kind.isIdent() {
		a.Method = p.ident()
	} else {
		p.unexpected("a method name")
		a.Method = p.noIdent()
	}
	switch {
	case p.tok.kind == tInsteadof && a.Trait != nil:
		p.next()
		a.Insteadof = p.classNames(true)
	case p.tok.kind == tAs:
		p.next()
		if f := modifierFlags[p.tok.kind]; f&(methodFlags) != 0 {
			a.Flags = f
			p.next()
		}
		if p.tok.kind.isIdent() {
			a.Alias = p.ident()
		} else if a.Flags == 0 {
			p.unexpected("an alias or a modifier")
		}
	default:
		p.unexpected(`"insteadof" or "as"`)
	}
	p.endMember()
	a.Loc = p.from(start)
	return a
}
