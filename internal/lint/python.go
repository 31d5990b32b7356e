package lint

import (
	"path"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/celery"
	"github.com/qlint-dev/qlint/configparse/djangoq"
	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/python"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func isPythonModule(p, _, ext string) bool {
	return ext == ".py" && !inFolder(p, "tests", "test", "migrations", "site-packages", ".venv", "venv")
}

func pythonWords() []string { return append(celery.Words(), djangoq.Word) }

func mentionsQueues(_ *scanned, p string, text marks.Text) bool {
	return strings.Contains(path.Base(p), "celery") || text.HasAny(pythonWords()...)
}

// loadPython reads the settings of queues in Python, for what belongs to no application.
func (p *parsed) loadPython(s *scanned, stray *application) {
	files := s.files(pythonFile)
	if len(files) == 0 {
		return
	}
	env := p.variables(s)
	p.loadCelery(files, env, stray)
	if lease := djangoq.Lease(files, env); lease != nil {
		stray.leases = append(stray.leases, lease)
	}
}

// loadCelery finds Celery's workers among the programs that start no worker of Laravel's, and gives what belongs to no application the leases of
// its broker.
func (p *parsed) loadCelery(files []*source.File, env python.Environment, stray *application) {
	modules := celery.Load(files, env)
	all := modules.Settings()
	if lease := celeryLease(all); len(lease.Runs) > 0 {
		stray.leases = append(stray.leases, lease)
	}
	p.eachOther(stray, isCelery, func(a *application, w *queue.Worker) {
		command, own := celery.ReadCommand(w.Command), all
		if named := modules.Of(command.App); all.Several && named != nil {
			own = named
		}
		d := &queue.Drain{
			Framework: "Celery", Worker: w, Limit: command.TimeLimit.Or(own.TimeLimit), Setting: "task_time_limit",
			Killed: "is lost: Celery acknowledges a task before it runs it", AtOnce: []string{"QUIT"}, Cut: "those acknowledged late start again, the others are lost",
		}
		if late, known := own.AcksLate.Get(); !known {
			d.Killed = "is lost, unless it is acknowledged late"
		} else if late {
			d.Killed = "runs again from its beginning when the broker's visibility timeout is over"
		}
		a.drains = append(a.drains, d)
	})
}

func isCelery(line queue.Command) bool { return celery.ReadCommand(line) != nil }

// celeryLease is the broker's, with the tasks that are kept unacknowledged for a time that is known.
func celeryLease(all *celery.Settings) *queue.Lease {
	l := &queue.Lease{Framework: "Celery", Setting: "visibility_timeout", Time: all.Visibility}
	late := func(v queue.Value[bool]) bool {
		on, ok := v.Or(all.AcksLate).Get()
		return ok && on
	}
	if late(queue.NotSet[bool](nil)) {
		l.Runs = append(l.Runs, queue.Run{Name: "a task", Limit: all.TimeLimit, Setting: "task_time_limit"})
	}
	for _, t := range all.Tasks {
		if !t.TimeLimit.IsAbsent() && late(t.AcksLate) {
			l.Runs = append(l.Runs, queue.Run{Name: "the task " + t.Name, Limit: t.TimeLimit, Setting: "time_limit"})
		} else if on, ok := t.AcksLate.Get(); ok && on && !late(queue.NotSet[bool](nil)) {
			l.Runs = append(l.Runs, queue.Run{Name: "the task " + t.Name, Limit: all.TimeLimit, Setting: "task_time_limit"})
		}
		if !t.RetryDelay.IsAbsent() {
			l.Runs = append(l.Runs, queue.Run{Name: "a retry of " + t.Name, Limit: t.RetryDelay, Waits: true, Setting: "default_retry_delay"})
		}
	}
	for _, d := range all.Delays {
		l.Runs = append(l.Runs, queue.Run{Name: "the task " + d.Task, Limit: d.Countdown, Waits: true, Setting: "countdown"})
	}
	return l
}

// variables says of a variable of the environment which file of the repository sets it.
func (p *parsed) variables(s *scanned) python.Environment {
	sets := sync.OnceValue(func() map[string]*source.File {
		out := map[string]*source.File{}
		note := func(name string, file *source.File) {
			if out[name] == nil {
				out[name] = file
			}
		}
		for _, file := range s.files(setterFile) {
			for name := range assignedIn(string(file.Data)) {
				note(name, file)
			}
		}
		for _, file := range s.files(namedFile) {
			if strings.HasPrefix(path.Base(file.Path), ".env") {
				for _, e := range dotenv.Parse(file).Entries {
					note(e.Name, file)
				}
			}
		}
		return out
	})
	return func(name string) string {
		if file := sets()[name]; file != nil {
			return name + " is set by " + file.Path
		}
		return ""
	}
}
