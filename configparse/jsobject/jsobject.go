// Package jsobject reads the object that a JavaScript or JSON file of configuration exports, as far as it is written as literals: objects,
// arrays, strings, numbers, booleans. Whatever else stands there is a value that is not known. Nothing is run.
package jsobject

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// Kind is what a node is.
type Kind uint8

const (
	// Other is an expression that is no literal.
	Other Kind = iota
	Object
	Array
	String
	Number
	Bool
	Null
)

// Node is one value.
type Node struct {
	Kind Kind
	Span source.Span
	// Text is a string without its quotes and escapes, or the source of anything else that is no object or array.
	Text string
	// Inner is a string between its quotes.
	Inner source.Span
	// Members are those of an object, in order; Items those of an array.
	Members []Member
	Items   []*Node
	// Open says that an object or array may hold more than is seen (a spread, a computed key, a fault).
	Open bool
}

// Member is one key of an object.
type Member struct {
	Key   string
	Span  source.Span
	Value *Node
}

// Get is the value of an object's key, the last one of that name; nil without one.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if n.Members[i].Key == key {
			return n.Members[i].Value
		}
	}
	return nil
}

// Float is the value of a number.
func (n *Node) Float() (float64, bool) {
	if n == nil || n.Kind != Number {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64)
	return x, err == nil
}

var export = pattern.New(`(?:\bmodule\.exports\s*=|\bexport\s+default\b|\bexports\.default\s*=)\s*`)

// Parse reads what a file exports; the whole file where it starts with a brace or bracket. nil where it exports no literal.
func Parse(file *source.File) *Node {
	p := &parser{data: file.Data, file: file}
	p.blanks()
	if p.peek() != '{' && p.peek() != '[' {
		at := -1
		for _, m := range export.FindAllIndex(file.Data, -1) {
			at = m[1]
		}
		if at < 0 {
			return nil
		}
		p.at = at
		p.blanks()
	}
	if c := p.peek(); c != '{' && c != '[' {
		return nil
	}
	return p.value(0)
}

// maxDepth and maxNodes bound what is read.
const (
	maxDepth = 64
	maxNodes = 20000
)

type parser struct {
	data  []byte
	file  *source.File
	at    int
	nodes int
}

func (p *parser) peek() byte {
	if p.at < len(p.data) {
		return p.data[p.at]
	}
	return 0
}

// blanks skips white space and comments.
func (p *parser) blanks() {
	for p.at < len(p.data) {
		switch rest := p.data[p.at:]; {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			p.at++
		case bytes.HasPrefix(rest, []byte("\ufeff")):
			p.at += 3
		case bytes.HasPrefix(rest, []byte("//")):
			p.skipTo("\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			p.at += 2
			p.skipTo("*/")
		default:
			return
		}
	}
}

func (p *parser) skipTo(end string) {
	if i := bytes.Index(p.data[p.at:], []byte(end)); i >= 0 {
		p.at += i + len(end)
	} else {
		p.at = len(p.data)
	}
}

// value reads one value up to the comma or bracket behind it.
func (p *parser) value(depth int) *Node {
	p.nodes++
	start := p.at
	n := &Node{}
	switch c := p.peek(); {
	case depth > maxDepth || p.nodes > maxNodes:
		n.Open = true
		p.at = len(p.data)
	case c == '{':
		p.object(n, depth)
	case c == '[':
		p.array(n, depth)
	case c == '"' || c == '\'' || c == '`':
		p.text(n)
	default:
		p.literal(n)
	}
	n.Span = p.file.Span(start, p.at)
	end := p.at
	p.blanks()
	if c := p.peek(); c != ',' && c != '}' && c != ']' && c != ')' && p.at < len(p.data) && depth > 0 {
		// An operator follows: the value is none of a literal.
		p.expression()
		*n = Node{Span: p.file.Span(start, p.at), Text: string(p.data[start:p.at])}
	} else if depth > 0 {
		n.Span = p.file.Span(start, end)
	}
	return n
}

var word = pattern.New(`^[-+]?[\w.$]+`)

// literal reads a number, true, false, null or a name.
func (p *parser) literal(n *Node) {
	start := p.at
	if m := word.Find(p.data[p.at:]); m != nil {
		p.at += len(m)
	} else {
		p.expression()
	}
	n.Text = string(p.data[start:p.at])
	switch {
	case n.Text == "true" || n.Text == "false":
		n.Kind = Bool
	case n.Text == "null" || n.Text == "undefined":
		n.Kind = Null
	default:
		if _, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64); err == nil && n.Text[0] <= '9' {
			n.Kind = Number
		}
	}
}

// text reads a string. A template with a substitution is no literal.
func (p *parser) text(n *Node) {
	quote := p.peek()
	p.at++
	start := p.at
	var b strings.Builder
	open := false
	for p.at < len(p.data) && p.data[p.at] != quote {
		c := p.data[p.at]
		if c == '\n' && quote != '`' {
			break
		}
		if quote == '`' && c == '$' && p.at+1 < len(p.data) && p.data[p.at+1] == '{' {
			open = true
		}
		if c == '\\' && p.at+1 < len(p.data) {
			p.at++
			c = p.data[p.at]
			if e := strings.IndexByte("ntr\n", c); e >= 0 {
				if c != '\n' {
					b.WriteByte("\n\t\r"[e])
				}
				p.at++
				continue
			}
			if c == 'u' || c == 'x' {
				open = true
			}
		}
		b.WriteByte(c)
		p.at++
	}
	n.Kind, n.Text, n.Inner = String, b.String(), p.file.Span(start, p.at)
	if p.at < len(p.data) && p.data[p.at] == quote {
		p.at++
	} else {
		open = true
	}
	if open {
		n.Kind = Other
	}
}

// expression skips what is no literal, up to the comma or bracket that ends it.
func (p *parser) expression() {
	depth := 0
	for p.at < len(p.data) {
		switch c := p.data[p.at]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return
			}
			depth--
		case ',', ';':
			if depth == 0 {
				return
			}
		case '"', '\'', '`':
			p.text(&Node{})
			continue
		case '/':
			before := p.at
			if p.blanks(); p.at > before {
				continue
			}
		}
		p.at++
	}
}

func (p *parser) array(n *Node, depth int) {
	n.Kind = Array
	p.at++
	for {
		p.blanks()
		switch c := p.peek(); {
		case c == ']':
			p.at++
			return
		case c == ',':
			p.at++
		case p.at >= len(p.data) || c == '}' || c == ')' || c == ';':
			n.Open = true
			return
		case c == '.':
			n.Open = true
			p.expression()
		default:
			n.Items = append(n.Items, p.value(depth+1))
		}
	}
}

var name = pattern.New(`^(?:[A-Za-z_$][\w$]*|\d+)`)

func (p *parser) object(n *Node, depth int) {
	n.Kind = Object
	p.at++
	for {
		p.blanks()
		switch c := p.peek(); {
		case c == '}':
			p.at++
			return
		case c == ',':
			p.at++
		case p.at >= len(p.data) || c == ']' || c == ')' || c == ';':
			n.Open = true
			return
		default:
			p.member(n, depth)
		}
	}
}

// member reads `key: value`. A spread, a computed key or a method leaves the object open.
func (p *parser) member(n *Node, depth int) {
	start := p.at
	var key Node
	switch c := p.peek(); {
	case c == '"' || c == '\'':
		p.text(&key)
	default:
		m := name.Find(p.data[p.at:])
		if m == nil {
			n.Open = true
			p.expression()
			return
		}
		key.Text, key.Inner = string(m), p.file.Span(p.at, p.at+len(m))
		p.at += len(m)
	}
	p.blanks()
	if p.peek() != ':' {
		if p.peek() == ',' || p.peek() == '}' { // {kill_timeout}
			n.Members = append(n.Members, Member{Key: key.Text, Span: key.Inner, Value: &Node{Span: key.Inner, Text: key.Text}})
			return
		}
		n.Open = true
		p.expression()
		if p.at == start {
			p.at++
		}
		return
	}
	p.at++
	p.blanks()
	n.Members = append(n.Members, Member{Key: key.Text, Span: key.Inner, Value: p.value(depth + 1)})
}
