package jsobject

import (
	"bytes"
	"slices"

	"github.com/qlint-dev/qlint/internal/source"
)

// Call is one call in a source file: `name(…)`, `new name(…)`, `object.name(…)`, `@name(…)`.
type Call struct {
	Name string
	Span source.Span // the name
	// New says that it makes an object.
	New bool
	// Arguments are as Parse reads values.
	Arguments []*Node
	// Open says that there may be more arguments than are seen.
	Open bool
}

// maxCalls bounds what is read of one file.
const maxCalls = 2000

// Calls finds the calls of some names in JavaScript or TypeScript, outside comments and strings, in the order of the file.
func Calls(file *source.File, names ...string) []*Call {
	s := &scanner{parser: parser{data: file.Data, file: file}, names: names}
	s.run()
	return s.out
}

type scanner struct {
	parser
	names []string
	// word is the last word before the place, before the byte that is no blank before it.
	word   string
	before byte
	out    []*Call
	// spent is how many bytes were read as arguments: those of calls within calls are read again.
	spent int
}

// maxSpent bounds that.
const maxSpent = 8 << 20

func (s *scanner) run() {
	for s.blanks(); s.at < len(s.data) && len(s.out) < maxCalls && s.spent < maxSpent; s.blanks() {
		switch c := s.data[s.at]; {
		case c == '"' || c == '\'' || c == '`':
			s.quoted(c)
			s.word, s.before = "", c
		case c == '/' && s.startsValue():
			s.regexp()
			s.word, s.before = "", '/'
		default:
			if n := nameLength(s.data[s.at:]); n > 0 {
				s.name(string(s.data[s.at : s.at+n]))
				continue
			}
			s.at++
			s.word, s.before = "", c
		}
	}
}

// nameLength is the length of the name or number at the start of some bytes.
func nameLength(data []byte) int {
	for i, c := range data {
		if c < 0x80 && c != '_' && c != '$' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return i
		}
	}
	return len(data)
}

// startsValue says that a value begins here, and no operator stands here.
func (s *scanner) startsValue() bool {
	switch s.word {
	case "return", "case", "typeof", "in", "of", "await":
		return true
	}
	return s.word == "" && bytes.IndexByte([]byte("\x00(,=:[!&|?{};+<>"), s.before) >= 0
}

func (s *scanner) name(text string) {
	start := s.at
	s.at += len(text)
	made, member := s.word == "new", s.before == '.'
	s.word, s.before = text, text[len(text)-1]
	if !slices.Contains(s.names, text) || member && made {
		return
	}
	after := s.at
	s.blanks()
	s.generics()
	s.blanks()
	if s.peek() != '(' {
		s.at = after
		return
	}
	// What stands between the brackets is looked through too: a call within it is one of its own.
	within := s.at + 1
	call := &Call{Name: text, Span: s.file.Span(start, start+len(text)), New: made}
	s.arguments(call)
	s.out = append(s.out, call)
	s.spent += s.at - within
	s.at, s.word, s.before = within, "", '('
}

// generics skips `<Data, Result>`.
func (s *scanner) generics() {
	if s.peek() != '<' {
		return
	}
	depth := 0
	for i := s.at; i < len(s.data) && i < s.at+2000; i++ {
		switch s.data[i] {
		case '<':
			depth++
		case '>':
			if s.data[i-1] == '=' { // an arrow
				continue
			}
			if depth--; depth == 0 {
				s.at = i + 1
				return
			}
		case ';':
			return
		}
	}
}

func (s *scanner) arguments(call *Call) {
	s.nodes = 0
	s.at++
	for {
		s.blanks()
		switch c := s.peek(); {
		case c == ')':
			return
		case c == ',':
			s.at++
		case s.at >= len(s.data) || c == '}' || c == ']' || c == ';':
			call.Open = true
			return
		case c == '.':
			call.Open = true
			s.expression()
		default:
			before := s.at
			call.Arguments = append(call.Arguments, s.value(1))
			if s.at == before {
				s.at++
			}
		}
	}
}

// quoted skips a string, and a template with what is put into it.
func (s *scanner) quoted(quote byte) {
	s.at++
	for s.at < len(s.data) {
		switch c := s.data[s.at]; {
		case c == '\\':
			s.at++
		case c == quote:
			s.at++
			return
		case c == '\n' && quote != '`':
			return
		case c == '$' && quote == '`' && s.at+1 < len(s.data) && s.data[s.at+1] == '{':
			s.substitution()
			continue
		}
		s.at++
	}
	s.at = len(s.data)
}

// substitution skips `${…}`, strings in it included.
func (s *scanner) substitution() {
	s.nodes++
	depth := 0
	for s.at < len(s.data) {
		switch c := s.data[s.at]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				s.at++
				return
			}
		case '"', '\'', '`':
			if s.nodes > maxNodes {
				s.at = len(s.data)
				return
			}
			s.nested(c)
			continue
		}
		s.at++
	}
}

// nested skips a string within a substitution; a template in a template in a template is deep enough.
func (s *scanner) nested(quote byte) {
	s.at++
	for s.at < len(s.data) && s.data[s.at] != quote {
		if s.data[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at = min(s.at+1, len(s.data))
}

// regexp skips /…/ on one line.
func (s *scanner) regexp() {
	class := false
	for i := s.at + 1; i < len(s.data) && s.data[i] != '\n'; i++ {
		switch c := s.data[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.at = i + 1
			return
		}
	}
	s.at++
}
