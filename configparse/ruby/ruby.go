package ruby

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/source"
)

// Statement is one statement, without those of its block.
type Statement struct {
	Tokens []Token
	// In are the blocks that it stands in, outermost first.
	In []*Block
}

// Block is what `end` closes. What stands in braces belongs to its statement.
type Block struct {
	// Kind is the word that opens it: class, module, def, do, if, unless, case, while, until, for, begin.
	Kind string
	// Head is the statement that opens it: `class ImportJob < ApplicationJob`, `included do`.
	Head []Token
}

// File is what a source file holds.
type File struct {
	Statements []*Statement
	// Whole says that every block was closed and that the file was read to its end.
	Whole bool
}

// maxDepth bounds how deep blocks are nested.
const maxDepth = 200

// Parse reads a file.
func Parse(file *source.File) *File {
	l := &lexer{file: file, data: file.Data}
	l.run()
	p := &parser{tokens: l.out}
	p.run()
	return &File{Statements: p.out, Whole: !l.cut && !p.broken && len(p.in) == 0}
}

type parser struct {
	tokens []Token
	at     int
	out    []*Statement
	in     []*Block
	now    []Token
	// depth counts the open brackets, brackets holds how many were open where each block began.
	depth    int
	brackets []int
	broken   bool
	// loop says that the statement is the head of while, until or for, whose `do` opens no block of its own.
	loop bool
}

func (p *parser) run() {
	for p.at < len(p.tokens) && !p.broken {
		p.step(p.tokens[p.at])
		p.at++
	}
	p.finish()
}

// finish ends a statement.
func (p *parser) finish() {
	if len(p.now) > 0 {
		p.out = append(p.out, &Statement{Tokens: p.now, In: slices.Clone(p.in)})
	}
	p.now, p.loop = nil, false
}

func (p *parser) step(t Token) {
	switch {
	case t.Kind == Newline:
		if p.depth == 0 && !p.goesOn() {
			p.finish()
		}
	case t.Is(";") && p.depth == 0:
		p.finish()
	case t.Kind == Mark:
		p.mark(t)
	case t.Kind == Name && !p.member():
		p.name(t)
	default:
		p.now = append(p.now, t)
	}
}

// member says that a name stands behind a dot, where no keyword does, or names a method.
func (p *parser) member() bool {
	if len(p.now) == 0 {
		return false
	}
	last := p.now[len(p.now)-1]
	return last.Is(".") || last.Is("&.") || last.Is("::") || last.Is("def")
}

// goesOn says that a statement goes on behind the end of the line.
func (p *parser) goesOn() bool {
	if len(p.now) == 0 {
		return false
	}
	switch last := p.now[len(p.now)-1]; last.Kind {
	case Mark:
		switch last.Text {
		case ")", "]", "}", "?", "!", "*", "|":
			return false
		}
		return true
	case Label:
		return true
	case Name:
		if last.Text == "and" || last.Text == "or" || last.Text == "not" {
			return true
		}
	}
	for i := p.at + 1; i < len(p.tokens); i++ {
		if t := p.tokens[i]; t.Kind != Newline {
			return t.Is(".") || t.Is("&.")
		}
	}
	return false
}

func (p *parser) mark(t Token) {
	p.now = append(p.now, t)
	switch t.Text {
	case "(", "[", "{":
		p.depth++
	case ")", "]", "}":
		if p.depth == 0 {
			p.broken = true
			return
		}
		p.depth--
	}
}

func (p *parser) name(t Token) {
	first := len(p.now) == 0
	switch t.Text {
	case "class", "module", "def", "begin", "case", "for":
		p.open(t, t.Text)
	case "while", "until", "if", "unless":
		// Behind a statement it is a modifier.
		if first || p.beginsValue() {
			p.open(t, t.Text)
		} else {
			p.now = append(p.now, t)
		}
	case "do":
		if p.loop {
			p.loop = false
			p.finish()
			return
		}
		p.open(t, "do")
		p.finish()
	case "then", "else", "elsif", "when", "in", "rescue", "ensure":
		p.branch(t)
	case "end":
		p.close(t)
	default:
		p.now = append(p.now, t)
	}
}

// beginsValue says that a value begins here: x = if …
func (p *parser) beginsValue() bool {
	last := p.now[len(p.now)-1]
	if last.Kind == Mark {
		return last.Text != ")" && last.Text != "]" && last.Text != "}"
	}
	return last.Kind == Label
}

// open begins a block whose head is the statement up to here; that of class, def, if goes on to the end of the line.
func (p *parser) open(t Token, kind string) {
	if len(p.in) >= maxDepth {
		p.broken = true
		return
	}
	head := append(slices.Clone(p.now), t)
	if kind != "do" && kind != "begin" {
		for i := p.at + 1; i < len(p.tokens) && p.tokens[i].Kind != Newline && !p.tokens[i].Is(";"); i++ {
			head = append(head, p.tokens[i])
		}
	}
	if kind == "def" && p.endless() {
		p.now = append(p.now, t)
		return
	}
	p.now = append(p.now, t)
	p.in = append(p.in, &Block{Kind: kind, Head: head})
	p.brackets = append(p.brackets, p.depth)
	p.depth = 0
	p.loop = kind == "while" || kind == "until" || kind == "for"
	if kind == "begin" {
		p.now = nil
	}
}

// endless says that a method has no end of its own: `def name = value`, `def name(x) = value`.
func (p *parser) endless() bool {
	depth := 0
	for i := p.at + 1; i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.Is("(") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("]"):
			depth--
		case depth > 0:
		case t.Kind == Newline || t.Is(";"):
			return false
		case t.Is("="):
			// `def name=(value)` is a method that assigns.
			return i+1 >= len(p.tokens) || p.tokens[i+1].Text != "(" || p.tokens[i].Span.End != p.tokens[i+1].Span.Start || p.tokens[i-1].Span.End != t.Span.Start
		}
	}
	return false
}

// branch begins another part of a block: what follows is as conditional as what stood before.
func (p *parser) branch(t Token) {
	if t.Text == "in" && p.loop || t.Text == "rescue" && len(p.now) > 0 {
		p.now = append(p.now, t)
		return
	}
	p.finish()
	if t.Text == "rescue" || t.Text == "ensure" || t.Text == "when" || t.Text == "in" || t.Text == "elsif" {
		p.now = append(p.now, t)
	}
}

func (p *parser) close(t Token) {
	p.finish()
	if len(p.in) == 0 {
		p.broken = true
		return
	}
	p.depth = p.brackets[len(p.brackets)-1]
	p.in, p.brackets = p.in[:len(p.in)-1], p.brackets[:len(p.brackets)-1]
	p.now = append(p.now, t) // a value that an expression may go on from: `end.to_i`
}

var keywords = []string{
	"and", "begin", "break", "case", "class", "def", "do", "else", "elsif", "end", "ensure", "false", "for", "if", "in", "module", "next", "nil",
	"not", "or", "redo", "rescue", "retry", "return", "self", "super", "then", "true", "undef", "unless", "until", "when", "while", "yield",
}

func keyword(text string) bool { return slices.Contains(keywords, text) }
