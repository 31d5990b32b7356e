package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var retryUntilOverridesTries = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL210", Slug: "retry-until-overrides-tries", Severity: diag.Info,
		Summary: "a job has both tries and retryUntil, of which one counts",
		Why: "Since Laravel 8.15 `retryUntil()` overrides `$tries`: the job is tried until that time, however often. Before, an exception at the last of its " +
			"tries failed the job all the same (a warning there). The rule is silent where the version is open, and for `$tries = 0`.",
		Fix: "Remove the one that is not meant.",
		Bad: queueConfig("90") + jobExample("Import", `    public $tries = 3; // want QL210

    public function retryUntil(): \DateTime
    {
        return now()->addHour();
    }
`),
		Good: queueConfig("90") + jobExample("Import", `    public function retryUntil(): \DateTime
    {
        return now()->addHour();
    }
`),
		References: []string{"https://laravel.com/docs/12.x/queues#time-based-attempts"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		since := app.Versions.Framework.AtLeast(8, 15, 0)
		if since == queue.Maybe {
			return nil
		}
		var out []*diag.Diagnostic
		both := func(j *queue.Job) bool {
			until, ok := j.RetryUntil.Get()
			n, set := j.Tries.Get()
			return ok && until && set && n > 0 && !j.Abstract && !j.Tries.Origin().Place().IsZero()
		}
		for _, jobs := range byPlace(app.Jobs, both, func(j *queue.Job) source.Span { return j.Tries.Origin().Place() }) {
			j := jobs[0]
			n, _ := j.Tries.Get()
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleCap, j.Tries.Origin(), j.Span, "not counted"),
				Message:  fmt.Sprintf("%s: tries is %d, but retryUntil is there too: the time counts, not the tries", names(jobNames(jobs)), n),
				Outcome:  "the job is tried until that time, however often it fails",
				Fix:      "remove the one that is not meant",
				Names:    []string{j.Class},
				Cause:    "attempts of " + j.Class,
			}
			if since == queue.No {
				d.Severity = diag.Warning
				d.Message = fmt.Sprintf("%s: tries is %d, and before Laravel 8.15 it ends the job although retryUntil is there", names(jobNames(jobs)), n)
				d.Outcome = "an exception at the last of its tries marks the job failed, although its time is not over"
			}
			if at := j.RetryUntil.Origin().Place(); !at.IsZero() {
				d.Related = append(d.Related, place(diag.RoleElsewhere, j.RetryUntil.Origin(), j.Span, "the time"))
			}
			d.Related = append(d.Related, heirs(jobs)...)
			out = append(out, settle(d, j.Tries.Origin(), j.RetryUntil.Origin()))
		}
		return out
	},
}
