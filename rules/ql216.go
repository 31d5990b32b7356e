package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var overlapHotLoop = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL216", Slug: "overlap-hot-loop", Severity: diag.Info,
		Summary: "a job that meets a lock is put back without a pause",
		Why: "`WithoutOverlapping` puts a job that finds the lock taken back on the queue, by default at once. A worker takes it again within milliseconds, and each " +
			"time costs an attempt: three attempts are gone within 10 ms, and the job is marked failed although the lock was free a second later. With unlimited " +
			"attempts, or `retryUntil()`, it goes round hundreds of times a second for as long as the lock is held.\n\nThe rule speaks where the attempts are known and " +
			"more than one (one alone is QL215's), and where no pause is given by `releaseAfter()` or the second argument.",
		Fix: "Add `->releaseAfter(N)`, with N about as long as the job runs.",
		Bad: queueConfig("90") + redisCache + jobExample("Invoice", `    public $tries = 3;

    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(90)]; // want QL216
    }
`),
		Good: queueConfig("90") + redisCache + jobExample("Invoice", `    public $tries = 3;

    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(90)->releaseAfter(60)];
    }
`),
		References: []string{"https://laravel.com/docs/12.x/queues#preventing-job-overlaps"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, l := range byMiddleware(app, goesRound) {
			a, from := sureAttempts(l.jobs[0])
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    diag.Place{Span: l.middleware.Span, Role: diag.RoleGuard, Label: "put back without a pause"},
				Message:  fmt.Sprintf("%s is put back without a pause while another holds its lock", l.what()),
				Outcome:  fmt.Sprintf("its %d attempts are used up within milliseconds, and it is marked failed without having run", a.n),
				Fix:      "add ->releaseAfter(…), about as long as the job runs",
				Names:    []string{l.jobs[0].Class, "WithoutOverlapping"},
				Cause:    "overlap lock of " + l.middleware.In,
			}
			if a.unlimited {
				d.Outcome = "workers take it and put it back hundreds of times a second for as long as the lock is held"
			}
			if !from.Place().IsZero() && !a.unlimited {
				d.Related = append(d.Related, place(diag.RoleCap, from, l.jobs[0].Span, count(a.n, "attempt")))
			}
			d.Related = append(d.Related, l.users()...)
			out = append(out, settle(d, from))
		}
		return out
	},
}

// goesRound says that a job with several attempts is put back at once when it meets the lock.
func goesRound(j *queue.Job, m *queue.Middleware) bool {
	a, _ := sureAttempts(j)
	return m.Kind == queue.WithoutOverlapping && certainly(m.Releases, true) && pauselessRelease(m.ReleaseAfter) &&
		a.known && (a.unlimited || a.n > 1) && reachesQueue(j)
}

// pauselessRelease says that a pause is known not to be there.
func pauselessRelease(v queue.Value[time.Duration]) bool {
	d, ok := v.Get()
	return v.IsAbsent() || ok && d <= 0
}
