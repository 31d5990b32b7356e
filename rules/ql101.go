package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var jobTimeoutNotBelowRetryAfter = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL101", Slug: "job-timeout-not-below-retry-after", Severity: diag.Error,
		Summary: "a job may run as long as its connection's lease or longer",
		Why: `A worker that takes a job reserves it for ` + "`retry_after`" + ` seconds. If the job still runs when they end, the queue takes the worker for
dead and hands the job to the next one. The job's own ` + "`$timeout`" + ` (which beats the worker's ` + "`--timeout`" + `) is what should end it before that.

What happens depends on the attempts. With one, the second worker finds the only attempt used and marks the job failed, while the first
still works and then succeeds: ` + "`failed()`" + ` has told a customer that his order was refused, and it was not. With more, the job runs several
times at once. On redis it is marked failed at last even if every copy succeeds; on the database driver the first copy that ends stops
further ones.

Equal values collide too: the lease is stamped in whole seconds.

The rule compares only what is proved: the job's own timeout, and the lease of the connection that it is linked to by its own word, by the
workers that take its queue, or by the default connection. Where several connections are possible it speaks only if all of them are
violated. Where the repository declares exactly one worker process it is a warning: nothing collides until there is a second.`,
		Fix: `Raise ` + "`retry_after`" + ` above the longest timeout of the connection, with a margin of some seconds; or give long jobs a connection of
their own with a longer ` + "`retry_after`" + `; or shorten the job.`,
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
    ],
];
-- app/Jobs/Import.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class Import implements ShouldQueue
{
    use Queueable;

    public $timeout = 300; // want QL101

    public function handle(): void {}
}
`,
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 330],
    ],
];
-- app/Jobs/Import.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class Import implements ShouldQueue
{
    use Queueable;

    public $timeout = 300;

    public function handle(): void {}
}
`,
		References: []string{
			"https://laravel.com/docs/12.x/queues#job-expirations-and-timeouts",
			"https://github.com/laravel/framework/blob/12.x/src/Illuminate/Queue/Worker.php",
		},
	},
	Check: checkJobTimeouts,
}

// overdue is a timeout that reaches a lease, with every job that has it from the same place.
type overdue struct {
	timeout, lease queue.Value[time.Duration]
	candidate      queue.Candidate
	others         []queue.Candidate
	jobs           []*queue.Job
	// inline says why no worker takes the job as things are; "" where one does.
	inline string
}

func checkJobTimeouts(app *queue.App) []*diag.Diagnostic {
	var found []*overdue
	for _, j := range app.Jobs {
		o := overdueJob(app, j)
		if o == nil {
			continue
		}
		at := o.timeout.Origin().Place()
		i := slices.IndexFunc(found, func(f *overdue) bool {
			return f.timeout.Origin().Place() == at && at != source.Span{} && f.candidate.Connection == o.candidate.Connection && f.inline == o.inline
		})
		if i < 0 {
			found = append(found, o)
		} else {
			found[i].jobs = append(found[i].jobs, j)
		}
	}
	lonely := processes(app, nil) == 1
	var out []*diag.Diagnostic
	for _, o := range found {
		out = append(out, o.report(app, lonely))
	}
	return out
}

// overdueJob compares a job's own timeout with the leases of every connection that it may run on.
func overdueJob(app *queue.App, j *queue.Job) *overdue {
	if j.Abstract {
		return nil
	}
	candidates, inline := destinations(app, j)
	var o *overdue
	for _, c := range candidates {
		t, l, ok := reached(j.Timeout, c.Connection)
		if !ok {
			return nil
		}
		if o == nil {
			o = &overdue{timeout: t, lease: l, candidate: c, jobs: []*queue.Job{j}, inline: inline}
		} else {
			o.others = append(o.others, c)
		}
	}
	return o
}

func (o *overdue) report(app *queue.App, lonely bool) *diag.Diagnostic {
	j, c := o.jobs[0], o.candidate.Connection
	limit, _ := o.timeout.Get()
	lease, _ := o.lease.Get()
	driver, _ := c.Driver.Get()
	a := attemptsOf(j, o.candidate.Workers)
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleCap, o.timeout.Origin(), j.Span, fmt.Sprintf("%s: the job's own limit (beats --timeout of the worker)", secs(limit))),
		Message:  fmt.Sprintf("%s may run %s, but %q gives it to another worker after %s", names(jobNames(o.jobs)), secs(limit), c.Name, secs(lease)),
		Related:  []diag.Place{leasePlace(c, o.lease)},
		Outcome:  collision(driver, a, limit, lease, processes(app, c)),
		Fix:      leaseFix(c, limit) + ", or give the job its own connection",
		Timeline: collisionTimeline(a, limit, lease),
		Names:    []string{j.Class, c.Name},
		Cause:    leaseCause(app, c),
	}
	if s := o.candidate.Selected; !s.Place().IsZero() {
		d.Related = append(d.Related, place(diag.RoleSelects, s, source.Span{}, fmt.Sprintf("the job runs on %q by this", c.Name)))
	}
	for _, other := range o.others {
		if all, ok := leases(other.Connection); ok {
			d.Related = append(d.Related, leasePlace(other.Connection, extreme(all, true)))
		}
	}
	d.Related = append(d.Related, heirs(o.jobs)...)
	if lonely {
		d.Severity = diag.Warning
		d.Outcome = "as soon as a second worker runs: " + d.Outcome
	}
	if o.inline != "" {
		d.Severity = diag.Info
		d.Outcome = o.inline + "; once a worker takes it: " + d.Outcome
	}
	return settle(d, o.timeout.Origin(), o.lease.Origin(), o.candidate.Selected)
}
