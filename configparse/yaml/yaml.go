// Package yaml reads YAML with the place of every byte: documents, aliases and `<<` merges resolved, and the templates that tools
// fill in before YAML is read (`{{ … }}`, `{% … %}`) kept apart as values that are not known.
package yaml

import (
	"github.com/qlint-dev/qlint/internal/source"
)

// maxSize is the largest file that is parsed, in bytes; maxDepth is how deep collections may stand within each other, maxMerged how
// many entries merges may bring in one file.
const (
	maxSize   = 4 << 20
	maxDepth  = 200
	maxMerged = 200_000
)

// File is one YAML file.
type File struct {
	Source *source.File
	// Documents are the roots of the documents that could be parsed, in order; empty documents are left out.
	Documents []*Node
	// Errors are documents that could not be parsed.
	Errors []Error
	// Duplicates are keys that one mapping writes twice; the value of such a key is not known.
	Duplicates []Duplicate
	// Placeholders says that the file holds `{{ … }}`; Template that whole lines are a template's own, so that what is not
	// written may be there all the same.
	Placeholders, Template bool
	// Cut says what was left out because there is too much of it, "" for nothing.
	Cut string
}

// Error is a document that YAML refuses.
type Error struct {
	Message string
	Span    source.Span
}

// Duplicate is a key that stands twice in one mapping.
type Duplicate struct {
	Key         string
	First, Span source.Span
}

// Kind is what a node is.
type Kind uint8

const (
	// Null is no value: `key:`, `~`, `null`.
	Null Kind = iota
	Scalar
	Mapping
	Sequence
)

// Node is a value. Aliases are the nodes that they stand for, so that a node may be reached several ways and even from itself: whoever
// walks a tree bounds the depth.
type Node struct {
	Kind Kind
	// Tag is the short tag as resolved: !!str, !!int, !!float, !!bool, !!null, or a tag of its own such as !reset.
	Tag string
	// Text is a scalar's text after quotes, escapes and folding, with templates as they are written.
	Text string
	// Why says why the value is not known, "" when it is: it holds a template, or stands in one's condition.
	Why string
	// Span is the scalar as written, quotes included; of a collection the place where it starts.
	Span source.Span
	// Items are a sequence's.
	Items []*Node
	// Entries are a mapping's in the order of the file, those of merges last.
	Entries []*Entry

	offsets []int
}

// Entry is one key of a mapping with its value.
type Entry struct {
	Key   string
	Span  source.Span // the key
	Value *Node
	// Merged says that a `<<` brings the entry from another mapping.
	Merged bool
}

// Entry finds a key; nil when the mapping does not have it, or the node is none.
func (n *Node) Entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key == key {
			return e
		}
	}
	return nil
}

// Get is the value at a path of keys; nil where one of them is missing.
func (n *Node) Get(path ...string) *Node {
	for _, key := range path {
		e := n.Entry(key)
		if e == nil {
			return nil
		}
		n = e.Value
	}
	return n
}

// Is says that the node is there and of a kind.
func (n *Node) Is(kind Kind) bool { return n != nil && n.Kind == kind }

// At is the place of the bytes of a scalar's text from start up to end.
func (n *Node) At(start, end int) source.Span {
	if n.Span.IsZero() || start <= 0 && end >= len(n.offsets) || len(n.offsets) == 0 {
		return n.Span
	}
	start = min(max(start, 0), len(n.offsets)-1)
	first := n.offsets[start]
	if end <= start {
		return n.Span.File.Span(first, first)
	}
	return n.Span.File.Span(first, max(first, n.offsets[min(end, len(n.offsets))-1]+1))
}

// Parse reads a file. It never fails: what cannot be parsed is in Errors.
func Parse(file *source.File) *File {
	out := &File{Source: file}
	if len(file.Data) > maxSize {
		out.Errors = append(out.Errors, Error{Message: "the file is too large to be read as YAML", Span: file.Whole()})
		return out
	}
	masked, conditional := out.mask(file.Data)
	for _, part := range split(masked) {
		p := &parser{file: out, data: masked, conditional: conditional, part: part, nodes: map[*node]*Node{}}
		p.lines = source.New("", masked)
		p.parse()
	}
	return out
}

// Children are a mapping's entries; none of what is no mapping.
func (n *Node) Children() []*Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

// Texts are a sequence's scalars, or the one that the node is.
func (n *Node) Texts() []string {
	switch {
	case n.Is(Scalar):
		return []string{n.Text}
	case n.Is(Sequence):
		var out []string
		for _, item := range n.Items {
			if item.Kind == Scalar {
				out = append(out, item.Text)
			}
		}
		return out
	}
	return nil
}

// Elements are a sequence's items; none of what is no sequence.
func (n *Node) Elements() []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}
