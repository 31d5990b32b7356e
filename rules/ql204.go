package rules

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var retriesWithoutBackoff = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL204", Slug: "retries-without-backoff", Severity: diag.Info,
		Summary: "failed jobs are tried again without a pause",
		Why: "Without a backoff a job that fails is tried again at once: three attempts against a service that is down for a minute are gone within a " +
			"second. Nearly every application has it so, which is why this is information, one finding for all workers and jobs of an application. It is a " +
			"warning where a handler, or a method of its class that it calls, is seen to call another service, a payment provider or a mail server, and does " +
			"not catch what that throws.\n\nJobs with a `$backoff`, a `retryUntil()`, a `release()` of their own or the middleware ThrottlesExceptions are not " +
			"meant; a worker all of whose known jobs have pauses is silent, and so is one with a single attempt. Unlimited attempts are QL201's.",
		Fix: "Add `--backoff=30`, or a list such as `--backoff=10,60,300`, or `$backoff` to the jobs that call other services.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 ; want QL204
autorestart=true
stopwaitsecs=70
`,
		Good:       queueConfig("90") + programExample("php artisan queue:work redis --tries=3 --backoff=10,60"),
		References: []string{"https://laravel.com/docs/12.x/queues#dealing-with-failed-jobs"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		all := hurries(app)
		if len(all) == 0 {
			return nil
		}
		slices.SortStableFunc(all, func(a, b hurry) int { return cmp.Compare(b.rank(), a.rank()) })
		return []*diag.Diagnostic{reportHurry(app, all)}
	},
}

// hurry is a worker, or a job with attempts of its own, whose attempts follow each other without a pause.
type hurry struct {
	worker *queue.Worker
	job    *queue.Job // nil for a worker
	tries  queue.Value[int]
	// exposed are the jobs that are seen to call something which may be down.
	exposed []*queue.Job
}

// rank orders what a finding is about first: what is exposed, then workers.
func (h hurry) rank() int {
	n := 0
	if len(h.exposed) > 0 {
		n = 2
	}
	if h.job == nil {
		n++
	}
	return n
}

func (h hurry) who() string {
	if h.job != nil {
		return h.job.Name
	}
	return describeWorker(h.worker)
}

func (h hurry) place() diag.Place {
	if h.job != nil {
		return place(diag.RoleCap, h.tries.Origin(), h.job.Span, "no backoff")
	}
	return diag.Place{Span: h.worker.Span, Role: diag.RoleWorker, Label: "no backoff"}
}

// hurries lists the workers with several attempts and no pause, and the jobs that bring their own attempts to a worker without pauses.
func hurries(app *queue.App) []hurry {
	var out []hurry
	for _, w := range app.Workers {
		n, ok := w.Tries.Get()
		if !ok || n <= 1 || w.Development != "" || w.Kind == queue.HorizonMaster || !pauseless(w.Backoff) || pausesThemselves(w) {
			continue
		}
		h := hurry{worker: w, tries: w.Tries}
		for _, j := range sureJobs(w) {
			if own, set := j.Tries.Get(); (j.Tries.IsAbsent() || set && own > 1) && exposed(j) {
				h.exposed = append(h.exposed, j)
			}
		}
		out = append(out, h)
	}
	for _, j := range app.Jobs {
		n, ok := j.Tries.Get()
		w := pauselessWorker(j)
		if !ok || n <= 1 || w == nil || j.Abstract || j.OnlySync || !hurried(j) || slices.ContainsFunc(out, func(h hurry) bool { return h.worker == w && h.job == nil }) {
			continue
		}
		h := hurry{worker: w, job: j, tries: j.Tries}
		if exposed(j) {
			h.exposed = []*queue.Job{j}
		}
		out = append(out, h)
	}
	return out
}

// pauselessWorker is one of the workers that take a job, where all its connections have declared workers and none makes a pause.
func pauselessWorker(j *queue.Job) *queue.Worker {
	var first *queue.Worker
	for _, c := range j.Candidates {
		if len(c.Workers) == 0 {
			return nil
		}
		for _, w := range c.Workers {
			if !pauseless(w.Backoff) || w.Development != "" {
				return nil
			}
			first = cmp.Or(first, w)
		}
	}
	return first
}

// hurried says that a job makes no pause of its own, and is bounded by no point in time.
func hurried(j *queue.Job) bool {
	return pauseless(j.Backoff) && j.RetryUntil.IsAbsent() && !slices.ContainsFunc(j.Effects, func(e queue.Effect) bool { return e.Kind == queue.OwnPause })
}

// exposed says that a job without pauses is seen to call something which may be down.
func exposed(j *queue.Job) bool {
	_, calls := outward(j)
	return calls && hurried(j)
}

// outward is the first call of a job that leaves the machine, and whose failure fails the job.
func outward(j *queue.Job) (queue.Effect, bool) {
	for _, e := range j.Effects {
		switch e.Kind {
		case queue.RemoteCall, queue.Payment, queue.Mail:
			if !e.Caught {
				return e, true
			}
		}
	}
	return queue.Effect{}, false
}

func reportHurry(app *queue.App, all []hurry) *diag.Diagnostic {
	first := all[0]
	n, _ := first.tries.Get()
	d := &diag.Diagnostic{
		Severity: diag.Info,
		Place:    first.place(),
		Message:  fmt.Sprintf("%s makes %d attempts with no pause between them", first.who(), n),
		Outcome:  "a service that is down for a moment uses up every attempt within a second",
		Fix:      "add a backoff, such as --backoff=10,60",
		Names:    []string{first.worker.Name},
		Cause:    "backoff of the workers in " + app.Root,
	}
	if first.job != nil {
		d.Names = []string{first.job.Class}
		d.Fix = "add public $backoff = [10, 60]; to the job, or --backoff=10,60 to the worker"
	}
	var jobs []*queue.Job
	for _, h := range all {
		for _, j := range h.exposed {
			if !slices.Contains(jobs, j) {
				jobs = append(jobs, j)
			}
		}
	}
	if len(jobs) > 0 {
		e, _ := outward(jobs[0])
		d.Severity = diag.Warning
		d.Message += fmt.Sprintf(", and %s %s (%s)", jobs[0].Name, e.Kind, e.Text)
		if len(jobs) > 1 {
			d.Message += fmt.Sprintf(", as %s", othersDo(len(jobs)-1))
		}
	}
	for _, j := range jobs {
		e, _ := outward(j)
		d.Related = append(d.Related, diag.Place{Span: e.Span, Role: diag.RoleElsewhere, Label: fmt.Sprintf("%s %s: %s", j.Name, e.Kind, e.Text)})
	}
	for _, h := range all[1:] {
		at := h.place()
		at.Label, at.Role = h.who()+" too", diag.RoleElsewhere
		d.Related = append(d.Related, at)
	}
	return settle(d, first.tries.Origin(), first.worker.Backoff.Origin())
}

// othersDo is "another job does", "3 more jobs do".
func othersDo(n int) string {
	if n == 1 {
		return "another job does"
	}
	return fmt.Sprintf("%d more jobs do", n)
}

// pauseless says that a list of pauses is known to hold none.
func pauseless(v queue.Value[[]time.Duration]) bool {
	if v.IsAbsent() {
		return true
	}
	all, ok := v.Get()
	for _, pause := range all {
		if pause > 0 {
			return false
		}
	}
	return ok
}

// pausesThemselves says that jobs are known on a worker's queues and each may have pauses of its own.
func pausesThemselves(w *queue.Worker) bool {
	for _, j := range w.Jobs {
		if pauseless(j.Backoff) {
			return false
		}
	}
	return len(w.Jobs) > 0
}
