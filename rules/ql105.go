package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var unlimitedTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL105", Slug: "unlimited-timeout", Severity: diag.Warning,
		Summary: "a job or worker has no time limit on a connection that hands jobs out again",
		Why: `A timeout of 0, a negative or an empty one (` + "`--timeout=`" + `, ` + "`'timeout' => null`" + ` in a Horizon environment, which erases the default) switches the
limit off. The connection's ` + "`retry_after`" + ` stays: a job that takes longer is handed to a second worker, however healthy the first one is, and a
job that hangs keeps its worker for ever.

It is an error for a job that says so itself and that may be attempted more than once: it will run several times at once.`,
		Fix: `Give the job or the worker a timeout below ` + "`retry_after`" + `.`,
		Bad: queueConfig("90") + `-- app/Jobs/Export.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class Export implements ShouldQueue
{
    use Queueable;

    public $tries = 3;

    public $timeout = 0; // want QL105

    public function handle(): void {}
}
`,
		Good: queueConfig("90") + `-- app/Jobs/Export.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class Export implements ShouldQueue
{
    use Queueable;

    public $tries = 3;

    public $timeout = 60;

    public function handle(): void {}
}
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		return slices.Concat(unlimitedJobs(app), unlimitedWorkers(app), unlimitedPools(app))
	},
}

// queueConfig is the part of an example that every rule about one redis connection needs.
func queueConfig(retryAfter string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => ` + retryAfter + `],
    ],
];
`
}

func unlimitedJobs(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	unlimited := func(j *queue.Job) bool {
		candidates, _ := destinations(app, j)
		allLeased := !slices.ContainsFunc(candidates, func(c queue.Candidate) bool { _, ok := leases(c.Connection); return !ok })
		return !j.Abstract && j.Timeout.IsInfinite() && len(candidates) > 0 && allLeased
	}
	for _, jobs := range byPlace(app.Jobs, unlimited, func(j *queue.Job) source.Span { return j.Timeout.Origin().Place() }) {
		out = append(out, reportUnlimited(app, jobs))
	}
	return out
}

// reportUnlimited is the finding about jobs that share one value. The worst of them decides.
func reportUnlimited(app *queue.App, jobs []*queue.Job) *diag.Diagnostic {
	j := jobs[0]
	candidates, inline := destinations(app, j)
	c := candidates[0]
	all, _ := leases(c.Connection)
	lease, _ := extreme(all, true).Get()
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleCap, j.Timeout.Origin(), j.Span, "no limit (beats --timeout of the worker)"),
		Message:  fmt.Sprintf("%s may run without limit, but %q gives it to another worker after %s", names(jobNames(jobs)), c.Connection.Name, secs(lease)),
		Related:  append([]diag.Place{leasePlace(c.Connection, extreme(all, true))}, heirs(jobs)...),
		Outcome:  "a job that takes longer than " + secs(lease) + " is handed to a second worker; one that hangs keeps its worker for ever",
		Fix:      "give the job a timeout below " + plain(lease),
		Names:    []string{j.Class, c.Connection.Name},
		Cause:    leaseCause(app, c.Connection),
	}
	for _, job := range jobs {
		if a := attemptsOf(job, c.Workers); a.known && (a.unlimited || a.n > 1) {
			d.Severity = diag.Error
		}
	}
	if inline != "" {
		d.Severity = diag.Info
		d.Outcome = inline + "; once a worker takes it: " + d.Outcome
	}
	return settle(d, j.Timeout.Origin(), extreme(all, true).Origin(), c.Selected)
}

func unlimitedWorkers(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, w := range app.Workers {
		if w.Kind != queue.Work && w.Kind != queue.Listen && w.Kind != queue.Declared || w.Once || !w.Timeout.IsInfinite() {
			continue
		}
		if d := unlimitedWorker(app, w); d != nil {
			d.Place = diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker has no limit"}
			d.Related = append(d.Related, selection(app, w)...)
			out = append(out, soften(d, w.Development != ""))
		}
	}
	return out
}

// unlimitedWorker is the finding about a worker or pool without limit; nil where its connection hands nothing out again.
func unlimitedWorker(app *queue.App, w *queue.Worker) *diag.Diagnostic {
	all, ok := leases(w.On)
	if !ok {
		return nil
	}
	lease, _ := extreme(all, true).Get()
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Message:  describeWorker(w) + " sets no limit, but \"" + w.On.Name + "\" gives a job to another worker after " + secs(lease),
		Related:  []diag.Place{leasePlace(w.On, extreme(all, true))},
		Outcome:  "a job that takes longer than " + secs(lease) + " is handed to a second worker; one that hangs keeps its worker for ever",
		Fix:      "set a timeout below " + plain(lease),
		Names:    []string{w.Name, w.On.Name},
		Cause:    leaseCause(app, w.On),
	}
	return settle(d, w.Timeout.Origin(), extreme(all, true).Origin(), w.Connection.Or(app.DefaultConnection).Origin())
}

func unlimitedPools(app *queue.App) []*diag.Diagnostic {
	var groups pools
	for _, w := range supervisors(app) {
		if _, ok := leases(w.On); ok && w.Timeout.IsInfinite() {
			groups.add(w, orSpan(w.Timeout.Origin().Place(), w.Span), w.On.Name)
		}
	}
	var out []*diag.Diagnostic
	for _, g := range groups.pools {
		d := unlimitedWorker(app, g.worker)
		if s, ok := g.worker.Settings["timeout"].Value.Get(); ok && s.Kind == queue.IntScalar && s.Int == 0 {
			d.Severity = diag.Error
			d.Outcome += "; a deploy or a scale-down kills its workers at once, because Horizon waits 0s for them"
		}
		d.Place = place(diag.RoleCap, g.worker.Timeout.Origin(), g.worker.Span, "no limit for jobs without one of their own")
		out = append(out, g.report(app, d))
	}
	return out
}
