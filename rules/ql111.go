package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var stopGraceBelowHorizonTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL111", Slug: "stop-grace-below-horizon-timeout", Severity: diag.Error,
		Summary: "what stops Horizon kills it before its workers can end",
		Why: `When Horizon's master is told to stop it waits for its workers, at most as long as the largest ` + "`timeout`" + ` of its supervisors. The process
manager's grace (` + "`stopwaitsecs`" + ` or ` + "`stop_grace_period`" + `, 10 s where they are not set) has to be at least that long, or the master is killed and its workers with it, or
left behind as orphans that keep polling beside the new ones.

With ` + "`fast_termination`" + ` the master does not wait: information. A job above its supervisor's timeout is another rule's.`,
		Fix: `Set ` + "`stopwaitsecs`" + ` or ` + "`stop_grace_period`" + ` to more than the largest supervisor timeout.`,
		Bad: queueConfig("330") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 300],
        ],
    ],
];
-- supervisor/horizon.conf --
[program:horizon]
command=php artisan horizon
autorestart=true
stopwaitsecs=60 ; want QL111
`,
		Good: queueConfig("330") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 300],
        ],
    ],
];
-- supervisor/horizon.conf --
[program:horizon]
command=php artisan horizon
autorestart=true
stopwaitsecs=330
`,
		References: []string{"https://laravel.com/docs/12.x/horizon#installing-supervisor"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind == queue.HorizonMaster {
				for _, b := range bindings(w) {
					if d := shortHorizonGrace(app, w, b); d != nil {
						out = append(out, soften(d, w.Development != ""))
					}
				}
			}
		}
		return out
	},
}

func shortHorizonGrace(app *queue.App, master *queue.Worker, b binding) *diag.Diagnostic {
	stage, grace := b.stage, b.grace
	var worst *queue.Worker
	var limit time.Duration
	var environments, all []string
	active := activeEnvironment(app, master)
	for _, w := range supervisors(app) {
		if active != "" && !queue.MatchesPattern(w.Environment, active) || active == "" && w.Development != "" {
			continue
		}
		if !slices.Contains(all, w.Environment) {
			all = append(all, w.Environment)
		}
		t, ok := w.Timeout.Get()
		if !ok || t <= grace {
			continue
		}
		if !slices.Contains(environments, w.Environment) {
			environments = append(environments, w.Environment)
		}
		if t > limit {
			worst, limit = w, t
		}
	}
	if worst == nil || leftToPlatform(master, limit) {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    gracePlace(stage, grace),
		Message:  fmt.Sprintf("%s kills %q %s after the stop signal, but Horizon waits up to %s for %s", manager(stage), stage.Name, secs(grace), secs(limit), describeWorker(worst)),
		Related: []diag.Place{
			place(diag.RoleCap, worst.Timeout.Origin(), worst.Span, secs(limit)+": the supervisor's timeout"),
			{Span: master.Span, Role: diag.RoleWorker, Label: "Horizon runs as this program"},
		},
		Outcome: "a deploy kills Horizon while jobs run: they are cut in the middle, or go on as orphans beside the new workers",
		Fix:     "set " + assignment(stage, above(limit)),
		Names:   []string{stage.Kind, stage.Name},
		Cause:   "stop grace of " + stage.Name,
	}
	d.Related = append(d.Related, b.others()...)
	if len(environments) < len(all) {
		d.Environments = environments
	}
	if worst.FastTermination {
		d.Severity = diag.Info
	}
	d.Related = slices.DeleteFunc(d.Related, func(p diag.Place) bool { return p.Span == source.Span{} })
	return settle(d, stage.Grace.Origin(), worst.Timeout.Origin())
}
