package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var batchIgnoresJobQueue = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL502", Slug: "batch-ignores-job-queue", Severity: diag.Info,
		Summary: "a job in a batch has a queue or connection of its own, which the batch passes over",
		Why: "`Bus::batch()` pushes all its jobs to one connection and one queue: those of `onConnection()` and `onQueue()` of the batch, or the defaults. What a job's " +
			"class says about its queue or connection does not count. The later jobs of a chain within a batch do keep theirs.\n\nThe rule speaks of jobs that are " +
			"written in the batch and whose class chooses for sure.",
		Fix: "Say `->onQueue()` or `->onConnection()` on the batch.",
		Bad: queueConfig("90") + batchedJob("Batchable, Queueable", `
    public function __construct()
    {
        $this->onQueue('imports');
    }
`, "", " // want QL502"),
		Good: queueConfig("90") + batchedJob("Batchable, Queueable", `
    public function __construct()
    {
        $this->onQueue('imports');
    }
`, "->onQueue('imports')", ""),
		References: []string{"https://laravel.com/docs/12.x/queues#job-batching"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, b := range app.Batches {
			for _, m := range b.Members {
				if m.Queue != nil && !b.Queue {
					out = append(out, batchIgnores(b, m, "queue", m.Queue, "onQueue"))
				}
				if m.Connection != nil && !b.Connection {
					out = append(out, batchIgnores(b, m, "connection", m.Connection, "onConnection"))
				}
			}
		}
		return distinct(out)
	},
}

func batchIgnores(b *queue.Batch, m queue.BatchMember, what string, own *queue.Origin, method string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Severity: diag.Info,
		Place:    diag.Place{Span: m.Span, Role: diag.RoleElsewhere, Label: "goes where the batch goes"},
		Message:  fmt.Sprintf("the batch passes over the %s that %s chooses for itself", what, m.Job.Name),
		Related:  []diag.Place{place(diag.RoleSelects, own, m.Job.Span, "the job's own "+what)},
		Outcome:  fmt.Sprintf("the job goes to the default %s, whatever its class says", what),
		Fix:      fmt.Sprintf("add ->%s() to the batch", method),
		Names:    []string{m.Job.Class, what},
		Cause:    "batch at " + b.Span.Path(),
	}
}
