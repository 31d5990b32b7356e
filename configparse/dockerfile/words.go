package dockerfile

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonArray reads the text as a JSON array of strings. Docker takes what is no such array for a shell's text.
func (i *Instruction) jsonArray() ([]Word, bool) {
	s := &jsonReader{text: i.Text}
	if !s.take('[') {
		return nil, false
	}
	words := []Word{}
	for !s.take(']') {
		if len(words) > 0 && !s.take(',') {
			return nil, false
		}
		w := Word{file: i.file}
		if !s.str(i, &w) {
			return nil, false
		}
		words = append(words, w)
	}
	s.blanks()
	return words, s.at == len(s.text)
}

type jsonReader struct {
	text string
	at   int
}

func (s *jsonReader) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *jsonReader) take(c byte) bool {
	s.blanks()
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *jsonReader) str(i *Instruction, w *Word) bool {
	if !s.take('"') {
		return false
	}
	var out []byte
	put := func(r []byte, from int) {
		for _, c := range r {
			out, w.offsets = append(out, c), append(w.offsets, i.offsets[from])
		}
	}
	for s.at < len(s.text) {
		from, c := s.at, s.text[s.at]
		s.at++
		switch {
		case c == '"':
			w.Text = string(out)
			return true
		case c < ' ':
			return false
		case c != '\\':
			put([]byte{c}, from)
		default:
			r, ok := s.escape()
			if !ok {
				return false
			}
			put(r, from)
		}
	}
	return false
}

func (s *jsonReader) escape() ([]byte, bool) {
	if s.at >= len(s.text) {
		return nil, false
	}
	c := s.text[s.at]
	s.at++
	if plain := strings.IndexByte(`"\/bfnrt`, c); plain >= 0 {
		return []byte{"\"\\/\b\f\n\r\t"[plain]}, true
	}
	if c != 'u' || s.at+4 > len(s.text) {
		return nil, false
	}
	n, err := strconv.ParseUint(s.text[s.at:s.at+4], 16, 32)
	s.at += 4
	return utf8.AppendRune(nil, rune(n)), err == nil
}

// shellWords splits a text at blanks as ENV and COPY do: quotes and backslashes are taken off, variables stay as written.
func (i *Instruction) shellWords() []Word {
	var out []Word
	var text []byte
	var offsets []int
	var quote byte
	open := false
	emit := func() {
		if open {
			out = append(out, Word{Text: string(text), file: i.file, offsets: offsets})
		}
		text, offsets, open = nil, nil, false
	}
	for at := 0; at < len(i.Text); at++ {
		c := i.Text[at]
		switch {
		case quote == 0 && (c == ' ' || c == '\t'):
			emit()
			continue
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && at+1 < len(i.Text):
			at++
			text, offsets = append(text, i.Text[at]), append(offsets, i.offsets[at])
		default:
			text, offsets = append(text, c), append(offsets, i.offsets[at])
		}
		open = true
	}
	emit()
	return out
}
