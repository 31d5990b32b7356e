package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var legacyLeaseKey = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL117", Slug: "legacy-lease-key", Severity: diag.Warning,
		Summary: "expire and ttr are ignored since Laravel 5.3: the lease is 60 s",
		Why: "Before Laravel 5.3 the lease of a database or redis connection was `expire`, that of beanstalkd `ttr`. Both have been ignored since: a " +
			"connection that still has one and no `retry_after` has a lease of 60 s, whatever the old key says.",
		Fix: "Rename the key to `retry_after`.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => [
            'driver' => 'redis',
            'queue' => 'default',
            'expire' => 300, // want QL117
        ],
    ],
];
-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=30
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("300"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Versions.Framework.AtLeast(5, 3, 0) != queue.Yes {
			return nil
		}
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			key := map[string]string{"database": "expire", "redis": "expire", "beanstalkd": "ttr"}[driverOf(c)]
			old, has := c.Settings[key]
			if _, renamed := c.Settings["retry_after"]; c.UsedBy == "" || !has || renamed || old.Key.IsZero() {
				continue
			}
			s, _ := old.Value.Get()
			out = append(out, &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: old.Key, Role: diag.RoleLease, Label: "ignored since Laravel 5.3"},
				Message:  fmt.Sprintf("%s (%s) of %q is ignored: its lease is 60s", key, show(s), c.Name),
				Outcome:  "a job that takes longer than 60s is handed to a second worker",
				Fix:      "rename the key to retry_after",
				Names:    []string{c.Name, key},
				Cause:    leaseCause(app, c),
			})
		}
		return out
	},
}
