package cloud

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/terraform"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/source"
)

// Task is a task definition of ECS in infrastructure as code.
type Task struct {
	// Containers are its container definitions, Compatibilities where it may run; either may be nil.
	Containers, Compatibilities *document.Node
	// CloudFormation says that the containers' settings have CloudFormation's names; else they have those of ECS.
	CloudFormation bool
}

// tasks reads Terraform's task definitions. Their containers are one text of JSON: what jsonencode makes of a list, or a here-document.
func (t *terraformReader) tasks() []*Task {
	var out []*Task
	t.each("aws_ecs_task_definition", func(r *terraform.Resource) {
		containers := r.Get("container_definitions")
		if containers.Is(document.Scalar) {
			containers = hereDocument(containers.Span)
		}
		if containers.Is(document.Sequence) {
			out = append(out, &Task{Containers: containers, Compatibilities: r.Get("requires_compatibilities")})
		}
	})
	return out
}

// hereDocument reads the JSON of a here-document in its place: everything around it is blanked. What Terraform fills in is not known.
// Nil where the span is no here-document.
func hereDocument(at source.Span) *document.Node {
	text := at.Text()
	first, last := strings.IndexByte(text, '\n'), strings.LastIndexByte(strings.TrimRight(text, " \t\n"), '\n')
	if !strings.HasPrefix(text, "<<") || last <= first {
		return nil
	}
	blanked := make([]byte, len(at.File.Data))
	for i, c := range at.File.Data {
		if inside := i > at.Start+first && i < at.Start+last; inside || c == '\n' {
			blanked[i] = c
		} else {
			blanked[i] = ' '
		}
	}
	parsed := yaml.Parse(source.New(at.File.Path, blanked))
	if len(parsed.Documents) == 0 {
		return nil
	}
	return filled(parsed.Documents[0].Document())
}

// filled is a tree in which every text that Terraform fills in is not known.
func filled(n *document.Node) *document.Node {
	return rewritten(n, func(n *document.Node) *document.Node {
		if n.Is(document.Scalar) && (strings.Contains(n.Text, "${") || strings.Contains(n.Text, "%{")) {
			return n.Unknown("Terraform fills " + n.Text + " in")
		}
		return n
	})
}

// task reads a task definition of CloudFormation.
func (s *stack) task(properties *document.Node) {
	containers := s.resolved(properties.Get("ContainerDefinitions"))
	if containers.Is(document.Sequence) {
		s.tasks = append(s.tasks, &Task{Containers: containers, Compatibilities: s.resolved(properties.Get("RequiresCompatibilities")), CloudFormation: true})
	}
}

// resolved is a tree with the intrinsic functions of all its values resolved.
func (t *template) resolved(n *document.Node) *document.Node {
	return rewritten(n, func(n *document.Node) *document.Node { return t.value(n, 0) })
}

// maxNodes bounds the copy of a tree: aliases may stand for ever more of it.
const maxNodes = 20_000

// rewritten is a copy of a tree with each of its nodes changed, from the outside to the inside. Nil stays nil.
func rewritten(n *document.Node, change func(*document.Node) *document.Node) *document.Node {
	w := rewriter{change: change, left: maxNodes}
	return w.node(n, 0)
}

type rewriter struct {
	change func(*document.Node) *document.Node
	left   int
}

func (w *rewriter) node(n *document.Node, depth int) *document.Node {
	if n == nil {
		return nil
	}
	if w.left--; depth > maxNesting || w.left < 0 {
		return n.Unknown("there is too much of it")
	}
	if n = w.change(n); n.Is(document.Scalar) || n.Is(document.Null) {
		return n
	}
	out := *n
	out.Items, out.Entries = nil, nil
	for _, item := range n.Items {
		out.Items = append(out.Items, w.node(item, depth+1))
	}
	for _, e := range n.Entries {
		out.Entries = append(out.Entries, &document.Entry{Key: e.Key, Span: e.Span, Value: w.node(e.Value, depth+1)})
	}
	return &out
}
