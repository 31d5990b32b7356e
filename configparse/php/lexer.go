package php

import "strings"

// lexer turns a whole file into tokens. PHP's lexer needs nothing from its parser, so this is done first.
type lexer struct {
	text     string
	pos      int
	toks     []token
	errs     []Error
	comments []Comment
	keepAll  bool // some comment holds a directive, so that all of them must be looked at
	nest     int  // strings within strings
	halt     int  // tokens left after __halt_compiler; 0 without one
	cut      bool
}

// eofTokens end every token list, so that the parser may look ahead without a check.
const eofTokens = 4

func (l *lexer) run() {
	l.keepAll = strings.Contains(l.text, directive)
	if strings.HasPrefix(l.text, "#!") {
		l.lineEnd()
		if l.pos < len(l.text) {
			l.newline()
		}
	}
	l.html()
	l.script(false)
	end := uint32(len(l.text))
	if l.halt == 1 {
		end = uint32(l.pos)
	}
	for range eofTokens {
		l.toks = append(l.toks, token{kind: tEOF, start: end, end: end})
	}
}

func (l *lexer) emit(k kind, start, end int) {
	l.toks = append(l.toks, token{kind: k, start: uint32(start), end: uint32(end)})
}

func (l *lexer) fail(start, end int, message string) {
	if len(l.errs) <= maxErrors {
		l.errs = append(l.errs, Error{uint32(start), uint32(end), message})
	}
}

// at returns the byte at i, or 0 after the end.
func (l *lexer) at(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// script reads PHP until the end of the file, or, nested in a string, until the brace that closes the expression.
func (l *lexer) script(nested bool) {
	text, depth := l.text, 0
	for l.pos < len(text) {
		if l.halt > 0 && l.halted() {
			return
		}
		i := l.pos
		c := text[i]
		class := charClass[c]
		switch {
		case class&charBlank != 0:
			i++
			for i < len(text) && charClass[text[i]]&charBlank != 0 {
				i++
			}
			l.pos = i
		case class&charIdentStart != 0:
			l.word()
		case class&charDigit != 0:
			l.number()
		case c == '$':
			l.variable()
		case c == '\'':
			l.singleQuoted(i)
		case c == '"':
			l.quoted(i, '"')
		case c == '{':
			depth++
			l.single(tLBrace)
		case c == '}':
			l.single(tRBrace)
			if depth == 0 && nested {
				return
			}
			depth--
		default:
			if k := punct[c]; k != tEOF {
				l.emit(k, i, i+1)
				l.pos = i + 1
				continue
			}
			l.punctuation(c)
		}
	}
}

// halted counts the three tokens that follow __halt_compiler, and tells whether they have been read.
func (l *lexer) halted() bool {
	// l.halt is the length of the token list at which the rest is data, plus one.
	if len(l.toks)+1 < l.halt {
		return false
	}
	l.halt = 1
	return true
}

func (l *lexer) single(k kind) {
	l.emit(k, l.pos, l.pos+1)
	l.pos++
}

func (l *lexer) variable() {
	i := l.pos + 1
	if i >= len(l.text) || !isIdentStart(l.text[i]) {
		l.single(tDollar)
		return
	}
	end := l.identEnd(i)
	l.emit(tVariable, l.pos, end)
	l.pos = end
}

// identEnd returns the end of the identifier that holds the byte at i.
func (l *lexer) identEnd(i int) int {
	text := l.text
	i++
	for i < len(text) && charClass[text[i]]&(charIdentStart|charDigit) != 0 {
		i++
	}
	return i
}

// word reads a keyword, a name or a string with a binary prefix.
func (l *lexer) word() {
	start := l.pos
	text := l.text
	if (text[start]|0x20) == 'b' && l.binaryString() {
		return
	}
	end := l.identEnd(start)
	if end+1 < len(text) && text[end] == '\\' && isIdentStart(text[end+1]) {
		l.qualified(start, end)
		return
	}
	l.pos = end
	k := lookupKeyword(text[start:end])
	l.emit(k, start, end)
	switch k {
	case tPublic, tProtected, tPrivate:
		l.setVisibility(k)
	case tYield:
		l.yieldFrom()
	case tHaltCompiler:
		if l.halt == 0 {
			l.halt = len(l.toks) + 1 + 3
		}
	}
}

func (l *lexer) qualified(start, end int) {
	k := tNameQualified
	if equalFold(l.text[start:end], "namespace") {
		k = tNameRelative
	}
	end = l.segments(end)
	l.emit(k, start, end)
	l.pos = end
}

// segments returns the end of a run of \name segments that starts at i.
func (l *lexer) segments(i int) int {
	for l.at(i) == '\\' && isIdentStart(l.at(i+1)) {
		i = l.identEnd(i + 1)
	}
	return i
}

// setVisibility makes "private(set)" one token, which PHP allows no space in.
func (l *lexer) setVisibility(k kind) {
	const set = "(set)"
	if l.at(l.pos) != '(' || len(l.text)-l.pos < len(set) || !equalFold(l.text[l.pos:l.pos+len(set)], set) {
		return
	}
	l.pos += len(set)
	last := &l.toks[len(l.toks)-1]
	last.end = uint32(l.pos)
	switch k {
	case tPublic:
		last.kind = tPublicSet
	case tProtected:
		last.kind = tProtectedSet
	case tPrivate:
		last.kind = tPrivateSet
	}
}

// yieldFrom makes "yield from" one token, whatever white space and comments stand between.
func (l *lexer) yieldFrom() {
	start := l.pos
	comments, errs := len(l.comments), len(l.errs)
	l.trivia()
	i := l.pos
	if i > start && len(l.text)-i >= 4 && equalFold(l.text[i:i+4], "from") && !isIdentPart(l.at(i+4)) {
		l.pos = i + 4
		last := &l.toks[len(l.toks)-1]
		last.kind, last.end = tYieldFrom, uint32(l.pos)
		return
	}
	l.pos, l.comments, l.errs = start, l.comments[:comments], l.errs[:errs]
}

// arrow reads -> or ?->, after which every word is a plain identifier.
func (l *lexer) arrow(k kind, width int) {
	l.emit(k, l.pos, l.pos+width)
	i := l.pos + width
	for i < len(l.text) && isBlank(l.text[i]) {
		i++
	}
	if i < len(l.text) && isIdentStart(l.text[i]) {
		end := l.identEnd(i)
		l.emit(tIdent, i, end)
		i = end
	}
	l.pos = i
}
