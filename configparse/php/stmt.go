package php

import "strings"

// branches is a set of the keywords that end or continue an alternative-syntax body or a switch case around the current
// token. A block that was left open ends before such a keyword.
type branches uint16

const (
	waitElse branches = 1 << iota
	waitEndif
	waitEndfor
	waitEndforeach
	waitEndwhile
	waitEndswitch
	waitEnddeclare
	waitCase
)

var branchOf = [tHaltCompiler + 1]branches{
	tElse: waitElse, tElseif: waitElse, tEndif: waitEndif, tEndfor: waitEndfor, tEndforeach: waitEndforeach,
	tEndwhile: waitEndwhile, tEndswitch: waitEndswitch, tEnddeclare: waitEnddeclare, tCase: waitCase,
	tDefault: waitCase,
}

// ends tells whether a statement list must end before the current token. Modifiers end it inside a class, where a method
// must have been left open.
func (p *parser) ends() bool {
	switch k := p.tok.kind; k {
	case tRBrace, tEOF, tInterpEnd, tShellEnd:
		return true
	case tElse, tElseif, tEndif, tEndfor, tEndforeach, tEndwhile, tEndswitch, tEnddeclare, tCase, tDefault:
		return p.waiting&branchOf[k] != 0
	case tPublic, tProtected, tPrivate, tPublicSet, tProtectedSet, tPrivateSet:
		return p.classDepth > 0
	case tClass, tInterface, tTrait, tAbstract, tFinal:
		return p.leftOpen()
	case tFunction:
		return p.declaresFunction() && p.leftOpen()
	}
	return false
}

// leftOpen tells whether the innermost class or function lacks its closing brace, so that a declaration in it must be one
// that follows it.
func (p *parser) leftOpen() bool { return p.declOpen > 0 && p.groupEnd(p.declOpen-1) == 0 }

// stmts pushes statements up to a token that ends the list.
func (p *parser) stmts() {
	outer := p.listStart
	p.listStart = p.stmtList.mark()
	for !p.ends() {
		p.pushStmt()
	}
	p.listStart = outer
}

func (p *parser) pushStmt() {
	before := p.i
	if s := p.stmt(); s != nil {
		p.stmtList.push(s)
	}
	if p.i == before {
		p.pushError()
	}
}

// pushError skips one token that starts no statement, and makes one node of several in a row.
func (p *parser) pushError() {
	n := p.errorStmt()
	if list := p.stmtList.stack[p.listStart:]; len(list) > 0 {
		if last, ok := list[len(list)-1].(*ErrorStmt); ok {
			last.End = n.End
			return
		}
	}
	p.stmtList.push(n)
}

// errorStmt skips one token that starts no statement.
func (p *parser) errorStmt() *ErrorStmt {
	start := p.tok.start
	p.unexpected("a statement")
	p.next()
	return &ErrorStmt{p.from(start)}
}

// block reads { ... }.
func (p *parser) block() *Block {
	start := p.tok.start
	n := p.blocks.alloc(p.chunk)
	n.Braces = true
	p.next()
	mark := p.stmtList.mark()
	p.stmts()
	n.Stmts = p.stmtList.take(mark, p.chunk)
	p.expect(tRBrace, `"}"`)
	n.Loc = p.from(start)
	return n
}

// stmt reads one statement. A lone semicolon is no node, unless it is a body: then stmtBody makes it a Nop.
func (p *parser) stmt() Stmt {
	if p.depth >= maxDepth {
		return p.tooDeepStmt()
	}
	p.depth++
	s := p.stmtAt()
	p.depth--
	return s
}

func (p *parser) stmtAt() Stmt {
	start := p.tok.start
	switch p.tok.kind {
	case tVariable:
		return p.exprStmt(start)
	case tLBrace:
		return p.block()
	case tSemi:
		p.next()
		return nil
	case tReturn:
		x := p.operandOf()
		n := p.returns.alloc(p.chunk)
		*n = Return{p.from(start), x}
		return n
	case tIf:
		return p.ifStmt(start)
	case tEcho, tEchoTag:
		return p.echo(start)
	case tIdent:
		if p.peek(1) == tColon {
			return p.label(start)
		}
		if p.isEnum() {
			return p.class(nil, start)
		}
		return p.exprStmt(start)
	case tInlineHTML:
		p.next()
		return &InlineHTML{p.from(start)}
	case tForeach:
		return p.foreach(start)
	case tFor:
		return p.forStmt(start)
	case tWhile:
		return p.while(start)
	case tDo:
		return p.doWhile(start)
	case tSwitch:
		return p.switchStmt(start)
	case tTry:
		return p.try(start)
	case tBreak:
		x := p.operandOf()
		return &Break{p.from(start), x}
	case tContinue:
		x := p.operandOf()
		return &Continue{p.from(start), x}
	}
	if s, ok := p.declStmt(start); ok {
		return s
	}
	return p.rareStmt(start)
}

// declStmt reads a declaration, if one starts here.
func (p *parser) declStmt(start uint32) (Stmt, bool) {
	switch p.tok.kind {
	case tClass, tInterface, tTrait, tAbstract, tFinal:
		return p.class(nil, start), true
	case tReadonly:
		if p.peek(1) != tLParen {
			return p.class(nil, start), true
		}
	case tFunction:
		if p.declaresFunction() {
			return p.function(nil, start), true
		}
	case tUse:
		return p.use(start), true
	case tNamespace:
		return p.namespace(start), true
	case tConst:
		return p.constStmt(nil, start), true
	case tAttr:
		return p.attributed(start), true
	}
	return nil, false
}

func (p *parser) rareStmt(start uint32) Stmt {
	switch p.tok.kind {
	case tStatic:
		if p.peek(1) == tVariable {
			return p.staticVars(start)
		}
	case tGlobal:
		return p.global(start)
	case tUnset:
		p.next()
		vars := p.parenExprs()
		for _, v := range vars {
			if !isVariable(v) {
				p.unexpected("a variable to unset")
			}
		}
		p.endStmt()
		return &Unset{p.from(start), vars}
	case tGoto:
		p.next()
		n := &Goto{}
		if p.tok.kind == tIdent {
			n.Label = p.ident()
		} else {
			p.unexpected("a label")
			n.Label = p.noIdent()
		}
		p.endStmt()
		n.Loc = p.from(start)
		return n
	case tDeclare:
		return p.declare(start)
	case tHaltCompiler:
		return p.haltCompiler(start)
	case tCase, tDefault, tCatch, tFinally, tElse, tElseif, tEndif, tEndfor, tEndforeach, tEndwhile, tEndswitch,
		tEnddeclare, tRBrace, tBad:
		return p.errorStmt()
	case tPublic, tProtected, tPrivate, tPublicSet, tProtectedSet, tPrivateSet, tVar:
		if p.resumeClass() {
			return nil
		}
		return p.errorStmt()
	}
	return p.exprStmt(start)
}

func (p *parser) exprStmt(start uint32) Stmt {
	var x Expr
	if p.tok.kind == tCast && CastKind(p.tok.flag) == CastVoid {
		x = p.voidCast()
	} else {
		x = p.expr(bpAny)
	}
	p.endStmt()
	n := p.exprStmts.alloc(p.chunk)
	*n = ExprStmt{p.from(start), x}
	return n
}

// voidCast reads (void) expr, which may only be a statement of its own.
func (p *parser) voidCast() Expr {
	start := p.tok.start
	p.next()
	x := p.expr(bpAny)
	return &Cast{p.from(start), CastVoid, x}
}

// endStmt reads the semicolon or closing tag of a statement, or moves behind the statement after an error.
func (p *parser) endStmt() {
	if p.tok.kind == tSemi {
		p.next()
		return
	}
	p.unexpected(`";"`)
	if !p.startsLine() {
		p.sync()
	}
}

// startsLine tells whether the current token may start a statement and is the first of its line: then it is likely that
// only a semicolon was forgotten.
func (p *parser) startsLine() bool {
	switch k := p.tok.kind; {
	case k == tVariable, k.isName(), k == tStatic, k == tNew, k == tThrow, k == tYield:
		return strings.IndexByte(p.text[p.prevEnd:p.tok.start], '\n') >= 0
	}
	return false
}

// operandOf steps over the keyword of a statement and reads its optional expression and its end.
func (p *parser) operandOf() Expr {
	p.next()
	if p.accept(tSemi) {
		return nil
	}
	x := p.expr(bpAny)
	p.endStmt()
	return x
}

func (p *parser) echo(start uint32) Stmt {
	n := &Echo{Tag: p.tok.kind == tEchoTag}
	p.next()
	n.Exprs = p.commaExprs()
	p.endStmt()
	n.Loc = p.from(start)
	return n
}

// commaExprs reads expr, expr without a closing comma.
func (p *parser) commaExprs() []Expr {
	mark := p.exprList.mark()
	p.exprList.push(p.expr(bpAny))
	for p.accept(tComma) {
		p.exprList.push(p.expr(bpAny))
	}
	return p.exprList.take(mark, p.chunk)
}

func (p *parser) label(start uint32) Stmt {
	n := &Label{Name: p.ident()}
	p.next()
	n.Loc = p.from(start)
	return n
}

func (p *parser) global(start uint32) Stmt {
	p.next()
	mark := p.exprList.mark()
	for {
		switch p.tok.kind {
		case tVariable:
			p.exprList.push(p.variable())
		case tDollar:
			p.exprList.push(p.varVar())
		default:
			p.unexpected("a variable")
		}
		if !p.accept(tComma) {
			break
		}
	}
	vars := p.exprList.take(mark, p.chunk)
	p.endStmt()
	return &Global{p.from(start), vars}
}

func (p *parser) staticVars(start uint32) Stmt {
	p.next()
	n := &StaticVars{}
	for {
		at := p.tok.start
		if p.tok.kind != tVariable {
			p.unexpected("a variable")
			break
		}
		v := StaticVar{Name: p.variableName()}
		if p.accept(tAssign) {
			v.Default = p.expr(bpAny)
		}
		v.Loc = p.from(at)
		n.Vars = append(n.Vars, v)
		if !p.accept(tComma) {
			break
		}
	}
	p.endStmt()
	n.Loc = p.from(start)
	return n
}

func (p *parser) haltCompiler(start uint32) Stmt {
	p.next()
	if p.expect(tLParen, `"("`) && p.expect(tRParen, `")"`) {
		p.endStmt()
	}
	return &HaltCompiler{p.from(start)}
}
