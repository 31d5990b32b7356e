package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var memoryZero = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL334", Slug: "memory-zero", Severity: diag.Error,
		Summary: "before Laravel 12 --memory=0 makes a worker exit after every job",
		Why: "The worker compares its memory with the limit after each job. Since Laravel 12 0 means no limit; before, every worker is above 0 MB and exits " +
			"with status 12 after its first loop. The process manager starts it again for every single job, and gives up when that is too fast.",
		Fix: "Write a limit in MB, such as `--memory=256`.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^11.0"}}
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
command=php artisan queue:work redis --tries=3 --memory=0 ; want QL334
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --memory=0
autorestart=true
stopwaitsecs=70
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Versions.Framework.AtLeast(12, 0, 0) != queue.No {
			return nil
		}
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			o := w.Option("memory")
			if w.Kind != queue.Work || w.Once || o == nil {
				continue
			}
			if text, ok := o.Value.Get(); !ok || text != "0" {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    diag.Place{Span: o.Span, Role: diag.RoleWorker, Label: "0 MB: exceeded at once"},
				Message:  describeWorker(w) + " has a memory limit of 0 MB",
				Outcome:  "the worker exits with status 12 after every job",
				Fix:      "write a limit in MB, such as --memory=256",
				Names:    []string{w.Name, "memory"},
				Cause:    "command of " + w.Name,
			}
			out = append(out, soften(d, w.Development != ""))
		}
		return out
	},
}
