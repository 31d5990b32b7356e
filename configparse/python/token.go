package python

import (
	"strings"
	"unicode/utf8"
)

type kind uint8

const (
	word   kind = iota // a name or keyword
	number             // as it is written
	text               // a literal without anything to fill in
	opaque             // a literal that the program fills in: f""
	sign               // operators and brackets
)

// token is a piece of a logical line, from byte start up to end of the file.
type token struct {
	kind       kind
	start, end int
	// text is what is written, of a literal what it stands for.
	text string
}

// line is a logical line: what brackets and backslashes join is one.
type line struct {
	nested bool // it is indented
	tokens []token
}

// logicalLines splits a module into its logical lines.
func logicalLines(src string) []line {
	l := &lexer{src: src}
	var out []line
	for l.at < len(src) {
		if one := l.line(); len(one.tokens) > 0 {
			out = append(out, one)
		}
	}
	return out
}

type lexer struct {
	src   string
	at    int
	depth int
}

// line reads up to the end of a logical line.
func (l *lexer) line() line {
	start := l.at
	for l.at < len(l.src) && strings.IndexByte(" \t\f", l.src[l.at]) >= 0 {
		l.at++
	}
	out := line{nested: l.at > start}
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == '\n' || c == '\r' || c == ';' && l.depth == 0:
			l.at++
			if l.depth == 0 {
				if c == ';' {
					l.skipBlanks()
				}
				return out
			}
		case c == '#':
			l.skipComment()
		case c == '\\':
			l.at++
			if l.at < len(l.src) && l.src[l.at] == '\r' {
				l.at++
			}
			if l.at < len(l.src) && l.src[l.at] == '\n' {
				l.at++
			}
		case c == ' ' || c == '\t' || c == '\f':
			l.at++
		default:
			out.tokens = append(out.tokens, l.token())
		}
	}
	return out
}

func (l *lexer) skipBlanks() {
	for l.at < len(l.src) && (l.src[l.at] == ' ' || l.src[l.at] == '\t') {
		l.at++
	}
}

func (l *lexer) skipComment() {
	if i := strings.IndexByte(l.src[l.at:], '\n'); i >= 0 {
		l.at += i
	} else {
		l.at = len(l.src)
	}
}

// token reads one token; there is at least one byte.
func (l *lexer) token() token {
	start, c := l.at, l.src[l.at]
	switch {
	case isLetter(c):
		for l.at < len(l.src) && (isLetter(l.src[l.at]) || isDigit(l.src[l.at])) {
			l.at++
		}
		if l.at < len(l.src) && (l.src[l.at] == '"' || l.src[l.at] == '\'') && isPrefix(l.src[start:l.at]) {
			return l.literal(start, strings.ToLower(l.src[start:l.at]))
		}
		return token{word, start, l.at, l.src[start:l.at]}
	case isDigit(c) || c == '.' && l.at+1 < len(l.src) && isDigit(l.src[l.at+1]):
		for l.at < len(l.src) && (isLetter(l.src[l.at]) || isDigit(l.src[l.at]) || l.src[l.at] == '.') {
			l.at++
		}
		return token{number, start, l.at, l.src[start:l.at]}
	case c == '"' || c == '\'':
		return l.literal(start, "")
	}
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(l.depth-1, 0)
	}
	for _, long := range []string{"**=", "//=", "**", "//", "==", "!=", "<=", ">=", ":=", "->", "+=", "-=", "*=", "/=", "|=", "%=", "&="} {
		if strings.HasPrefix(l.src[l.at:], long) {
			l.at += len(long)
			return token{sign, start, l.at, long}
		}
	}
	_, size := utf8.DecodeRuneInString(l.src[l.at:])
	l.at += size
	return token{sign, start, l.at, l.src[start:l.at]}
}

// literal reads a text in quotes; the lexer stands at the first.
func (l *lexer) literal(start int, prefix string) token {
	quote := l.src[l.at : l.at+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(l.src[l.at:], long) {
		quote = long
	}
	l.at += len(quote)
	var out strings.Builder
	raw := strings.Contains(prefix, "r")
	kind := text
	if strings.ContainsAny(prefix, "ft") {
		kind = opaque
	}
	for l.at < len(l.src) && !strings.HasPrefix(l.src[l.at:], quote) {
		c := l.src[l.at]
		if c == '\n' && len(quote) == 1 {
			break // it never ends; the next line is another one
		}
		l.at++
		if c != '\\' || l.at >= len(l.src) {
			out.WriteByte(c)
			continue
		}
		escaped := l.src[l.at]
		l.at++
		switch {
		case raw || strings.IndexByte(`\'"`+"\n", escaped) < 0:
			out.WriteByte('\\')
			out.WriteByte(escaped)
			if !raw {
				kind = opaque
			}
		case escaped != '\n':
			out.WriteByte(escaped)
		}
	}
	if strings.HasPrefix(l.src[l.at:], quote) {
		l.at += len(quote)
	}
	return token{kind, start, l.at, out.String()}
}

func isPrefix(s string) bool { return len(s) <= 2 && strings.Trim(strings.ToLower(s), "rbuft") == "" }

// isLetter counts the bytes of other alphabets as letters.
func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
