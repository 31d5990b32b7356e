package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var workerNeverRecycled = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL337", Slug: "worker-never-recycled", Severity: diag.Info,
		Summary: "a worker runs until something stops it, with neither --max-jobs nor --max-time",
		Why: "A worker is one PHP process for all its jobs: memory that one leaves behind stays, and so do stale connections and static state. " +
			"`--max-jobs=1000` or `--max-time=3600` lets it leave between two jobs; the process manager starts it anew. `--memory` (128 MB) ends it too, but " +
			"only once it has grown. Information, one finding for all workers of an application.",
		Fix: "Add `--max-time=3600` or `--max-jobs=1000`, with `autorestart=true`.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1 ; want QL337
autorestart=true
stopwaitsecs=70
`,
		Good:       queueConfig("90") + programExample("php artisan queue:work redis --tries=1 --max-time=3600"),
		References: []string{"https://laravel.com/docs/12.x/queues#running-the-queue-worker"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var old []*queue.Worker
		for _, w := range app.Workers {
			// A flag whose value is not known may be the limit.
			limited := w.Option("max-jobs") != nil || w.Option("max-time") != nil || w.Option("stop-when-empty") != nil
			if w.Kind == queue.Work && !w.Once && !limited && w.Development == "" && wordsKnown(w) {
				old = append(old, w)
			}
		}
		if len(old) == 0 || app.Versions.Framework.AtLeast(8, 0, 0) == queue.No {
			return nil
		}
		d := &diag.Diagnostic{
			Severity: diag.Info,
			Place:    diag.Place{Span: old[0].Span, Role: diag.RoleWorker, Label: "neither --max-jobs nor --max-time"},
			Message:  describeWorker(old[0]) + " is never recycled",
			Outcome:  "memory, connections and static state pile up in one process over all its jobs",
			Fix:      "add --max-time=3600 or --max-jobs=1000",
			Names:    []string{old[0].Name},
			Cause:    "recycling of the workers in " + app.Root,
		}
		for _, other := range old[1:] {
			d.Related = append(d.Related, diag.Place{Span: other.Span, Role: diag.RoleElsewhere, Label: describeWorker(other) + " too"})
		}
		return []*diag.Diagnostic{d}
	},
}

// wordsKnown says that no word of a worker's command may hold options that are not seen.
func wordsKnown(w *queue.Worker) bool {
	for _, word := range w.Command.Words {
		if word.Why != "" {
			return false
		}
	}
	return true
}
