package solidqueue

import (
	"bytes"
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Takers are the workers of config/queue.yml in an environment; why says that they are not known. The section of the environment counts,
// the whole file where there is none; a worker without queues takes all (Solid Queue: lib/solid_queue/configuration.rb).
func Takers(file *source.File, environment string) (out []*queue.Taker, why string) {
	if bytes.Count(file.Data, []byte("<%")) != bytes.Count(file.Data, []byte("<%=")) {
		return nil, "ERB decides what " + file.Path + " holds"
	}
	parsed := yaml.Parse(file)
	if len(parsed.Errors) > 0 || parsed.Cut != "" || parsed.Placeholders || len(parsed.Documents) != 1 {
		return nil, file.Path + " cannot be read whole"
	}
	root := parsed.Documents[0].Document()
	if section := root.Get(environment); section.IsSet() {
		root = section
	}
	workers := root.Get("workers")
	if !root.Is(document.Mapping) || !workers.Is(document.Sequence) || len(workers.Items) == 0 {
		return nil, file.Path + " lists no workers"
	}
	for _, w := range workers.Items {
		taker, why := takerOf(w)
		if why != "" {
			return nil, why
		}
		out = append(out, taker)
	}
	return out, ""
}

func takerOf(w *document.Node) (*queue.Taker, string) {
	if !w.Is(document.Mapping) {
		return nil, "a worker is no mapping"
	}
	taker := &queue.Taker{Framework: "Solid Queue", Span: w.Span}
	queues := w.Get("queues")
	if !queues.IsSet() {
		taker.Queues = []string{"*"}
		return taker, ""
	}
	taker.Span = queues.Span
	all := []*document.Node{queues}
	if queues.Is(document.Sequence) {
		all = queues.Items
	}
	for _, q := range all {
		// A comma separated the names in early versions.
		if !q.Is(document.Scalar) || q.Why != "" || strings.Contains(q.Text, "<%") || strings.Contains(q.Text, ",") {
			return nil, "not every queue is written as one name"
		}
		taker.Queues = append(taker.Queues, strings.TrimSpace(q.Text))
	}
	return taker, ""
}

// Task is one recurring task.
type Task struct {
	Name string
	Span source.Span // the name
	// Class is the job class, "" for a command.
	Class string
	// Queue is the queue that the task names.
	Queue queue.Value[string]
}

// CommandQueue is the queue of a recurring command that names none (Solid Queue: app/jobs/solid_queue/recurring_job.rb).
const CommandQueue = "solid_queue_recurring"

// Tasks are those of config/recurring.yml in an environment; none where it cannot be read whole.
func Tasks(file *source.File, environment string) []*Task {
	if bytes.Count(file.Data, []byte("<%")) != bytes.Count(file.Data, []byte("<%=")) {
		return nil
	}
	parsed := yaml.Parse(file)
	if len(parsed.Errors) > 0 || parsed.Cut != "" || parsed.Placeholders || len(parsed.Documents) != 1 {
		return nil
	}
	root := parsed.Documents[0].Document()
	if section := root.Get(environment); section.IsSet() {
		root = section
	}
	var out []*Task
	for _, e := range root.Children() {
		class, command := e.Value.Get("class"), e.Value.Get("command")
		if !e.Value.Get("schedule").IsSet() || !class.Is(document.Scalar) && !command.Is(document.Scalar) {
			continue
		}
		t := &Task{Name: e.Key, Span: e.Span, Queue: evaluated(e.Value.Get("queue")).String("queue")}
		if class.Is(document.Scalar) {
			t.Class = class.Text
		}
		out = append(out, t)
	}
	return out
}

// evaluated is a value that ERB may make another.
func evaluated(n *document.Node) *document.Node {
	if n.Is(document.Scalar) && strings.Contains(n.Text, "<%") {
		return n.Unknown("ERB decides it")
	}
	return n
}
