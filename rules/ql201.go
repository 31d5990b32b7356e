package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var unlimitedTries = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL201", Slug: "unlimited-tries", Severity: diag.Warning,
		Summary: "a job may be attempted without end",
		Why: `With ` + "`tries`" + ` 0 (or ` + "`--tries=0`" + `, or a text that counts as 0) nothing bounds the attempts: a job that always fails is tried again for ever, at once
where no backoff is set, thousands of times an hour. It never reaches failed_jobs, so nobody finds out.

` + "`retryUntil()`" + ` is a bound too, and the rule is then silent. ` + "`maxExceptions`" + ` is one for exceptions alone: a worker that is killed is never counted by
it, so the finding is information. A worker is silent where every job known on its queues has a bound of its own. Before Laravel 6 unlimited was
the default of queue:work.

Of a Rails application ` + "`retry_on SomeError, attempts: :unlimited`" + ` is the same for jobs that raise that error: they never come among the failed ones. It
is information where the error is a particular one, for which waiting may be right, and a warning for StandardError and Exception.`,
		Fix: `Set a number of tries, or a ` + "`retryUntil()`" + `.`,
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=0 ; want QL201
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://laravel.com/docs/12.x/queues#max-attempts"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		return slices.Concat(endlessJobs(app), endlessWorkers(app), endlessPools(app), endlessRetries(app))
	},
}

// endlessRetries are job classes of other frameworks that retry on some errors without a bound.
func endlessRetries(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, r := range app.Retries {
		if !r.Attempts.IsInfinite() {
			continue
		}
		severity := diag.Info
		if slices.ContainsFunc(strings.Split(r.On, ", "), func(e string) bool { return e == "StandardError" || e == "Exception" }) {
			severity = diag.Warning
		}
		out = append(out, settle(&diag.Diagnostic{
			Severity: severity,
			Place:    place(diag.RoleCap, r.Attempts.Origin(), r.Span, "no limit"),
			Message:  fmt.Sprintf("%s may be attempted without end: on %s", r.Class, r.On),
			Outcome:  "a job that always raises it is tried again for ever, and never comes among the failed ones",
			Fix:      "set attempts to a number",
			Names:    []string{r.Class, r.On},
			Cause:    "attempts of " + r.Class,
		}, r.Attempts.Origin()))
	}
	return out
}

const endlessly = "a job that always fails is tried again for ever and never reaches failed_jobs"

func endlessJobs(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	endless := func(j *queue.Job) bool {
		return !j.Abstract && !j.OnlySync && j.Tries.IsInfinite() && !bounded(j) && reachesWorker(j)
	}
	for _, jobs := range byPlace(app.Jobs, endless, func(j *queue.Job) source.Span { return j.Tries.Origin().Place() }) {
		j := jobs[0]
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleCap, j.Tries.Origin(), j.Span, "no limit (beats --tries of the worker)"),
			Message:  names(jobNames(jobs)) + " may be attempted without end",
			Related:  heirs(jobs),
			Outcome:  endlessly,
			Fix:      "set a number of tries, or a retryUntil()",
			Names:    []string{j.Class},
			Cause:    "tries of " + j.Class,
		}
		if !slices.ContainsFunc(jobs, func(j *queue.Job) bool { n, ok := j.MaxExceptions.Get(); return !ok || n <= 0 }) {
			d.Severity = diag.Info
			d.Outcome = "maxExceptions counts exceptions alone: a job whose worker is killed is tried again for ever"
		}
		out = append(out, settle(d, j.Tries.Origin()))
	}
	return out
}

// bounded says that a point in time bounds a job, or may.
func bounded(j *queue.Job) bool {
	until, ok := j.RetryUntil.Get()
	return ok && until || j.RetryUntil.IsUnknown() && j.RetryUntil.Why() != ""
}

// reachesWorker says that a job is known to run on connections that hand jobs to workers.
func reachesWorker(j *queue.Job) bool {
	for _, c := range j.Candidates {
		switch driverOf(c.Connection) {
		case "", "sync", "null", "deferred", "background":
			return false
		}
	}
	return len(j.Candidates) > 0
}

func endlessWorkers(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, w := range app.Workers {
		if w.Kind != queue.Work && w.Kind != queue.Listen && w.Kind != queue.Declared || !w.Tries.IsInfinite() || boundedThemselves(w) || misreadTries(w) {
			continue
		}
		if w.On != nil && runsInline(w.On) {
			continue
		}
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "no limit on attempts"},
			Message:  describeWorker(w) + " bounds no attempts",
			Outcome:  endlessly,
			Fix:      "set --tries to a number, such as --tries=3",
			Names:    []string{w.Name},
			Cause:    "tries of " + w.Name,
		}
		if o := w.Tries.Origin(); o != nil && o.Place().IsZero() {
			d.Place.Label += " (" + o.Text + ")"
		}
		out = append(out, settle(soften(d, w.Development != ""), w.Tries.Origin()))
	}
	return out
}

// misreadTries says that --tries is a text which counts as 0: that is another rule's finding.
func misreadTries(w *queue.Worker) bool {
	return slices.ContainsFunc(w.Faults, func(f queue.OptionFault) bool { return f.Kind == queue.ZeroValue })
}

// boundedThemselves says that jobs are known on a worker's queues and each bounds its attempts itself.
func boundedThemselves(w *queue.Worker) bool {
	for _, j := range w.Jobs {
		if _, ok := j.Tries.Get(); !ok && !bounded(j) {
			return false
		}
	}
	return len(w.Jobs) > 0
}

// endlessPools are Horizon supervisors that write 0; one that leaves tries out is another rule's.
func endlessPools(app *queue.App) []*diag.Diagnostic {
	var groups pools
	for _, w := range supervisors(app) {
		if w.Tries.IsInfinite() && writesTries(w) && !boundedThemselves(w) {
			groups.add(w, w.Tries.Origin().Place(), "")
		}
	}
	var out []*diag.Diagnostic
	for _, g := range groups.pools {
		w := g.worker
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleCap, w.Tries.Origin(), w.Span, "no limit on attempts"),
			Message:  describeWorker(w) + " bounds no attempts",
			Outcome:  endlessly,
			Fix:      "set tries to a number, such as 'tries' => 3",
			Names:    []string{w.Name},
			Cause:    "tries of " + w.Name,
		}
		out = append(out, settle(g.report(app, d), w.Tries.Origin()))
	}
	return out
}

// writesTries says that a Horizon supervisor has a number of tries written down.
func writesTries(w *queue.Worker) bool {
	s, ok := w.Settings["maxTries"].Value.Get()
	return ok && s.Kind != queue.NullScalar
}
