package php

// Classes of bytes, as bits of charClass.
const (
	charIdentStart = 1 << iota // a letter, _ or a byte of 0x80 and above
	charDigit
	charBlank   // space, tab, line feed, carriage return: PHP's white space, without \v and \f
	charQuoted  // a byte that may end a literal run of a double-quoted string
	charHeredoc // the same for a heredoc
	charHex
)

var charClass = newCharClass()

func newCharClass() (t [256]uint8) {
	for c := range 256 {
		switch {
		case c >= 0x80, 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
			t[c] |= charIdentStart
		case '0' <= c && c <= '9':
			t[c] |= charDigit | charHex
		case c == ' ', c == '\t', c == '\n', c == '\r':
			t[c] |= charBlank
		}
		if l := c | 0x20; 'a' <= l && l <= 'f' && c < 0x80 {
			t[c] |= charHex
		}
	}
	for _, c := range []byte("\"`$\\{") {
		t[c] |= charQuoted
	}
	for _, c := range []byte("\n\r$\\{") {
		t[c] |= charHeredoc
	}
	return t
}

func isIdentStart(c byte) bool { return charClass[c]&charIdentStart != 0 }

func isIdentPart(c byte) bool { return charClass[c]&(charIdentStart|charDigit) != 0 }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isBlank(c byte) bool { return charClass[c]&charBlank != 0 }
