package php

import "strconv"

// stringLit takes the current token, a string without interpolation. It may lack its closing quote.
func (p *parser) stringLit() *String {
	t := p.tok
	p.next()
	raw := p.str(t)
	if raw[0] == 'b' || raw[0] == 'B' {
		raw = raw[1:]
	}
	n := p.strings.alloc(p.chunk)
	quote := raw[0]
	raw = raw[1:]
	if len(raw) > 0 && raw[len(raw)-1] == quote && !p.unclosed(t) {
		raw = raw[:len(raw)-1]
	}
	*n = String{Loc: Loc{Pos: t.start, End: t.end}, Raw: raw}
	if quote == '"' {
		n.Quote = QuoteDouble
	}
	return n
}

// unclosed tells whether the lexer reported a string as having no end: only the last one of a file can be so.
func (p *parser) unclosed(t token) bool {
	if int(t.end) != len(p.text) {
		return false
	}
	for _, e := range p.errs {
		if e.Pos == t.start {
			return true
		}
	}
	return false
}

// heredoc takes the current token, a nowdoc or a heredoc without interpolation.
func (p *parser) heredoc() Expr {
	t := p.tok
	p.next()
	label, _, body := heredocStart(p.text, int(t.start))
	n := &String{Loc: Loc{Pos: t.start, End: t.end}, Quote: QuoteHeredoc, lineStart: true}
	if t.flag == flagNowdoc {
		n.Quote = QuoteNowdoc
	}
	end := int(t.end) - len(label)
	for end > body && (p.text[end-1] == ' ' || p.text[end-1] == '\t') {
		end--
	}
	indent := p.text[end : int(t.end)-len(label)]
	n.Indent = uint32(len(indent))
	n.Raw = p.text[body:withoutNewline(p.text, body, end)]
	p.checkIndent(n, uint32(body), indent, true)
	return n
}

// withoutNewline returns end, or the place before the line break that ends there.
func withoutNewline(text string, start, end int) int {
	if end > start && text[end-1] == '\n' {
		end--
		if end > start && text[end-1] == '\r' {
			end--
		}
		return end
	}
	if end > start && text[end-1] == '\r' {
		end--
	}
	return end
}

// interp reads a string with interpolations.
func (p *parser) interp(start uint32) Expr {
	open := p.tok
	first := p.i
	p.next()
	n := &Interp{Quote: QuoteDouble}
	if p.text[open.end-1] != '"' {
		n.Quote = QuoteHeredoc
	}
	n.Parts = p.parts(first, n.Quote)
	end := p.tok
	p.expect(tInterpEnd, "the end of the string")
	n.Loc = p.from(start)
	if n.Quote == QuoteHeredoc {
		p.indentParts(n, open, end)
		return n
	}
	return p.postfix(n, start)
}

func (p *parser) shell(start uint32) Expr {
	first := p.i
	p.next()
	n := &ShellExec{Parts: p.parts(first, QuoteBacktick)}
	p.expect(tShellEnd, "the end of the command")
	n.Loc = p.from(start)
	return n
}

// parts reads up to the end of the string whose opening token has the index first.
func (p *parser) parts(first int, quote QuoteKind) []Expr {
	mark := p.exprList.mark()
	for {
		switch t := p.tok; t.kind {
		case tInterpEnd, tShellEnd, tEOF:
			return p.exprList.take(mark, p.chunk)
		case tStringPart:
			p.next()
			n := p.strings.alloc(p.chunk)
			*n = String{Loc: Loc{Pos: t.start, End: t.end}, Quote: quote, Raw: p.str(t)}
			p.exprList.push(n)
		case tVariable:
			p.exprList.push(p.simpleInterp())
		case tCurlyOpen:
			p.next()
			p.exprList.push(p.expr(bpAny))
			p.closeInterp(first)
		case tDollarCurlyOpen:
			p.exprList.push(p.dollarCurly(first))
		default:
			p.unexpected("the rest of the string")
			p.skipString(first)
		}
	}
}

// closeInterp reads the brace behind an interpolation, or gives the rest of the string up.
func (p *parser) closeInterp(first int) {
	if !p.expect(tRBrace, `"}"`) {
		p.skipString(first)
	}
}

// skipString moves to the end of the string whose opening token has the index first.
func (p *parser) skipString(first int) {
	end := p.groupEnd(first)
	if end <= p.i {
		end = len(p.toks) - eofTokens
	}
	p.seek(end)
}

// simpleInterp reads $a, $a[key] or $a->b in a string.
func (p *parser) simpleInterp() Expr {
	start := p.tok.start
	v := p.variable()
	switch k := p.tok.kind; k {
	case tArrow, tNullArrow:
		p.next()
		name := p.ident()
		return &Prop{p.from(start), k == tNullArrow, v, name, nil}
	case tLBracket:
		p.next()
		n := &Index{Base: v, Index: p.offset()}
		p.accept(tRBracket)
		n.Loc = p.from(start)
		return n
	}
	return v
}

// offset takes the current token as an offset in a string: a decimal number as PHP would print it is an int, any other
// number and a word are strings.
func (p *parser) offset() Expr {
	t := p.tok
	if t.kind == tVariable {
		return p.variable()
	}
	p.next()
	loc := Loc{Pos: t.start, End: t.end}
	text := p.str(t)
	if t.kind == tNumString {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(v, 10) == text {
			return &Int{loc, v}
		}
	}
	return &String{Loc: loc, Quote: QuoteNone, Raw: text}
}

// dollarCurly reads ${name}, ${name[expr]} or ${expr} in a string.
func (p *parser) dollarCurly(first int) Expr {
	start := p.tok.start
	p.next()
	if p.tok.kind != tVarName {
		name := p.expr(bpAny)
		p.closeInterp(first)
		return &VarVar{p.from(start), name}
	}
	t := p.tok
	p.next()
	v := &Var{Loc{Pos: t.start, End: t.end}, p.str(t)}
	if p.tok.kind != tLBracket {
		p.closeInterp(first)
		v.Loc = p.from(start)
		return v
	}
	p.next()
	n := &Index{Base: v, Index: p.expr(bpAny)}
	p.expect(tRBracket, `"]"`)
	p.closeInterp(first)
	n.Loc = p.from(start)
	return n
}

// indentParts gives the literal parts of a heredoc the indentation of its closing label, which end holds.
func (p *parser) indentParts(n *Interp, open, end token) {
	text := p.str(end)
	from := 0
	for from < len(text) && (text[from] == '\n' || text[from] == '\r') {
		from++
	}
	to := from
	for to < len(text) && (text[to] == ' ' || text[to] == '\t') {
		to++
	}
	indent := text[from:to]
	if indent == "" || len(n.Parts) == 0 {
		return
	}
	if first, ok := n.Parts[0].(*String); !ok || first.Pos != open.end {
		p.report(open.end, open.end, badIndent)
	}
	for i, part := range n.Parts {
		if s, ok := part.(*String); ok && s.Quote == QuoteHeredoc {
			s.Indent = uint32(len(indent))
			s.lineStart = s.Pos == open.end
			p.checkIndent(s, s.Pos, indent, i == len(n.Parts)-1)
		}
	}
	if first, ok := n.Parts[0].(*String); ok && first.Raw == indent {
		n.Parts = n.Parts[1:]
	}
}
