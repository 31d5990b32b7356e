package php

import "strings"

// directive marks the comments that are kept whatever their kind.
const directive = "qlint:"

// html reads text outside of PHP up to and including the next open tag.
func (l *lexer) html() {
	text, start := l.text, l.pos
	for i := start; ; {
		at := strings.Index(text[i:], "<?")
		if at < 0 {
			l.inline(start, len(text))
			l.pos = len(text)
			return
		}
		i += at
		width := openTag(text[i:])
		if width == 0 {
			i += 2
			continue
		}
		l.inline(start, i)
		if text[i+2] == '=' {
			l.emit(tEchoTag, i, i+width)
		}
		l.pos = i + width
		return
	}
}

func (l *lexer) inline(start, end int) {
	if end > start {
		l.emit(tInlineHTML, start, end)
	}
}

// openTag returns the width of the open tag that starts rest, which starts with <?, or 0. Short tags are off in PHP's own
// recommended settings, so that <? alone is text.
func openTag(rest string) int {
	if len(rest) > 2 && rest[2] == '=' {
		return 3
	}
	if len(rest) < 5 || !equalFold(rest[2:5], "php") {
		return 0
	}
	if len(rest) == 5 {
		return 5
	}
	if isBlank(rest[5]) {
		return 6
	}
	return 0
}

// closeTag reads ?> with the line break that belongs to it, and the text behind it.
func (l *lexer) closeTag() {
	l.toks = append(l.toks, token{tSemi, flagTag, uint32(l.pos), uint32(l.pos + 2)})
	l.pos += 2
	if c := l.at(l.pos); c == '\n' || c == '\r' {
		l.newline()
	}
	if l.halt > 0 && len(l.toks)+1 >= l.halt {
		return
	}
	l.html()
}

// newline steps over one line break.
func (l *lexer) newline() {
	if l.text[l.pos] == '\r' && l.at(l.pos+1) == '\n' {
		l.pos++
	}
	l.pos++
}

// trivia skips white space and comments.
func (l *lexer) trivia() {
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		next := l.at(l.pos + 1)
		switch {
		case isBlank(c):
			l.pos++
		case c == '/' && (next == '/' || next == '*'), c == '#' && next != '[':
			l.comment()
		default:
			return
		}
	}
}

// comment reads any comment.
func (l *lexer) comment() {
	start := l.pos
	if l.at(start) == '/' && l.at(start+1) == '*' {
		l.blockComment(start)
		return
	}
	l.lineEnd()
	if l.keepAll {
		l.keep(CommentLine, start)
	}
}

// lineEnd steps to the line break or closing tag that ends a line comment.
func (l *lexer) lineEnd() {
	text, i := l.text, l.pos
	for ; i < len(text); i++ {
		c := text[i]
		if c > '?' {
			continue
		}
		if c == '\n' || c == '\r' || c == '?' && i+1 < len(text) && text[i+1] == '>' {
			break
		}
	}
	l.pos = i
}

func (l *lexer) blockComment(start int) {
	kind := CommentBlock
	if l.at(start+2) == '*' && isBlank(l.at(start+3)) {
		kind = CommentDoc
	}
	end := strings.Index(l.text[start+2:], "*/")
	if end < 0 {
		l.pos = len(l.text)
		l.fail(start, start+2, "this comment has no end")
	} else {
		l.pos = start + 2 + end + 2
	}
	if kind == CommentDoc || l.keepAll {
		l.keep(kind, start)
	}
}

// conflict skips the line of a marker that a version control system left between two versions of some lines, so that both
// are read. PHP would take the first marker for a heredoc.
func (l *lexer) conflict(c byte) bool {
	const width = 7
	start, end := l.pos, l.pos
	if start > 0 && l.text[start-1] != '\n' {
		return false
	}
	for l.at(end) == c {
		end++
	}
	if next := l.at(end); end-start != width || next != ' ' && next != '\n' && next != '\r' && end < len(l.text) {
		return false
	}
	l.lineEnd()
	l.fail(start, end, "a merge conflict is not resolved")
	return true
}

// keep stores the comment from start to the lexer's place, if it is a doc comment or holds a directive.
func (l *lexer) keep(kind CommentKind, start int) {
	text := l.text[start:l.pos]
	if kind == CommentDoc || strings.Contains(text, directive) {
		l.comments = append(l.comments, Comment{Loc{Pos: uint32(start), End: uint32(l.pos)}, kind, text})
	}
}
