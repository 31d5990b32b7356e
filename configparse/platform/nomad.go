package platform

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/hcl"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsNomad says that a file is a job of Nomad.
func IsNomad(f *hcl.File) bool {
	for _, job := range f.Root.All("job") {
		if job.First("group") != nil || job.First("task") != nil {
			return true
		}
	}
	return false
}

// Nomad reads the tasks of a job. Nomad sends SIGINT, SIGTERM to a container, and gives 5 s (kill_timeout), at most what the client's
// max_kill_timeout allows, 30 s.
func Nomad(f *hcl.File) []*Process {
	r := &nomad{file: f, variables: map[string]*hcl.Block{}, open: map[string]bool{}}
	for _, v := range f.Root.All("variable") {
		r.variables[v.Label(0)] = v
	}
	var out []*Process
	add := func(group, task *hcl.Block) {
		if len(out) < maxProcesses {
			out = append(out, r.task(group, task))
		}
	}
	for _, job := range f.Root.All("job") {
		if kind := job.Attribute("type").Node(r.resolve); kind.Is(document.Scalar) && kind.Text != "service" && kind.Text != "system" {
			continue // batch jobs run to their end
		}
		for _, task := range job.All("task") {
			add(nil, task)
		}
		for _, group := range job.All("group") {
			for _, task := range group.All("task") {
				add(group, task)
			}
		}
	}
	return out
}

type nomad struct {
	file      *hcl.File
	variables map[string]*hcl.Block
	// open are the variables that are being resolved.
	open map[string]bool
}

// resolve gives a variable's default, which whoever runs the job may override.
func (r *nomad) resolve(path []string) *document.Node {
	if len(path) != 2 || path[0] != "var" {
		return nil
	}
	v := r.variables[path[1]]
	if v == nil || r.open[path[1]] {
		return nil
	}
	r.open[path[1]] = true
	defer delete(r.open, path[1])
	a := v.Attribute("default")
	n := a.Node(r.resolve)
	if n == nil || n.Kind != document.Scalar {
		return n
	}
	with := *n
	with.Origin = &queue.Origin{Via: queue.ViaInputDefault, Span: n.Span, Variable: "var." + path[1], Text: "the default of var." + path[1], From: n.Origin}
	return &with
}

func (r *nomad) task(group, task *hcl.Block) *Process {
	p := program(queue.Nomad, "task", task.Label(0), task.Last)
	p.Folder = folderOf(r.file.Source.Path)
	p.grace(task.Attribute("kill_timeout").Node(r.resolve).Duration("kill_timeout"), 5*time.Second)
	driver := task.Attribute("driver").Node(r.resolve)
	signal := "INT"
	if driver.Is(document.Scalar) && driver.Why == "" && (driver.Text == "docker" || driver.Text == "podman") {
		signal = "TERM"
	}
	p.signal(task.Attribute("kill_signal").Node(r.resolve), signal)
	if !task.Attribute("kill_signal").Node(r.resolve).IsSet() && signal == "TERM" {
		p.StopSignal = queue.NotKnown[string]("the image may set another stop signal than TERM", nil)
	}
	p.instances(group.Attribute("count").Node(r.resolve), "count")
	config := task.First("config")
	p.words(config.Attribute("entrypoint").Node(r.resolve), config.Attribute("command").Node(r.resolve), config.Attribute("args").Node(r.resolve))
	for _, env := range task.All("env") {
		for _, a := range env.Attributes {
			p.set(a.Name, a.Span, a.Node(r.resolve))
		}
	}
	if env := task.Attribute("env"); env != nil {
		p.table(env.Node(r.resolve))
	}
	return p
}
