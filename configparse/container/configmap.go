package container

import (
	"path"

	"github.com/qlint-dev/qlint/configparse/yaml"
)

// configMaps notes the ConfigMaps of a file. Of two with one name nobody knows which a cluster has.
func (l *loader) configMaps(file *yaml.File) {
	for _, d := range file.Documents {
		name := d.Get("metadata", "name")
		if kind := d.Get("kind"); !kind.Is(yaml.Scalar) || kind.Text != "ConfigMap" || !name.Is(yaml.Scalar) {
			continue
		}
		if _, twice := l.configs[name.Text]; twice {
			l.configs[name.Text] = nil
			continue
		}
		l.configs[name.Text] = d.Get("data")
	}
}

// mounted are the texts of ConfigMaps that a container of a pod has as files.
func (l *loader) mounted(w *workload, n *yaml.Node) map[string]*yaml.Node {
	out := map[string]*yaml.Node{}
	for _, m := range n.Get("volumeMounts").Elements() {
		name, at, below := m.Get("name"), m.Get("mountPath"), m.Get("subPath")
		if !name.Is(yaml.Scalar) || !at.Is(yaml.Scalar) {
			continue
		}
		for _, v := range w.pod.Get("volumes").Elements() {
			config := v.Get("configMap", "name")
			if own := v.Get("name"); !own.Is(yaml.Scalar) || own.Text != name.Text || !config.Is(yaml.Scalar) {
				continue
			}
			for _, e := range l.configs[config.Text].Children() {
				switch {
				case len(out) >= maxPlaced || !e.Value.Is(yaml.Scalar):
				case below.Is(yaml.Scalar) && below.Text == e.Key:
					out[path.Clean(at.Text)] = e.Value
				case below == nil:
					out[path.Join(at.Text, e.Key)] = e.Value
				}
			}
		}
	}
	return out
}
