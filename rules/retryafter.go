package rules

import (
	"fmt"
	"strconv"
	"strings"
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

var retryAfterNotPositive = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL107", Slug: "retry-after-not-positive", Severity: diag.Error,
		Summary: "retry_after is zero, negative, empty or no number",
		Why: `With a lease that is not above 0 a job is free for the next worker at the moment at which one takes it: every job runs as often as there
are workers and attempts. The usual cause is a variable that is set but empty: ` + "`(int) env('X', 90)`" + ` with ` + "`X=`" + ` or ` + "`X=null`" + ` in the env file is 0,
not 90. A text that is no number is 0 on redis, or an error at every pop.`,
		Fix:  `Set ` + "`retry_after`" + ` to more seconds than the longest job may run.`,
		Bad:  strings.Replace(queueConfig("0"), "'retry_after' => 0],", "'retry_after' => 0], // want QL107", 1),
		Good: queueConfig("90"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			s, ok := c.Setting("retry_after").Get()
			if c.UsedBy == "" || !c.Leased() || !ok || positive(s) {
				continue
			}
			v := c.Setting("retry_after")
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleLease, v.Origin(), c.Settings["retry_after"].Key, "retry_after is "+show(s)),
				Message:  fmt.Sprintf("retry_after of %q is %s", c.Name, show(s)),
				Outcome:  "a job is free for the next worker as soon as one takes it: it runs several times at once, or the pop fails",
				Fix:      "set retry_after above the longest timeout (90)",
				Names:    []string{c.Name},
				Cause:    leaseCause(app, c),
			}
			out = append(out, settle(d, v.Origin()))
		}
		return out
	},
}

// positive says that a driver takes the value as a lease above 0, or that another rule owns it (null, true).
func positive(s queue.Scalar) bool {
	switch s.Kind {
	case queue.IntScalar:
		return s.Int > 0
	case queue.FloatScalar:
		return s.Float > 0
	case queue.StringScalar:
		n, err := strconv.ParseFloat(strings.TrimSpace(s.Text), 64)
		return err == nil && n > 0
	case queue.BoolScalar:
		return s.Bool
	default:
		return true
	}
}

// show prints a scalar as PHP writes it.
func show(s queue.Scalar) string {
	switch s.Kind {
	case queue.NullScalar:
		return "null"
	case queue.BoolScalar:
		return strconv.FormatBool(s.Bool)
	case queue.IntScalar:
		return strconv.FormatInt(s.Int, 10)
	case queue.FloatScalar:
		return strconv.FormatFloat(s.Float, 'f', -1, 64)
	case queue.StringScalar:
		return "'" + s.Text + "'"
	default:
		return "an array"
	}
}

var retryAfterNullUnderHorizon = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL108", Slug: "retry-after-null-under-horizon", Severity: diag.Error,
		Summary: "retry_after is null on a connection that Horizon reads: jobs of a dead worker never come back",
		Why: `Horizon replaces the redis driver by its own, which takes an explicit null as it is: expired jobs are never given back. A job whose worker
was killed stays in the reserved set for ever, without an error, a retry or a row in failed_jobs. (Without Horizon null means 60 s.)`,
		Fix:  `Write a number of seconds above the supervisors' timeouts.`,
		Bad:  strings.Replace(queueConfig("null"), "'retry_after' => null],", "'retry_after' => null], // want QL108", 1) + horizonConfig,
		Good: queueConfig("90") + horizonConfig,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			v := c.Setting("retry_after")
			s, ok := v.Get()
			if !ok || s.Kind != queue.NullScalar || driverOf(c) != "redis" {
				continue
			}
			for _, w := range supervisors(app) {
				if w.On != c {
					continue
				}
				d := &diag.Diagnostic{
					Severity: diag.Error,
					Place:    place(diag.RoleLease, v.Origin(), c.Settings["retry_after"].Key, "null: no lease ever ends"),
					Message:  fmt.Sprintf("retry_after of %q is null, and Horizon reads the connection: reserved jobs never expire", c.Name),
					Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: describeWorker(w) + " reads it"}},
					Outcome:  "a job whose worker is killed is lost: it stays reserved for ever, without an error or a row in failed_jobs",
					Fix:      "write 'retry_after' => 90 (above the supervisors' timeouts)",
					Names:    []string{c.Name},
					Cause:    leaseCause(app, c),
				}
				out = append(out, settle(d, v.Origin()))
				break
			}
		}
		return out
	},
}

// horizonConfig is an application's Horizon with one supervisor on redis.
const horizonConfig = `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
        ],
    ],
];
`
