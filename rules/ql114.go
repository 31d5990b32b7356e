package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var timeoutNotEnforced = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL114", Slug: "timeout-not-enforced", Severity: diag.Warning,
		Summary: "the worker runs in a way in which the timeouts of jobs do nothing",
		Why: "`queue:work --once` sets no alarm: neither `--timeout` nor a job's own timeout ends a job, and SIGTERM kills it in the middle. `queue:listen` starts " +
			"such a worker for every job: a job's own timeout is ignored, `--timeout` kills the child without `failed()` and ends the listener as well, " +
			"and when it is told to stop it leaves at once while its child goes on alone. A lease that a timeout was to stay below is then protected by nothing.\n\n" +
			"`--once` is reported where a job that the worker takes has a timeout; `queue:listen` wherever a process manager runs it. A missing ext-pcntl, which " +
			"has the same effect, is another rule's.",
		Fix: "Run `queue:work` without `--once`; it is restarted by the process manager after `--max-jobs` or `--max-time`.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:listen redis --tries=1 ; want QL114
autorestart=true
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://laravel.com/docs/12.x/queues#running-the-queue-worker"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var seen []source.Span
		for _, w := range app.Workers {
			if w.Program == nil || slices.Contains(seen, w.Span) {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "sets no alarm for its jobs"},
				Names:    []string{w.Program.Manager.String(), w.Name},
				Cause:    "way of working of " + w.Name,
			}
			switch {
			case w.Kind == queue.Listen:
				d.Message = fmt.Sprintf("%s does not enforce the timeouts of jobs", describeWorker(w))
				d.Outcome = "a job that hangs, hangs until --timeout kills its process without failed() and ends the listener; a stop leaves the job's process behind alone"
				d.Fix = "run queue:work instead"
			case w.Once && w.Kind == queue.Work:
				j, limit := limited(w)
				if j == nil {
					continue
				}
				d.Message = fmt.Sprintf("%s runs with --once, which does not enforce the timeout of %s (%s)", describeWorker(w), j.Name, limit)
				d.Related = []diag.Place{place(diag.RoleCap, j.Timeout.Origin(), j.Span, limit+": not enforced")}
				d.Outcome = "the job runs on past its timeout, and a stop kills it in the middle"
				d.Fix = "run queue:work without --once; --max-jobs=1 ends it after one job as well, with timeout and signals"
			default:
				continue
			}
			seen = append(seen, w.Span) // several services may run one script
			out = append(out, soften(d, w.Development != ""))
		}
		return out
	},
}

// limited is a job of a worker that has a timeout, and that timeout; nil without any.
func limited(w *queue.Worker) (*queue.Job, string) {
	for _, j := range sureJobs(w) {
		if t, ok := j.Timeout.Get(); ok && t > 0 {
			return j, secs(t)
		}
	}
	return nil, ""
}
