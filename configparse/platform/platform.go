// Package platform reads the files that tell a hosting platform what to run: fly.toml, render.yaml, .do/app.yaml, railway.json, task definitions
// of ECS, jobs of Nomad. Out come programs of the model: what runs, in which environment, and how long it is given between the stop signal
// and SIGKILL. One file for each platform.
package platform

import (
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Process is one thing that a platform runs.
type Process struct {
	*queue.Program
	// Words are the first process's; none where a shell reads a text, or where the image decides.
	Words []*document.Node
	// Line is a command as one text, Shell says that a shell reads it; nil where Words hold it or the image decides.
	Line  *document.Node
	Shell bool
	// Dockerfile is the file that builds the image, by its path in the repository, where that is known; it decides what runs where neither
	// Words nor Line do.
	Dockerfile string
	// Folder is where the application lies.
	Folder string
}

// HasCommand says that the file itself tells what runs.
func (p *Process) HasCommand() bool { return len(p.Words) > 0 || p.Line != nil }

// maxProcesses bounds what is read of one file.
const maxProcesses = 500

// program is a process with what all platforms share.
func program(m queue.Manager, kind, name string, at source.Span) *Process {
	return &Process{Program: &queue.Program{
		Manager: m, Kind: kind, Name: name, Span: at, AutoStart: queue.Is(true, nil), Processes: queue.Is(1, managerDefault("one instance")),
		AutoRestart: queue.NotKnown[string]("what the platform does with a process that ends is not followed", nil), Settings: map[string]queue.Setting{},
		StopSignal: queue.Is("TERM", managerDefault(m.String()+"'s stop signal")),
	}}
}

func managerDefault(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaManagerDefault, Text: text}
}

// line sets a command that is one text.
func (p *Process) line(n *document.Node, shell bool) {
	if !n.Is(document.Scalar) || n.Why == "" && strings.TrimSpace(n.Text) == "" {
		return
	}
	p.Line, p.Shell = n, shell
	p.Command = queue.Command{Text: n.Text, Span: n.Span}
}

// words sets a command that is split already.
func (p *Process) words(parts ...*document.Node) {
	var texts []string
	for _, part := range parts {
		all := part.Elements()
		if part.Is(document.Scalar) {
			all = []*document.Node{part}
		}
		for _, w := range all {
			if !w.Is(document.Scalar) {
				w = w.Unknown("it is no text")
			}
			p.Words = append(p.Words, w)
			texts = append(texts, w.Text)
		}
	}
	if len(p.Words) == 0 {
		return
	}
	first, last := p.Words[0].Span, p.Words[len(p.Words)-1].Span
	p.Command = queue.Command{Text: strings.Join(texts, " "), Span: first}
	if first.File != nil && first.File == last.File {
		p.Command.Span = first.File.Span(first.Start, max(first.End, last.End))
	}
}

// grace sets the time that the platform gives: the setting's value, or the platform's default.
func (p *Process) grace(v queue.Value[time.Duration], otherwise time.Duration) {
	what := p.Stage().Setting
	p.StopWait = v.Or(queue.Is(otherwise, managerDefault(p.Manager.String()+"'s default of "+what)))
}

// signal sets the stop signal where the file names one.
func (p *Process) signal(n *document.Node, otherwise string) {
	v := queue.Map(n.String("the stop signal"), func(s string) (string, bool) {
		name := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "SIG")
		return name, name != ""
	}, "it names no signal")
	p.StopSignal = v.Or(queue.Is(otherwise, managerDefault(p.Manager.String()+"'s default stop signal")))
}

// instances sets how many run.
func (p *Process) instances(n *document.Node, what string) {
	if n.IsSet() {
		p.Processes = n.Int(what)
	}
}

// set adds a variable; a later one of a name wins.
func (p *Process) set(name string, key source.Span, value *document.Node) {
	v := queue.Variable{Name: name, Span: key}
	origin := &queue.Origin{Via: queue.ViaEnvFile, Span: value.Span, Variable: name, Text: name + " in " + path.Base(key.Path()), From: value.Origin}
	switch {
	case value.Why != "":
		v.Value = queue.NotKnown[string](value.Why, origin)
	case value.Kind == document.Scalar:
		v.Value = queue.Is(value.Text, origin)
	default:
		v.Value = queue.NotKnown[string](path.Base(key.Path())+" takes "+name+" from elsewhere", origin)
	}
	for i := range p.Environment {
		if p.Environment[i].Name == name {
			p.Environment[i] = v
			return
		}
	}
	const most = 5000
	if len(p.Environment) < most {
		p.Environment = append(p.Environment, v)
	}
}

// table adds the variables of a mapping from names to values.
func (p *Process) table(n *document.Node) {
	if !n.Is(document.Mapping) {
		return
	}
	for _, e := range n.Entries {
		p.set(e.Key, e.Span, e.Value)
	}
}

// list adds the variables of a list of objects; a value that is not given stands elsewhere.
func (p *Process) list(n *document.Node, name, value string) {
	for _, item := range n.Elements() {
		key := item.Get(name)
		if !key.Is(document.Scalar) || key.Why != "" {
			continue
		}
		v := item.Get(value)
		if v == nil {
			v = &document.Node{Span: key.Span, Why: path.Base(key.Span.Path()) + " takes " + key.Text + " from elsewhere"}
		}
		p.set(key.Text, key.Span, v)
	}
}

// folderOf is the folder of a file, "" at the root.
func folderOf(at string) string {
	if dir := path.Dir(at); dir != "." {
		return dir
	}
	return ""
}

// within joins a path of a file to a folder of the repository; the folder itself where it leads outside or is not known.
func within(folder string, n *document.Node) string {
	if !n.Is(document.Scalar) || n.Why != "" {
		return folder
	}
	joined := path.Join(folder, strings.TrimPrefix(n.Text, "/"))
	if joined == "." {
		return ""
	}
	if joined == ".." || strings.HasPrefix(joined, "../") {
		return folder
	}
	return joined
}

// name is a scalar's text, or what stands in for it.
func name(n *document.Node, otherwise string) string {
	if n.Is(document.Scalar) && n.Text != "" {
		return n.Text
	}
	return otherwise
}

func numbered(kind string, i int) string { return kind + " " + strconv.Itoa(i+1) }

// at is the place of a name, or where that is not written, of what it would name.
func at(n, otherwise *document.Node) source.Span {
	if n.Is(document.Scalar) {
		return n.Span
	}
	return otherwise.Span
}
