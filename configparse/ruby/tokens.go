// Package ruby reads what Ruby source says in literals: its statements, each with the blocks that it stands in, and the numbers, texts and
// symbols of its calls. Nothing is run, and what is no literal is not known.
package ruby

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/source"
)

// Kind is what a token is.
type Kind uint8

const (
	// Name is an identifier or a keyword, with the `?` or `!` at its end.
	Name Kind = iota
	// Const is a name that begins with a capital letter.
	Const
	// Label is `key:`, Symbol `:key`; the text is without the colon.
	Label
	Symbol
	// Number is one as it is written, String a text without its quotes.
	Number
	String
	// Open is a literal whose text is not known: with `#{…}`, a regular expression, a list of words, a here-document.
	Open
	// Mark is an operator, a bracket or other punctuation.
	Mark
	// Newline ends a line.
	Newline
)

// Token is one token with its place.
type Token struct {
	Kind Kind
	Text string
	Span source.Span
}

// Is says that a token is a name, a constant or a mark of that text.
func (t Token) Is(text string) bool {
	return (t.Kind == Name || t.Kind == Const || t.Kind == Mark) && t.Text == text
}

// maxTokens bounds what is read of one file.
const maxTokens = 200000

// lexer takes a file apart.
type lexer struct {
	file *source.File
	data []byte
	at   int
	out  []Token
	// pending are the ends of here-documents whose text begins on the next line.
	pending []string
	// cut says that the file was not read to its end.
	cut bool
}

func (l *lexer) add(kind Kind, text string, start int) {
	l.out = append(l.out, Token{kind, text, l.file.Span(start, l.at)})
}

func (l *lexer) run() {
	for l.at < len(l.data) {
		if len(l.out) >= maxTokens {
			l.cut = true
			return
		}
		if l.lineStart() && bytes.HasPrefix(l.data[l.at:], []byte("__END__")) {
			return
		}
		l.next()
	}
}

func (l *lexer) lineStart() bool { return l.at == 0 || l.data[l.at-1] == '\n' }

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead < len(l.data) {
		return l.data[l.at+ahead]
	}
	return 0
}

func (l *lexer) next() {
	start := l.at
	switch c := l.data[l.at]; {
	case c == '\n':
		l.at++
		l.add(Newline, "", start)
		l.hereDocuments()
	case c == ' ' || c == '\t' || c == '\r':
		l.at++
	case c == '\\' && (l.peek(1) == '\n' || l.peek(1) == '\r' && l.peek(2) == '\n'):
		l.at += 2
		if l.data[l.at-1] == '\r' {
			l.at++
		}
	case c == '#':
		l.line()
	case c == '=' && l.lineStart() && bytes.HasPrefix(l.data[l.at:], []byte("=begin")):
		l.comment()
	case c == '"' || c == '\'' || c == '`':
		l.quoted(c)
	case isDigit(c):
		l.number()
	case isLetter(c):
		l.word()
	case c == ':' && (l.peek(1) == '"' || isLetter(l.peek(1))):
		l.symbol()
	case c == '%' && l.literal() && l.percent():
	case c == '/' && l.regexp():
	case c == '<' && l.hereDocument():
	case c == '?' && !l.value() && isLetter(l.peek(1)) && !isLetter(l.peek(2)):
		l.at += 2
		l.add(String, string(l.data[start+1:l.at]), start)
	default:
		l.mark()
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func (l *lexer) line() {
	for l.at < len(l.data) && l.data[l.at] != '\n' {
		l.at++
	}
}

// comment skips =begin … =end.
func (l *lexer) comment() {
	if i := bytes.Index(l.data[l.at:], []byte("\n=end")); i >= 0 {
		l.at += i + 1
		l.line()
		return
	}
	l.at, l.cut = len(l.data), true
}

// value says that what stands before ends a value, so that an operator follows.
func (l *lexer) value() bool {
	if len(l.out) == 0 {
		return false
	}
	switch t := l.out[len(l.out)-1]; t.Kind {
	case Number, String, Open, Symbol, Const:
		return true
	case Name:
		return !keyword(t.Text) || t.Text == "end" || t.Text == "self" || t.Text == "nil" || t.Text == "true" || t.Text == "false"
	case Mark:
		return t.Text == ")" || t.Text == "]" || t.Text == "}"
	}
	return false
}

func (l *lexer) number() {
	start := l.at
	for isDigit(l.peek(0)) || isLetter(l.peek(0)) || l.peek(0) == '.' && isDigit(l.peek(1)) {
		l.at++
	}
	l.add(Number, string(l.data[start:l.at]), start)
}

func (l *lexer) word() {
	start := l.at
	for isLetter(l.peek(0)) || isDigit(l.peek(0)) {
		l.at++
	}
	if c := l.peek(0); (c == '?' || c == '!') && l.peek(1) != '=' {
		l.at++
	}
	text := string(l.data[start:l.at])
	member := len(l.out) > 0 && (l.out[len(l.out)-1].Is(".") || l.out[len(l.out)-1].Is("&."))
	if l.peek(0) == ':' && l.peek(1) != ':' && !member && !l.ternary() {
		l.at++
		l.add(Label, text, start)
		return
	}
	kind := Name
	if first, _ := utf8.DecodeRuneInString(text); unicode.IsUpper(first) {
		kind = Const
	}
	l.add(kind, text, start)
}

// ternary says that a `?` on this line waits for its colon.
func (l *lexer) ternary() bool {
	for i := len(l.out) - 1; i >= 0 && l.out[i].Kind != Newline; i-- {
		if l.out[i].Is("?") {
			return true
		}
	}
	return false
}

func (l *lexer) symbol() {
	start := l.at
	l.at++
	if l.peek(0) == '"' {
		l.quoted('"')
		last := &l.out[len(l.out)-1]
		if last.Kind == String {
			last.Kind = Symbol
		}
		return
	}
	for isLetter(l.peek(0)) || isDigit(l.peek(0)) {
		l.at++
	}
	if c := l.peek(0); (c == '?' || c == '!' || c == '=') && l.peek(1) != '>' && l.peek(1) != '=' {
		l.at++
	}
	l.add(Symbol, string(l.data[start+1:l.at]), start)
}

// quoted reads a text in quotes; one with a substitution or an escape that is not plain is Open.
func (l *lexer) quoted(quote byte) {
	start := l.at
	l.at++
	var b strings.Builder
	kind := String
	if quote == '`' {
		kind = Open
	}
	for l.at < len(l.data) && l.data[l.at] != quote {
		c := l.data[l.at]
		switch {
		case c == '\\' && l.at+1 < len(l.data):
			l.at++
			if c = l.data[l.at]; quote != '\'' && c != quote && c != '\\' {
				kind = Open
			} else if quote == '\'' && c != '\'' && c != '\\' {
				b.WriteByte('\\')
			}
		case c == '#' && quote != '\'' && l.peek(1) == '{':
			kind = Open
			l.substitution()
			continue
		}
		b.WriteByte(c)
		l.at++
	}
	if l.at < len(l.data) {
		l.at++
	} else {
		kind, l.cut = Open, true
	}
	if quote != '`' && l.peek(0) == ':' && l.peek(1) != ':' && !l.ternary() { // "key": value
		l.at++
		if kind == String {
			kind = Label
		}
	}
	l.add(kind, b.String(), start)
}

// substitution skips `#{…}`.
func (l *lexer) substitution() {
	depth := 0
	for l.at < len(l.data) {
		switch l.data[l.at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				l.at++
				return
			}
		}
		l.at++
	}
}

// percent reads %w[…], %i(…), %(…), %r{…} and the like; false where it is none.
func (l *lexer) percent() bool {
	start, i := l.at, l.at+1
	if c := l.peek(1); strings.IndexByte("wWiIqQrsx", c) >= 0 && c != 0 {
		i++
	}
	if i >= len(l.data) || strings.IndexByte("([{<|!/", l.data[i]) < 0 {
		return false
	}
	l.at = i
	l.bracketed(l.data[i])
	l.add(Open, "", start)
	return true
}

// bracketed skips from an opening mark to its end.
func (l *lexer) bracketed(open byte) {
	end := open
	if i := strings.IndexByte("([{<", open); i >= 0 {
		end = ")]}>"[i]
	}
	l.at++
	for depth := 1; l.at < len(l.data); l.at++ {
		switch c := l.data[l.at]; {
		case c == '\\':
			l.at++
		case c == end:
			if depth--; depth == 0 {
				l.at++
				return
			}
		case c == open:
			depth++
		}
	}
	l.at, l.cut = min(l.at, len(l.data)), true
}

// literal says that a mark begins a literal and is no operator: no value stands before it, or it is the first argument of a call without
// parentheses (`puts /x/`, but not `a / x`).
func (l *lexer) literal() bool {
	if !l.value() {
		return true
	}
	last := l.out[len(l.out)-1]
	return last.Kind == Name && last.Span.End < l.at && l.peek(1) != ' ' && l.peek(1) != '='
}

// regexp reads /…/ on one line.
func (l *lexer) regexp() bool {
	if !l.literal() {
		return false
	}
	start := l.at
	for i := l.at + 1; i < len(l.data) && l.data[i] != '\n'; i++ {
		if l.data[i] == '\\' {
			i++
		} else if l.data[i] == '/' {
			for l.at = i + 1; isLetter(l.peek(0)); l.at++ {
			}
			l.add(Open, "", start)
			return true
		}
	}
	return false
}

// hereDocument reads the start of <<~NAME; its text follows on the next line.
func (l *lexer) hereDocument() bool {
	i := l.at + 2
	if l.peek(1) != '<' || i >= len(l.data) || l.data[i] != '~' && l.data[i] != '-' {
		return false
	}
	i++
	quote := byte(0)
	if i < len(l.data) && strings.IndexByte("\"'`", l.data[i]) >= 0 {
		quote = l.data[i]
		i++
	}
	from := i
	for i < len(l.data) && (isLetter(l.data[i]) || isDigit(l.data[i])) {
		i++
	}
	if i == from || quote != 0 && (i >= len(l.data) || l.data[i] != quote) {
		return false
	}
	start := l.at
	l.pending = append(l.pending, string(l.data[from:i]))
	if quote != 0 {
		i++
	}
	l.at = i
	l.add(Open, "", start)
	return true
}

// hereDocuments skips the texts of those that began on the line before.
func (l *lexer) hereDocuments() {
	for _, end := range l.pending {
		for {
			if l.at >= len(l.data) {
				l.cut = true
				break
			}
			start := l.at
			l.line()
			text := strings.TrimSpace(string(l.data[start:l.at]))
			l.at = min(l.at+1, len(l.data))
			if text == end {
				break
			}
		}
	}
	l.pending = nil
}

var marks = []string{"<=>", "===", "**=", "||=", "&&=", "...", "=>", "->", "::", "&.", "||", "&&", "==", "!=", ">=", "<=", "+=", "-=", "*=", "/=", "<<", ">>", "..", "**", "=~", "!~"}

func (l *lexer) mark() {
	start := l.at
	for _, m := range marks {
		if bytes.HasPrefix(l.data[l.at:], []byte(m)) {
			l.at += len(m)
			l.add(Mark, m, start)
			return
		}
	}
	l.at++
	l.add(Mark, string(l.data[start:l.at]), start)
}
