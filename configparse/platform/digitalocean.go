package platform

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// digitalOceanKinds are the lists of components that run on, by their key in the file.
var digitalOceanKinds = []struct{ key, kind string }{{"workers", "worker"}, {"services", "service"}}

// IsDigitalOcean says that a tree is an app spec of the App Platform.
func IsDigitalOcean(root *document.Node) bool {
	if root.Get("spec").Is(document.Mapping) {
		root = root.Get("spec") // the form of a deploy template
	}
	if !root.Get("name").Is(document.Scalar) {
		return false
	}
	for _, k := range digitalOceanKinds {
		for _, c := range root.Get(k.key).Elements() {
			if c.Get("name").Is(document.Scalar) && (c.Get("run_command").IsSet() || c.Get("dockerfile_path").IsSet() ||
				c.Get("instance_size_slug").IsSet() || c.Get("git").IsSet() || c.Get("github").IsSet() || c.Get("image").IsSet() || c.Get("source_dir").IsSet()) {
				return true
			}
		}
	}
	return false
}

// DigitalOcean reads an app spec. The platform sends SIGTERM and gives 120 s, at most 600 (termination.grace_period_seconds). Paths are
// relative to the repository.
func DigitalOcean(root *document.Node) []*Process {
	if root.Get("spec").Is(document.Mapping) {
		root = root.Get("spec")
	}
	var out []*Process
	for _, k := range digitalOceanKinds {
		for i, c := range root.Get(k.key).Elements() {
			if len(out) >= maxProcesses {
				return out
			}
			named := c.Get("name")
			p := program(queue.DigitalOcean, k.kind, name(named, numbered(k.kind, i)), at(named, c))
			p.Folder, p.MostWait = within("", c.Get("source_dir")), 600*time.Second
			p.grace(c.Get("termination", "grace_period_seconds").Seconds("grace_period_seconds"), 120*time.Second)
			p.instances(c.Get("instance_count"), "instance_count")
			if c.Get("autoscaling").IsSet() {
				p.Processes = queue.NotKnown[int]("the component is scaled", nil)
			}
			p.line(c.Get("run_command"), true)
			if file := c.Get("dockerfile_path"); file.IsSet() {
				p.Dockerfile = within("", file)
			}
			p.list(root.Get("envs"), "key", "value")
			p.list(c.Get("envs"), "key", "value")
			for i, v := range p.Environment {
				if text, ok := v.Value.Get(); ok && bindable(text) {
					p.Environment[i].Value = queue.NotKnown[string]("the platform fills in "+text, v.Value.Origin())
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// bindable says that a text holds `${component.VARIABLE}` or an encrypted value.
func bindable(text string) bool {
	return len(text) > 3 && (text[:3] == "EV[" || containsVariable(text))
}

func containsVariable(text string) bool {
	for i := range len(text) - 1 {
		if text[i] == '$' && text[i+1] == '{' {
			return true
		}
	}
	return false
}
