package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var backoffWithoutJitter = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL207", Slug: "backoff-without-jitter", Severity: diag.Info,
		Summary: "the pauses between attempts are the same for every job: after an outage all of them come back at once",
		Why: "When a service fails for a moment, every job that needs it fails in the same second. With fixed pauses all of them are tried again in the same " +
			"second too, and again, so that the service that just recovered gets the whole load at once. A pause that differs from job to job spreads them. The " +
			"rule speaks of jobs with several attempts and fixed pauses, one finding for an application, and names a call of another service where a handler is " +
			"seen to make one.",
		Fix: "Return pauses with a random part: `return [random_int(5, 15), random_int(45, 75)];` in `backoff()`, which runs once for each job.",
		Bad: queueConfig("90") + jobExample("Import", "    public $tries = 3;\n\n    public $backoff = [10, 60]; // want QL207\n"),
		Good: queueConfig("90") + jobExample("Import", "    public $tries = 3;\n\n    public function backoff(): array\n    {\n"+
			"        return [random_int(5, 15), random_int(45, 75)];\n    }\n"),
		References: []string{"https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		steady := func(j *queue.Job) bool {
			all, ok := j.Backoff.Get()
			a, _ := sureAttempts(j)
			return ok && len(all) > 0 && !pauseless(j.Backoff) && !j.Abstract && reachesWorker(j) && a.known && (a.unlimited || a.n > 1)
		}
		groups := byPlace(app.Jobs, steady, backoffPlace)
		if len(groups) == 0 {
			return nil
		}
		i := slices.IndexFunc(groups, func(jobs []*queue.Job) bool { return slices.ContainsFunc(jobs, callsOut) })
		first := groups[max(i, 0)]
		j := first[max(slices.IndexFunc(first, callsOut), 0)]
		var all []*queue.Job
		for _, jobs := range groups {
			all = append(all, jobs...)
		}
		d := &diag.Diagnostic{
			Severity: diag.Info,
			Place:    place(diag.RoleElsewhere, j.Backoff.Origin(), j.Span, "the same for every job"),
			Message:  fmt.Sprintf("%s: the pauses between attempts have no random part", names(jobNames(all))),
			Outcome:  "jobs that fail in the same second are tried again in the same second, all together",
			Fix:      "return pauses with a random part from backoff(), such as [random_int(5, 15), random_int(45, 75)]",
			Names:    []string{app.Root},
			Cause:    "jitter of the jobs in " + app.Root,
		}
		if e, ok := outward(j); ok {
			d.Message += fmt.Sprintf(", and %s %s (%s)", j.Name, e.Kind, e.Text)
			d.Related = append(d.Related, diag.Place{Span: e.Span, Role: diag.RoleElsewhere, Label: j.Name + " " + e.Kind.String() + ": " + e.Text})
		}
		for _, jobs := range groups {
			if other := jobs[0]; backoffPlace(other) != backoffPlace(j) {
				d.Related = append(d.Related, place(diag.RoleElsewhere, other.Backoff.Origin(), other.Span, other.Name+" too"))
			}
		}
		return []*diag.Diagnostic{settle(d, j.Backoff.Origin())}
	},
}

// callsOut says that a job is seen to make a call that leaves the machine.
func callsOut(j *queue.Job) bool {
	_, ok := outward(j)
	return ok
}
