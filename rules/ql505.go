package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var inlineDriverIgnoresKnobs = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL505", Slug: "inline-driver-ignores-knobs", Severity: diag.Info,
		Summary: "jobs set attempts, pauses or a delay, but their connection runs them without a worker",
		Why: "The drivers `deferred` and `background` run a job in the process that dispatches it, or in a new one: once, without a worker. There is no second " +
			"attempt, no pause, no timeout and no delay, whatever the job says. `deferred` does not even run it where the response is an error. A job that " +
			"chooses a `sync` connection itself is meant too; a default of `sync` is mostly a development setting and QL336's.",
		Fix: "Send these jobs to a connection that a worker reads, or remove the knobs.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.40"}}
-- config/queue.php --
<?php

return [
    'default' => 'deferred', // want QL505
    'connections' => [
        'deferred' => ['driver' => 'deferred'],
    ],
];
` + jobExample("Import", "    public $tries = 5;\n\n    public $backoff = 30;\n"),
		Good: queueConfig("90") + jobExample("Import", "    public $tries = 5;\n\n    public $backoff = 30;\n"),
		References: []string{
			"https://laravel.com/docs/12.x/queues#connections-vs-queues",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			var jobs []*queue.Job
			var selected *queue.Origin
			for _, j := range app.Jobs {
				if o := alwaysInline(j, c); o != nil && len(reliedOn(j)) > 0 {
					jobs = append(jobs, j)
					selected = o
				}
			}
			if len(jobs) == 0 {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleSelects, selected, orSpan(c.Span, jobs[0].Span), "no worker takes these jobs"),
				Message:  fmt.Sprintf("%q (%s) runs jobs without a worker, and %s set %s", c.Name, driverOf(c), names(jobNames(jobs)), names(reliedOnBy(jobs))),
				Outcome:  "each runs once, where it is dispatched: what it says of attempts, pauses, limits and delays does nothing",
				Fix:      "send them to a connection that a worker reads, or remove the knobs",
				Names:    []string{c.Name},
				Cause:    "driver of " + c.Name,
			}
			if len(jobs) == 1 {
				d.Message = fmt.Sprintf("%q (%s) runs jobs without a worker, and %s sets %s", c.Name, driverOf(c), jobs[0].Name, names(reliedOn(jobs[0])))
			}
			for _, j := range jobs {
				d.Related = append(d.Related, diag.Place{Span: j.Span, Role: diag.RoleElsewhere, Label: j.Name + " sets " + names(reliedOn(j))})
			}
			out = append(out, settle(d, selected))
		}
		return out
	},
}

// alwaysInline is what selected a connection without workers as the only one of a job; nil where the job may run elsewhere.
func alwaysInline(j *queue.Job, c *queue.Connection) *queue.Origin {
	if j.Abstract || j.OnlySync || len(j.Candidates) != 1 || j.Candidates[0].Connection != c {
		return nil
	}
	switch driverOf(c) {
	case "deferred", "background":
	case "sync":
		if j.Connection.IsAbsent() {
			return nil
		}
	default:
		return nil
	}
	return j.Candidates[0].Selected
}

// reliedOn lists the knobs of a job that only a worker gives a meaning. One attempt and a timeout need none.
func reliedOn(j *queue.Job) []string {
	var out []string
	if n, ok := j.Tries.Get(); ok && n > 1 || j.Tries.IsInfinite() {
		out = append(out, "tries")
	}
	if all, ok := j.Backoff.Get(); ok && len(all) > 0 && !pauseless(j.Backoff) {
		out = append(out, "backoff")
	}
	if until, ok := j.RetryUntil.Get(); ok && until {
		out = append(out, "retryUntil")
	}
	if d, has := declared(j, "delay", queue.PropertyForm); has && visible(d) {
		if s, ok := literal(d); ok && s != (queue.Scalar{Kind: queue.IntScalar}) {
			out = append(out, "delay")
		}
	}
	return out
}

func reliedOnBy(jobs []*queue.Job) []string {
	var all []string
	for _, j := range jobs {
		all = append(all, reliedOn(j)...)
	}
	return slices.Compact(slices.Sorted(slices.Values(all)))
}
