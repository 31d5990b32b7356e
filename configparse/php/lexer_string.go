package php

import "strings"

// singleQuoted reads '...'; start is that of the token, which may have a binary prefix, and l.pos the quote.
func (l *lexer) singleQuoted(start int) {
	text := l.text
	for i := l.pos + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\'':
			l.emit(tString, start, i+1)
			l.pos = i + 1
			return
		}
	}
	l.unclosed(start)
}

func (l *lexer) unclosed(start int) {
	l.fail(start, start+1, "this string has no end")
	l.emit(tString, start, len(l.text))
	l.pos = len(l.text)
}

// binaryString reads a string or heredoc with the prefix b, which changes nothing.
func (l *lexer) binaryString() bool {
	start := l.pos
	switch l.at(start + 1) {
	case '\'':
		l.pos++
		l.singleQuoted(start)
	case '"':
		l.pos++
		l.quoted(start, '"')
	case '<':
		return strings.HasPrefix(l.text[start+1:], "<<<") && l.heredoc(start)
	default:
		return false
	}
	return true
}

// quoted reads "..." or `...`; start is that of the token and l.pos the quote.
func (l *lexer) quoted(start int, quote byte) {
	body := l.pos + 1
	i := l.literal(body, quote)
	if quote == '"' {
		if i == len(l.text) {
			l.unclosed(start)
			return
		}
		if l.text[i] == '"' {
			l.emit(tString, start, i+1)
			l.pos = i + 1
			return
		}
	}
	open, end := tInterpStart, tInterpEnd
	if quote == '`' {
		open, end = tShellStart, tShellEnd
	}
	l.emit(open, start, body)
	for {
		l.part(body, i)
		if i == len(l.text) {
			l.fail(start, start+1, "this string has no end")
			l.emit(end, i, i)
			l.pos = i
			return
		}
		l.pos = i
		if l.text[i] == quote {
			l.single(end)
			return
		}
		l.interpolation()
		body = l.pos
		i = l.literal(body, quote)
	}
}

// part emits a literal part of a string, unless it is empty.
func (l *lexer) part(start, end int) {
	if end > start {
		l.emit(tStringPart, start, end)
	}
}

// literal returns where the literal text at i ends: at the quote, at an interpolation, or at the end of the file.
func (l *lexer) literal(i int, quote byte) int {
	text := l.text
	for i < len(text) {
		c := text[i]
		if charClass[c]&charQuoted == 0 {
			i++
			continue
		}
		switch {
		case c == quote:
			return i
		case c == '\\':
			i = l.escape(i)
			continue
		case l.interpolates(i):
			return i
		}
		i++
	}
	return len(text)
}

// interpolates tells whether an interpolation starts at i.
func (l *lexer) interpolates(i int) bool {
	next := l.at(i + 1)
	switch l.text[i] {
	case '$':
		return isIdentStart(next) || next == '{' && l.nestable()
	case '{':
		return next == '$' && l.nestable()
	}
	return false
}

// nestable tells whether one more string level may be opened. Deeper braces are read as literal text.
func (l *lexer) nestable() bool {
	if l.nest < maxDepth {
		return true
	}
	if !l.cut {
		l.cut = true
		l.fail(l.pos, l.pos+1, "strings nested too deeply")
	}
	return false
}

// escape steps over a backslash and what it escapes, and checks \u{...}, which alone can be wrong.
func (l *lexer) escape(i int) int {
	if l.at(i+1) != 'u' || l.at(i+2) != '{' {
		return min(i+2, len(l.text))
	}
	j, value := i+3, 0
	for j < len(l.text) && charClass[l.text[j]]&charHex != 0 {
		value = min(value<<4|hexValue(l.text[j]), 1<<24)
		j++
	}
	switch {
	case j == i+3 || l.at(j) != '}':
		l.fail(i, j, `\u{ needs hexadecimal digits and a closing brace`)
	case value > 0x10FFFF:
		l.fail(i, j+1, `\u{...} names no code point`)
	}
	return j
}

func hexValue(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c|0x20-'a') + 10
}

// interpolation reads a variable or a braced expression in a string.
func (l *lexer) interpolation() {
	i := l.pos
	if l.text[i] == '{' {
		l.single(tCurlyOpen)
		l.braced()
		return
	}
	if l.text[i+1] != '{' {
		l.simpleVariable()
		return
	}
	l.emit(tDollarCurlyOpen, i, i+2)
	l.pos = i + 2
	if isIdentStart(l.at(l.pos)) {
		end := l.identEnd(l.pos)
		if c := l.at(end); c == '[' || c == '}' {
			l.emit(tVarName, l.pos, end)
			l.pos = end
		}
	}
	l.braced()
}

func (l *lexer) braced() {
	l.nest++
	l.script(true)
	l.nest--
}

// simpleVariable reads $a, $a[key], $a->b or $a?->b in a string: one level only.
func (l *lexer) simpleVariable() {
	l.variable()
	i := l.pos
	switch l.at(i) {
	case '[':
		l.simpleOffset()
	case '-':
		if l.at(i+1) == '>' && isIdentStart(l.at(i+2)) {
			l.property(tArrow, i, i+2)
		}
	case '?':
		if l.at(i+1) == '-' && l.at(i+2) == '>' && isIdentStart(l.at(i+3)) {
			l.property(tNullArrow, i, i+3)
		}
	}
}

func (l *lexer) property(arrow kind, start, name int) {
	end := l.identEnd(name)
	l.emit(arrow, start, name)
	l.emit(tIdent, name, end)
	l.pos = end
}

// simpleOffset reads [key] behind a variable in a string: a number, a bare word or a variable, and no white space.
func (l *lexer) simpleOffset() {
	i := l.pos + 1
	k, end := tNumString, i
	switch c := l.at(i); {
	case c == '$' && isIdentStart(l.at(i+1)):
		k, end = tVariable, l.identEnd(i+1)
	case isIdentStart(c):
		k, end = tIdent, l.identEnd(i)
	case isDigit(c):
		end = l.offsetNumber(i)
	case c == '-' && isDigit(l.at(i+1)):
		end = l.offsetNumber(i + 1)
	}
	if end == i || l.at(end) != ']' {
		l.fail(i, i, "inside a string an offset is a number, a bare word or a variable, followed by ]")
		return
	}
	l.single(tLBracket)
	l.emit(k, i, end)
	l.emit(tRBracket, end, end+1)
	l.pos = end + 1
}

func (l *lexer) offsetNumber(i int) int {
	if l.text[i] == '0' {
		if end := l.radix(i); end > 0 {
			return end
		}
	}
	return l.digits(i)
}
