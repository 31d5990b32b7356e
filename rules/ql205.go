package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var backoffNeverUsed = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL205", Slug: "backoff-never-used", Severity: diag.Info,
		Summary: "a job has a backoff and one attempt only",
		Why: "A pause before the next attempt does nothing where there is no next attempt. The attempts are the job's own `$tries`, or those of the workers " +
			"that take it, where all of them are declared and agree. A job with `retryUntil()` is silent.",
		Fix:  "Give the job more attempts, or remove its backoff.",
		Bad:  queueConfig("90") + jobExample("Import", "    public $tries = 1;\n\n    public $backoff = 30; // want QL205\n"),
		Good: queueConfig("90") + jobExample("Import", "    public $tries = 3;\n\n    public $backoff = 30;\n"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		single := func(j *queue.Job) bool {
			_, ok := j.Backoff.Get()
			a, _ := sureAttempts(j)
			return ok && !pauseless(j.Backoff) && !j.Abstract && reachesWorker(j) && a.known && !a.unlimited && a.n == 1
		}
		var out []*diag.Diagnostic
		for _, jobs := range byPlace(app.Jobs, single, backoffPlace) {
			j := jobs[0]
			_, tries := sureAttempts(j)
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleElsewhere, j.Backoff.Origin(), j.Span, "never used"),
				Message:  fmt.Sprintf("%s: a backoff, but a single attempt", names(jobNames(jobs))),
				Outcome:  "the job is marked failed at its first failure; the pause is never made",
				Fix:      "give it more attempts ($tries = 3), or remove the backoff",
				Names:    []string{j.Class},
				Cause:    "attempts of " + j.Class,
			}
			if !tries.Place().IsZero() {
				d.Related = append(d.Related, place(diag.RoleCap, tries, j.Span, "one attempt"))
			}
			d.Related = append(d.Related, heirs(jobs)...)
			out = append(out, settle(d, j.Backoff.Origin(), tries))
		}
		return out
	},
}

// backoffPlace is where a job's pauses are written.
func backoffPlace(j *queue.Job) source.Span { return j.Backoff.Origin().Place() }

// sureAttempts is the bound of a job and where it comes from: its own, or that of every worker that may take it, where all its
// candidate connections have declared workers and these agree.
func sureAttempts(j *queue.Job) (attempts, *queue.Origin) {
	if !j.Tries.IsAbsent() || !j.RetryUntil.IsAbsent() {
		return attemptsOf(j, nil), j.Tries.Origin()
	}
	var workers []*queue.Worker
	for _, c := range j.Candidates {
		if len(c.Workers) == 0 {
			return attempts{}, nil
		}
		workers = append(workers, c.Workers...)
	}
	if len(workers) == 0 {
		return attempts{}, nil
	}
	return attemptsOf(j, workers), workers[0].Tries.Origin()
}
