package container

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxVariables bounds the variables of one container.
const maxVariables = 5000

// variables collects what sets a container's environment, weakest first. A name keeps the place at which it was first set.
type variables struct {
	list []queue.Variable
	at   map[string]int
	// unseen names what may set more variables and is not in the repository, "" for nothing. An application's own .env does not count: the env
	// files that are committed stand for it.
	unseen string
}

func (v *variables) miss(what string) { v.unseen = cmp.Or(v.unseen, what) }

func (v *variables) set(one queue.Variable) {
	if v.at == nil {
		v.at = map[string]int{}
	}
	if i, ok := v.at[one.Name]; ok {
		v.list[i] = one
		return
	}
	if len(v.list) < maxVariables {
		v.at[one.Name] = len(v.list)
		v.list = append(v.list, one)
	}
}

// environment is a service's: the image's ENV, then env_file, then environment.
func (l *loader) environment(r *raw, image *dockerfile.Image) *variables {
	out := &variables{}
	imageVariables(out, image)
	for _, f := range r.envFiles {
		l.envFile(out, f, r)
	}
	for _, n := range r.environment {
		if n.Is(yaml.Sequence) {
			for _, item := range n.Items {
				assignment(out, item, r)
			}
			continue
		}
		for _, e := range n.Entries {
			out.set(named(e, r))
		}
	}
	return out
}

func imageVariables(out *variables, image *dockerfile.Image) {
	if image == nil {
		return
	}
	for _, v := range image.Env {
		span := v.Value.At(0, len(v.Value.Text))
		origin := &queue.Origin{Via: queue.ViaEnvFile, Span: span, Variable: v.Name, Text: "ENV " + v.Name + " in " + span.Path()}
		value := queue.Is(v.Value.Text, origin)
		if v.Why != "" {
			value = queue.NotKnown[string](v.Why, origin)
		}
		out.set(queue.Variable{Name: v.Name, Span: span, Value: value})
	}
}

// envFile reads the files that env_file names. One that the repository does not hold sets what nobody knows: the application's own env file
// stands for it.
func (l *loader) envFile(out *variables, f envFile, r *raw) {
	nodes := []*yaml.Node{f.node}
	if f.node.Is(yaml.Sequence) {
		nodes = f.node.Items
	}
	for _, n := range nodes {
		if n.Is(yaml.Mapping) {
			n = n.Get("path")
		}
		if !n.Is(yaml.Scalar) {
			continue
		}
		name := r.read(n)
		at, ok := within(f.folder, name.string)
		if !ok || name.why != "" {
			out.miss(n.Text)
			continue
		}
		file, err := l.tree.Read(at)
		if err != nil {
			if path.Base(at) != ".env" {
				out.miss(at)
			}
			continue
		}
		for _, e := range dotenv.Parse(file).Entries {
			out.set(fromFile(file, e))
		}
	}
}

func fromFile(file *source.File, e dotenv.Entry) queue.Variable {
	origin := &queue.Origin{Via: queue.ViaEnvFile, Span: e.ValueSpan, Variable: e.Name, Text: e.Name + " in " + file.Path}
	v := queue.Variable{Name: e.Name, Span: e.NameSpan, Value: queue.Is(e.Value, origin)}
	for _, ref := range e.References {
		if !ref.Found {
			v.Value = queue.NotKnown[string](e.Name+" refers to ${"+ref.Name+"}, which is set elsewhere if at all", origin)
		}
	}
	if e.TooLong || e.Null {
		v.Value = queue.NotKnown[string]("what "+file.Path+" gives "+e.Name+" is not followed", origin)
	}
	return v
}

// assignment reads `NAME=value` of a list; NAME alone passes on what docker compose itself has.
func assignment(out *variables, item *yaml.Node, r *raw) {
	if !item.Is(yaml.Scalar) {
		return
	}
	t := r.read(item)
	name, _, given := strings.Cut(t.string, "=")
	if name == "" || strings.ContainsAny(name, "${") {
		return
	}
	if !given {
		out.set(passedOn(name, item.Span))
		return
	}
	value := t.cut(len(name) + 1)
	if n := strings.IndexByte(item.Text, '='); n >= 0 {
		rest := *item
		rest.Text = item.Text[n+1:]
		value.passes = fill(&rest, r.c.env).passes
	}
	out.set(fromText(name, t.at(0, len(name)), value))
}

// cut is the text from an offset on.
func (t text) cut(from int) text {
	out := t
	out.string, out.offsets = t.string[from:], t.offsets[from:]
	return out
}

// named reads an entry of a mapping.
func named(e *yaml.Entry, r *raw) queue.Variable {
	switch e.Value.Kind {
	case yaml.Null:
		return passedOn(e.Key, e.Span)
	case yaml.Scalar:
		return fromText(e.Key, e.Span, r.read(e.Value))
	}
	return queue.Variable{Name: e.Key, Span: e.Span, Value: queue.NotKnown[string]("it is no text", nil)}
}

func passedOn(name string, at source.Span) queue.Variable {
	why := "the environment of docker compose gives " + name
	return queue.Variable{Name: name, Span: at, Passes: name, Value: queue.NotKnown[string](why, nil)}
}

func fromText(name string, at source.Span, t text) queue.Variable {
	span := t.at(0, len(t.string))
	if t.string == "" {
		span = t.node.Span
	}
	origin := &queue.Origin{Via: queue.ViaEnvFile, Span: span, Variable: name, Text: fmt.Sprintf("%s in %s", name, path.Base(span.Path())), From: t.origin}
	v := queue.Variable{Name: name, Span: at, Passes: t.passes, Value: queue.Is(t.string, origin)}
	if t.why != "" {
		v.Value = queue.NotKnown[string](t.why, origin)
	}
	return v
}
