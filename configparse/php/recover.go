package php

import "strconv"

// errorAt records an error, unless the current token already has one.
func (p *parser) errorAt(start, end uint32, message string) {
	if p.errTok == p.i+1 {
		return
	}
	p.errTok = p.i + 1
	p.report(start, end, message)
}

// report records an error, up to one more than are listed.
func (p *parser) report(start, end uint32, message string) {
	if len(p.errs) <= maxErrors {
		p.errs = append(p.errs, Error{start, end, message})
	}
}

// unexpected records that the current token stands where what was expected.
func (p *parser) unexpected(what string) {
	if p.errTok == p.i+1 || len(p.errs) > maxErrors {
		p.errTok = p.i + 1
		return
	}
	p.errorAt(p.tok.start, p.tok.end, "unexpected "+p.describe()+", expected "+what)
}

func (p *parser) describe() string {
	if p.tok.kind == tEOF {
		return "end of file"
	}
	text := p.str(p.tok)
	const longest = 24
	if len(text) > longest {
		return strconv.Quote(text[:longest]) + "..."
	}
	return strconv.Quote(text)
}

// missing is the expression that is not there. The whitespace before the current token counts as read, so that the node
// lies within the nodes around it.
func (p *parser) missing() Expr {
	return &ErrorExpr{p.from(p.tok.start)}
}

// tooDeep stands for what is nested too deeply. A bracketed part is skipped at once.
func (p *parser) tooDeep() Expr {
	start := p.tok.start
	p.tooDeepError()
	p.skipGroup()
	return &ErrorExpr{p.from(start)}
}

// tooDeepStmt stands for the statements that are nested too deeply, up to the brace that closes the block around them.
func (p *parser) tooDeepStmt() Stmt {
	start := p.tok.start
	p.tooDeepError()
	for {
		switch p.tok.kind {
		case tRBrace, tEOF, tInterpEnd, tShellEnd:
			return &ErrorStmt{p.from(start)}
		}
		if !p.skipGroup() {
			p.next()
		}
	}
}

func (p *parser) tooDeepError() {
	if !p.cut {
		p.errorAt(p.tok.start, p.tok.end, "nested too deeply; this part is not read")
	}
	p.cut = true
	p.errTok = p.i + 1
}

// skipGroup steps over the bracketed group that starts at the current token, if there is one and it is closed.
func (p *parser) skipGroup() bool {
	if end := p.groupEnd(p.i); end > 0 {
		p.seek(end)
		p.next()
		return true
	}
	return false
}

// groupEnd returns the index of the bracket that closes the one at index i, or 0.
func (p *parser) groupEnd(i int) int {
	if !opens(p.toks[i].kind) {
		return 0
	}
	if p.match == nil {
		p.match = matchBrackets(p.toks)
	}
	return int(p.match[i])
}

func opens(k kind) bool {
	switch k {
	case tLParen, tLBracket, tAttr, tLBrace, tCurlyOpen, tDollarCurlyOpen, tInterpStart, tShellStart:
		return true
	}
	return false
}

// matchBrackets returns, for each opening bracket, the index of its closing one, or 0. It is needed after an error only.
func matchBrackets(toks []token) []int32 {
	match := make([]int32, len(toks))
	var open []int32
	for i := range toks {
		k := toks[i].kind
		if opens(k) {
			open = append(open, int32(i))
			continue
		}
		n := len(open)
		switch k {
		case tRParen, tRBracket:
			n = innermost(toks, open, k)
		case tRBrace:
			// A brace outranks the parentheses that were left open in it, a string outranks the brace.
			for n > 0 && isParen(toks[open[n-1]].kind) {
				n--
			}
			open = open[:n]
			if n > 0 && isString(toks[open[n-1]].kind) {
				continue
			}
		case tInterpEnd, tShellEnd:
			for n > 0 && !isString(toks[open[n-1]].kind) {
				n--
			}
		default:
			continue
		}
		if n > 0 {
			match[open[n-1]] = int32(i)
			open = open[:n-1]
		}
	}
	return match
}

// innermost returns how many of the open brackets are left with the one that k closes as the last; 0 for none.
func innermost(toks []token, open []int32, k kind) int {
	const patience = 8
	for n := len(open); n > max(0, len(open)-patience); n-- {
		o := toks[open[n-1]].kind
		switch {
		case !isParen(o):
			return 0
		case (o == tLParen) == (k == tRParen):
			return n
		}
	}
	return 0
}

func isParen(k kind) bool { return k == tLParen || k == tLBracket || k == tAttr }

func isString(k kind) bool { return k == tInterpStart || k == tShellStart }

// resync is called in a list of elements between brackets, where neither a comma nor the closing bracket follows an
// element. It moves to the next element (true, its comma being read) or the closing bracket (true), or stays before
// something that can't be in the list (false).
func (p *parser) resync(closing kind, what string) bool {
	p.unexpected(what)
	for {
		switch k := p.tok.kind; {
		case k == closing:
			return true
		case k == tComma:
			p.next()
			return true
		case k == tEOF, k == tSemi, k == tRBrace, k == tLBrace, k == tRParen, k == tRBracket, k == tInterpEnd,
			k == tShellEnd, p.startsStmt():
			return false
		case p.skipGroup():
		default:
			p.next()
		}
	}
}

// sync moves behind the current statement after an error in it.
func (p *parser) sync() {
	first := p.i
	for {
		switch k := p.tok.kind; {
		case k == tEOF, k == tRBrace, k == tInterpEnd, k == tShellEnd:
			return
		case k == tSemi:
			p.next()
			return
		case k == tLBrace:
			if !p.skipGroup() {
				return
			}
			return
		case p.i > first && p.startsStmt():
			return
		case p.skipGroup():
		default:
			p.next()
		}
	}
}

// startsStmt tells whether the current token can only be the start of a statement, a member or the next branch.
func (p *parser) startsStmt() bool {
	if p.i > 0 && p.toks[p.i-1].kind == tDoubleColon {
		return false
	}
	switch p.tok.kind {
	case tIf, tForeach, tFor, tWhile, tDo, tSwitch, tTry, tCatch, tFinally, tReturn, tEcho, tBreak, tContinue, tGlobal,
		tGoto, tDeclare, tUnset, tInterface, tTrait, tAbstract, tFinal, tConst, tPublic, tProtected, tPrivate, tPublicSet,
		tProtectedSet, tPrivateSet, tVar, tCase, tElse, tElseif, tEndif, tEndfor, tEndforeach, tEndwhile, tEndswitch,
		tEnddeclare, tInlineHTML, tEchoTag, tHaltCompiler:
		return true
	case tClass:
		return p.peek(1) == tIdent && p.toks[max(p.i-1, 0)].kind != tNew
	case tFunction:
		return p.peek(1) == tIdent || p.peek(1) == tAmp && p.peek(2) == tIdent
	case tUse, tNamespace:
		return p.peek(1).isName()
	}
	return false
}
