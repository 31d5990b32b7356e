package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var retriesWithoutBackoff = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL204", Slug: "retries-without-backoff", Severity: diag.Info,
		Summary: "a worker tries failed jobs again without a pause",
		Why: "Without `--backoff` a job that fails is tried again at once: three attempts against a service that is down for a minute are gone within a " +
			"second. Nearly every application has it so, which is why this is information, one finding for all workers of an application.\n\nJobs with a " +
			"`$backoff` of their own are not meant; a worker all of whose known jobs have one is silent, and so is one with a single attempt. Unlimited " +
			"attempts are QL201's.",
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
		var hasty []*queue.Worker
		for _, w := range app.Workers {
			n, ok := w.Tries.Get()
			if ok && n > 1 && w.Development == "" && w.Kind != queue.HorizonMaster && pauseless(w.Backoff) && !pausesThemselves(w) {
				hasty = append(hasty, w)
			}
		}
		if len(hasty) == 0 {
			return nil
		}
		w := hasty[0]
		n, _ := w.Tries.Get()
		d := &diag.Diagnostic{
			Severity: diag.Info,
			Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "no backoff"},
			Message:  fmt.Sprintf("%s makes %d attempts with no pause between them", describeWorker(w), n),
			Outcome:  "a service that is down for a moment uses up every attempt within a second",
			Fix:      "add a backoff, such as --backoff=10,60",
			Names:    []string{w.Name},
			Cause:    "backoff of the workers in " + app.Root,
		}
		for _, other := range hasty[1:] {
			d.Related = append(d.Related, diag.Place{Span: other.Span, Role: diag.RoleElsewhere, Label: describeWorker(other) + " too"})
		}
		return []*diag.Diagnostic{settle(d, w.Tries.Origin(), w.Backoff.Origin())}
	},
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
