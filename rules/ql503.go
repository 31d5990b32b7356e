package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var batchWithoutBatchable = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL503", Slug: "batch-without-batchable", Severity: diag.Error,
		Summary: "a job in a batch does not use the trait that a batch needs",
		Why: "`Bus::batch()` takes only jobs that use `Illuminate\\Bus\\Batchable`. Any other makes it throw where it is called: a RuntimeException, before Laravel 11 the " +
			"call of an undefined method.\n\nThe rule is silent where a parent or trait of the class is not part of the repository.",
		Fix:        "Add `use Batchable;` to the job.",
		Bad:        queueConfig("90") + batchedJob("Queueable", "", "", " // want QL503"),
		Good:       queueConfig("90") + batchedJob("Batchable, Queueable", "", "", ""),
		References: []string{"https://laravel.com/docs/12.x/queues#defining-batchable-jobs"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, b := range app.Batches {
			for _, m := range b.Members {
				if m.Batchable != queue.No {
					continue
				}
				out = append(out, &diag.Diagnostic{
					Severity: diag.Error,
					Place:    diag.Place{Span: m.Span, Role: diag.RoleElsewhere, Label: "put into a batch"},
					Message:  m.Job.Name + " is put into a batch and does not use Batchable",
					Related:  []diag.Place{{Span: m.Job.Span, Role: diag.RoleOrigin, Label: "without the trait, its parents and traits included"}},
					Outcome:  "the place that makes the batch throws, and none of its jobs is queued",
					Fix:      fmt.Sprintf("add `use Illuminate\\Bus\\Batchable;` to %s", m.Job.Name),
					Names:    []string{m.Job.Class},
					Cause:    "Batchable of " + m.Job.Class,
				})
			}
		}
		return out
	},
}
