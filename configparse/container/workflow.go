package container

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// IsWorkflow says that a path is a workflow of GitHub or GitLab.
func IsWorkflow(p string) bool {
	return strings.Contains("/"+p, "/.github/workflows/") || strings.HasSuffix("/"+p, "/.gitlab-ci.yml")
}

// TestServers are the servers that workflows start beside their tests: `services` of a job on GitHub, a list of images on GitLab.
func TestServers(file *source.File) []*queue.Server {
	var out []*queue.Server
	add := func(image *yaml.Node, name string) {
		if !image.Is(yaml.Scalar) || image.Why != "" || strings.Contains(image.Text, "${{") || strings.Contains(image.Text, "$") || len(out) >= maxServices {
			return
		}
		if s := NewServer(image.Text, name); s != nil {
			s.Span, s.Tests = image.Span, true
			out = append(out, s)
		}
	}
	for _, d := range yaml.Parse(file).Documents {
		services(d.Get("services"), add)
		for _, job := range append(d.Children(), d.Get("jobs").Children()...) {
			services(job.Value.Get("services"), add)
		}
	}
	return out
}

// services calls add for each service of a job.
func services(n *yaml.Node, add func(image *yaml.Node, name string)) {
	switch {
	case n.Is(yaml.Mapping):
		for _, e := range n.Children() {
			add(e.Value.Get("image"), e.Key)
		}
	case n.Is(yaml.Sequence):
		for _, item := range n.Items {
			if item.Is(yaml.Mapping) {
				item = item.Get("name")
			}
			add(item, "")
		}
	}
}
