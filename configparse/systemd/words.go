package systemd

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// errQuotes is a quote that is never closed, or a backslash that nothing follows.
var errQuotes = errors.New("Unbalanced quoting, ignoring") //nolint:staticcheck // systemd's own text

// Words splits a value into words as systemd does: at blanks, with quotes and C escapes taken off wherever they stand. Where an escape is
// unknown, it is kept as it is written. What stands before an open quote is returned with the error.
func Words(t Text) ([]Text, error) {
	s := &splitter{text: t}
	var out []Text
	for {
		w, ok, err := s.next()
		if err != nil {
			return out, err
		}
		if !ok {
			return out, nil
		}
		out = append(out, w)
	}
}

// splitter takes words off the front of a text (extract_first_word with EXTRACT_UNQUOTE and EXTRACT_CUNESCAPE).
type splitter struct {
	text  Text
	at    int
	word  builder
	quote byte
}

// blanks skips blanks and says whether there is more.
func (s *splitter) blanks() bool {
	for s.at < len(s.text.String) && isBlank(s.text.String[s.at]) {
		s.at++
	}
	return s.at < len(s.text.String)
}

func (s *splitter) next() (Text, bool, error) {
	if !s.blanks() {
		return Text{}, false, nil
	}
	s.word, s.quote = builder{}, 0
	for s.at < len(s.text.String) {
		c := s.text.String[s.at]
		switch {
		case c == '\\':
			if s.at+1 >= len(s.text.String) {
				return Text{}, false, errQuotes
			}
			s.escape()
			continue
		case s.quote != 0 && c == s.quote:
			s.quote = 0
		case s.quote == 0 && (c == '"' || c == '\''):
			s.quote = c
		case s.quote == 0 && isBlank(c):
			return s.done(), true, nil
		default:
			s.copy(s.plain())
			continue
		}
		s.at++
	}
	if s.quote != 0 {
		return Text{}, false, errQuotes
	}
	return s.done(), true, nil
}

// done is the word, and skips the blanks behind it.
func (s *splitter) done() Text {
	_, end := s.text.place(max(s.at-1, 0))
	w := s.word.done(s.text, end)
	if w.Why != "" { // of the whole value; only the words that hold the placeholder are not known
		t := templates{}
		w.Why = t.placeholder(w.String)
	}
	s.blanks()
	return w
}

// plain is how many bytes from here on stand for themselves.
func (s *splitter) plain() int {
	stops := "\\\"' \t\n\r"
	if s.quote != 0 {
		stops = "\\" + string(s.quote)
	}
	if n := strings.IndexAny(s.text.String[s.at:], stops); n > 0 {
		return n
	} else if n == 0 {
		return 1
	}
	return len(s.text.String) - s.at
}

func (s *splitter) copy(n int) {
	s.word.part(s.text, s.at, s.at+n)
	s.at += n
}

// escape reads a backslash and what follows it.
func (s *splitter) escape() {
	value, length, ok := unescape(s.text.String[s.at+1:])
	if !ok {
		s.copy(2)
		return
	}
	from, _ := s.text.place(s.at)
	_, to := s.text.place(s.at + length)
	for i := range len(value) {
		s.word.add(value[i], from, to)
	}
	s.at += 1 + length
}

// simpleEscapes are the letters that stand for one byte behind a backslash.
var simpleEscapes = map[byte]string{
	'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '\\': `\`, '"': `"`, '\'': "'", 's': " ",
}

// unescape reads what follows a backslash: the bytes that it stands for and how many of the text it takes (cunescape_one).
func unescape(s string) (value string, length int, ok bool) {
	if value, ok := simpleEscapes[s[0]]; ok {
		return value, 1, true
	}
	switch s[0] {
	case 'x':
		n, ok := number(s, 1, 2, 16)
		return string([]byte{byte(n)}), 3, ok && n != 0
	case 'u':
		n, ok := number(s, 1, 4, 16)
		return string(rune(n)), 5, ok && n != 0
	case 'U':
		n, ok := number(s, 1, 8, 16)
		return string(rune(n)), 9, ok && n != 0 && utf8.ValidRune(rune(n))
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, ok := number(s, 0, 3, 8)
		return string([]byte{byte(n)}), 3, ok && n != 0 && n <= 255
	}
	return "", 0, false
}

// number reads exactly so many digits.
func number(s string, from, digits int, base uint32) (uint32, bool) {
	if len(s) < from+digits {
		return 0, false
	}
	var n uint32
	for i := from; i < from+digits; i++ {
		d := strings.IndexByte("0123456789abcdef", s[i])
		if 'A' <= s[i] && s[i] <= 'F' {
			d = int(s[i]-'A') + 10
		}
		if d < 0 || uint32(d) >= base {
			return 0, false
		}
		n = n*base + uint32(d)
	}
	return n, true
}
