package cloud

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// template is a CloudFormation template, or the resources of a serverless.yml.
type template struct {
	root *document.Node
	// parameters are the template's, nil for none.
	parameters *document.Node
	// self is what ${self:…} of a serverless.yml reads from; nil elsewhere.
	self *document.Node
}

// get reads a property with its intrinsic functions resolved.
func (t *template) get(n *document.Node, path ...string) *document.Node {
	return t.value(n.Get(path...), 0)
}

const maxNesting = 16

// value resolves references to parameters and resources. What another function gives is not known.
func (t *template) value(n *document.Node, depth int) *document.Node {
	if n == nil || n.Why != "" {
		return n
	}
	if depth > maxNesting {
		return n.Unknown("references stand too deep within each other")
	}
	name, argument := function(n)
	switch name {
	case "":
		return t.variables(n, depth)
	case "Ref":
		return t.reference(n, argument.Text)
	case "GetAtt":
		target, attribute, _ := strings.Cut(argument.Text, ".")
		if argument.Is(document.Sequence) && len(argument.Items) == 2 {
			target, attribute = argument.Items[0].Text, argument.Items[1].Text
		}
		out := n.Unknown("CloudFormation gives " + target + "." + attribute)
		out.Ref, out.Attribute = target, attribute
		return out
	case "Sub":
		return t.substitute(n, argument)
	}
	return n.Unknown("the function " + name + " is not followed")
}

// function is the intrinsic function that a node calls, by its short name, with its argument; "" for none.
func function(n *document.Node) (string, *document.Node) {
	if strings.HasPrefix(n.Tag, "!") {
		return n.Tag[1:], n
	}
	if n.Is(document.Mapping) && len(n.Entries) == 1 {
		switch e := n.Entries[0]; {
		case e.Key == "Ref":
			return "Ref", e.Value
		case strings.HasPrefix(e.Key, "Fn::"):
			return e.Key[len("Fn::"):], e.Value
		}
	}
	return "", n
}

// reference is a parameter's default, which whoever deploys may override, or a resource.
func (t *template) reference(n *document.Node, name string) *document.Node {
	if p := t.parameters.Get(name); p != nil {
		d := p.Get("Default")
		if !d.Is(document.Scalar) || d.Why != "" {
			return n.Unknown("the parameter " + name + " has no default")
		}
		out := *d
		out.Origin = &queue.Origin{Via: queue.ViaInputDefault, Span: d.Span, Variable: name, Text: "the default of the parameter " + name}
		return &out
	}
	out := n.Unknown("CloudFormation gives " + name)
	out.Ref = name
	return out
}

var variable = pattern.New(`\$\{([^}]*)\}`)

// substitute fills the parameters of `Fn::Sub` in.
func (t *template) substitute(n, argument *document.Node) *document.Node {
	if !argument.Is(document.Scalar) {
		return n.Unknown("the function Sub is not followed")
	}
	out := *argument
	out.Tag, out.Bytes = "", nil
	if m := variable.FindStringSubmatch(argument.Text); m != nil && m[0] == argument.Text {
		name, attribute, _ := strings.Cut(m[1], ".")
		whole := t.reference(n, name)
		whole.Attribute = attribute
		return whole
	}
	out.Text = variable.ReplaceAllStringFunc(argument.Text, func(text string) string {
		v := t.reference(n, text[2:len(text)-1])
		if v.Why != "" {
			out.Why = v.Why
		}
		if v.Origin != nil {
			out.Origin = v.Origin
		}
		return v.Text
	})
	return &out
}

// variables resolves `${self:a.b}` of a serverless.yml where that is a literal. Every other `${…}` is not known.
func (t *template) variables(n *document.Node, depth int) *document.Node {
	if t.self == nil || !n.Is(document.Scalar) || !strings.Contains(n.Text, "${") {
		return n
	}
	m := variable.FindStringSubmatch(n.Text)
	path, own := strings.CutPrefix(m0(m), "self:")
	if m == nil || m[0] != n.Text || !own || strings.ContainsAny(path, ",$ ") {
		return n.Unknown("it holds the variable " + n.Text)
	}
	v := t.self.Get(strings.Split(path, ".")...)
	if v == nil {
		return n.Unknown("nothing in the file says what " + n.Text + " is")
	}
	return t.value(v, depth+1)
}

func m0(m []string) string {
	if len(m) < 2 {
		return ""
	}
	return m[1]
}
