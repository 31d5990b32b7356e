package container

import (
	"maps"
	"path"
	"slices"

	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/yaml"
)

// includes follows `include:` of compose files: what it names is a project of its own, made of one file or of several laid over each other
// (compose-go: include). project_directory and env_file replace the folder and the .env of the included file.
func (l *loader) includes() {
	for _, at := range slices.Sorted(maps.Keys(l.composes)) {
		c := l.composes[at]
		for _, d := range c.file.Documents {
			for _, n := range d.Get("include").Elements() {
				l.include(c, n)
			}
		}
	}
}

func (l *loader) include(c *compose, n *yaml.Node) {
	paths := []*yaml.Node{n}
	if n.Is(yaml.Mapping) {
		paths = listed(n.Get("path"))
	}
	var group []*compose
	for _, item := range paths {
		at, ok := within(c.folder, fill(item, c.env).string)
		if !ok {
			continue
		}
		other := l.composes[at]
		if other == nil {
			other = l.named(at)
		}
		if other == nil || other == c || other.group != nil {
			continue
		}
		group = append(group, other)
	}
	for _, other := range group {
		other.group = group
		if folder := n.Get("project_directory"); folder.Is(yaml.Scalar) {
			if at, ok := within(c.folder, folder.Text); ok {
				other.folder = at
			}
		} else if len(group) > 1 {
			other.folder = group[0].folder
		}
		for _, item := range listed(n.Get("env_file")) {
			if at, ok := within(c.folder, item.Text); ok {
				if file, err := l.tree.Read(at); err == nil {
					other.env = dotenv.Parse(file)
				}
			}
		}
	}
}

// named is a compose file that is one because another one includes it, nil where the repository has no such file.
func (l *loader) named(at string) *compose {
	file, err := l.tree.Read(at)
	if err != nil || path.Ext(at) != ".yml" && path.Ext(at) != ".yaml" || len(l.composes) >= maxServices {
		return nil
	}
	parsed := yaml.Parse(file)
	if !slices.ContainsFunc(parsed.Documents, func(d *yaml.Node) bool { return d.Get("services").Is(yaml.Mapping) }) {
		return nil
	}
	l.fault(parsed)
	l.composes[at] = &compose{file: parsed, folder: folderOf(at), env: l.envBeside(at)}
	return l.composes[at]
}

// listed is a scalar alone or the items of a sequence.
func listed(n *yaml.Node) []*yaml.Node {
	if n.Is(yaml.Scalar) {
		return []*yaml.Node{n}
	}
	return n.Elements()
}

// laid is a service of the files that are included together, each laid over the one before; nil for a file whose service stands in an earlier
// one of them too.
func (l *loader) laid(c *compose, name string) *raw {
	var out *raw
	for _, member := range c.group {
		r := l.raw(member, name, 0)
		switch {
		case r == nil:
		case out == nil && member != c:
			return nil
		case out == nil:
			out = r
		default:
			out = out.under(r)
		}
	}
	return out
}
