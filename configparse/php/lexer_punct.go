package php

// punct holds the bytes that are a token alone, whatever follows.
var punct = [256]kind{
	')': tRParen, '[': tLBracket, ']': tRBracket, ';': tSemi, ',': tComma, '~': tTilde, '@': tAt,
}

func (l *lexer) punctuation(c byte) {
	switch c {
	case '(':
		l.paren()
	case '-':
		if l.at(l.pos+1) == '>' {
			l.arrow(tArrow, 2)
			return
		}
		l.operator(c)
	case '/':
		if next := l.at(l.pos + 1); next == '/' || next == '*' {
			l.comment()
			return
		}
		l.operator(c)
	case '#':
		if l.at(l.pos+1) == '[' {
			l.emit(tAttr, l.pos, l.pos+2)
			l.pos += 2
			return
		}
		l.comment()
	case '?':
		l.question()
	case '.':
		if isDigit(l.at(l.pos + 1)) {
			l.number()
			return
		}
		l.operator(c)
	case '`':
		l.quoted(l.pos, '`')
	case '\\':
		if isIdentStart(l.at(l.pos + 1)) {
			end := l.segments(l.pos)
			l.emit(tNameFQ, l.pos, end)
			l.pos = end
			return
		}
		l.single(tBackslash)
	case '<', '=', '>', '|':
		if l.at(l.pos+1) == c && l.at(l.pos+2) == c && (l.conflict(c) || c == '<' && l.heredoc(l.pos)) {
			return
		}
		l.operator(c)
	default:
		l.operator(c)
	}
}

func (l *lexer) question() {
	switch l.at(l.pos + 1) {
	case '-':
		if l.at(l.pos+2) == '>' {
			l.arrow(tNullArrow, 3)
			return
		}
	case '>':
		l.closeTag()
		return
	}
	l.operator('?')
}

// operator reads one of the remaining tokens: the longest that fits.
func (l *lexer) operator(c byte) {
	k, width := operatorAt(c, l.at(l.pos+1), l.at(l.pos+2))
	if k == tBad {
		l.bad()
		return
	}
	l.emit(k, l.pos, l.pos+width)
	l.pos += width
}

// bad makes one token of a run of bytes that start none.
func (l *lexer) bad() {
	i := l.pos + 1
	for i < len(l.text) && (l.text[i] < ' ' && !isBlank(l.text[i]) || l.text[i] == 0x7f) {
		i++
	}
	l.emit(tBad, l.pos, i)
	l.pos = i
}

func operatorAt(c, c1, c2 byte) (kind, int) {
	switch c {
	case '=':
		return equalsAt(c1, c2)
	case '.':
		if c1 == '.' && c2 == '.' {
			return tEllipsis, 3
		}
		return withAssign(c1, 1, tDot, tDotAssign)
	case ':':
		return doubled(c, c1, tColon, tDoubleColon)
	case '+':
		if c1 == '+' {
			return tInc, 2
		}
		return withAssign(c1, 1, tPlus, tPlusAssign)
	case '-':
		if c1 == '-' {
			return tDec, 2
		}
		return withAssign(c1, 1, tMinus, tMinusAssign)
	case '*':
		if c1 == '*' {
			return withAssign(c2, 2, tPow, tPowAssign)
		}
		return withAssign(c1, 1, tStar, tStarAssign)
	case '/':
		return withAssign(c1, 1, tSlash, tSlashAssign)
	case '%':
		return withAssign(c1, 1, tPercent, tPercentAssign)
	case '^':
		return withAssign(c1, 1, tCaret, tCaretAssign)
	case '&':
		if c1 == '&' {
			return tAndAnd, 2
		}
		return withAssign(c1, 1, tAmp, tAmpAssign)
	case '$':
		return tDollar, 1
	}
	return comparisonAt(c, c1, c2)
}

func comparisonAt(c, c1, c2 byte) (kind, int) {
	switch c {
	case '|':
		if c1 == '|' {
			return tOrOr, 2
		}
		if c1 == '>' {
			return tPipeArrow, 2
		}
		return withAssign(c1, 1, tPipe, tPipeAssign)
	case '?':
		if c1 == '?' {
			return withAssign(c2, 2, tCoalesce, tCoalesceAssign)
		}
		return tQuestion, 1
	case '!':
		if c1 == '=' {
			return withAssign(c2, 2, tNotEq, tNotIdentical)
		}
		return tNot, 1
	case '>':
		if c1 == '>' {
			return withAssign(c2, 2, tShr, tShrAssign)
		}
		return withAssign(c1, 1, tGreater, tGreaterEq)
	case '<':
		switch {
		case c1 == '<':
			return withAssign(c2, 2, tShl, tShlAssign)
		case c1 == '=' && c2 == '>':
			return tSpaceship, 3
		case c1 == '>':
			return tNotEq, 2
		}
		return withAssign(c1, 1, tLess, tLessEq)
	}
	return tBad, 1
}

func equalsAt(c1, c2 byte) (kind, int) {
	switch {
	case c1 == '>':
		return tDoubleArrow, 2
	case c1 == '=' && c2 == '=':
		return tIdentical, 3
	case c1 == '=':
		return tEq, 2
	}
	return tAssign, 1
}

// withAssign is an operator of the given width that a following = turns into another.
func withAssign(next byte, width int, plain, assign kind) (kind, int) {
	if next == '=' {
		return assign, width + 1
	}
	return plain, width
}

func doubled(c, next byte, one, two kind) (kind, int) {
	if next == c {
		return two, 2
	}
	return one, 1
}

// paren reads "(" or a cast: a type name with nothing but spaces and tabs around it.
func (l *lexer) paren() {
	text := l.text
	i := l.pos + 1
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	start := i
	for i < len(text) && i-start < 8 && 'a' <= text[i]|0x20 && text[i]|0x20 <= 'z' {
		i++
	}
	word := text[start:i]
	if len(word) >= 3 {
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		if i < len(text) && text[i] == ')' && l.cast(word, i+1) {
			return
		}
	}
	l.single(tLParen)
}

func (l *lexer) cast(word string, end int) bool {
	for _, c := range castWords {
		if equalFold(word, c.word) {
			if c.word == "real" {
				l.fail(l.pos, end, "the (real) cast is gone; use (float)")
			}
			l.toks = append(l.toks, token{tCast, uint8(c.cast), uint32(l.pos), uint32(end)})
			l.pos = end
			return true
		}
	}
	return false
}

var castWords = [...]struct {
	word string
	cast CastKind
}{
	{"int", CastInt}, {"string", CastString}, {"bool", CastBool}, {"array", CastArray}, {"float", CastFloat},
	{"object", CastObject}, {"integer", CastInt}, {"boolean", CastBool}, {"double", CastFloat}, {"real", CastFloat},
	{"binary", CastString}, {"unset", CastUnset}, {"void", CastVoid},
}
