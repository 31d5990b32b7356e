package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
)

// loadScripts finds the workers that shell scripts start. What stops them is not known.
func (p *parsed) loadScripts(s *scanned, stray *application) {
	known := p.workerPlaces()
	for _, file := range s.files(scriptFile) {
		at := file.Path
		if !startsWorkers(at, marks.Text{Data: file.Data}) || known[at] {
			continue
		}
		owner := p.owner(at, stray)
		options := worker.Options{Variable: p.startedWith(nothing)}
		if owner.laravel != nil {
			options.Laravel = owner.laravel.Versions.Framework
		}
		for _, c := range worker.ParseShell(string(file.Data), worker.In(file, 0), options) {
			if c.Worker != nil && runs(c) {
				c.Worker.Development = developmentFile(at)
				owner.scripts = append(owner.scripts, c.Worker)
			}
		}
	}
}

// workerPlaces are the files in which workers were found already: entrypoints of containers.
func (p *parsed) workerPlaces() map[string]bool {
	out := map[string]bool{}
	for _, a := range p.applications {
		for _, program := range a.programs {
			for _, w := range program.workers {
				out[w.Span.Path()] = true
			}
		}
	}
	return out
}

// startsWorkers says that a file is a shell script in which a worker's command stands.
func startsWorkers(at string, text marks.Text) bool {
	if strings.HasPrefix(path.Base(at), "Dockerfile") || !text.Has("artisan") {
		return false
	}
	if ext := path.Ext(at); ext == "" && !bytes.HasPrefix(text.Data, []byte("#!")) {
		return false
	}
	return text.HasAny(workerWords...)
}

var workerWords = []string{"queue:work", "queue:listen", " horizon"}

// runs says that nothing but shells and wrappers stands before a command: `echo php artisan queue:work` runs nothing here, and what
// `docker exec` runs is the container's.
func runs(c *worker.Command) bool {
	return !slices.ContainsFunc(c.Wrappers, func(w queue.Wrapper) bool {
		return !w.Reaches() && !slices.Contains([]string{"sh", "bash", "dash", "ash", "zsh", "su", "runuser", "setsid", "flock"}, w.Name)
	})
}
