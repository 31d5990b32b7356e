package php

import (
	"strings"
	"unicode/utf8"
)

const badIndent = "a line of this heredoc is indented less than its closing label, or with other white space"

// Value returns what the string holds: escapes are decoded and the indentation of a heredoc is removed. Bytes that are
// no UTF-8 stay as they are.
func (s *String) Value() string {
	switch s.Quote {
	case QuoteNone:
		return s.Raw
	case QuoteSingle:
		return unescapeSingle(s.Raw)
	case QuoteNowdoc:
		return s.unindented()
	case QuoteHeredoc:
		return unescapeDouble(s.unindented(), 0)
	case QuoteBacktick:
		return unescapeDouble(s.Raw, '`')
	}
	return unescapeDouble(s.Raw, '"')
}

func unescapeSingle(s string) string {
	at := strings.IndexByte(s, '\\')
	if at < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == '\'') {
			i++
		}
		b = append(b, s[i])
	}
	return string(b)
}

// unescapeDouble decodes the escapes of a double-quoted string, of which the closing quote is one; 0 in a heredoc.
func unescapeDouble(s string, quote byte) string {
	at := strings.IndexByte(s, '\\')
	if at < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for at >= 0 && at+1 < len(s) {
		b = append(b, s[:at]...)
		var n int
		b, n = appendEscape(b, s[at:], quote)
		s = s[at+n:]
		at = strings.IndexByte(s, '\\')
	}
	return string(append(b, s...))
}

var simpleEscapes = [256]byte{
	'n': '\n', 't': '\t', 'r': '\r', 'v': '\v', 'e': 0x1b, 'f': '\f', '\\': '\\', '$': '$',
}

// appendEscape appends what the escape at the start of s stands for, and returns its width. An unknown escape stands for
// itself, its backslash included.
func appendEscape(b []byte, s string, quote byte) ([]byte, int) {
	c := s[1]
	switch {
	case simpleEscapes[c] != 0:
		return append(b, simpleEscapes[c]), 2
	case c == quote:
		return append(b, quote), 2
	case c == 'x' || c == 'X':
		i, v := 2, 0
		for i < len(s) && i < 4 && charClass[s[i]]&charHex != 0 {
			v = v<<4 | hexValue(s[i])
			i++
		}
		if i > 2 {
			return append(b, byte(v)), i
		}
	case c == 'u' && len(s) > 2 && s[2] == '{':
		i, v := 3, 0
		for i < len(s) && charClass[s[i]]&charHex != 0 {
			v = min(v<<4|hexValue(s[i]), 1<<24)
			i++
		}
		if i > 3 && i < len(s) && s[i] == '}' && v <= utf8.MaxRune {
			return appendCodePoint(b, v), i + 1
		}
	case '0' <= c && c <= '7':
		i, v := 1, 0
		for i < len(s) && i < 4 && '0' <= s[i] && s[i] <= '7' {
			v = v<<3 | int(s[i]-'0')
			i++
		}
		return append(b, byte(v)), i
	}
	return append(b, '\\', c), 2
}

// appendCodePoint writes a code point as UTF-8, surrogates too, as PHP does.
func appendCodePoint(b []byte, v int) []byte {
	if 0xD800 <= v && v <= 0xDFFF {
		return append(b, 0xE0|byte(v>>12), 0x80|byte(v>>6)&0xBF, 0x80|byte(v)&0xBF)
	}
	return utf8.AppendRune(b, rune(v))
}

// unindented returns the raw text of a heredoc part without the indentation of its lines.
func (s *String) unindented() string {
	if s.Indent == 0 {
		return s.Raw
	}
	b := make([]byte, 0, len(s.Raw))
	rest, lineStart := s.Raw, s.lineStart
	for rest != "" {
		line := rest[:lineLength(rest)]
		rest = rest[len(line):]
		if lineStart {
			line = line[indentWidth(line, int(s.Indent)):]
		}
		b = append(b, line...)
		lineStart = true
	}
	return string(b)
}

// lineLength returns the length of the first line of s with its line break.
func lineLength(s string) int {
	i := strings.IndexAny(s, "\r\n")
	switch {
	case i < 0:
		return len(s)
	case s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n':
		return i + 2
	}
	return i + 1
}

// indentWidth returns how many of the first bytes of a line are blanks to remove, at most limit.
func indentWidth(line string, limit int) int {
	i := 0
	for i < len(line) && i < limit && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	return i
}

// checkIndent reports a line of a heredoc part with less indentation than the closing label, or with other blanks. The
// part's raw text stands at pos; last says that the closing label follows.
func (p *parser) checkIndent(s *String, pos uint32, indent string, last bool) {
	if indent == "" {
		return
	}
	if strings.Trim(indent, indent[:1]) != "" {
		p.report(pos, pos, "the closing label of this heredoc mixes tabs and spaces")
		return
	}
	rest, lineStart := s.Raw, s.lineStart
	for {
		n := lineLength(rest)
		line := strings.TrimRight(rest[:n], "\r\n")
		whole := len(line) < n || last
		if lineStart && !wellIndented(line, indent, whole) {
			at := pos + uint32(len(s.Raw)-len(rest))
			p.report(at, at+uint32(len(line)), badIndent)
			return
		}
		if len(line) == n {
			return
		}
		rest = rest[n:]
		lineStart = true
	}
}

// wellIndented tells whether a line starts with the indentation. A line that is whole may be shorter, if it is blank.
func wellIndented(line, indent string, whole bool) bool {
	for i := range len(indent) {
		if i == len(line) {
			return whole
		}
		if line[i] != indent[0] {
			return false
		}
	}
	return true
}
