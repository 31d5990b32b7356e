package lint

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// scheduledWorkers are the workers that the schedule starts, and those that code starts with Artisan::call(). What stops them is not known.
func (a *application) scheduledWorkers(schedule *queue.Schedule) []*queue.Worker {
	var out []*queue.Worker
	for _, task := range schedule.Tasks {
		name, ok := task.Command.Get()
		if !ok || task.Kind == queue.ExecTask || name != "queue:work" && name != "queue:listen" {
			continue
		}
		words := []worker.Word{{Text: "artisan", At: whole(task.Span)}}
		for _, w := range task.Words {
			words = append(words, worker.Word{Text: w.Text, Why: w.Why, At: within(w)})
		}
		for _, c := range worker.ParseWords(words, worker.Options{Laravel: a.laravel.Versions.Framework}) {
			if c.Worker != nil {
				out = append(out, scheduled(c.Worker, task))
			}
		}
	}
	return out
}

// scheduled is a worker as its task runs it.
func scheduled(w *queue.Worker, task *queue.Task) *queue.Worker {
	w.Task, w.Span, w.Command.Span = task, task.Span, task.Span
	if !onlyOne(task) {
		w.Processes = queue.NotKnown[int]("the schedule may start one while another runs", nil)
	}
	if environments, ok := task.Environments.Get(); ok && !slices.ContainsFunc(environments, isProduction) {
		w.Development = "the schedule runs it in " + strings.Join(environments, ", ")
	}
	if why := developmentFile(task.Span.Path()); why != "" {
		w.Development = why
	}
	if task.Kind == queue.CalledTask && inFolder(task.Span.Path(), "controllers", "http", "livewire") {
		w.Timeout = queue.NotKnown[time.Duration]("a web request runs it, where nothing ends a job", nil)
	}
	return w
}

// onlyOne says that a lock keeps a second run of the task away.
func onlyOne(task *queue.Task) bool {
	return task.Kind != queue.CalledTask && !task.Overlap.IsAbsent() && !task.Overlap.IsUnknown()
}

func isProduction(environment string) bool {
	return strings.HasPrefix(environment, "prod") || strings.HasPrefix(environment, "stag") || environment == "live"
}

func whole(s source.Span) worker.Place { return func(int, int) source.Span { return s } }

// within gives the place of a part of a word, where the word stands as it is written.
func within(w queue.Word) worker.Place {
	return func(start, end int) source.Span {
		if w.Span.End-w.Span.Start != len(w.Text) {
			return w.Span
		}
		return source.Span{File: w.Span.File, Start: w.Span.Start + start, End: w.Span.Start + end}
	}
}

// mentionsWorker says that a file has a text with a worker's command that no reader has read and that may start one.
func mentionsWorker(u *phpeval.Unit, schedule *queue.Schedule) bool {
	found := false
	var visit func(n php.Node) bool
	visit = func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Echo:
			return false
		case *php.MethodCall:
			if prints(n.Name.Name) {
				php.Walk(n.Object, visit)
				return false
			}
		case *php.StaticCall:
			if prints(n.Name.Name) {
				return false
			}
		case *php.String, *php.Interp, *php.ShellExec, *php.InlineHTML:
			start, end := n.Span()
			found = found || startsWorkerText(u.File.Data[start:end]) && !wasRead(u.Span(n), schedule)
		}
		return !found
	}
	for _, s := range u.Tree.Stmts {
		php.Walk(s, visit)
	}
	return found
}

// prints says that a method shows or logs its text: a command's output, a form's help, a log.
func prints(name string) bool {
	return slices.Contains([]string{
		"line", "info", "warn", "error", "comment", "question", "alert", "debug", "notice", "warning", "critical", "helpertext", "hint", "tooltip",
		"placeholder", "description",
	}, strings.ToLower(name))
}

// startsWorkerText says that a text may be a command that starts a worker, not one that looks for those that run.
func startsWorkerText(text []byte) bool {
	if bytes.Contains(text, []byte("grep")) || bytes.Contains(text, []byte("pkill")) {
		return false
	}
	return startsWorker(marks.Text{Data: bytes.ReplaceAll(text, []byte("queue_worker"), nil)})
}

// wasRead says that a text is the command of a task.
func wasRead(at source.Span, schedule *queue.Schedule) bool {
	return slices.ContainsFunc(schedule.Tasks, func(t *queue.Task) bool { return slices.Contains(t.Texts, at) })
}
