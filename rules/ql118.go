package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var leaseKeyWithoutEffect = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL118", Slug: "lease-key-without-effect", Severity: diag.Info,
		Summary: "retry_after on sqs or sync, or a timeout inside a connection, does nothing",
		Why: "SQS keeps the visibility timeout of a queue in AWS, and a sync connection has no lease at all: `retry_after` there is read by nobody. A " +
			"`timeout` inside a connection is read by no driver either: timeouts belong to the worker or the job.\n\nBullMQ reads the clocks of a worker (`lockDuration`, `stalledInterval` and their kin) from " +
			"the worker's options alone: within `settings`, where Bull had them, and in the options of a queue they do nothing.",
		Fix: "Remove the key. For SQS set the visibility timeout of the queue in AWS.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'sqs',
    'connections' => [
        'sqs' => [
            'driver' => 'sqs',
            'queue' => 'default',
            'retry_after' => 300, // want QL118
        ],
    ],
];
`,
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'sqs',
    'connections' => [
        'sqs' => ['driver' => 'sqs', 'queue' => 'default'],
    ],
];
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			key := "timeout"
			switch driverOf(c) {
			case "sqs", "sync":
				key = "retry_after"
			case "database", "redis":
			default:
				continue
			}
			s, has := c.Settings[key]
			if c.UsedBy == "" || !has || s.Key.IsZero() {
				continue
			}
			out = append(out, &diag.Diagnostic{
				Severity: diag.Info,
				Place:    diag.Place{Span: s.Key, Role: diag.RoleElsewhere, Label: "read by nobody"},
				Message:  fmt.Sprintf("%s of the %s connection %q has no effect", key, driverOf(c), c.Name),
				Outcome:  "the value that it seems to set is set elsewhere, or not at all",
				Fix:      "remove the key",
				Names:    []string{c.Name, key},
				Cause:    "keys of " + c.Name,
			})
		}
		return append(out, idleSettings(app)...)
	},
}

// idleSettings are settings of other frameworks that nothing reads.
func idleSettings(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, i := range app.Idle {
		out = append(out, &diag.Diagnostic{
			Severity: diag.Info,
			Place:    diag.Place{Span: i.Span, Role: diag.RoleElsewhere, Label: "read by nobody"},
			Message:  fmt.Sprintf("%s has no effect here: %s", i.Name, i.Why),
			Outcome:  "the value that it seems to set is set elsewhere, or not at all",
			Fix:      i.Instead,
			Names:    []string{i.Framework, i.Name},
			Cause:    "keys of " + i.Framework,
		})
	}
	return out
}
