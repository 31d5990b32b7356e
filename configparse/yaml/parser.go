package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	library "go.yaml.in/yaml/v4"

	"github.com/qlint-dev/qlint/internal/source"
)

type node = library.Node

// split cuts a stream at `---`, so that a fault of one document does not lose the others. Directives and comments stay with the document
// that they stand before.
func split(data []byte) []stretch {
	var out []stretch
	start, content := 0, false
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := bytes.TrimRight(data[at:end], "\r\n")
		if isSeparator(line) && content {
			out = append(out, stretch{start, at})
			start, content = at, false
		}
		text := bytes.TrimSpace(line)
		content = content || len(text) > 0 && text[0] != '#' && text[0] != '%'
		at = end
	}
	return append(out, stretch{start, len(data)})
}

func isSeparator(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && (len(line) == 3 || line[3] == ' ' || line[3] == '\t')
}

// parser turns the library's nodes of one document into nodes with places.
type parser struct {
	file *File
	// data is the masked file; its offsets are those of the file.
	data        []byte
	lines       *source.File
	conditional []stretch
	part        stretch
	nodes       map[*node]*Node
	depth       int
	merged      int
}

func (p *parser) parse() {
	text := p.data[p.part.start:p.part.end]
	firstLine := p.lines.Position(p.part.start, source.Bytes).Line
	roots, err := load(text)
	for _, root := range roots {
		if n := p.convert(root, firstLine-1); n != nil && n.Kind != Null {
			p.file.Documents = append(p.file.Documents, n)
		}
	}
	if err == nil {
		return
	}
	e := Error{Message: err.Error(), Span: p.file.Source.Span(p.part.start, p.part.start)}
	var at *library.LoadError
	if errors.As(err, &at) {
		e.Message = at.Message
		if at.Mark.Line > 0 {
			start := p.lines.LineOffset(firstLine - 1 + at.Mark.Line)
			e.Span = p.file.Source.Span(start, start)
		}
	}
	p.file.Errors = append(p.file.Errors, e)
}

// load parses a text. The parser is a library: if it should panic, the text is one that it cannot read.
func load(text []byte) (roots []*node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("YAML parser: %v", r)
		}
	}()
	decoder := library.NewDecoder(bytes.NewReader(text))
	for {
		n := &node{}
		if err := decoder.Decode(n); errors.Is(err, io.EOF) {
			return roots, nil
		} else if err != nil {
			return roots, err
		}
		if n.Kind == library.DocumentNode && len(n.Content) == 1 {
			n = n.Content[0]
		}
		roots = append(roots, n)
	}
}

// convert makes a node, once for each of the library's; nil where it stands too deep.
func (p *parser) convert(n *node, lines int) *Node {
	if n.Kind == library.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	if done, ok := p.nodes[n]; ok {
		return done
	}
	if p.depth >= maxDepth {
		p.file.Cut = fmt.Sprintf("collections stand more than %d deep", maxDepth)
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	out := &Node{Tag: n.ShortTag()}
	p.nodes[n] = out
	start := p.begin(n, lines)
	out.Span = p.file.Source.Span(start, start)
	switch n.Kind {
	case library.MappingNode:
		out.Kind = Mapping
		p.mapping(out, n, lines)
	case library.SequenceNode:
		out.Kind = Sequence
		for _, item := range n.Content {
			if v := p.convert(item, lines); v != nil {
				out.Items = append(out.Items, v)
			}
		}
	default:
		p.scalar(out, n, start)
	}
	if out.Why == "" {
		out.Why = p.why(out.Span.Start, out.Span.End)
	}
	return out
}

// begin is the offset of a node's own text, behind its anchor and tag.
func (p *parser) begin(n *node, lines int) int {
	if n.Line == 0 {
		return p.part.start
	}
	at := p.lines.LineOffset(lines + n.Line)
	if at == 0 && bytes.HasPrefix(p.data, []byte("\ufeff")) {
		at = len("\ufeff") // no column counts it
	}
	for range n.Column - 1 {
		_, size := nextRune(p.data[at:])
		at += size
	}
	for at < p.part.end && (p.data[at] == '&' || p.data[at] == '!') {
		for at < p.part.end && !isBlank(p.data[at]) {
			at++
		}
		for at < p.part.end && isBlank(p.data[at]) {
			at++
		}
	}
	return min(at, p.part.end)
}

func (p *parser) scalar(out *Node, n *node, start int) {
	out.Kind, out.Text = Scalar, n.Value
	var end int
	if out.Tag == "!!null" && n.Style&(library.SingleQuotedStyle|library.DoubleQuotedStyle) == 0 {
		out.Kind = Null
		end = min(start+len(n.Value), p.part.end)
	} else {
		out.offsets, end = p.align(n, start)
	}
	out.Span = p.file.Source.Span(start, end)
	if p.file.Placeholders {
		b := []byte(out.Text)
		for i := range out.offsets {
			if at := out.offsets[i]; p.data[at] != p.file.Source.Data[at] {
				b[i] = p.file.Source.Data[at]
			}
		}
		out.Text = string(b)
	}
}

// mapping reads the entries of a mapping and, behind its own, those that `<<` brings.
func (p *parser) mapping(out *Node, n *node, lines int) {
	var merges []*node
	have := map[string]*Entry{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Tag == "!!merge" || key.Value == "<<" && key.Style == 0 {
			merges = append(merges, value)
			continue
		}
		k, v := p.convert(key, lines), p.convert(value, lines)
		if k == nil || v == nil || k.Kind > Scalar {
			continue
		}
		if before := have[k.Text]; before != nil {
			p.file.Duplicates = append(p.file.Duplicates, Duplicate{Key: k.Text, First: before.Span, Span: k.Span})
			before.Value = v.unknown("the key " + k.Text + " is written twice")
			continue
		}
		if k.Why != "" && v.Why == "" {
			v = v.unknown(k.Why)
		}
		have[k.Text] = &Entry{Key: k.Text, Span: k.Span, Value: v}
		out.Entries = append(out.Entries, have[k.Text])
	}
	for _, m := range merges {
		p.merge(out, have, p.convert(m, lines))
	}
}

// unknown is the node as one that is not known.
func (n *Node) unknown(why string) *Node {
	other := *n
	other.Why = why
	return &other
}

// merge adds the entries of another mapping, or of each of a sequence, that the mapping does not have yet. A mapping that merges itself
// brings what it has so far.
func (p *parser) merge(out *Node, have map[string]*Entry, from *Node) {
	if from == nil || from == out {
		return
	}
	sources := from.Items
	if from.Kind == Mapping {
		sources = []*Node{from}
	}
	for _, s := range sources {
		for _, e := range s.Entries {
			if p.merged++; p.merged > maxMerged {
				p.file.Cut = fmt.Sprintf("merges bring more than %d entries", maxMerged)
				return
			}
			if have[e.Key] == nil {
				have[e.Key] = &Entry{Key: e.Key, Span: e.Span, Value: e.Value, Merged: true}
				out.Entries = append(out.Entries, have[e.Key])
			}
		}
	}
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }
