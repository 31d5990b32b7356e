package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var workerTimeoutNotBelowRetryAfter = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL102", Slug: "worker-timeout-not-below-retry-after", Severity: diag.Error,
		Summary: "a worker lets jobs run as long as its connection's lease or longer",
		Why: `` + "`queue:work --timeout`" + ` (60 s without the flag) ends every job that has no timeout of its own. When it is not below the connection's
` + "`retry_after`" + `, a job that hangs is handed to a second worker before the first one gives up: it runs twice, or is marked failed while it
still runs.

` + "`queue:listen`" + ` counts with its own ` + "`--timeout`" + `. A worker with ` + "`--once`" + ` enforces no timeout at all and is left to another rule. Where every job known
on the worker's queues has a shorter timeout of its own it is a warning: listeners, mails and notifications may still come.`,
		Fix: `Lower ` + "`--timeout`" + ` below ` + "`retry_after`" + `, or raise ` + "`retry_after`" + ` above it, with a margin of some seconds.`,
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
-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300 ; want QL102
autorestart=true
stopwaitsecs=330
`,
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
    ],
];
-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=80
autorestart=true
stopwaitsecs=90
`,
		References: []string{"https://laravel.com/docs/12.x/queues#worker-timeouts"},
	},
	Check: checkWorkerTimeouts,
}

func checkWorkerTimeouts(app *queue.App) []*diag.Diagnostic {
	lonely := processes(app, nil) == 1
	var out []*diag.Diagnostic
	for _, w := range app.Workers {
		if w.Kind != queue.Work && w.Kind != queue.Listen && w.Kind != queue.Declared || w.Once {
			continue
		}
		t, l, ok := reached(w.Timeout, w.On)
		if !ok || isDefault(t) && isDefault(l) {
			continue
		}
		limit, _ := t.Get()
		lease, _ := l.Get()
		d := &diag.Diagnostic{
			Severity: diag.Error,
			Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker ends a job after " + secs(limit)},
			Message:  fmt.Sprintf("%s lets a job run %s, but %q gives it to another worker after %s", describeWorker(w), secs(limit), w.On.Name, secs(lease)),
			Related:  []diag.Place{leasePlace(w.On, l)},
			Outcome:  collision(driverOf(w.On), attemptsFrom(w.Tries), limit, lease, processes(app, w.On)),
			Fix:      fmt.Sprintf("set --timeout below %s, or %s", plain(lease), leaseFix(w.On, limit)),
			Timeline: collisionTimeline(attemptsFrom(w.Tries), limit, lease),
			Names:    []string{w.Name, w.On.Name},
			Cause:    leaseCause(app, w.On),
		}
		if o := t.Origin(); o.Place().IsZero() && o != nil {
			d.Place.Label += " (" + o.Text + ")"
		} else if at := o.Place(); at != w.Span {
			d.Related = append(d.Related, place(diag.RoleCap, o, source.Span{}, secs(limit)+": the worker's limit"))
		}
		d.Related = append(d.Related, selection(app, w)...)
		switch {
		case shorterOnly(w, lease):
			d.Severity = diag.Warning
			d.Outcome = "every job known here has a shorter timeout of its own; for any other: " + d.Outcome
		case lonely:
			d.Severity = diag.Warning
			d.Outcome = "as soon as a second worker runs: " + d.Outcome
		}
		out = append(out, settle(soften(d, w.Development != ""), t.Origin(), l.Origin(), w.Connection.Or(app.DefaultConnection).Origin()))
	}
	return out
}

func driverOf(c *queue.Connection) string {
	driver, _ := c.Driver.Get()
	return driver
}

// selection shows what made a worker read its connection, where its command does not say so.
func selection(app *queue.App, w *queue.Worker) []diag.Place {
	if !w.Connection.IsAbsent() {
		return nil
	}
	o := app.DefaultConnection.Origin()
	if o.Place().IsZero() {
		return nil
	}
	return []diag.Place{place(diag.RoleSelects, o, source.Span{}, fmt.Sprintf("the worker names no connection: %q is the default", w.On.Name))}
}

// shorterOnly says that jobs are known on the worker's queues, and that each has a timeout of its own below the lease.
func shorterOnly(w *queue.Worker, lease time.Duration) bool {
	for _, j := range w.Jobs {
		all, ok := j.Timeout.Each()
		if !ok {
			return false
		}
		for _, v := range all {
			if t, known := v.Get(); !known || t >= lease {
				return false
			}
		}
	}
	return len(w.Jobs) > 0
}
