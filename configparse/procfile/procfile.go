// Package procfile reads Procfiles, and from the files beside them which platform runs their processes and how it stops them.
package procfile

import (
	"encoding/json"
	"path"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Process is one line of a Procfile: a program whose command a shell reads.
type Process struct {
	*queue.Program
	// Text is the command, Offset its place in the file.
	Text   string
	Offset int
	File   *source.File
}

// Is says whether a path is that of a Procfile for production; those for development (Procfile.dev) are started by foreman on a developer's
// machine.
func Is(at string) bool {
	switch path.Base(at) {
	case "Procfile", "Procfile.prod", "Procfile.production":
		return true
	}
	return false
}

var line = pattern.New(`^([A-Za-z0-9_-]+):[ \t]*(.*?)[ \t\r]*$`)

// maxProcesses bounds what is read of one file.
const maxProcesses = 1000

// Load reads a Procfile's processes.
func Load(tree *source.Tree, file *source.File) []*Process {
	platform := detect(tree, file)
	var out []*Process
	offset := 0
	for text := range strings.Lines(string(file.Data)) {
		start := offset
		offset += len(text)
		m := line.FindStringSubmatchIndex(strings.TrimSuffix(text, "\n"))
		if m == nil || len(out) >= maxProcesses {
			continue
		}
		name := text[m[2]:m[3]]
		if name == "release" {
			continue // it runs once before a deploy
		}
		span := file.Span(start+m[2], start+m[3])
		p := &Process{Program: platform.program(name, span), Text: text[m[4]:m[5]], Offset: start + m[4], File: file}
		p.Command = queue.Command{Text: p.Text, Span: file.Span(p.Offset, p.Offset+len(p.Text))}
		out = append(out, p)
	}
	return out
}

// platform is what runs the processes of a Procfile.
type platform struct {
	manager queue.Manager
	// quantities are how many processes of a name run, as app.json states them.
	quantities map[string]quantity
}

type quantity struct {
	n    int
	span source.Span
}

// program is a process of the platform. Heroku gives every process of a dyno SIGTERM, and 30 s; nothing changes that
// (devcenter.heroku.com/articles/dyno-shutdown-behavior).
func (pf platform) program(name string, span source.Span) *queue.Program {
	p := &queue.Program{
		Manager: pf.manager, Kind: "process", Name: name, Span: span, Settings: map[string]queue.Setting{},
		Processes:  queue.NotKnown[int]("the platform decides how many run", nil),
		StopSignal: queue.NotKnown[string]("it is not known which platform reads the Procfile", nil),
		StopWait:   queue.NotKnown[time.Duration]("it is not known which platform reads the Procfile", nil),
		Restart:    queue.Restart{AfterSuccess: queue.NotKnown[bool]("it is not known which platform reads the Procfile", nil)},
	}
	if q, ok := pf.quantities[name]; ok {
		p.Processes = queue.Is(q.n, &queue.Origin{Via: queue.ViaLiteral, Span: q.span, Text: "formation of app.json"})
	}
	switch pf.manager {
	case queue.Heroku:
		p.StopSignal, p.EveryProcess = given("TERM", "Heroku's stop signal"), true
		p.StopWait = given(30*time.Second, "Heroku gives a dyno 30 s, and nothing changes that")
		p.MostWait = 30 * time.Second
		p.Restart.AfterSuccess = given(true, "Heroku starts a dyno again")
	case queue.Dokku:
		p.StopSignal = given("TERM", "Docker's stop signal")
		p.StopWait = queue.NotKnown[time.Duration]("`dokku ps:set` sets stop-timeout-seconds on the server", nil)
	}
	return p
}

func given[T any](v T, text string) queue.Value[T] {
	return queue.Is(v, &queue.Origin{Via: queue.ViaManagerDefault, Text: text})
}

// appFile is what app.json tells of the platform.
type appFile struct {
	Stack      string
	Buildpacks []struct{ URL string }
	Addons     []json.RawMessage
	Formation  map[string]struct{ Quantity *int }
	Scripts    map[string]json.RawMessage
	Health     json.RawMessage `json:"healthchecks"`
}

// detect finds the platform by what lies beside the Procfile: a Procfile alone does not tell.
func detect(tree *source.Tree, file *source.File) platform {
	folder := path.Dir(file.Path)
	out := platform{manager: queue.Procfile}
	app, text := readApp(tree, path.Join(folder, "app.json"))
	if app != nil {
		out.quantities = quantities(app, text)
	}
	switch {
	case isDokku(tree, folder, app):
		out.manager = queue.Dokku
	case isHeroku(tree, folder, app) || strings.Contains(string(file.Data), "heroku-php-"):
		out.manager = queue.Heroku
	}
	return out
}

func readApp(tree *source.Tree, at string) (*appFile, *source.File) {
	file, err := tree.Read(at)
	if err != nil {
		return nil, nil
	}
	var app appFile
	if json.Unmarshal(file.Data, &app) != nil {
		return nil, nil
	}
	return &app, file
}

func isDokku(tree *source.Tree, folder string, app *appFile) bool {
	for _, name := range []string{"DOKKU_SCALE", "CHECKS"} {
		if tree.Has(path.Join(folder, name)) {
			return true
		}
	}
	return app != nil && (app.Scripts["dokku"] != nil || app.Health != nil)
}

func isHeroku(tree *source.Tree, folder string, app *appFile) bool {
	if tree.Has(path.Join(folder, "heroku.yml")) {
		return true
	}
	if app == nil {
		return false
	}
	for _, b := range app.Buildpacks {
		if strings.Contains(b.URL, "heroku") {
			return true
		}
	}
	for _, a := range app.Addons {
		if strings.Contains(string(a), "heroku") {
			return true
		}
	}
	return strings.HasPrefix(app.Stack, "heroku") || strings.HasPrefix(app.Stack, "cedar")
}

// quantities are those of `formation`, each at its place in the file.
func quantities(app *appFile, file *source.File) map[string]quantity {
	out := map[string]quantity{}
	for name, f := range app.Formation {
		if f.Quantity == nil || *f.Quantity < 0 {
			continue
		}
		q := quantity{n: *f.Quantity, span: file.Whole()}
		if i := strings.Index(string(file.Data), `"`+name+`"`); i >= 0 {
			q.span = file.Span(i+1, i+1+len(name))
		}
		out[name] = q
	}
	return out
}
