package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var retryAfterUncast = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL109", Slug: "retry-after-uncast-env", Severity: diag.Error,
		Summary: "retry_after is a text on a redis connection: under Carbon 3 every pop is a TypeError",
		Why: `A variable of the environment is always a text: ` + "`env('REDIS_QUEUE_RETRY_AFTER', 90)`" + ` without a cast is ` + "`'90'`" + ` as soon as the variable is set. The
redis driver hands it to Carbon's addSeconds, which since Carbon 3 (mandatory from Laravel 12 on) takes numbers only: every pop throws, and no
job runs. The database driver takes the same text.

The rule speaks where an env file, a process manager or the file itself makes it a text, and the versions are known. While nothing sets the
variable its default counts, and a number there is fine.`,
		Fix: "Cast it: `(int) env('REDIS_QUEUE_RETRY_AFTER', 90)`.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- .env.production --
REDIS_QUEUE_RETRY_AFTER=120
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => env('REDIS_QUEUE_RETRY_AFTER', 90)], // want QL109
    ],
];
`,
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- .env.production --
REDIS_QUEUE_RETRY_AFTER=120
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => (int) env('REDIS_QUEUE_RETRY_AFTER', 90)],
    ],
];
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Versions.Carbon.AtLeast(3, 0, 0) != queue.Yes {
			return nil
		}
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			v := c.Setting("retry_after")
			s, ok := v.Get()
			if c.UsedBy == "" || driverOf(c) != "redis" || !ok || s.Kind != queue.StringScalar {
				continue
			}
			if n, err := strconv.ParseFloat(strings.TrimSpace(s.Text), 64); err != nil || n <= 0 {
				continue // no number, or not positive: another rule's
			}
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleLease, v.Origin(), c.Settings["retry_after"].Key, "a text, not a number"),
				Message:  fmt.Sprintf("retry_after of %q is the text %s, which the redis driver refuses under Carbon 3", c.Name, show(s)),
				Outcome:  "every pop throws a TypeError: no job of the connection runs",
				Fix:      "cast it: (int) env(…)",
				Names:    []string{c.Name},
				Cause:    leaseCause(app, c),
			}
			out = append(out, settle(d, v.Origin()))
		}
		return out
	},
}
