package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonTimeoutNotBelowRetryAfter = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL103", Slug: "horizon-timeout-not-below-retry-after", Severity: diag.Error,
		Summary: "a Horizon supervisor lets jobs run as long as its connection's lease or longer",
		Why: `A Horizon supervisor's ` + "`timeout`" + ` (60 s without the key) ends every job that has none of its own. When it is not below the
` + "`retry_after`" + ` of the supervisor's connection, a job that hangs is handed to a second worker before the first one gives up.

Values are those after Horizon's merge of ` + "`defaults`" + ` under each environment; environments with the same values are one finding. One that
only ` + "`local`" + ` and its like have is information.`,
		Fix: `Set ` + "`timeout`" + ` some seconds below ` + "`retry_after`" + `, or raise ` + "`retry_after`" + ` in config/queue.php.`,
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0", "laravel/horizon": "^5.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
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
                'tries' => 3,
                'timeout' => 120, // want QL103
            ],
        ],
    ],
];
`,
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0", "laravel/horizon": "^5.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 180],
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
                'tries' => 3,
                'timeout' => 90,
            ],
        ],
    ],
];
`,
		References: []string{"https://laravel.com/docs/12.x/horizon#job-timeout"},
	},
	Check: checkHorizonTimeouts,
}

func checkHorizonTimeouts(app *queue.App) []*diag.Diagnostic {
	var groups pools
	for _, w := range supervisors(app) {
		t, l, ok := reached(w.Timeout, w.On)
		if !ok || isDefault(t) && isDefault(l) {
			continue
		}
		limit, _ := t.Get()
		lease, _ := l.Get()
		groups.add(w, orSpan(t.Origin().Place(), w.Span), secs(limit)+" "+secs(lease)+" "+w.On.Name)
	}
	var out []*diag.Diagnostic
	for _, g := range groups.pools {
		w := g.worker
		t, l, _ := reached(w.Timeout, w.On)
		limit, _ := t.Get()
		lease, _ := l.Get()
		d := &diag.Diagnostic{
			Severity: diag.Error,
			Place:    place(diag.RoleCap, t.Origin(), w.Span, fmt.Sprintf("%s: the limit of jobs without one of their own", secs(limit))),
			Message:  fmt.Sprintf("%s lets a job run %s, but %q gives it to another worker after %s", describeWorker(w), secs(limit), w.On.Name, secs(lease)),
			Related:  []diag.Place{leasePlace(w.On, l)},
			Outcome:  collision(driverOf(w.On), attemptsFrom(w.Tries), limit, lease, processes(app, w.On)),
			Fix:      fmt.Sprintf("set the supervisor's timeout below %s, or %s", plain(lease), leaseFix(w.On, limit)),
			Timeline: collisionTimeline(attemptsFrom(w.Tries), limit, lease),
			Names:    []string{w.Name, w.On.Name},
			Cause:    leaseCause(app, w.On),
		}
		if o := w.Connection.Origin(); !o.Place().IsZero() {
			d.Related = append(d.Related, place(diag.RoleSelects, o, w.Span, fmt.Sprintf("the supervisor reads %q", w.On.Name)))
		}
		out = append(out, settle(g.report(app, d), t.Origin(), l.Origin(), w.Connection.Origin()))
	}
	return out
}
