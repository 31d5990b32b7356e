package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonTriesMissing = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL202", Slug: "horizon-tries-missing", Severity: diag.Warning,
		Summary: "a Horizon supervisor without tries attempts jobs without end",
		Why: `A supervisor without ` + "`tries`" + ` after the merge of ` + "`defaults`" + ` starts its workers with ` + "`--tries=0`" + `: unlimited, whatever the manual says of one
attempt. ` + "`'tries' => null`" + ` in an environment erases the default and does the same. A job that always fails is then tried thousands of times an
hour and never reaches failed_jobs.

An application without ` + "`defaults`" + ` has those of the package, whose supervisor-1 has one attempt.

The rule is silent where every job known on the supervisor's queues bounds its attempts itself.`,
		Fix: `Write ` + "`'tries' => 3`" + ` (or any number) into the supervisor or into ` + "`defaults`" + `.`,
		Bad: queueConfig("90") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/horizon.php --
<?php

return [
    'defaults' => [],
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'timeout' => 60], // want QL202
        ],
    ],
];
`,
		Good:       queueConfig("90") + horizonConfig,
		References: []string{"https://laravel.com/docs/12.x/horizon#max-job-attempts"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var groups pools
		for _, w := range supervisors(app) {
			if w.Tries.IsInfinite() && !writesTries(w) && !boundedThemselves(w) {
				groups.add(w, orSpan(w.Tries.Origin().Place(), w.Span), "")
			}
		}
		var out []*diag.Diagnostic
		for _, g := range groups.pools {
			w := g.worker
			label := "no tries: unlimited"
			if !w.Tries.Origin().Place().IsZero() {
				label = "null erases the default: unlimited"
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleWorker, w.Tries.Origin(), w.Span, label),
				Message:  describeWorker(w) + " sets no tries, which Horizon takes as unlimited",
				Outcome:  endlessly,
				Fix:      "write 'tries' => 3 into the supervisor or into defaults",
				Names:    []string{w.Name},
				Cause:    "tries of " + w.Name,
			}
			out = append(out, settle(g.report(app, d), w.Tries.Origin()))
		}
		return out
	},
}
