package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var retryAfterMissing = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL106", Slug: "retry-after-missing", Severity: diag.Warning,
		Summary: "a connection without retry_after has a lease of 60 s, which the default timeout reaches",
		Why: `A connection whose ` + "`retry_after`" + ` is missing or null has a lease of 60 s, not the 90 s of Laravel's own file: a connection that the
application defines replaces the framework's as a whole. A worker without ` + "`--timeout`" + ` lets a job run 60 s. Equal values collide: the job that
hangs is handed on at the moment when it should have been ended.

The rule looks at used connections of the database, redis and beanstalkd drivers, and is silent where every declared worker has a timeout
of its own: that pair is another rule's.`,
		Fix: `Write ` + "`'retry_after' => 90`" + ` (or more than the longest timeout) into the connection.`,
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default'], // want QL106
    ],
];
`,
		Good: queueConfig("90"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			lease, ok := c.Lease.Get()
			if c.UsedBy == "" || c.Span.IsZero() || !c.Leased() || !ok || c.Lease.Origin() == nil || c.Lease.Origin().Via != queue.ViaFrameworkDefault {
				continue
			}
			if w, meets := defaultTimeoutMeets(app, c, lease); meets {
				out = append(out, reportMissing(app, c, w, lease))
			}
		}
		return out
	},
}

// defaultTimeoutMeets says that the default timeout counts on a connection and reaches its lease: of a worker that sets none, or of any
// worker where none is declared.
func defaultTimeoutMeets(app *queue.App, c *queue.Connection, lease time.Duration) (*queue.Worker, bool) {
	declared := false
	for _, w := range app.Workers {
		if w.On != c || w.Development != "" {
			continue
		}
		declared = true
		if t, ok := w.Timeout.Get(); ok && isDefault(w.Timeout) && t >= lease {
			return w, true
		}
	}
	return nil, !declared
}

func reportMissing(app *queue.App, c *queue.Connection, w *queue.Worker, lease time.Duration) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleLease, c.Lease.Origin(), c.Span, "no retry_after: "+secs(lease)),
		Message:  fmt.Sprintf("%q has no retry_after, so its lease is %s, as long as a worker's default timeout", c.Name, secs(lease)),
		Outcome:  fmt.Sprintf("a job that hangs is handed to a second worker at %s, the moment at which the first should end it", secs(lease)),
		Fix:      fmt.Sprintf("write 'retry_after' => 90 into %q", c.Name),
		Names:    []string{c.Name},
		Cause:    leaseCause(app, c),
	}
	if w != nil {
		d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker has the default timeout of 60s"})
	}
	return d
}
