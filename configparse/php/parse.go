package php

import (
	"cmp"
	"slices"
	"sync"
)

// Bounds of what Parse reads. Each is said in File.Errors when it is met.
const (
	// maxDepth bounds the nesting of expressions, statements and strings.
	maxDepth = 1000
	// maxHeight bounds the height of an expression's tree, which grows without nesting in $a . $b . $c and $a->b->c.
	maxHeight = 10000
	// maxSource is the number of bytes of a file that are read.
	maxSource = 64 << 20
	// maxErrors is the number of errors that are listed.
	maxErrors = 100
)

// Parse reads a file. It never fails: errors are in File.Errors, and the tree holds all that could be read.
func Parse(src []byte) *File {
	cut := len(src) > maxSource
	text := string(src[:min(len(src), maxSource)])
	p := parsers.Get().(*parser)
	p.lex(text)
	if cut {
		p.cut = true
		p.report(uint32(len(text)), uint32(len(text)), "the file is too large; the rest is not read")
	}
	f := &File{Loc: Loc{End: uint32(len(text))}, Text: text}
	f.Stmts = p.topLevel()
	f.Comments = slices.Clone(p.comments)
	f.Errors = p.sortedErrors()
	f.Cut = p.cut
	p.release()
	return f
}

// lex reads the tokens of a file and stands before the first.
func (p *parser) lex(text string) {
	l := lexer{text: text, toks: p.toks, errs: p.errs, comments: p.comments}
	l.run()
	p.text, p.toks, p.errs, p.comments, p.cut = text, l.toks, l.errs, l.comments, l.cut
	p.tok = p.toks[0]
	p.chunk = chunkOf(len(p.toks))
}

func (p *parser) sortedErrors() []Error {
	errs := slices.Clone(p.errs)
	slices.SortStableFunc(errs, func(a, b Error) int { return cmp.Compare(a.Pos, b.Pos) })
	if len(errs) > maxErrors {
		rest := errs[maxErrors]
		errs = append(errs[:maxErrors], Error{rest.Pos, rest.Pos, "more errors follow and are not listed"})
	}
	return errs
}

// parsers keeps the token lists and stacks of finished parses. Nodes are never kept: they belong to the tree.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// keptTokens bounds the token list that is kept for the next file.
const keptTokens = 1 << 18

func (p *parser) release() {
	if cap(p.toks) > keptTokens {
		return
	}
	clear(p.errs)
	clear(p.comments)
	p.lists.release()
	*p = parser{lists: p.lists, toks: p.toks[:0], errs: p.errs[:0], comments: p.comments[:0]}
	parsers.Put(p)
}

// parser reads the token list of one file.
type parser struct {
	text     string
	toks     []token
	errs     []Error
	comments []Comment
	cut      bool

	i       int   // the index of tok
	tok     token // the current token
	prevEnd uint32

	depth      int
	height     int // of the tallest expression completed in the current construct
	classDepth int // class bodies around the current token
	declOpen   int // one more than the index of the brace that opened the innermost class or function
	waiting    branches
	listStart  int // where the innermost list of statements starts on its stack
	errTok     int // one more than the index of the token of the last error
	match      []int32

	attrs     []*AttrGroup // read before an expression that is to take them
	attrStart uint32

	chunk int // see chunkOf
	nodes
	lists
}

func (p *parser) next() {
	p.prevEnd = p.tok.end
	if p.tok.kind == tEOF {
		return
	}
	p.i++
	p.tok = p.toks[p.i]
}

// peek returns the kind of the token n places ahead; n is below eofTokens.
func (p *parser) peek(n int) kind { return p.toks[p.i+n].kind }

// seek moves to the token at index i, which lies ahead.
func (p *parser) seek(i int) {
	p.i = i
	p.tok = p.toks[i]
	if i > 0 {
		p.prevEnd = p.toks[i-1].end
	}
}

func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// expect steps over a token of kind k, or reports that it is missing and stays.
func (p *parser) expect(k kind, what string) bool {
	if p.tok.kind == k {
		p.next()
		return true
	}
	p.unexpected(what)
	return false
}

func (p *parser) str(t token) string { return p.text[t.start:t.end] }

// from is the place of a node that started at start and ends with the last token read.
func (p *parser) from(start uint32) Loc {
	if p.prevEnd < start {
		p.prevEnd = start
	}
	return Loc{Pos: start, End: p.prevEnd}
}

// ident takes the current token as an identifier.
func (p *parser) ident() Ident {
	t := p.tok
	p.next()
	return Ident{Loc{Pos: t.start, End: t.end}, p.str(t)}
}

// noIdent is the place of a missing identifier.
func (p *parser) noIdent() Ident { return Ident{Loc: p.from(p.tok.start)} }
