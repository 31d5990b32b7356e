package toml

import (
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// Separator joins the parts of a path within a file: "ignore", "0", "path".
const Separator = "\x00"

// Place is where a key and its value stand.
type Place struct{ Key, Value source.Span }

// Positions are the places of every key of a TOML text that is known to be valid, and the order of the keys.
type Positions struct {
	File *source.File
	// Places are those of keys, tables and elements by their paths.
	Places map[string]Place
	// Order holds the paths as they first occur.
	Order []string

	text   string
	at     int
	table  string
	counts map[string]int // elements of each array of tables so far
}

// Scan finds the places of a valid text. Of one that is not, those that it happens upon.
func Scan(f *source.File) *Positions {
	p := &Positions{File: f, text: string(f.Data), counts: map[string]int{}, Places: map[string]Place{}}
	if strings.HasPrefix(p.text, "\ufeff") {
		p.at = len("\ufeff")
	}
	for p.blank(true); p.at < len(p.text); p.blank(true) {
		before := p.at
		if p.text[p.at] == '[' {
			p.header()
		} else {
			p.pair(p.table)
		}
		if p.at == before {
			p.at++ // never stand still, whatever the text is
		}
	}
	return p
}

// blank skips blanks and comments, and line ends where several lines are allowed.
func (p *Positions) blank(lines bool) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || lines && (c == '\n' || c == '\r'):
			p.at++
		case c == '#':
			p.lineEnd()
		default:
			return
		}
	}
}

func (p *Positions) lineEnd() {
	if i := strings.IndexByte(p.text[p.at:], '\n'); i >= 0 {
		p.at += i
	} else {
		p.at = len(p.text)
	}
}

// header reads [table] or [[array of tables]].
func (p *Positions) header() {
	start := p.at
	many := strings.HasPrefix(p.text[p.at:], "[[")
	p.at = start + 1
	if many {
		p.at++
	}
	path := p.key()
	for p.at < len(p.text) && p.text[p.at] == ']' {
		p.at++
	}
	path = p.resolve(path, many)
	if many {
		n := p.counts[path]
		p.counts[path]++
		path += Separator + strconv.Itoa(n)
	}
	p.table = path
	p.note(path, source.Span{File: p.File, Start: start, End: p.at}, source.Span{})
	p.lineEnd()
}

// resolve puts the index of the latest element behind each part of a path that is an array of tables.
func (p *Positions) resolve(parts string, many bool) string {
	all := strings.Split(parts, Separator)
	path := ""
	for i, part := range all {
		if path != "" {
			path += Separator
		}
		path += part
		if n := p.counts[path]; n > 0 && !(many && i == len(all)-1) {
			path += Separator + strconv.Itoa(n-1)
		}
	}
	return path
}

// pair reads `key = value` of a table.
func (p *Positions) pair(table string) {
	start := p.at
	key := p.key()
	span := p.File.Span(start, p.at)
	p.blank(false)
	if p.at >= len(p.text) || p.text[p.at] != '=' {
		p.lineEnd()
		return
	}
	p.at++
	p.blank(false)
	if table != "" {
		key = table + Separator + key
	}
	from := p.at
	p.value(key)
	p.note(key, span, p.File.Span(from, p.at))
}

func (p *Positions) note(path string, key, value source.Span) {
	if _, known := p.Places[path]; !known {
		p.Order = append(p.Order, path)
	}
	p.Places[path] = Place{key, value}
}

// key reads a dotted key; the parts are joined by Separator. Blanks behind it are left.
func (p *Positions) key() string {
	var parts []string
	for p.at < len(p.text) {
		for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
			p.at++
		}
		parts = append(parts, p.keyPart())
		end := p.at
		p.blank(false)
		if p.at >= len(p.text) || p.text[p.at] != '.' {
			p.at = end
			break
		}
		p.at++
	}
	return strings.Join(parts, Separator)
}

func (p *Positions) keyPart() string {
	start := p.at
	if p.at < len(p.text) && (p.text[p.at] == '"' || p.text[p.at] == '\'') {
		p.quoted()
		text := p.text[start:p.at]
		if plain, err := strconv.Unquote(text); err == nil && text[0] == '"' {
			return plain
		}
		return strings.Trim(text, `'"`)
	}
	for p.at < len(p.text) && !strings.ContainsRune(" \t\r\n.=]#", rune(p.text[p.at])) {
		p.at++
	}
	return p.text[start:p.at]
}

// value skips a value and notes the keys of inline tables in it.
func (p *Positions) value(path string) {
	if p.at >= len(p.text) {
		return
	}
	switch p.text[p.at] {
	case '"', '\'':
		p.quoted()
	case '[':
		p.array(path)
	case '{':
		p.inlineTable(path)
	default:
		for p.at < len(p.text) && !strings.ContainsRune(",]}#\r\n", rune(p.text[p.at])) {
			p.at++
		}
		for p.at > 0 && (p.text[p.at-1] == ' ' || p.text[p.at-1] == '\t') {
			p.at--
		}
	}
}

// array reads [a, b]; an element's path ends in its index.
func (p *Positions) array(path string) {
	p.at++
	for n := 0; p.at < len(p.text); {
		p.blank(true)
		switch {
		case p.at >= len(p.text):
			return
		case p.text[p.at] == ']':
			p.at++
			return
		case p.text[p.at] == ',':
			p.at++
		default:
			from := p.at
			element := path + Separator + strconv.Itoa(n)
			p.value(element)
			if p.at == from {
				p.at++
			}
			p.note(element, p.File.Span(from, p.at), p.File.Span(from, p.at))
			n++
		}
	}
}

func (p *Positions) inlineTable(path string) {
	p.at++
	for p.at < len(p.text) {
		p.blank(true)
		switch {
		case p.at >= len(p.text):
			return
		case p.text[p.at] == '}':
			p.at++
			return
		case p.text[p.at] == ',':
			p.at++
		default:
			from := p.at
			p.pair(path)
			if p.at == from {
				p.at++
			}
		}
	}
}

// quoted skips a text in quotes, single or triple, with escapes in double ones.
func (p *Positions) quoted() {
	quote := p.text[p.at : p.at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(p.text[p.at:], triple) {
		quote = triple
	}
	p.at += len(quote)
	for p.at < len(p.text) {
		switch {
		case p.text[p.at] == '\\' && quote[0] == '"':
			p.at += 2
		case strings.HasPrefix(p.text[p.at:], quote):
			p.at += len(quote)
			for len(quote) == 3 && p.at < len(p.text) && p.text[p.at] == quote[0] {
				p.at++ // quotes that belong to the text stand before the last three
			}
			return
		default:
			p.at++
		}
	}
	p.at = len(p.text)
}
