package yaml

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
)

// Document is a node as the neutral tree. Aliases stay shared, cycles stay cycles.
func (n *Node) Document() *document.Node {
	return (&converter{done: map[*Node]*document.Node{}}).convert(n)
}

type converter struct{ done map[*Node]*document.Node }

func (c *converter) convert(n *Node) *document.Node {
	if n == nil {
		return nil
	}
	if d, ok := c.done[n]; ok {
		return d
	}
	d := &document.Node{Text: n.Text, Why: n.Why, Span: n.Span}
	c.done[n] = d
	if !strings.HasPrefix(n.Tag, "!!") {
		d.Tag = n.Tag
	}
	switch n.Kind {
	case Mapping:
		d.Kind = document.Mapping
		for _, e := range n.Entries {
			d.Entries = append(d.Entries, &document.Entry{Key: e.Key, Span: e.Span, Value: c.convert(e.Value)})
		}
	case Sequence:
		d.Kind = document.Sequence
		for _, item := range n.Items {
			d.Items = append(d.Items, c.convert(item))
		}
	case Scalar:
		d.Kind, d.Quoted, d.Bytes = document.Scalar, n.Tag == "!!str", n.At
	}
	return d
}
