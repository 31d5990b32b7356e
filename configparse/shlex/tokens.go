package shlex

import (
	"strings"
	"unicode/utf8"
)

// Tokens is list(shlex.shlex(text)) in the non-POSIX mode, with more characters that make words: quotes are kept, a quoted text
// is a token of its own unless it starts within a word, any character that is neither blank, quote nor of a word is one token,
// and '#' starts a comment up to the end of the line. On an error the tokens before it are returned too.
func Tokens(text, moreWordCharacters string) ([]Word, *Error) {
	t := tokenizer{text: text, more: moreWordCharacters}
	for t.at < len(text) {
		if err := t.next(); err != nil {
			return t.tokens, err
		}
	}
	return t.tokens, nil
}

type tokenizer struct {
	text, more string
	at         int
	tokens     []Word
	word       builder
}

// next reads blanks, a comment or one token.
func (t *tokenizer) next() *Error {
	c := t.text[t.at]
	switch {
	case isWhitespace(c):
		t.at++
	case c == '#':
		t.skipComment()
	case c == '\'' || c == '"':
		return t.quoted(c)
	case t.isWordCharacter(c):
		t.readWord()
	default:
		_, size := utf8.DecodeRuneInString(t.text[t.at:])
		t.emit(t.at, t.at+size)
	}
	return nil
}

func (t *tokenizer) isWordCharacter(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
		return true
	}
	return c < utf8.RuneSelf && strings.IndexByte(t.more, c) >= 0
}

func (t *tokenizer) skipComment() {
	if n := strings.IndexByte(t.text[t.at:], '\n'); n >= 0 {
		t.at += n + 1
	} else {
		t.at = len(t.text)
	}
}

func (t *tokenizer) quoted(quote byte) *Error {
	n := strings.IndexByte(t.text[t.at+1:], quote)
	if n < 0 {
		return &Error{noClosingQuotation, t.at}
	}
	t.emit(t.at, t.at+n+2)
	return nil
}

func (t *tokenizer) emit(start, end int) {
	for i := start; i < end; i++ {
		t.word.add(t.text[i], i)
	}
	t.tokens = append(t.tokens, t.word.word(start, end))
	t.at = end
}

// readWord reads a word. A comment within it ends the line, not the word: the word goes on with the first character of the next
// line.
func (t *tokenizer) readWord() {
	start, end := t.at, t.at
	for t.at < len(t.text) {
		c := t.text[t.at]
		if c == '#' {
			t.skipComment()
			continue
		}
		if !t.isWordCharacter(c) && c != '\'' && c != '"' {
			break
		}
		t.word.add(c, t.at)
		t.at++
		end = t.at
	}
	t.tokens = append(t.tokens, t.word.word(start, end))
}
