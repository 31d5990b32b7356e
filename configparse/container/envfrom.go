package container

import (
	"path"
	"slices"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
)

// variableMap is a ConfigMap of the repository: its entries, by name.
type variableMap struct {
	entries []queue.Variable
	// several says that the repository has more than one of the name: an overlay's, another namespace's.
	several bool
}

// configMap collects the objects of a file.
func (l *loader) configMap(file *yaml.File) {
	for _, d := range file.Documents {
		if kind := d.Get("kind"); !kind.Is(yaml.Scalar) || kind.Text != "ConfigMap" {
			continue
		}
		name := d.Get("metadata", "name")
		if !name.Is(yaml.Scalar) {
			continue
		}
		var entries []queue.Variable
		for _, e := range d.Get("data").Children() {
			if e.Value.Is(yaml.Scalar) {
				entries = append(entries, fromText(e.Key, e.Span, plain(e.Value)))
			}
		}
		l.addConfigMap(name.Text, entries)
	}
}

func (l *loader) addConfigMap(name string, entries []queue.Variable) {
	if l.variableMaps == nil {
		l.variableMaps = map[string]*variableMap{}
	}
	if known := l.variableMaps[name]; known != nil {
		known.several = true
		known.entries = append(known.entries, entries...)
		return
	}
	l.variableMaps[name] = &variableMap{entries: entries}
}

// generatedConfigMaps reads what a kustomization makes of literals and env files.
func (l *loader) generatedConfigMaps(d *yaml.Node, folder string) {
	for _, n := range d.Get("configMapGenerator").Elements() {
		name := n.Get("name")
		if !name.Is(yaml.Scalar) {
			continue
		}
		out := &variables{}
		for _, item := range n.Get("literals").Elements() {
			assignment(out, item, &raw{c: &compose{}, literal: true})
		}
		for _, item := range slices.Concat(n.Get("envs").Elements(), some(n.Get("env"))) {
			at, ok := within(folder, item.Text)
			if !ok {
				continue
			}
			file, err := l.tree.Read(at)
			if err != nil {
				continue
			}
			for _, e := range dotenv.Parse(file).Entries {
				out.set(fromFile(file, e))
			}
		}
		l.addConfigMap(name.Text, out.list)
	}
}

// entry is what a ConfigMap gives to a key. Where the repository has several of the name that differ it is not known.
func (m *variableMap) entry(key string) (queue.Variable, bool) {
	var found []queue.Variable
	for _, v := range m.entries {
		if v.Name == key {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return queue.Variable{}, false
	}
	out := found[0]
	first, known := out.Value.Get()
	for _, other := range found[1:] {
		if text, ok := other.Value.Get(); !ok || !known || text != first {
			out.Value = queue.NotKnown[string]("several ConfigMaps of the name give "+key, nil)
		}
	}
	if m.several && len(found) == 1 {
		out.Value = queue.NotKnown[string]("only some of the ConfigMaps of the name give "+key, nil)
	}
	return out, true
}

// podEnvironment is a container's: the image's ENV, what envFrom brings, then env. What comes from secrets and fields is not known.
func (l *loader) podEnvironment(container *yaml.Node, image *dockerfile.Image) *variables {
	out := &variables{}
	imageVariables(out, image)
	for _, n := range container.Get("envFrom").Elements() {
		name := n.Get("configMapRef", "name")
		if !name.Is(yaml.Scalar) || l.variableMaps[name.Text] == nil {
			out.miss("what envFrom names")
			continue
		}
		prefix := ""
		if p := n.Get("prefix"); p.Is(yaml.Scalar) {
			prefix = p.Text
		}
		config := l.variableMaps[name.Text]
		for _, v := range config.entries {
			if one, ok := config.entry(v.Name); ok {
				one.Name = prefix + one.Name
				out.set(one)
			}
		}
	}
	for _, n := range container.Get("env").Elements() {
		if v, ok := l.podVariable(n); ok {
			out.set(v)
		}
	}
	return out
}

// podVariable is one entry of env.
func (l *loader) podVariable(n *yaml.Node) (queue.Variable, bool) {
	name, value := n.Get("name"), n.Get("value")
	if !name.Is(yaml.Scalar) {
		return queue.Variable{}, false
	}
	v := queue.Variable{Name: name.Text, Span: name.Span}
	switch {
	case value.Is(yaml.Scalar):
		v = fromText(name.Text, name.Span, l.templated(value))
		if refers(value.Text) {
			v.Value = queue.NotKnown[string]("it refers to another variable", nil)
		}
	case n.Get("valueFrom") != nil:
		config, key := n.Get("valueFrom", "configMapKeyRef", "name"), n.Get("valueFrom", "configMapKeyRef", "key")
		if config.Is(yaml.Scalar) && key.Is(yaml.Scalar) && l.variableMaps[config.Text] != nil {
			if one, ok := l.variableMaps[config.Text].entry(key.Text); ok {
				one.Name = name.Text
				return one, true
			}
		}
		v.Value = queue.NotKnown[string](path.Base(name.Span.Path())+" takes "+name.Text+" from elsewhere", nil)
	}
	return v, true
}
