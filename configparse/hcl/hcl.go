// Package hcl reads HashiCorp's configuration language with the place of every value: blocks, and the values of their attributes as far as they
// follow from the files.
package hcl

import (
	"fmt"
	"slices"

	library "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/qlint-dev/qlint/internal/source"
)

// maxSize is the largest file that is parsed, in bytes; maxDepth is how deep brackets may stand within each other, maxRun how many signs may
// follow each other.
const (
	maxSize  = 256 << 10
	maxDepth = 100
	maxRun   = 100
)

// File is one file.
type File struct {
	Source *source.File
	// Root holds what could be parsed; never nil.
	Root *Block
	// Errors are what the language refuses.
	Errors []Error
}

// Error is a fault of a file.
type Error struct {
	Message string
	Span    source.Span
}

// Block is one block, or the file as a whole.
type Block struct {
	Type   string
	Labels []string
	// Span is the block's header.
	Span source.Span
	// Last is the place of the last label, of the type without one.
	Last       source.Span
	Attributes []*Attribute
	Blocks     []*Block
}

// Attribute is `name = value`.
type Attribute struct {
	Name string
	// Span is the name's place.
	Span source.Span
	// Value can be evaluated.
	Value Expression
}

// Expression is a value as it is written.
type Expression struct {
	file *source.File
	tree hclsyntax.Expression
}

// Parse reads a file. It never fails: what cannot be parsed is in Errors.
func Parse(f *source.File) (out *File) {
	out = &File{Source: f, Root: &Block{Span: f.Whole(), Last: f.Whole()}}
	if why := tooMuch(f.Data); why != "" {
		out.Errors = append(out.Errors, Error{why, f.Whole()})
		return out
	}
	defer func() {
		// The parser is a library: if it should panic, the text is one that it cannot read.
		if r := recover(); r != nil {
			out.Errors = append(out.Errors, Error{fmt.Sprintf("HCL parser: %v", r), f.Whole()})
		}
	}()
	parsed, faults := hclsyntax.ParseConfig(f.Data, f.Path, library.InitialPos)
	for _, d := range faults {
		if d.Severity == library.DiagError {
			e := Error{Message: d.Summary, Span: f.Whole()}
			if d.Subject != nil {
				e.Span = f.Span(d.Subject.Start.Byte, d.Subject.End.Byte)
			}
			out.Errors = append(out.Errors, e)
		}
	}
	if parsed != nil {
		if body, ok := parsed.Body.(*hclsyntax.Body); ok {
			fill(f, out.Root, body)
		}
	}
	return out
}

// tooMuch says why a text is not parsed.
func tooMuch(data []byte) string {
	if len(data) > maxSize {
		return fmt.Sprintf("it is larger than %d KiB", maxSize>>10)
	}
	depth, run := 0, 0
	for i, c := range data {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
		if (c == '-' || c == '!') && i > 0 && data[i-1] == c {
			run++
		} else {
			run = 0
		}
		if depth > maxDepth {
			return fmt.Sprintf("brackets stand more than %d deep", maxDepth)
		}
		if c == '!' && run > maxRun {
			return "signs stand too deep within each other"
		}
	}
	return ""
}

func fill(f *source.File, to *Block, body *hclsyntax.Body) {
	for _, a := range body.Attributes {
		to.Attributes = append(to.Attributes, &Attribute{Name: a.Name, Span: span(f, a.NameRange), Value: Expression{f, a.Expr}})
	}
	slices.SortFunc(to.Attributes, func(x, y *Attribute) int { return x.Span.Start - y.Span.Start })
	for _, b := range body.Blocks {
		one := &Block{Type: b.Type, Labels: b.Labels, Span: span(f, b.TypeRange), Last: span(f, b.TypeRange)}
		if n := len(b.LabelRanges); n > 0 {
			one.Last = span(f, b.LabelRanges[n-1])
		}
		fill(f, one, b.Body)
		to.Blocks = append(to.Blocks, one)
	}
}

func span(f *source.File, r library.Range) source.Span { return f.Span(r.Start.Byte, r.End.Byte) }

// Attribute finds an attribute; nil where the block does not have it.
func (b *Block) Attribute(name string) *Attribute {
	if b == nil {
		return nil
	}
	for _, a := range b.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// All lists the blocks of a type that stand directly in the block.
func (b *Block) All(kind string) []*Block {
	if b == nil {
		return nil
	}
	var out []*Block
	for _, one := range b.Blocks {
		if one.Type == kind {
			out = append(out, one)
		}
	}
	return out
}

// First is the first block of a type, nil without one.
func (b *Block) First(kind string) *Block {
	if all := b.All(kind); len(all) > 0 {
		return all[0]
	}
	return nil
}

// Label is the nth label, "" without one.
func (b *Block) Label(n int) string {
	if b == nil || n >= len(b.Labels) {
		return ""
	}
	return b.Labels[n]
}
