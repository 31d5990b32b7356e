package dotenv

import "strings"

// scanner reads one value: phpdotenv's automaton over its tokens (Parser/EntryParser.php, Parser/Lexer.php).
type scanner struct {
	text  string
	out   strings.Builder
	vars  []rawVar
	end   int // behind the value, before a comment
	state state
}

// rawVar is a '$' that may start a reference: its offset in the value read and in the text.
type rawVar struct{ at, from int }

type state uint8

const (
	initial state = iota
	unquoted
	singleQuoted
	doubleQuoted
	escape
	whitespace
	comment
)

// fault is why and where the value is refused.
type fault struct {
	cause      string
	start, end int
}

func (s *scanner) scan() *fault {
	for i := 0; i < len(s.text); {
		n := tokenLength(s.text[i:])
		if cause := s.token(s.text[i:i+n], i); cause != "" {
			return &fault{cause, i, i + n}
		}
		if s.state != whitespace && s.state != comment {
			s.end = i + n
		}
		i += n
	}
	switch s.state {
	case singleQuoted, doubleQuoted, escape:
		return &fault{"a missing closing quote", 0, 1}
	}
	return nil
}

// tokenLength is the length of the token at the start of a non-empty text. Runs are at most 1000 bytes long, which is only seen
// where a run follows a backslash.
func tokenLength(text string) int {
	class := classOf(text[0])
	if class == single {
		return 1
	}
	n := 1
	for n < len(text) && n < 1000 && classOf(text[n]) == class {
		n++
	}
	return n
}

type class uint8

const (
	single class = iota
	newline
	horizontal
	other
)

func classOf(c byte) class {
	switch c {
	case '\\', '\'', '"', '#', '$':
		return single
	case '\r', '\n':
		return newline
	case ' ', '\t', '\v', '\f':
		return horizontal
	default:
		return other
	}
}

// token handles one token and returns why the value is refused, "" when it is not.
func (s *scanner) token(token string, from int) string {
	switch s.state {
	case initial:
		switch token {
		case "'":
			s.state = singleQuoted
			return ""
		case `"`:
			s.state = doubleQuoted
			return ""
		}
		if token == "#" {
			s.state = comment
			return ""
		}
		s.state = unquoted
		s.write(token, from)
	case unquoted:
		switch {
		case token == "#":
			s.state = comment
		case isSpace(token[0]):
			s.state = whitespace
		default:
			s.write(token, from)
		}
	case singleQuoted:
		if token == "'" {
			s.state, s.end = whitespace, from+1
		} else {
			s.out.WriteString(token)
		}
	case doubleQuoted:
		switch token {
		case `"`:
			s.state, s.end = whitespace, from+1
		case `\`:
			s.state = escape
		default:
			s.write(token, from)
		}
	case escape:
		return s.escaped(token)
	case whitespace:
		switch {
		case token == "#":
			s.state = comment
		case !isSpace(token[0]):
			return "unexpected whitespace"
		}
	}
	return ""
}

// write appends a token; a '$' is noted as the possible start of a reference.
func (s *scanner) write(token string, from int) {
	if token == "$" {
		s.vars = append(s.vars, rawVar{s.out.Len(), from})
	}
	s.out.WriteString(token)
}

// escaped handles the token behind a backslash in double quotes.
func (s *scanner) escaped(token string) string {
	s.state = doubleQuoted
	switch token[0] {
	case '"', '\\', '$':
		s.out.WriteString(token)
		return ""
	}
	i := strings.IndexByte("fnrtv", token[0])
	if i < 0 {
		return "an unexpected escape sequence"
	}
	s.out.WriteByte("\f\n\r\t\v"[i])
	s.out.WriteString(token[1:])
	return ""
}
