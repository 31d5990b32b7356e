package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var backoffListLongerThanRetries = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL206", Slug: "backoff-list-longer-than-retries", Severity: diag.Info,
		Summary: "a job's list of pauses is longer than its retries",
		Why: "With three attempts there are two pauses: the third entry of `[10, 60, 300]` is never used, although the list reads as if the job held out for " +
			"six minutes. A list that is shorter is fine: its last entry repeats. Unlimited attempts, `retryUntil()` and attempts that are not known are silent.",
		Fix:  "Raise `$tries` to one more than the list has entries, or shorten the list.",
		Bad:  queueConfig("90") + jobExample("Import", "    public $tries = 3;\n\n    public $backoff = [10, 60, 300]; // want QL206\n"),
		Good: queueConfig("90") + jobExample("Import", "    public $tries = 4;\n\n    public $backoff = [10, 60, 300];\n"),
		References: []string{
			"https://laravel.com/docs/12.x/queues#dealing-with-failed-jobs",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		longer := func(j *queue.Job) bool {
			pauses, ok := j.Backoff.Get()
			a, _ := sureAttempts(j)
			return ok && !j.Abstract && reachesWorker(j) && a.known && !a.unlimited && a.n > 1 && len(pauses) > a.n-1
		}
		var out []*diag.Diagnostic
		for _, jobs := range byPlace(app.Jobs, longer, backoffPlace) {
			j := jobs[0]
			pauses, _ := j.Backoff.Get()
			a, tries := sureAttempts(j)
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleElsewhere, j.Backoff.Origin(), j.Span, count(len(pauses), "pause")),
				Message:  fmt.Sprintf("%s: %s listed, but %s use only %d", names(jobNames(jobs)), count(len(pauses), "pause"), count(a.n, "attempt"), a.n-1),
				Outcome:  "the job is marked failed before the last pauses of the list",
				Fix:      fmt.Sprintf("set $tries to %d, or shorten the list", len(pauses)+1),
				Names:    []string{j.Class},
				Cause:    "attempts of " + j.Class,
			}
			if !tries.Place().IsZero() {
				d.Related = append(d.Related, place(diag.RoleCap, tries, j.Span, fmt.Sprintf("%d attempts", a.n)))
			}
			d.Related = append(d.Related, heirs(jobs)...)
			out = append(out, settle(d, j.Backoff.Origin(), tries))
		}
		return out
	},
}
