package shlex

// Split is shlex.split(text, posix=True): words are parted by blanks, quotes and backslashes taken off, '#' is no comment, and a
// backslash in double quotes stays unless a quote or a backslash follows. On an error the words before it are returned too.
func Split(text string) ([]Word, *Error) {
	s := splitter{text: text, start: -1}
	for i := range len(text) {
		s.step(text[i], i)
	}
	switch s.state {
	case inSingle, inDouble:
		return s.words, &Error{noClosingQuotation, s.opened}
	case escaped, escapedInDouble:
		return s.words, &Error{noEscapedCharacter, len(text) - 1}
	}
	s.emit(len(text))
	return s.words, nil
}

type splitState uint8

const (
	outside splitState = iota // in a word or between words, according to start
	inSingle
	inDouble
	escaped
	escapedInDouble
)

type splitter struct {
	text   string
	words  []Word
	state  splitState
	start  int // of the current word, -1 between words
	opened int // the quote that is open
	word   builder
}

func (s *splitter) step(c byte, at int) {
	switch s.state {
	case outside:
		s.stepOutside(c, at)
	case inSingle:
		if c == '\'' {
			s.state = outside
		} else {
			s.word.add(c, at)
		}
	case inDouble:
		switch c {
		case '"':
			s.state = outside
		case '\\':
			s.state = escapedInDouble
		default:
			s.word.add(c, at)
		}
	case escaped:
		s.word.add(c, at)
		s.state = outside
	case escapedInDouble:
		if c != '"' && c != '\\' {
			s.word.add('\\', at-1)
		}
		s.word.add(c, at)
		s.state = inDouble
	}
}

func (s *splitter) stepOutside(c byte, at int) {
	if isWhitespace(c) {
		s.emit(at)
		return
	}
	if s.start < 0 {
		s.start = at
	}
	switch c {
	case '\'':
		s.state, s.opened = inSingle, at
	case '"':
		s.state, s.opened = inDouble, at
	case '\\':
		s.state = escaped
	default:
		s.word.add(c, at)
	}
}

func (s *splitter) emit(end int) {
	if s.start >= 0 {
		s.words = append(s.words, s.word.word(s.start, end))
		s.start = -1
	}
}
