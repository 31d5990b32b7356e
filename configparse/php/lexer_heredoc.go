package php

import "strings"

// heredoc reads a heredoc or nowdoc, whose token starts at start (with the binary prefix, if any). It answers false where
// <<< is no start of one.
func (l *lexer) heredoc(start int) bool {
	label, quote, body := heredocStart(l.text, start)
	if label == "" {
		return false
	}
	l.nest++
	defer func() { l.nest-- }()
	h := heredocLexer{l, label, start, body, false}
	if quote == '\'' {
		h.nowdoc()
	} else {
		h.parts()
	}
	return true
}

// heredocStart takes "<<<" with its label apart; body is the place after the line break, and label is empty where this is
// no heredoc.
func heredocStart(text string, start int) (label string, quote byte, body int) {
	i := start + len("<<<")
	if text[start] != '<' {
		i++
	}
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		quote = text[i]
		i++
	}
	from := i
	if i >= len(text) || !isIdentStart(text[i]) {
		return "", 0, 0
	}
	for i < len(text) && isIdentPart(text[i]) {
		i++
	}
	label = text[from:i]
	if quote != 0 {
		if i >= len(text) || text[i] != quote {
			return "", 0, 0
		}
		i++
	}
	switch {
	case strings.HasPrefix(text[i:], "\r\n"):
		return label, quote, i + 2
	case i < len(text) && (text[i] == '\n' || text[i] == '\r'):
		return label, quote, i + 1
	}
	return "", 0, 0
}

type heredocLexer struct {
	*lexer
	label       string
	start, body int
	opened      bool // an interpolation was met: the heredoc is more than one token
}

// closing returns the end of the closing label on the line that starts at i, or 0.
func (h *heredocLexer) closing(i int) int {
	text := h.text
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	if !strings.HasPrefix(text[i:], h.label) {
		return 0
	}
	i += len(h.label)
	if i < len(text) && isIdentPart(text[i]) {
		return 0
	}
	return i
}

func (h *heredocLexer) nowdoc() {
	line := h.body
	for {
		if end := h.closing(line); end > 0 {
			h.toks = append(h.toks, token{tHeredoc, flagNowdoc, uint32(h.start), uint32(end)})
			h.pos = end
			return
		}
		at := strings.IndexAny(h.text[line:], "\r\n")
		if at < 0 {
			h.unclosed()
			return
		}
		h.pos = line + at
		h.newline()
		line = h.pos
	}
}

func (h *heredocLexer) unclosed() {
	h.fail(h.start, h.body, "this heredoc has no end")
	h.pos = len(h.text)
	if h.opened {
		h.emit(tInterpEnd, h.pos, h.pos)
		return
	}
	h.emit(tInterpStart, h.start, h.body)
	h.part(h.body, h.pos)
	h.emit(tInterpEnd, h.pos, h.pos)
}

// parts reads the body of a heredoc, with what it interpolates.
func (h *heredocLexer) parts() {
	text, i, from := h.text, h.body, h.body
	if end := h.closing(i); end > 0 {
		h.finish(from, i, end)
		return
	}
	for i < len(text) {
		c := text[i]
		if charClass[c]&charHeredoc == 0 {
			i++
			continue
		}
		switch {
		case c == '\n' || c == '\r':
			h.pos = i
			h.newline()
			if end := h.closing(h.pos); end > 0 {
				h.finish(from, i, end)
				return
			}
			i = h.pos
		case c == '\\':
			// A line break is never escaped: the line behind it may hold the closing label.
			if next := h.at(i + 1); next == '\n' || next == '\r' {
				i++
			} else {
				i = h.escape(i)
			}
		case h.interpolates(i):
			h.open()
			h.part(from, i)
			h.pos = i
			h.interpolation()
			i, from = h.pos, h.pos
		default:
			i++
		}
	}
	if h.opened {
		h.part(from, len(text))
	}
	h.unclosed()
}

func (h *heredocLexer) open() {
	if !h.opened {
		h.opened = true
		h.emit(tInterpStart, h.start, h.body)
	}
}

// finish emits the end: from is the start of the last literal part, contentEnd its end before the line break, and end the
// end of the closing label.
func (h *heredocLexer) finish(from, contentEnd, end int) {
	if h.opened {
		h.part(from, contentEnd)
		h.emit(tInterpEnd, contentEnd, end)
	} else {
		h.emit(tHeredoc, h.start, end)
	}
	h.pos = end
}
