package rules

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var unreadableInput = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL001", Slug: "unreadable-input", Severity: diag.Warning,
		Summary: "a file that matters cannot be read or parsed",
		Why: `A configuration file, lock file, class or process manager's file that belongs to the queue could not be read whole. What it
states is unknown, and every rule that needs it is silent: without this warning silence would look like health.

The finding says where the fault stands and what of the file is still used.`,
		Fix: `Mend the file at the position shown. A file that is not meant to be read by qlint can be left out with ` + "`exclude`" + ` in qlint.toml.`,
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'retry_after' => ], // want QL001
    ],
];
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
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for i, p := range app.Problems {
			if slices.ContainsFunc(app.Problems[:i], func(x queue.Problem) bool { return x.Span == p.Span && x.Reason == p.Reason }) {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: p.Span, Role: diag.RoleElsewhere, Label: "here"},
				Message:  p.Reason,
				Outcome:  "rules that need this file are silent",
				Fix:      "mend the file, or leave it out with exclude in qlint.toml",
				Names:    []string{p.Span.Path()},
				Cause:    "unreadable " + p.Span.Path(),
			}
			if p.Kept != "" {
				d.Outcome = p.Kept
			}
			out = append(out, d)
		}
		return out
	},
}
