package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var releasingMiddlewareWithOneTry = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL215", Slug: "releasing-middleware-with-one-try", Severity: diag.Warning,
		Summary: "a middleware puts the job back, and its only attempt is gone",
		Why: "`WithoutOverlapping`, `RateLimited`, `ThrottlesExceptions` and `Release` put a job that has to wait back on the queue. Taking it from the queue " +
			"was an attempt. With one attempt the next worker that takes it finds none left and marks it failed: it never runs, however long the pause was. " +
			"Under `ThrottlesExceptions` the exception that caused it is lost as well: failed_jobs shows a MaxAttemptsExceededException.\n\nThe attempts are the job's " +
			"own, or those of the workers that take it, where all of them are declared and agree. A job with `retryUntil()` is silent, and so is a " +
			"middleware with `dontRelease()`. Where no worker is declared and the job says nothing, queue:work would make one attempt: information.",
		Fix: "Give the job enough attempts (`$tries`, or `retryUntil()` with `$maxExceptions` for real failures), or `dontRelease()` where it may be dropped.",
		Bad: queueConfig("90") + redisCache + jobExample("Call", `    public $tries = 1;

    public function middleware(): array
    {
        return [new \Illuminate\Queue\Middleware\RateLimited('api')]; // want QL215
    }
`),
		Good: queueConfig("90") + redisCache + jobExample("Call", `    public $tries = 25;

    public $maxExceptions = 3;

    public function middleware(): array
    {
        return [new \Illuminate\Queue\Middleware\RateLimited('api')];
    }
`),
		References: []string{"https://laravel.com/docs/12.x/queues#job-middleware", "https://laravel.com/docs/12.x/queues#rate-limiting"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, l := range byMiddleware(app, func(j *queue.Job, m *queue.Middleware) bool { return certainly(m.Releases, true) && singleAttempt(j) }) {
			_, from := sureAttempts(l.jobs[0])
			d := l.releasesOnlyAttempt()
			if !from.Place().IsZero() {
				d.Related = append(d.Related, place(diag.RoleCap, from, l.jobs[0].Span, "one attempt"))
			}
			d.Related = append(d.Related, l.users()...)
			out = append(out, settle(d, from))
		}
		for _, l := range byMiddleware(app, func(j *queue.Job, m *queue.Middleware) bool {
			return certainly(m.Releases, true) && singleByDefault(app, j)
		}) {
			d := l.releasesOnlyAttempt()
			d.Severity = diag.Info
			d.Message = fmt.Sprintf("%s leaves its attempts to the worker (one unless --tries says otherwise), and %s uses one up when it puts the job back", l.what(), short(l.middleware.Class))
			d.Outcome = "with one attempt: " + d.Outcome
			d.Related = l.users()
			out = append(out, d)
		}
		return out
	},
}

// singleAttempt says that a job is known to have one attempt.
func singleAttempt(j *queue.Job) bool {
	a, _ := sureAttempts(j)
	return a.known && !a.unlimited && a.n == 1 && reachesQueue(j)
}

// singleByDefault says that a job has no bound of its own and that no worker is declared that gives it one: queue:work makes one attempt
// by default (since 6.0).
func singleByDefault(app *queue.App, j *queue.Job) bool {
	if app.Horizon || app.MoreWorkers != "" || !j.Tries.IsAbsent() || !j.RetryUntil.IsAbsent() || app.Versions.Framework.AtLeast(6, 0, 0) != queue.Yes {
		return false
	}
	for _, c := range j.Candidates {
		if len(c.Workers) > 0 {
			return false
		}
	}
	return len(j.Candidates) > 0 && reachesQueue(j)
}

func (l lockedJobs) releasesOnlyAttempt() *diag.Diagnostic {
	j, m := l.jobs[0], l.middleware
	name := short(m.Class)
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: m.Span, Role: diag.RoleGuard, Label: "puts the job back on the queue"},
		Message:  fmt.Sprintf("%s has one attempt, and %s uses it up when it puts the job back", l.what(), name),
		Outcome:  "a job that has to wait is marked failed (MaxAttemptsExceededException) by the next worker that takes it; it never runs",
		Fix:      "give it more attempts ($tries, or retryUntil() with $maxExceptions), or ->dontRelease() where it may be dropped",
		Names:    []string{j.Class, name},
		Cause:    "attempts of " + j.Class,
	}
	switch m.Kind {
	case queue.ThrottlesExceptions:
		d.Outcome = "the first exception puts the job back instead of failing it; the next worker marks it failed with a MaxAttemptsExceededException, and the exception itself is lost"
		d.Fix = "give it more attempts ($tries, or retryUntil())"
	case queue.ReleaseMiddleware:
		d.Fix = "give it more attempts ($tries, or retryUntil())"
	}
	return d
}
