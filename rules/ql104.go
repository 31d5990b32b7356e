package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var jobTimeoutAboveHorizonTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL104", Slug: "job-timeout-above-horizon-timeout", Severity: diag.Error,
		Summary: "a job may outlive the timeout of the Horizon supervisor that runs it",
		Why: `Horizon waits for a worker that it stops only as long as the supervisor's ` + "`timeout`" + ` says: then it kills the process. A job whose own
` + "`$timeout`" + ` is longer is cut in the middle whenever Horizon scales down or a deploy restarts it, and the master leaves after the longest
supervisor timeout whatever ` + "`stopwaitsecs`" + ` says.

Equal values are fine. With ` + "`'balance' => 'simple'`" + ` nothing scales down, so that only deploys are left: a warning.`,
		Fix: `Raise the supervisor's ` + "`timeout`" + ` to that of the longest job on its queues (and ` + "`retry_after`" + ` above both), or give long jobs a supervisor of
their own.`,
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0", "laravel/horizon": "^5.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 400],
    ],
];
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis',
                'queue' => ['default'],
                'balance' => 'auto',
                'tries' => 1,
                'timeout' => 60, // want QL104
            ],
        ],
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
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0", "laravel/horizon": "^5.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 400],
    ],
];
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis',
                'queue' => ['default'],
                'balance' => 'auto',
                'tries' => 1,
                'timeout' => 300,
            ],
        ],
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
		References: []string{"https://laravel.com/docs/12.x/horizon#job-timeout"},
	},
	Check: checkJobsAboveHorizon,
}

func checkJobsAboveHorizon(app *queue.App) []*diag.Diagnostic {
	var groups pools
	for _, w := range supervisors(app) {
		limit, ok := w.Timeout.Get()
		if !ok {
			continue
		}
		if jobs := jobsAbove(w, limit); len(jobs) > 0 {
			longest, _ := jobs[0].Timeout.Get()
			groups.add(w, orSpan(w.Timeout.Origin().Place(), w.Span), fmt.Sprint(secs(limit), secs(longest), names(jobNames(jobs))))
		}
	}
	var out []*diag.Diagnostic
	for _, g := range groups.pools {
		out = append(out, g.report(app, reportJobsAbove(app, g.worker)))
	}
	return out
}

// jobsAbove lists the jobs of a worker with a timeout of their own above a limit, the longest first.
func jobsAbove(w *queue.Worker, limit time.Duration) []*queue.Job {
	var out []*queue.Job
	for _, j := range sureJobs(w) {
		t, ok := j.Timeout.Get()
		if !ok || t <= limit {
			continue
		}
		out = append(out, j)
		if first, _ := out[0].Timeout.Get(); t > first {
			out[0], out[len(out)-1] = out[len(out)-1], out[0]
		}
	}
	return out
}

func reportJobsAbove(app *queue.App, w *queue.Worker) *diag.Diagnostic {
	limit, _ := w.Timeout.Get()
	jobs := jobsAbove(w, limit)
	longest, _ := jobs[0].Timeout.Get()
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleWorker, w.Timeout.Origin(), w.Span, fmt.Sprintf("%s: how long Horizon waits for a worker that it stops", secs(limit))),
		Message:  fmt.Sprintf("%s may run %s%s, but %s gives a worker %s to finish", jobs[0].Name, secs(longest), others(jobs), describeWorker(w), secs(limit)),
		Outcome:  fmt.Sprintf("a deploy or a scale-down kills the job up to %s before its end; it is tried again when its lease ends, if it has attempts left", secs(longest-limit)),
		Fix:      fmt.Sprintf("set the supervisor's timeout to %s (and retry_after above it), or give the job a supervisor of its own", plain(longest)),
		Names:    append([]string{w.Name}, jobs[0].Class),
		Cause:    "Horizon supervisor " + w.Name,
	}
	origins := []*queue.Origin{w.Timeout.Origin()}
	for _, j := range jobs {
		t, _ := j.Timeout.Get()
		d.Related = append(d.Related, place(diag.RoleCap, j.Timeout.Origin(), j.Span, fmt.Sprintf("%s: the limit of %s", secs(t), j.Name)))
		d.Related = append(d.Related, pastOwnQueue(app, j)...)
	}
	origins = append(origins, jobs[0].Timeout.Origin(), selectedOf(jobs[0], w))
	if balance, ok := w.Settings["balance"]; ok {
		if s, known := balance.Value.Get(); known && s.Text == "simple" {
			d.Severity = diag.Warning
		}
	}
	return settle(d, origins...)
}

// others counts the jobs besides the longest that are above the limit too.
func others(jobs []*queue.Job) string {
	switch n := len(jobs) - 1; n {
	case 0:
		return ""
	case 1:
		return " (and 1 other job is too long as well)"
	default:
		return fmt.Sprintf(" (and %d other jobs are too long as well)", n)
	}
}
