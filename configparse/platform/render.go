package platform

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsRender says that a tree is a render.yaml.
func IsRender(root *document.Node) bool {
	for _, s := range renderServices(root) {
		if s.Get("type").Is(document.Scalar) {
			return true
		}
	}
	return false
}

// renderServices are those of the file and of its projects' environments.
func renderServices(root *document.Node) []*document.Node {
	out := append([]*document.Node(nil), root.Get("services").Elements()...)
	for _, project := range root.Get("projects").Elements() {
		for _, environment := range project.Get("environments").Elements() {
			out = append(out, environment.Get("services").Elements()...)
		}
	}
	return out[:min(len(out), maxProcesses)]
}

// Render reads render.yaml. Render sends SIGTERM and gives 30 s, at most 300 (maxShutdownDelaySeconds).
func Render(root *document.Node) []*Process {
	groups := map[string]*document.Node{}
	for _, g := range root.Get("envVarGroups").Elements() {
		if n := g.Get("name"); n.Is(document.Scalar) {
			groups[n.Text] = g.Get("envVars")
		}
	}
	folder := folderOf(root.Span.Path())
	var out []*Process
	for i, s := range renderServices(root) {
		kind := name(s.Get("type"), "service")
		if kind == "cron" || kind == "keyvalue" || kind == "redis" {
			continue
		}
		named := s.Get("name")
		p := program(queue.Render, kind, name(named, numbered(kind, i)), at(named, s))
		p.Folder, p.MostWait = within(folder, s.Get("rootDir")), 300*time.Second
		p.grace(s.Get("maxShutdownDelaySeconds").Seconds("maxShutdownDelaySeconds"), 30*time.Second)
		p.instances(s.Get("numInstances"), "numInstances")
		if scaling := s.Get("scaling"); scaling.IsSet() {
			p.Processes = queue.NotKnown[int]("the service is scaled", nil)
		}
		if command := s.Get("dockerCommand"); command.Is(document.Scalar) {
			p.line(command, true)
		} else {
			p.line(s.Get("startCommand"), true)
		}
		if runtime := name(s.Get("runtime"), name(s.Get("env"), "")); runtime == "docker" {
			p.Dockerfile = within(p.Folder, s.Get("dockerfilePath"))
			if p.Dockerfile == p.Folder {
				p.Dockerfile = within(p.Folder, &document.Node{Kind: document.Scalar, Text: "Dockerfile"})
			}
		}
		for _, v := range s.Get("envVars").Elements() {
			if from := v.Get("fromGroup"); from.Is(document.Scalar) {
				p.list(groups[from.Text], "key", "value")
			}
		}
		p.list(s.Get("envVars"), "key", "value")
		out = append(out, p)
	}
	return out
}
