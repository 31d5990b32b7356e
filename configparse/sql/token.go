package sql

import (
	"strings"

	lexer "github.com/DataDog/go-sqllexer"
)

type kind uint8

const (
	word kind = iota // identifier or keyword
	quoted
	text
	number
	param // ?, $1, :name, @name
	punct
)

type token struct {
	kind       kind
	start, end int
	// text is the source text; for quoted names and strings without quotes.
	text string
	// parts are the dotted parts of a name, unquoted.
	parts []string
	// upper is the upper-case word, "" for anything else.
	upper string
	// depth counts the parentheses around the token.
	depth int
	// templated tells a name that holds a template.
	templated bool
}

// MaxText bounds the text that is read, in bytes; what is behind is not looked at.
const MaxText = 4 << 20

// The tokens of a text are made room for at once: so many bytes make one in a schema dump, and so many are foreseen at most.
const (
	bytesPerToken = 6
	maxForeseen   = 1 << 16
)

// tokens gives the tokens of a text without spaces and comments.
func tokens(src string, d Dialect) []token {
	if len(src) > MaxText {
		src = src[:MaxText]
	}
	d = guess(src, d)
	masked, holes := mask(src, d)
	l := lexer.New(masked, lexer.WithDBMS(dbms(d)))
	out := make([]token, 0, min(len(src)/bytesPerToken, maxForeseen))
	for offset, depth := 0, 0; ; {
		t := l.Scan()
		if t.Type == lexer.EOF {
			return out
		}
		if len(t.Value) == 0 { // no progress: the rest can't be read
			return out
		}
		start := offset
		offset += len(t.Value)
		switch t.Type {
		case lexer.SPACE, lexer.COMMENT, lexer.MULTILINE_COMMENT:
			continue
		}
		k := token{start: start, end: offset, text: t.Value, depth: depth}
		k.classify(t.Type)
		k.templated = holes.overlap(start, offset)
		switch k.text {
		case "(":
			depth++
		case ")":
			depth = max(depth-1, 0)
			k.depth = depth
		}
		if n := len(out); n > 0 && joins(out[n-1], k) {
			out[n-1] = join(out[n-1], k)
			continue
		}
		out = append(out, k)
	}
}

func (k *token) classify(t lexer.TokenType) {
	first := k.text[0]
	switch {
	case t == lexer.STRING || t == lexer.INCOMPLETE_STRING:
		k.kind, k.text = text, unquote(k.text)
	case t == lexer.DOLLAR_QUOTED_STRING || t == lexer.DOLLAR_QUOTED_FUNCTION:
		k.kind = text
	case t == lexer.NUMBER:
		k.kind = number
	case t == lexer.POSITIONAL_PARAMETER || t == lexer.BIND_PARAMETER || k.text == "?":
		k.kind = param
	case t == lexer.QUOTED_IDENT:
		k.kind, k.parts = quoted, nameParts(k.text)
	case first == '_' || first >= 0x80 || first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z':
		k.kind, k.parts, k.upper = word, nameParts(k.text), strings.ToUpper(k.text)
	default:
		k.kind = punct
	}
}

// joins tells a token that belongs to the one before: ?1, :name, schema."table".
func joins(a, b token) bool {
	if a.end != b.start {
		return false
	}
	switch {
	case a.text == "?" && b.kind == number, a.text == ":" && b.kind == word:
		return true
	case a.kind == word || a.kind == quoted:
		return strings.HasSuffix(a.text, ".") && (b.kind == quoted || b.kind == word) || b.text == "." || a.templated && b.kind == word
	}
	return false
}

func join(a, b token) token {
	if a.kind == punct {
		a.kind = param
	}
	a.text, a.end, a.templated = a.text+b.text, b.end, a.templated || b.templated
	if a.kind == word || a.kind == quoted {
		a.parts, a.upper = nameParts(a.text), ""
	}
	return a
}

// hole is a span of a text that is filled in at run time.
type hole struct{ start, end int }

type holeList []hole

func (h holeList) overlap(start, end int) bool {
	for _, x := range h {
		if x.start < end && start < x.end {
			return true
		}
	}
	return false
}

// mask replaces fmt verbs and {{…}} by names of the same length, and SQLite's $name by :name, so that the tokens keep their places.
func mask(src string, d Dialect) (string, holeList) {
	if !strings.ContainsAny(src, "%{$") {
		return src, nil
	}
	b := []byte(src)
	var holes holeList
	for i, inText := 0, false; i < len(b); i++ {
		switch {
		case b[i] == '\'':
			inText = !inText
		case inText:
		case b[i] == '%':
			if n := verbLength(src[i:]); n > 0 {
				holes = append(holes, fill(b, i, i+n))
				i += n - 1
			}
		case strings.HasPrefix(src[i:], "{{"):
			if n := strings.Index(src[i:], "}}"); n > 0 {
				holes = append(holes, fill(b, i, i+n+2))
				i += n + 1
			}
		case b[i] == '$' && d == SQLite && i+1 < len(b) && isLetter(b[i+1]):
			b[i] = ':'
		}
	}
	return string(b), holes
}

func fill(b []byte, start, end int) hole {
	for i := start; i < end; i++ {
		b[i] = 'Q'
	}
	return hole{start, end}
}

// verbLength is the length of the fmt verb at the start of s, 0 where there is none.
func verbLength(s string) int {
	i := 1
	if i < len(s) && s[i] == '[' {
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
		if i >= len(s) || s[i] != ']' {
			return 0
		}
		i++
	}
	if i < len(s) && strings.IndexByte("svdq", s[i]) >= 0 && (i+1 == len(s) || !isLetter(s[i+1])) {
		return i + 1
	}
	return 0
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func dbms(d Dialect) lexer.DBMSType {
	switch d {
	case MySQL:
		return lexer.DBMSMySQL
	case Postgres:
		return lexer.DBMSPostgres
	}
	return ""
}

func guess(src string, d Dialect) Dialect {
	switch {
	case d != Generic:
		return d
	case strings.Contains(src, "`"):
		return MySQL
	case strings.Contains(src, "$1"), strings.Contains(src, "::"), strings.Contains(src, "$$"):
		return Postgres
	}
	return Generic
}

func unquote(s string) string {
	if len(s) < 2 {
		return s
	}
	q := s[:1]
	return strings.ReplaceAll(strings.TrimSuffix(s[1:], q), q+q, q)
}

// nameParts splits a dotted name outside its quotes, and takes the quotes off.
func nameParts(s string) []string {
	var parts []string
	for len(s) > 0 {
		if c := s[0]; c == '"' || c == '`' {
			end := strings.IndexByte(s[1:], c)
			if end < 0 {
				return append(parts, s[1:])
			}
			parts, s = append(parts, s[1:end+1]), strings.TrimPrefix(s[end+2:], ".")
			continue
		}
		part, rest, _ := strings.Cut(s, ".")
		parts, s = append(parts, part), rest
	}
	return parts
}

// name is the last part of a dotted name; Templated where a template stands in it.
func (k token) name() string {
	if k.templated {
		return Templated
	}
	if len(k.parts) == 0 {
		return ""
	}
	return k.parts[len(k.parts)-1]
}

func (k token) isName() bool { return k.kind == word || k.kind == quoted }
