package pm2

import (
	"github.com/qlint-dev/qlint/configparse/jsobject"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/source"
)

// LoadYAML reads the processes of a file in YAML.
func LoadYAML(file *source.File) []*Process {
	parsed := yaml.Parse(file)
	if len(parsed.Documents) == 0 {
		return nil
	}
	return FromTree(convert(parsed.Documents[0], 0), file)
}

// maxDepth bounds what an alias to itself makes of a file.
const maxDepth = 16

func convert(n *yaml.Node, depth int) *jsobject.Node {
	if n == nil || depth > maxDepth {
		return &jsobject.Node{}
	}
	span := n.At(0, len(n.Text))
	out := &jsobject.Node{Span: span, Inner: span, Text: n.Text, Open: n.Why != ""}
	switch {
	case n.Is(yaml.Mapping):
		out.Kind = jsobject.Object
		for _, e := range n.Children() {
			out.Members = append(out.Members, jsobject.Member{Key: e.Key, Span: e.Span, Value: convert(e.Value, depth+1)})
		}
	case n.Is(yaml.Sequence):
		out.Kind = jsobject.Array
		for _, item := range n.Elements() {
			out.Items = append(out.Items, convert(item, depth+1))
		}
	case n.Why != "":
	case n.Is(yaml.Scalar):
		out.Kind = map[string]jsobject.Kind{"!!str": jsobject.String, "!!int": jsobject.Number, "!!float": jsobject.Number, "!!bool": jsobject.Bool}[n.Tag]
	default:
		out.Kind = jsobject.Null
	}
	return out
}
