package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonConnectionNotRedis = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL328", Slug: "horizon-connection-not-redis", Severity: diag.Error,
		Summary: "a Horizon supervisor works on a connection that is not redis",
		Why: "Horizon supports the redis driver alone: its dashboard, balancing and bookkeeping ask the connection for what only Horizon's redis queue " +
			"has. The rule speaks where the driver is known to be another of Laravel's own.",
		Fix: "Give the supervisor a redis connection, or run `queue:work` for the other.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
        'database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90],
    ],
];
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
            'imports' => [
                'connection' => 'database', // want QL328
                'queue' => ['imports'], 'tries' => 1, 'timeout' => 60,
            ],
        ],
    ],
];
`,
		Good:       queueConfig("90") + horizonConfig,
		References: []string{"https://laravel.com/docs/12.x/horizon#installation"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var groups pools
		for _, w := range supervisors(app) {
			if w.On == nil {
				continue
			}
			if others := []string{"database", "sqs", "beanstalkd", "sync", "null", "deferred", "background"}; slices.Contains(others, driverOf(w.On)) {
				groups.add(w, orSpan(w.Connection.Origin().Place(), w.Span), w.On.Name)
			}
		}
		var out []*diag.Diagnostic
		for _, g := range groups.pools {
			w := g.worker
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleSelects, w.Connection.Origin(), w.Span, fmt.Sprintf("%q has the %s driver", w.On.Name, driverOf(w.On))),
				Message:  fmt.Sprintf("%s works on %q, which has the %s driver", describeWorker(w), w.On.Name, driverOf(w.On)),
				Outcome:  "Horizon works on redis alone: the supervisor fails when it asks the queue for what only Horizon's has",
				Fix:      "name a redis connection, or run queue:work for this one",
				Names:    []string{w.Name, w.On.Name},
				Cause:    "connection of Horizon supervisor " + w.Name,
			}
			if !w.On.Span.IsZero() {
				d.Related = append(d.Related, diag.Place{Span: w.On.Span, Role: diag.RoleElsewhere, Label: "the connection"})
			}
			out = append(out, settle(g.report(app, d), w.Connection.Origin(), w.On.Driver.Origin()))
		}
		return out
	},
}
