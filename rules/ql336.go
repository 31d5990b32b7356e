package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var syncQueueInProduction = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL336", Slug: "sync-queue-in-production", Severity: diag.Warning,
		Summary: "in production queued jobs run within the request that dispatches them, or not at all",
		Why: "The `sync` driver runs a job at once in the process that dispatches it: the visitor waits for it, nothing retries it, timeouts and backoff do not exist, and an exception " +
			"reaches the request. `null` drops it. Both are made for development and tests.\n\nThe rule speaks on production evidence alone: a default that is written into config/queue.php as it is, " +
			"or set by `.env.production`, a committed `.env`, a container or a process manager, where APP_ENV names no other environment than production. Example files and the default of an " +
			"`env()` prove nothing. At least one queued class must go to the default connection.",
		Fix:        "Set QUEUE_CONNECTION to a connection that workers read, and start one.",
		Bad:        syncExample("'sync', // want QL336"),
		Good:       syncExample("'redis',"),
		References: []string{"https://laravel.com/docs/12.x/queues#driver-prerequisites"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		name, ok := app.DefaultConnection.Get()
		c := app.Connection(name)
		origin := app.DefaultConnection.Origin()
		if !ok || c == nil || !mayBeProduction(app) || !provesProduction(app, origin) {
			return nil
		}
		driver := driverOf(c)
		if driver != "sync" && driver != "null" {
			return nil
		}
		waiting := defaultJobs(app)
		if len(waiting) == 0 {
			return nil
		}
		outcome := "the request waits for the job, nothing retries it, and its exception reaches the visitor"
		if driver == "null" {
			outcome = "the jobs are dropped without a word"
		}
		return []*diag.Diagnostic{settle(&diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleSelects, origin, c.Span, fmt.Sprintf("the driver is %s", driver)),
			Message:  fmt.Sprintf("jobs go to %q in production, whose driver is %s: %s", name, driver, names(jobNames(waiting))),
			Outcome:  outcome,
			Fix:      "set QUEUE_CONNECTION to a connection that workers read, and start one",
			Names:    []string{name},
			Cause:    "default connection",
		}, origin, c.Driver.Origin())}
	},
}

// mayBeProduction says that the environment at hand is not known to be another one than production: a staging or a preview may run its
// jobs inline on purpose.
func mayBeProduction(app *queue.App) bool {
	env, ok := app.Environment.AppEnv.Get()
	return !ok || slices.Contains([]string{"production", "prod", "prd", "live", ""}, strings.ToLower(env))
}

// defaultJobs are the queued classes that go to the default connection.
func defaultJobs(app *queue.App) []*queue.Job {
	var out []*queue.Job
	for _, j := range app.Jobs {
		if !j.Abstract && !j.OnlySync && j.Connection.IsAbsent() {
			out = append(out, j)
		}
	}
	return out
}

func syncExample(standard string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => ` + standard + `
    'connections' => [
        'sync' => ['driver' => 'sync'],
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
    ],
];
` + jobExample("Report", "    public $tries = 1;\n")
}
