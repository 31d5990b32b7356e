package platform

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsFly says that a tree is a fly.toml.
func IsFly(root *document.Node) bool {
	return root.Get("app").Is(document.Scalar) || root.Get("processes").Is(document.Mapping) || root.Get("primary_region").Is(document.Scalar)
}

// Fly reads fly.toml: one process for each entry of [processes], or "app" where there are none. Fly.io sends SIGINT and gives 5 s
// (reference/configuration); kill_signal and kill_timeout hold for every process of the file.
func Fly(root *document.Node) []*Process {
	var out []*Process
	folder := folderOf(root.Span.Path())
	add := func(p *Process) {
		p.Folder, p.MostWait = folder, 300*time.Second
		p.Dockerfile = within(folder, root.Get("build", "dockerfile"))
		if p.Dockerfile == folder {
			p.Dockerfile = within(folder, &document.Node{Kind: document.Scalar, Text: "Dockerfile"})
		}
		if root.Get("build", "image").IsSet() {
			p.Dockerfile = ""
		}
		p.grace(root.Get("kill_timeout").Duration("kill_timeout"), 5*time.Second)
		p.signal(root.Get("kill_signal"), "INT")
		p.table(root.Get("env"))
		out = append(out, p)
	}
	processes := root.Get("processes")
	if processes.Is(document.Mapping) && len(processes.Entries) > 0 {
		for _, e := range processes.Entries {
			if len(out) >= maxProcesses {
				break
			}
			p := program(queue.Fly, "process", e.Key, e.Span)
			p.Processes = queue.NotKnown[int]("how many machines run is not in the file", nil)
			p.line(e.Value, false)
			add(p)
		}
		return out
	}
	app := root.Get("app")
	p := program(queue.Fly, "process", name(app, "app"), at(app, root))
	p.Processes = queue.NotKnown[int]("how many machines run is not in the file", nil)
	p.words(root.Get("experimental", "entrypoint"), root.Get("experimental", "cmd"))
	add(p)
	return out
}
