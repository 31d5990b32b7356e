package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

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
