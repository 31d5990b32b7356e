// Package document is the one form that YAML, JSON, TOML and HCL take for whoever reads a setting from them: a tree of values, each with its
// place, and with the reason where it is not known.
package document

import (
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Kind is what a node is.
type Kind uint8

const (
	// Null is no value: `key:`, `null`.
	Null Kind = iota
	Scalar
	Mapping
	Sequence
)

// Node is a value. A node may be reached several ways, and even from itself: whoever walks a tree bounds the depth.
type Node struct {
	Kind Kind
	// Tag is a YAML tag of the file's own, with its `!`: !Ref, !GetAtt, !reset. "" without one.
	Tag string
	// Text is a scalar's text: after quotes and escapes, numbers and booleans as they are written.
	Text string
	// Quoted says that a scalar is text, whatever it looks like.
	Quoted bool
	// Why says why the value is not known, "" when it is.
	Why string
	// Ref is what the value stands for where that is another object and not a text: the address of a resource; Attribute is which value of
	// it: arn, name.
	Ref, Attribute string
	// Origin says where a value comes from that is not written at its place: a variable's default.
	Origin *queue.Origin
	// Span is the value as written; of a collection the place where it starts.
	Span source.Span
	// Items are a sequence's, Entries a mapping's in the order of the file.
	Items   []*Node
	Entries []*Entry
	// Bytes gives the places of a scalar's bytes; nil where the text is not written byte by byte.
	Bytes func(start, end int) source.Span
}

// Entry is one key of a mapping with its value.
type Entry struct {
	Key   string
	Span  source.Span // the key
	Value *Node
}

// Is says that the node is there and of a kind.
func (n *Node) Is(kind Kind) bool { return n != nil && n.Kind == kind }

// IsSet says that the node is there and holds anything.
func (n *Node) IsSet() bool { return n != nil && (n.Kind != Null || n.Why != "") }

// Entry finds a key; nil when the mapping does not have it, or the node is none. Of a key that stands twice the last counts.
func (n *Node) Entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for i := len(n.Entries) - 1; i >= 0; i-- {
		if n.Entries[i].Key == key {
			return n.Entries[i]
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

// Elements are a sequence's items; none for any other node.
func (n *Node) Elements() []*Node {
	if !n.Is(Sequence) {
		return nil
	}
	return n.Items
}

// At is the place of a scalar's bytes from start up to end; the whole value where they have no places of their own.
func (n *Node) At(start, end int) source.Span {
	if n.Bytes == nil {
		return n.Span
	}
	return n.Bytes(start, end)
}

// Unknown is the node as one of which nothing is known.
func (n *Node) Unknown(why string) *Node {
	return &Node{Kind: Scalar, Why: why, Span: n.Span, Origin: n.Origin}
}

// Children are a mapping's entries; none for any other node.
func (n *Node) Children() []*Entry {
	if !n.Is(Mapping) {
		return nil
	}
	return n.Entries
}

// Address is what the value refers to, "" where it is no reference.
func (n *Node) Address() string {
	if n == nil {
		return ""
	}
	return n.Ref
}
