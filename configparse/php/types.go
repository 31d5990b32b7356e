package php

// typ reads a type declaration.
func (p *parser) typ() Type {
	if p.depth >= maxDepth {
		start := p.tok.start
		p.tooDeep()
		return &Name{Loc: p.from(start)}
	}
	p.depth++
	defer func() { p.depth-- }()
	start := p.tok.start
	if p.accept(tQuestion) {
		t := p.typePart()
		return &NullableType{p.from(start), t}
	}
	first := p.typePart()
	switch {
	case p.tok.kind == tPipe:
		types := []Type{first}
		for p.accept(tPipe) {
			types = append(types, p.typePart())
		}
		return &UnionType{p.from(start), types}
	case p.intersects():
		return p.intersection(first, start)
	}
	return first
}

// intersects tells whether the current token is the & of an intersection, not that of a parameter by reference.
func (p *parser) intersects() bool {
	return p.tok.kind == tAmp && p.peek(1) != tVariable && p.peek(1) != tEllipsis
}

func (p *parser) intersection(first Type, start uint32) Type {
	types := []Type{first}
	for p.intersects() {
		p.next()
		types = append(types, p.typePart())
	}
	return &IntersectionType{p.from(start), types}
}

// typePart reads a type name, or an intersection in parentheses.
func (p *parser) typePart() Type {
	switch k := p.tok.kind; {
	case k.isName() || k == tArray || k == tCallable || k == tStatic:
		return p.name()
	case k == tLParen:
		p.next()
		start := p.tok.start
		t := p.intersection(p.typeName(), start)
		p.expect(tRParen, `")"`)
		return t
	}
	return p.typeName()
}

func (p *parser) typeName() Type {
	if k := p.tok.kind; k.isName() || k == tArray || k == tCallable || k == tStatic {
		return p.name()
	}
	p.unexpected("a type")
	return &Name{Loc: p.from(p.tok.start)}
}

// startsType tells whether a type may start at the current token.
func (p *parser) startsType() bool {
	switch k := p.tok.kind; k {
	case tQuestion, tLParen, tArray, tCallable, tStatic:
		return true
	default:
		return k.isName()
	}
}
