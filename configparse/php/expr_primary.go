package php

// primary reads an operand with what is called or fetched from it, or a prefix keyword with its operand.
func (p *parser) primary() Expr {
	start := p.tok.start
	switch k := p.tok.kind; k {
	case tVariable:
		return p.postfix(p.variable(), start)
	case tIdent, tNameQualified, tNameFQ, tNameRelative:
		return p.nameExpr(start)
	case tString:
		return p.postfix(p.stringLit(), start)
	case tInt, tFloat:
		return p.number()
	case tLBracket:
		return p.postfix(p.array(tRBracket), start)
	case tLParen:
		return p.paren(start)
	case tDollar:
		return p.postfix(p.varVar(), start)
	case tHeredoc:
		return p.heredoc()
	case tInterpStart:
		return p.interp(start)
	case tNew:
		return p.newExpr(start)
	case tFn, tFunction, tAttr:
		return p.closureExpr(start)
	case tStatic:
		return p.static(start)
	case tCast:
		return p.cast(start)
	case tInc, tDec:
		return p.prefixStep(start)
	}
	return p.keywordExpr(start)
}

// keywordExpr reads the operands that start with a rarer keyword.
func (p *parser) keywordExpr(start uint32) Expr {
	switch k := p.tok.kind; k {
	case tArray, tList:
		return p.longArray(start)
	case tMatch:
		return p.matchExpr(start)
	case tIsset:
		return p.isset(start)
	case tEmpty:
		p.next()
		x := p.parenthesized()
		return &Empty{p.from(start), x}
	case tEval:
		return p.callByKeyword(start)
	case tReadonly:
		if p.peek(1) == tLParen {
			return p.callByKeyword(start)
		}
	case tExit:
		return p.exit(start)
	case tClone:
		return p.clone(start)
	case tPrint:
		p.next()
		x := p.expr(bpPrint)
		return &Print{p.from(start), x}
	case tThrow:
		p.next()
		x := p.expr(bpThrow)
		return &Throw{p.from(start), x}
	case tInclude, tIncludeOnce, tRequire, tRequireOnce:
		p.next()
		x := p.expr(bpInclude)
		return &Include{p.from(start), k == tRequire || k == tRequireOnce, k == tIncludeOnce || k == tRequireOnce, x}
	case tYield:
		return p.yield(start)
	case tYieldFrom:
		p.next()
		x := p.expr(bpYieldFrom)
		return &YieldFrom{p.from(start), x}
	case tShellStart:
		return p.shell(start)
	case tLine, tFile, tDir, tNsC, tFuncC, tMethodC, tClassC, tTraitC, tPropertyC:
		return p.magic(start)
	}
	p.unexpected("an expression")
	return p.missing()
}

// magic reads a magic constant, which may be indexed but not called.
func (p *parser) magic(start uint32) Expr {
	t := p.tok
	p.next()
	n := &MagicConst{Loc{Pos: t.start, End: t.end}, magicKinds[t.kind]}
	if p.tok.kind == tLParen || p.tok.kind == tDoubleColon {
		return n
	}
	return p.postfix(n, start)
}

var magicKinds = [tHaltCompiler]MagicKind{
	tLine: MagicLine, tFile: MagicFile, tDir: MagicDir, tNsC: MagicNamespace, tFuncC: MagicFunction,
	tMethodC: MagicMethod, tClassC: MagicClass, tTraitC: MagicTrait, tPropertyC: MagicProperty,
}

func (p *parser) variable() *Var {
	t := p.tok
	p.next()
	n := p.vars.alloc(p.chunk)
	*n = Var{Loc{Pos: t.start, End: t.end}, p.text[t.start+1 : t.end]}
	return n
}

// varVar reads $$a or ${expr}.
func (p *parser) varVar() Expr {
	start := p.tok.start
	p.next()
	name := p.simpleVariable()
	return &VarVar{p.from(start), name}
}

// simpleVariable reads what may stand behind a dollar sign: a variable, another dollar sign, or {expr}.
func (p *parser) simpleVariable() Expr {
	switch p.tok.kind {
	case tVariable:
		return p.variable()
	case tDollar:
		if p.depth >= maxDepth {
			return p.tooDeep()
		}
		p.depth++
		v := p.varVar()
		p.depth--
		p.height++
		return v
	case tLBrace:
		p.next()
		e := p.expr(bpAny)
		p.expect(tRBrace, `"}"`)
		return e
	}
	p.unexpected("a variable")
	return p.missing()
}

var nameKinds = [kindCount]NameKind{
	tNameQualified: NameQualified, tNameFQ: NameFQ, tNameRelative: NameRelative,
}

// name takes the current token as a name.
func (p *parser) name() *Name {
	t := p.tok
	p.next()
	n := p.names.alloc(p.chunk)
	*n = Name{Loc{Pos: t.start, End: t.end}, nameKinds[t.kind], p.str(t)}
	return n
}

func (p *parser) nameExpr(start uint32) Expr {
	switch p.peek(1) {
	case tLParen, tDoubleColon:
		return p.postfix(p.name(), start)
	}
	return p.postfix(p.constant(), start)
}

// constant takes the current token, a name, as a constant.
func (p *parser) constant() *ConstFetch {
	t := p.tok
	p.next()
	n := p.consts.alloc(p.chunk)
	loc := Loc{Pos: t.start, End: t.end}
	*n = ConstFetch{loc, Name{loc, nameKinds[t.kind], p.str(t)}}
	return n
}

func (p *parser) callByKeyword(start uint32) Expr {
	fn := p.name()
	if p.tok.kind != tLParen {
		p.unexpected(`"("`)
		return fn
	}
	return p.postfix(p.call(fn, start), start)
}

func (p *parser) paren(start uint32) Expr {
	p.next()
	e := p.expr(bpAny)
	if p.tok.kind != tRParen {
		p.resync(tRParen, `")"`)
	}
	p.accept(tRParen)
	e.loc().Paren = true
	return p.postfix(e, start)
}

// parenthesized reads "(" expr ")" where a keyword wants it.
func (p *parser) parenthesized() Expr {
	if !p.expect(tLParen, `"("`) {
		return p.missing()
	}
	e := p.expr(bpAny)
	if p.tok.kind != tRParen {
		p.resync(tRParen, `")"`)
	}
	p.accept(tRParen)
	return e
}

func (p *parser) static(start uint32) Expr {
	switch p.peek(1) {
	case tFn, tFunction:
		return p.closureExpr(start)
	case tDoubleColon:
		return p.postfix(p.name(), start)
	}
	p.next()
	p.unexpected(`"::" or a function`)
	return p.missing()
}

func (p *parser) cast(start uint32) Expr {
	kind := CastKind(p.tok.flag)
	if kind == CastVoid {
		p.unexpected("an expression; (void) is allowed at the start of a statement only")
	}
	p.next()
	x := p.expr(bpUnary)
	return &Cast{p.from(start), kind, x}
}

func (p *parser) prefixStep(start uint32) Expr {
	dec := p.tok.kind == tDec
	p.next()
	if p.depth >= maxDepth {
		return p.tooDeep()
	}
	p.depth++
	x := p.primary()
	p.depth--
	p.height++
	if !isVariable(x) {
		p.unexpected("a variable to count up or down")
	}
	return &IncDec{p.from(start), dec, true, x}
}

func (p *parser) isset(start uint32) Expr {
	p.next()
	vars := p.parenExprs()
	return &Isset{p.from(start), vars}
}

// parenExprs reads "(" expr, expr "," ")".
func (p *parser) parenExprs() []Expr {
	if !p.expect(tLParen, `"("`) {
		return nil
	}
	mark := p.exprList.mark()
	for {
		p.exprList.push(p.expr(bpAny))
		if p.tok.kind == tComma {
			p.next()
		} else if p.tok.kind != tRParen && !p.resync(tRParen, `"," or ")"`) {
			break
		}
		if p.accept(tRParen) {
			break
		}
	}
	return p.exprList.take(mark, p.chunk)
}

func (p *parser) exit(start uint32) Expr {
	n := &Exit{Die: p.tok.end-p.tok.start == 3}
	p.next()
	if p.tok.kind == tLParen {
		n.Args = p.args()
	}
	n.Loc = p.from(start)
	return n
}

// clone reads the operator, or, since PHP 8.5, the call that it is with any argument list but one plain expression.
func (p *parser) clone(start uint32) Expr {
	if p.peek(1) != tLParen || !p.cloneIsCall() {
		p.next()
		x := p.expr(bpClone)
		return &Clone{p.from(start), x}
	}
	fn := p.name()
	return p.call(fn, start)
}

// cloneIsCall looks into the parentheses behind clone for a comma, an argument name, a spread or nothing.
func (p *parser) cloneIsCall() bool {
	switch first := p.peek(2); {
	case first == tRParen || first == tEllipsis:
		return true
	case first.isIdent() && p.peek(3) == tColon:
		return true
	}
	end := p.groupEnd(p.i + 1)
	for i := p.i + 2; i < end; i++ {
		if p.toks[i].kind == tComma {
			return true
		}
		if inner := p.groupEnd(i); inner > 0 {
			i = inner
		}
	}
	return false
}

func (p *parser) yield(start uint32) Expr {
	p.next()
	n := &Yield{}
	if p.endsOperand() {
		n.Loc = p.from(start)
		return n
	}
	n.Value = p.expr(bpYield)
	if p.accept(tDoubleArrow) {
		n.Key = n.Value
		n.Value = p.expr(bpYield)
	}
	n.Loc = p.from(start)
	return n
}

// endsOperand tells whether the current token can't start an expression, so that the keyword before it has no operand.
func (p *parser) endsOperand() bool {
	switch k := p.tok.kind; k {
	case tSemi, tRParen, tRBracket, tComma, tRBrace, tColon, tDoubleArrow, tEOF, tInterpEnd, tShellEnd:
		return true
	case tPlus, tMinus, tAmp:
		return k == tAmp
	default:
		return infix[k].left > 0
	}
}

func (p *parser) matchExpr(start uint32) Expr {
	p.next()
	n := &Match{Subject: p.parenthesized()}
	if p.expect(tLBrace, `"{"`) {
		for p.tok.kind != tRBrace && p.tok.kind != tEOF {
			n.Arms = append(n.Arms, p.matchArm())
			if p.tok.kind == tComma {
				p.next()
			} else if p.tok.kind != tRBrace && !p.resync(tRBrace, `"," or "}"`) {
				break
			}
		}
		p.expect(tRBrace, `"}"`)
	}
	n.Loc = p.from(start)
	return n
}

func (p *parser) matchArm() MatchArm {
	start := p.tok.start
	arm := MatchArm{}
	if p.tok.kind == tDefault && (p.peek(1) == tDoubleArrow || p.peek(1) == tComma && p.peek(2) == tDoubleArrow) {
		arm.Default = true
		p.next()
		p.accept(tComma)
	} else {
		mark := p.exprList.mark()
		for {
			p.exprList.push(p.expr(bpAny))
			if !p.accept(tComma) || p.tok.kind == tDoubleArrow {
				break
			}
		}
		arm.Conds = p.exprList.take(mark, p.chunk)
	}
	if p.expect(tDoubleArrow, `"=>"`) {
		arm.Body = p.expr(bpAny)
	} else {
		arm.Body = p.missing()
	}
	arm.Loc = p.from(start)
	return arm
}
