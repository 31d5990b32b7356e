package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var overlapLockBelowTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL406", Slug: "overlap-lock-below-timeout", Severity: diag.Warning,
		Summary: "the lock of WithoutOverlapping ends before the job has to",
		Why: "`expireAfter()` is there for the worker that dies. It counts from the moment when the job takes the lock, so it must be at least as long as " +
			"the job may run: otherwise the lock ends in the middle of a long run, another worker takes it, and the two jobs overlap after all. The one " +
			"that ends first does not give the other's lock back, but by then it is too late.\n\nThe job's limit is its own `$timeout`, or that of the " +
			"declared workers that take it. Equal values are fine: the job's own clock starts first. The rule is silent where one of the two is not known.",
		Fix: "Set `expireAfter()` to the job's timeout or above.",
		Bad: queueConfig("360") + jobExample("Invoice", `    public $timeout = 300;

    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(180)]; // want QL406
    }
`),
		Good: queueConfig("360") + jobExample("Invoice", `    public $timeout = 300;

    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(330)];
    }
`),
		References: []string{"https://laravel.com/docs/12.x/queues#preventing-job-overlaps"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if k, known := keeperOf(app, defaultStore()); known && !k.guards() {
			return nil
		}
		var out []*diag.Diagnostic
		for _, l := range byMiddleware(app, endsEarly) {
			out = append(out, l.endsEarly())
		}
		return out
	},
}

// endsEarly says that the lock of a middleware ends before the job has to.
func endsEarly(j *queue.Job, m *queue.Middleware) bool {
	if m.Kind != queue.WithoutOverlapping {
		return false
	}
	end, ok := lockEnd(m.ExpireAfter)
	limit, _, limited := limitOf(j)
	return ok && limited && shorter(end, limit)
}

func (l lockedJobs) endsEarly() *diag.Diagnostic {
	j := l.jobs[0]
	end, _ := lockEnd(l.middleware.ExpireAfter)
	limit, w, _ := limitOf(j)
	for _, other := range l.jobs[1:] {
		if t, by, _ := limitOf(other); shorter(limit, t) {
			j, limit, w = other, t, by
		}
	}
	lock, _ := end.Get()
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleGuard, end.Origin(), l.middleware.Span, fmt.Sprintf("%s: how long the lock lasts", secs(lock))),
		Related:  []diag.Place{limitPlace(j, limit, w)},
		Names:    []string{j.Class, "WithoutOverlapping"},
		Cause:    "overlap lock of " + l.middleware.In,
	}
	if t, finite := limit.Get(); finite {
		d.Message = fmt.Sprintf("the lock of %s against overlapping ends after %s, but the job may run %s", l.what(), secs(lock), secs(t))
		d.Outcome = fmt.Sprintf("from %s on another worker may run a job with the same key, for up to %s beside the first", secs(lock), secs(t-lock))
		d.Fix = fmt.Sprintf("set expireAfter to %s", plain(above(t)))
		if w != nil {
			d.Fix = fmt.Sprintf("give the job a $timeout of at most %s, or %s", plain(lock), d.Fix)
		}
		d.Timeline = &diag.Timeline{
			Marks: []time.Duration{0, lock, t},
			Bars:  []diag.Bar{{Label: "worker 1", Start: 0, End: t}, {Label: "worker 2: the same key", Start: lock, Open: true}},
		}
	} else {
		d.Message = fmt.Sprintf("the lock of %s against overlapping ends after %s, but the job has no time limit", l.what(), secs(lock))
		d.Outcome = fmt.Sprintf("from %s on another worker may run a job with the same key beside the first", secs(lock))
		d.Fix = "give the job a $timeout, and set expireAfter above it"
	}
	d.Related = append(d.Related, l.users()...)
	return settle(d, end.Origin(), limit.Origin())
}
