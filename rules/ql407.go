package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var overlapDropsJob = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL407", Slug: "overlap-drops-job", Severity: diag.Info,
		Summary: "a job that meets the lock of another is deleted",
		Why: "With `dontRelease()` (or a null as the second argument) a job that finds the lock taken is deleted without a word: no retry, no `failed()`, no row " +
			"in failed_jobs, and its chain goes on as if it had run. That is right for work that the running job does anyway (a synchronisation of everything), and a " +
			"loss for work that belongs to one message, order or file. Which of the two it is, only the code tells: information.",
		Fix: "Where each job counts, use `->releaseAfter(N)` and enough attempts instead.",
		Bad: queueConfig("90") + jobExample("Invoice", `    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(90)->dontRelease()]; // want QL407
    }
`),
		Good: queueConfig("90") + jobExample("Invoice", `    public $tries = 10;

    public function middleware(): array
    {
        return [(new \Illuminate\Queue\Middleware\WithoutOverlapping('invoice'))->expireAfter(90)->releaseAfter(30)];
    }
`),
		References: []string{"https://laravel.com/docs/12.x/queues#preventing-job-overlaps"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, l := range byMiddleware(app, func(_ *queue.Job, m *queue.Middleware) bool {
			return m.Kind == queue.WithoutOverlapping && certainly(m.Releases, false)
		}) {
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleGuard, l.middleware.Releases.Origin(), l.middleware.Span, "deleted, not put back"),
				Message:  fmt.Sprintf("%s: a job that meets the lock of another is deleted without a word", l.what()),
				Outcome:  "no retry, no failed(), no row in failed_jobs; a chain goes on as if it had run",
				Fix:      "if each job counts, use ->releaseAfter(30) and enough attempts instead",
				Names:    []string{l.jobs[0].Class, "WithoutOverlapping"},
				Cause:    "overlap lock of " + l.middleware.In,
			}
			d.Related = l.users()
			out = append(out, d)
		}
		return out
	},
}
