package php

// postfix reads what is fetched from or called on e, which started at start.
func (p *parser) postfix(e Expr, start uint32) Expr {
	for {
		switch p.tok.kind {
		case tLBracket, tArrow, tNullArrow, tDoubleColon, tLParen:
		default:
			return e
		}
		if !p.grow() {
			return e
		}
		switch p.tok.kind {
		case tLBracket:
			e = p.index(e, start)
		case tArrow, tNullArrow:
			e = p.memberOf(e, start)
		case tDoubleColon:
			e = p.staticMember(e, start)
		case tLParen:
			e = p.call(e, start)
		}
	}
}

func (p *parser) call(fn Expr, start uint32) Expr {
	n := p.calls.alloc(p.chunk)
	n.Func = fn
	n.Args = p.args()
	n.Loc = p.from(start)
	return n
}

func (p *parser) index(base Expr, start uint32) Expr {
	p.next()
	n := p.indexes.alloc(p.chunk)
	n.Base = base
	if p.tok.kind != tRBracket {
		n.Index = p.expr(bpAny)
		if p.tok.kind != tRBracket {
			p.resync(tRBracket, `"]"`)
		}
	}
	p.accept(tRBracket)
	n.Loc = p.from(start)
	return n
}

// memberOf reads ->name or ->name(...).
func (p *parser) memberOf(object Expr, start uint32) Expr {
	nullsafe := p.tok.kind == tNullArrow
	p.next()
	name, dyn := p.memberName()
	if p.tok.kind == tLParen {
		n := p.methodCalls.alloc(p.chunk)
		n.Nullsafe, n.Object, n.Name, n.Dyn = nullsafe, object, name, dyn
		n.Args = p.args()
		n.Loc = p.from(start)
		return n
	}
	n := p.props.alloc(p.chunk)
	*n = Prop{p.from(start), nullsafe, object, name, dyn}
	return n
}

// memberName reads a name, or an expression that gives one.
func (p *parser) memberName() (Ident, Expr) {
	switch k := p.tok.kind; {
	case k.isIdent():
		return p.ident(), nil
	case k == tVariable:
		at := p.tok.start
		return Ident{Loc: Loc{Pos: at, End: at}}, p.variable()
	case k == tDollar:
		at := p.tok.start
		return Ident{Loc: Loc{Pos: at, End: at}}, p.varVar()
	case k == tLBrace:
		at := p.tok.start
		return Ident{Loc: Loc{Pos: at, End: at}}, p.bracedExpr()
	}
	p.unexpected("a name")
	return p.noIdent(), p.missing()
}

// bracedExpr reads "{" expr "}".
func (p *parser) bracedExpr() Expr {
	p.next()
	e := p.expr(bpAny)
	if p.tok.kind != tRBrace {
		p.resync(tRBrace, `"}"`)
	}
	p.accept(tRBrace)
	return e
}

// staticMember reads what stands behind class::.
func (p *parser) staticMember(class Expr, start uint32) Expr {
	p.next()
	at := p.tok.start
	switch k := p.tok.kind; {
	case k == tVariable:
		if p.peek(1) == tLParen {
			return p.staticCall(class, start, Ident{Loc: Loc{Pos: at, End: at}}, p.variable())
		}
		return p.staticProp(class, start)
	case k == tDollar:
		name := p.simpleVariableAfterDollar()
		if p.tok.kind == tLParen {
			return p.staticCall(class, start, Ident{Loc: Loc{Pos: at, End: at}}, &VarVar{p.from(at), name})
		}
		return &StaticProp{p.from(start), class, Ident{Loc: Loc{Pos: at, End: at}}, name}
	case k == tLBrace:
		dyn := p.bracedExpr()
		if p.tok.kind == tLParen {
			return p.staticCall(class, start, Ident{Loc: Loc{Pos: at, End: at}}, dyn)
		}
		n := p.classConsts.alloc(p.chunk)
		*n = ClassConstFetch{p.from(start), class, Ident{Loc: Loc{Pos: at, End: at}}, dyn}
		return n
	case k.isIdent():
		name := p.ident()
		if p.tok.kind == tLParen {
			return p.staticCall(class, start, name, nil)
		}
		n := p.classConsts.alloc(p.chunk)
		*n = ClassConstFetch{p.from(start), class, name, nil}
		return n
	}
	p.unexpected("a name")
	name, dyn := p.noIdent(), p.missing()
	return &ClassConstFetch{p.from(start), class, name, dyn}
}

func (p *parser) simpleVariableAfterDollar() Expr {
	p.next()
	return p.simpleVariable()
}

func (p *parser) staticProp(class Expr, start uint32) Expr {
	t := p.tok
	p.next()
	return &StaticProp{p.from(start), class, Ident{Loc{Pos: t.start, End: t.end}, p.text[t.start+1 : t.end]}, nil}
}

func (p *parser) staticCall(class Expr, start uint32, name Ident, dyn Expr) Expr {
	n := p.staticCalls.alloc(p.chunk)
	n.Class, n.Name, n.Dyn = class, name, dyn
	n.Args = p.args()
	n.Loc = p.from(start)
	return n
}

// args reads an argument list; the current token is its parenthesis.
func (p *parser) args() Args {
	start := p.tok.start
	p.next()
	if p.tok.kind == tRParen {
		p.next()
		return Args{Loc: p.from(start)}
	}
	if p.tok.kind == tEllipsis && p.peek(1) == tRParen {
		p.next()
		p.next()
		return Args{Loc: p.from(start), FCC: true}
	}
	mark := p.argList.mark()
	for {
		p.argList.push(p.arg())
		if p.tok.kind == tComma {
			p.next()
		} else if p.tok.kind != tRParen && !p.resync(tRParen, `"," or ")"`) {
			break
		}
		if p.accept(tRParen) {
			break
		}
	}
	return Args{Loc: p.from(start), List: p.argList.take(mark, p.chunk)}
}

func (p *parser) arg() Arg {
	start := p.tok.start
	a := Arg{}
	switch k := p.tok.kind; {
	case k == tEllipsis:
		p.next()
		a.Spread = true
	case k.isIdent() && p.peek(1) == tColon:
		a.Name = p.str(p.tok)
		p.next()
		p.next()
	}
	a.Value = p.expr(bpAny)
	a.Loc = p.from(start)
	return a
}

func (p *parser) longArray(start uint32) Expr {
	list := p.tok.kind == tList
	p.next()
	if p.tok.kind != tLParen {
		p.unexpected(`"("`)
		return p.missing()
	}
	a := p.array(tRParen)
	a.Long = true
	a.Pos = start
	if !list {
		return p.postfix(a, start)
	}
	if p.tok.kind != tAssign && p.tok.kind != tDoubleArrow && !p.closesTarget() {
		p.unexpected(`"=" after list(...)`)
	}
	for i := range a.Items {
		if v := a.Items[i].Value; v != nil {
			a.Items[i].Value = p.destructure(v)
		}
	}
	return &List{a.Loc, true, a.Items}
}

// closesTarget tells whether a nested list, or that of a foreach, may end before the current token.
func (p *parser) closesTarget() bool {
	switch p.tok.kind {
	case tComma, tRParen, tRBracket:
		return true
	}
	return false
}

// array reads the elements up to the closing bracket; the current token is the opening one.
func (p *parser) array(closing kind) *Array {
	start := p.tok.start
	p.next()
	n := p.arrays.alloc(p.chunk)
	mark := p.itemList.mark()
	for p.tok.kind != closing {
		p.itemList.push(p.item())
		if p.tok.kind == tComma {
			p.next()
		} else if p.tok.kind != closing && !p.resync(closing, `"," or a closing bracket`) {
			break
		}
	}
	p.accept(closing)
	n.Items = p.itemList.take(mark, p.chunk)
	n.Loc = p.from(start)
	return n
}

func (p *parser) item() ArrayItem {
	start := p.tok.start
	item := ArrayItem{}
	switch p.tok.kind {
	case tComma: // an element left out
		return ArrayItem{Loc: p.from(start)}
	case tEllipsis:
		p.next()
		item.Spread = true
	case tAmp:
		p.next()
		item.ByRef = true
	}
	item.Value = p.expr(bpAny)
	if p.tok.kind == tDoubleArrow && !item.ByRef && !item.Spread {
		p.next()
		item.Key = item.Value
		item.ByRef = p.accept(tAmp)
		item.Value = p.expr(bpAny)
	}
	item.Loc = p.from(start)
	return item
}
