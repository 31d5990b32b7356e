package php

// stmtBody reads the one statement that is the body of a branch or loop.
func (p *parser) stmtBody() Stmt {
	start := p.tok.start
	if p.tok.kind == tLBrace {
		if p.depth < maxDepth {
			p.depth++
			b := p.block()
			p.depth--
			return b
		}
	} else if p.tok.kind == tSemi {
		p.next()
		return &Nop{p.from(start)}
	} else if p.ends() {
		p.unexpected("a statement")
		return &ErrorStmt{p.from(start)}
	}
	if s := p.stmt(); s != nil {
		return s
	}
	return &Nop{p.from(start)}
}

// altBody reads the statements between a colon and one of the keywords in wait.
func (p *parser) altBody(wait branches) *Block {
	p.next()
	start := p.tok.start
	n := p.blocks.alloc(p.chunk)
	waiting := p.waiting
	p.waiting |= wait
	mark := p.stmtList.mark()
	p.stmts()
	n.Stmts = p.stmtList.take(mark, p.chunk)
	p.waiting = waiting
	n.Loc = p.from(start)
	return n
}

// loopBody reads the body of a loop in either syntax; end is the keyword that ends the alternative one.
func (p *parser) loopBody(end kind) Stmt {
	if p.tok.kind != tColon {
		return p.stmtBody()
	}
	b := p.altBody(branchOf[end])
	p.endAlt(end)
	return b
}

// endAlt reads the keyword that ends an alternative-syntax statement.
func (p *parser) endAlt(end kind) {
	if p.expect(end, `"`+keywords[end]+`"`) {
		p.endStmt()
	}
}

func (p *parser) ifStmt(start uint32) Stmt {
	p.next()
	n := p.conditionals.alloc(p.chunk)
	n.Cond = p.parenthesized()
	if p.tok.kind == tColon {
		p.altIf(n)
		n.Loc = p.from(start)
		return n
	}
	n.Then = p.stmtBody()
	for p.tok.kind == tElseif {
		at := p.tok.start
		p.next()
		b := ElseIf{Cond: p.parenthesized()}
		if p.tok.kind == tColon {
			p.unexpected("a statement; a colon is allowed only if the first branch has one")
			p.next()
		}
		b.Body = p.stmtBody()
		b.Loc = p.from(at)
		n.ElseIfs = append(n.ElseIfs, b)
	}
	// In if ($a): if ($b) c(); else: the colon shows that the else belongs to the outer if.
	if p.tok.kind == tElse && p.peek(1) != tColon {
		p.next()
		n.Else = p.stmtBody()
	}
	n.Loc = p.from(start)
	return n
}

// altIf reads if (...): ... elseif (...): ... else: ... endif; from the first colon on.
func (p *parser) altIf(n *If) {
	const wait = waitElse | waitEndif
	n.Then = p.altBody(wait)
	for p.tok.kind == tElseif {
		at := p.tok.start
		p.next()
		b := ElseIf{Cond: p.parenthesized()}
		b.Body = p.altBranch(wait)
		b.Loc = p.from(at)
		n.ElseIfs = append(n.ElseIfs, b)
	}
	if p.accept(tElse) {
		n.Else = p.altBranch(waitEndif)
	}
	p.endAlt(tEndif)
}

// altBranch reads a colon and the statements behind it.
func (p *parser) altBranch(wait branches) Stmt {
	if p.tok.kind == tColon {
		return p.altBody(wait)
	}
	p.unexpected(`":"`)
	return p.stmtBody()
}

func (p *parser) while(start uint32) Stmt {
	p.next()
	n := &While{Cond: p.parenthesized()}
	n.Body = p.loopBody(tEndwhile)
	n.Loc = p.from(start)
	return n
}

func (p *parser) doWhile(start uint32) Stmt {
	p.next()
	n := &DoWhile{Body: p.stmtBody()}
	if p.expect(tWhile, `"while"`) {
		n.Cond = p.parenthesized()
		p.endStmt()
	} else {
		n.Cond = p.missing()
	}
	n.Loc = p.from(start)
	return n
}

func (p *parser) forStmt(start uint32) Stmt {
	p.next()
	n := &For{}
	if p.expect(tLParen, `"("`) {
		n.Init = p.forExprs(tSemi)
		if p.expect(tSemi, `";"`) {
			n.Cond = p.forExprs(tSemi)
		}
		if p.expect(tSemi, `";"`) {
			n.Post = p.forExprs(tRParen)
		}
		p.expect(tRParen, `")"`)
	}
	n.Body = p.loopBody(tEndfor)
	n.Loc = p.from(start)
	return n
}

func (p *parser) forExprs(end kind) []Expr {
	if p.tok.kind == end {
		return nil
	}
	mark := p.exprList.mark()
	for {
		if p.tok.kind == tCast && CastKind(p.tok.flag) == CastVoid {
			p.exprList.push(p.voidCast())
		} else {
			p.exprList.push(p.expr(bpAny))
		}
		if !p.accept(tComma) {
			return p.exprList.take(mark, p.chunk)
		}
	}
}

func (p *parser) foreach(start uint32) Stmt {
	p.next()
	n := &Foreach{}
	if !p.expect(tLParen, `"("`) {
		n.X, n.Value = p.missing(), p.missing()
	} else {
		n.X = p.expr(bpAny)
		if p.expect(tAs, `"as"`) {
			n.Value, n.ByRef = p.foreachTarget()
			if p.accept(tDoubleArrow) {
				n.Key = n.Value
				n.Value, n.ByRef = p.foreachTarget()
			}
		} else {
			n.Value = p.missing()
		}
		if p.tok.kind != tRParen {
			p.resync(tRParen, `")"`)
		}
		p.accept(tRParen)
	}
	n.Body = p.loopBody(tEndforeach)
	n.Loc = p.from(start)
	return n
}

func (p *parser) foreachTarget() (Expr, bool) {
	ref := p.accept(tAmp)
	e := p.destructure(p.expr(bpAny))
	_, list := e.(*List)
	if _, failed := e.(*ErrorExpr); !failed && !isVariable(e) && (!list || ref) {
		p.unexpected("a variable before this")
	}
	return e, ref
}

func (p *parser) switchStmt(start uint32) Stmt {
	p.next()
	n := &Switch{X: p.parenthesized()}
	alt := p.tok.kind == tColon
	if !alt && p.tok.kind != tLBrace {
		p.unexpected(`"{"`)
		n.Loc = p.from(start)
		return n
	}
	p.next()
	p.accept(tSemi)
	waiting := p.waiting
	p.waiting |= waitCase
	if alt {
		p.waiting |= waitEndswitch
	}
	p.cases(n)
	p.waiting = waiting
	if alt {
		p.endAlt(tEndswitch)
	} else {
		p.expect(tRBrace, `"}"`)
	}
	n.Loc = p.from(start)
	return n
}

func (p *parser) cases(n *Switch) {
	for {
		if p.tok.kind != tCase && p.tok.kind != tDefault {
			if p.ends() {
				return
			}
			p.errorStmt()
			continue
		}
		start := p.tok.start
		c := Case{}
		if p.accept(tCase) {
			c.Value = p.expr(bpAny)
		} else {
			p.next()
		}
		if p.tok.kind == tSemi || p.tok.kind == tColon {
			p.next()
		} else {
			p.unexpected(`":"`)
		}
		mark := p.stmtList.mark()
		p.stmts()
		c.Stmts = p.stmtList.take(mark, p.chunk)
		c.Loc = p.from(start)
		n.Cases = append(n.Cases, c)
	}
}

func (p *parser) try(start uint32) Stmt {
	p.next()
	n := &Try{Body: p.blockHere()}
	for p.tok.kind == tCatch {
		n.Catches = append(n.Catches, p.catch())
	}
	if p.accept(tFinally) {
		n.Finally = p.blockHere()
	}
	n.Loc = p.from(start)
	return n
}

// blockHere reads a block that must stand here; without one it is empty.
func (p *parser) blockHere() *Block {
	if p.tok.kind == tLBrace {
		return p.block()
	}
	p.unexpected(`"{"`)
	return &Block{Loc: p.from(p.tok.start)}
}

func (p *parser) catch() Catch {
	start := p.tok.start
	p.next()
	c := Catch{}
	if p.expect(tLParen, `"("`) {
		for {
			if !p.tok.kind.isName() {
				p.unexpected("a class name")
				break
			}
			c.Types = append(c.Types, p.name())
			if !p.accept(tPipe) {
				break
			}
		}
		if p.tok.kind == tVariable {
			c.Var = p.variableName()
		}
		if p.tok.kind != tRParen {
			p.resync(tRParen, `")"`)
		}
		p.accept(tRParen)
	}
	c.Body = p.blockHere()
	c.Loc = p.from(start)
	return c
}

func (p *parser) declare(start uint32) Stmt {
	p.next()
	n := &Declare{}
	if p.expect(tLParen, `"("`) {
		n.Items = p.constItems()
		if p.tok.kind != tRParen {
			p.resync(tRParen, `")"`)
		}
		p.accept(tRParen)
	}
	switch p.tok.kind {
	case tSemi:
		p.next()
	case tColon:
		n.Body = p.loopBody(tEnddeclare)
	case tEOF:
		p.unexpected(`";"`)
	default:
		n.Body = p.stmtBody()
	}
	n.Loc = p.from(start)
	return n
}
