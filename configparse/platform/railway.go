package platform

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsRailway says that a tree is a railway.json or railway.toml.
func IsRailway(root *document.Node) bool {
	return root.Get("deploy").Is(document.Mapping) || root.Get("build").Is(document.Mapping) || root.Get("environments").Is(document.Mapping)
}

// Railway reads railway.json or railway.toml, which describe one service. Railway sends SIGTERM and by default gives next to nothing: its staff
// and its users name 3 s and 0 s.
func Railway(root *document.Node) []*Process {
	deploy := root.Get("deploy")
	at := root.Span
	if e := root.Entry("deploy"); e != nil {
		at = e.Span
	}
	p := program(queue.Railway, "service", name(deploy.Get("name"), "service"), at)
	p.Folder = folderOf(root.Span.Path())
	readings := []*document.Node{deploy}
	for _, e := range root.Get("environments").Children() {
		if own := e.Value.Get("deploy"); own.Get("drainingSeconds").IsSet() {
			readings = append(readings, own)
		}
	}
	var graces []queue.Value[time.Duration]
	for _, r := range readings {
		v := r.Get("drainingSeconds").Seconds("drainingSeconds")
		if v.IsAbsent() {
			from := managerDefault("railway's default of drainingSeconds")
			v = queue.OneOfThese(queue.Is(time.Duration(0), from), queue.Is(3*time.Second, from))
		}
		if len(graces) == 0 || !same(graces[0], v) {
			graces = append(graces, v)
		}
	}
	p.StopWait = queue.OneOfThese(graces...)
	p.instances(deploy.Get("numReplicas"), "numReplicas")
	p.line(deploy.Get("startCommand"), true)
	p.Dockerfile = within(p.Folder, root.Get("build", "dockerfilePath"))
	if p.Dockerfile == p.Folder {
		p.Dockerfile = within(p.Folder, &document.Node{Kind: document.Scalar, Text: "Dockerfile"})
	}
	return []*Process{p}
}

// same says that two values are known and equal.
func same(a, b queue.Value[time.Duration]) bool {
	x, ok := a.Get()
	y, known := b.Get()
	return ok && known && x == y
}
