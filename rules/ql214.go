package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var failedJobsNeverPruned = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL214", Slug: "failed-jobs-never-pruned", Severity: diag.Info,
		Summary: "nothing prunes failed jobs or batches, or records Horizon's metrics",
		Why: "`failed_jobs` and `job_batches` grow for ever unless `queue:prune-failed` and `queue:prune-batches` run in the schedule. Horizon's metrics stay empty without " +
			"`horizon:snapshot`.\n\nThe rule speaks where the schedule was read whole and no file that was looked at names the command, crontabs and scripts included. Of " +
			"batches it speaks where the code makes any. Information, one finding for each command.",
		Fix:        "Schedule the command: `Schedule::command('queue:prune-failed --hours=48')->daily();`",
		Bad:        failedConfig(" // want QL214") + jobExample("Report", ""),
		Good:       failedConfig("") + jobExample("Report", "") + consoleRoutes("Schedule::command('queue:prune-failed --hours=48')->daily();\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#pruning-failed-jobs", "https://laravel.com/docs/12.x/horizon#metrics"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Framework == "" || app.Schedule.Open != "" || !hasQueuedWork(app) {
			return nil
		}
		var out []*diag.Diagnostic
		add := func(command, message, outcome, how string, at source.Span) {
			if app.Mentions[command] != "" || at.IsZero() {
				return
			}
			out = append(out, &diag.Diagnostic{
				Severity: diag.Info,
				Place:    diag.Place{Span: opens(at), Role: diag.RoleOrigin, Label: "nothing runs " + command},
				Message:  message,
				Outcome:  outcome,
				Fix:      fmt.Sprintf("schedule it: Schedule::command('%s')->%s();", command, how),
				Names:    []string{command},
				Cause:    command + " in " + app.Root,
			})
		}
		if driver, ok := app.FailedJobs["driver"]; ok && prunable(driver.Value) && app.Mentions["queue:flush"] == "" && app.Versions.Framework.AtLeast(8, 48, 0) == queue.Yes {
			add("queue:prune-failed", "nothing prunes failed jobs: no schedule or script names queue:prune-failed", "failed_jobs grows for ever", "daily",
				orSpan(driver.Key, driver.Value.Origin().Place()))
		}
		if len(app.Batches) > 0 && app.Versions.Framework.AtLeast(8, 21, 0) == queue.Yes {
			add("queue:prune-batches", "nothing prunes batches: no schedule or script names queue:prune-batches", "job_batches grows for ever", "daily", app.Batches[0].Span)
		}
		if pools := supervisors(app); app.Horizon && len(pools) > 0 {
			add("horizon:snapshot", "nothing records Horizon's metrics: no schedule or script names horizon:snapshot", "Horizon's metrics stay empty", "everyFiveMinutes", pools[0].Span)
		}
		return out
	},
}

// hasQueuedWork says that an application has a queued class that is dispatched, or a worker for production.
func hasQueuedWork(app *queue.App) bool {
	for _, j := range app.Jobs {
		if !j.Abstract && !j.OnlySync {
			return true
		}
	}
	for _, w := range app.Workers {
		if w.Development == "" {
			return true
		}
	}
	return false
}

// prunable says that failed jobs are kept in a table that queue:prune-failed empties.
func prunable(driver queue.Value[queue.Scalar]) bool {
	s, ok := driver.Get()
	return ok && (s.Text == "database" || s.Text == "database-uuids")
}

// failedConfig is a configuration that keeps failed jobs in a table.
func failedConfig(comment string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
    ],
    'failed' => ['driver' => 'database-uuids', 'database' => 'mysql', 'table' => 'failed_jobs'],` + comment + `
];
`
}
