package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var queueWithoutWorker = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL320", Slug: "queue-without-worker", Severity: diag.Warning,
		Summary: "a job is put on a queue that no declared worker takes",
		Why: "A worker takes the queues of its `--queue` and no other. A job on a queue that nobody lists waits for ever, without an error.\n\nThe rule speaks " +
			"where the job's connection is known, workers of that connection are declared for production, the queues of each of them are known, and none " +
			"has the job's. An application without any declared worker is silent: its workers are elsewhere. Names are compared as they are, upper and lower " +
			"case and hash tags included.\n\nOf a Rails application on Solid Queue the queues are those of `config/queue.yml`, and a job is looked at where code calls its " +
			"`perform_later`. The commands of `config/recurring.yml` go to the queue `solid_queue_recurring` unless they name another.",
		Fix: "Add the queue to a worker's `--queue` (or a Horizon supervisor's `queue`), or put the job on a queue that is taken.",
		Bad: queueConfig("90") + programExample("php artisan queue:work redis --queue=high,default --tries=1") +
			jobExample("Report", "    public function __construct()\n    {\n        $this->onQueue('reports'); // want QL320\n    }\n"),
		Good: queueConfig("90") + programExample("php artisan queue:work redis --queue=high,default,reports --tries=1") +
			jobExample("Report", "    public function __construct()\n    {\n        $this->onQueue('reports');\n    }\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#queue-priorities"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		out := waitingPostings(app)
		if app.MoreWorkers != "" {
			return out
		}
		type waiting struct {
			connection, queue string
			jobs              []*queue.Job
			workers           []*queue.Worker
		}
		var all []*waiting
		for _, j := range app.Jobs {
			c, name, workers := untaken(app, j)
			if c == nil {
				continue
			}
			i := slices.IndexFunc(all, func(w *waiting) bool { return w.connection == c.Name && w.queue == name })
			if i < 0 {
				i = len(all)
				all = append(all, &waiting{connection: c.Name, queue: name, workers: workers})
			}
			all[i].jobs = append(all[i].jobs, j)
		}
		for _, w := range all {
			j := w.jobs[0]
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleElsewhere, j.Queue.Origin(), j.Span, fmt.Sprintf("the queue %q", w.queue)),
				Message:  fmt.Sprintf("%s: the queue %q of %q is taken by no declared worker", names(jobNames(w.jobs)), w.queue, w.connection),
				Outcome:  "the jobs wait for ever, without an error",
				Fix:      fmt.Sprintf("add %s to a worker's queues", w.queue),
				Names:    []string{w.connection, w.queue},
				Cause:    "queue " + w.queue,
			}
			for _, other := range w.jobs[1:] {
				d.Related = append(d.Related, place(diag.RoleElsewhere, other.Queue.Origin(), other.Span, other.Name+" too"))
			}
			origins := []*queue.Origin{j.Queue.Origin(), j.Candidates[0].Selected}
			for _, taker := range w.workers {
				origins = append(origins, taker.Queues.Origin())
			}
			for _, taker := range w.workers[:min(3, len(w.workers))] {
				queues, _ := queuesOf(taker)
				d.Related = append(d.Related, diag.Place{Span: taker.Span, Role: diag.RoleWorker, Label: "takes " + strings.Join(queues, ", ")})
			}
			out = append(out, settle(d, origins...))
		}
		return out
	},
}

// waitingPostings are queues of other frameworks to which something is put and from which nothing takes, each once.
func waitingPostings(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	byQueue := map[string][]*queue.Posting{}
	var order []string
	for _, p := range app.Postings {
		name, known := p.Queue.Get()
		if !known || len(app.Takers) == 0 || slices.ContainsFunc(app.Takers, func(t *queue.Taker) bool { return t.Takes(name) }) {
			continue
		}
		if byQueue[name] == nil {
			order = append(order, name)
		}
		byQueue[name] = append(byQueue[name], p)
	}
	for _, name := range order {
		out = append(out, waitingPosting(app, name, byQueue[name]))
	}
	return out
}

func waitingPosting(app *queue.App, name string, all []*queue.Posting) *diag.Diagnostic {
	first := all[0]
	label := fmt.Sprintf("the queue %q", name)
	if isDefault(first.Queue) {
		label = fmt.Sprintf("goes to the queue %q: it names no other", name)
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleElsewhere, first.Queue.Origin(), first.Span, label),
		Message:  fmt.Sprintf("%s: the queue %q is taken by no worker of %s", first.What, name, app.Takers[0].Framework),
		Outcome:  "the jobs wait for ever, without an error",
		Fix:      fmt.Sprintf("add %s to a worker's queues", name),
		Names:    []string{app.Takers[0].Framework, name},
		Cause:    "queue " + name,
	}
	if more := len(all) - 1; more > 0 {
		d.Message = fmt.Sprintf("%s and %d more: the queue %q is taken by no worker of %s", first.What, more, name, app.Takers[0].Framework)
	}
	if !first.From.IsZero() {
		d.Related = append(d.Related, diag.Place{Span: first.From, Role: diag.RoleElsewhere, Label: "put on the queue here"})
	}
	for _, other := range all[1:] {
		d.Related = append(d.Related, diag.Place{Span: other.Span, Role: diag.RoleElsewhere, Label: other.What + " too"})
	}
	for _, taker := range app.Takers[:min(3, len(app.Takers))] {
		d.Related = append(d.Related, diag.Place{Span: taker.Span, Role: diag.RoleWorker, Label: "takes " + strings.Join(taker.Queues, ", ")})
	}
	return settle(d, first.Queue.Origin())
}

// untaken is the connection and queue of a job that none of the connection's declared workers takes; nil where one does or may.
func untaken(app *queue.App, j *queue.Job) (*queue.Connection, string, []*queue.Worker) {
	name, ok := j.Queue.Get()
	if !ok || name == "" || j.Abstract || j.OnlySync || len(j.Candidates) != 1 || len(j.Candidates[0].Workers) > 0 {
		return nil, "", nil
	}
	c := j.Candidates[0].Connection
	if !c.Leased() {
		return nil, "", nil
	}
	for _, w := range app.Workers {
		if w.Kind == queue.HorizonMaster {
			continue
		}
		if w.On == nil {
			return nil, "", nil // it may be the one
		}
		queues, known := queuesOf(w)
		if sharesBackend(w.On, c) && (!known || slices.Contains(queues, name)) {
			return nil, "", nil
		}
	}
	workers := polling(app, c)
	if len(workers) == 0 {
		return nil, "", nil
	}
	return c, name, workers
}

// sharesBackend says that two connections may hold their queues in one place: of one driver, and not known to differ in what they use.
func sharesBackend(a, b *queue.Connection) bool { return a == b || driverOf(a) == driverOf(b) }
