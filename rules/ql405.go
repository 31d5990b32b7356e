package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var overlapLockNeverExpires = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL405", Slug: "overlap-lock-never-expires", Severity: diag.Warning,
		Summary: "the lock of WithoutOverlapping has no expiry",
		Why: "`WithoutOverlapping` takes a lock before the job runs and gives it back when `handle()` is through. A worker that is killed in the middle " +
			"(its own timeout, out of memory, a deploy that does not wait) never gives it back. Without `expireAfter()` the lock then stays: on redis, " +
			"memcached and file for ever. Every later job with the same key is put back at once until its attempts are used up, or with `dontRelease()` " +
			"deleted without a word. One timeout is enough: of three attempts one really runs.\n\nOn the database and dynamodb stores such a lock ends " +
			"after a day; there the finding is information. The rule is silent where an expiry is given, as the third argument or by `expireAfter()`, in " +
			"any branch, and where it cannot be followed.",
		Fix: "Add `->expireAfter(N)`, with N above the job's timeout.",
		Bad: queueConfig("90") + jobExample("Invoice", `    public $timeout = 60;

    public function middleware(): array
    {
        return [new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice')]; // want QL405
    }
`),
		Good: queueConfig("90") + jobExample("Invoice", `    public $timeout = 60;

    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(90)];
    }
`),
		References: []string{
			"https://laravel.com/docs/12.x/queues#preventing-job-overlaps",
			"https://github.com/laravel/framework/blob/12.x/src/Illuminate/Queue/Middleware/WithoutOverlapping.php",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		k, known := keeperOf(app, defaultStore())
		if known && !k.guards() {
			return nil // such a lock is another rule's
		}
		var out []*diag.Diagnostic
		for _, l := range byMiddleware(app, func(_ *queue.Job, m *queue.Middleware) bool {
			return m.Kind == queue.WithoutOverlapping && unending(m.ExpireAfter)
		}) {
			out = append(out, l.withoutExpiry(k))
		}
		return out
	},
}

func (l lockedJobs) withoutExpiry(k keeper) *diag.Diagnostic {
	j := l.jobs[0]
	fate := "is released again and again until its attempts are used up"
	if certainly(l.middleware.Releases, false) {
		fate = "is deleted without a word"
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: l.middleware.Span, Role: diag.RoleGuard, Label: "a lock that only the job itself gives back"},
		Message:  fmt.Sprintf("the lock of %s against overlapping has no expiry", l.what()),
		Outcome:  fmt.Sprintf("a worker that is killed in the middle keeps the lock %s: until then every job with its key %s", k.lasting(), fate),
		Fix:      "add ->expireAfter(…) with more seconds than the job may run",
		Names:    []string{j.Class, "WithoutOverlapping"},
		Cause:    "overlap locks without an expiry: ",
	}
	if k.dayLong() {
		d.Severity = diag.Info
	}
	if limit, w, ok := limitOf(j); ok {
		if t, finite := limit.Get(); finite {
			d.Fix = fmt.Sprintf("add ->expireAfter(%s)", plain(above(t)))
			d.Related = append(d.Related, limitPlace(j, limit, w))
		}
	}
	d.Cause += d.Fix
	d.Related = append(d.Related, l.users()...)
	return d
}
