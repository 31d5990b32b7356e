package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var failedJobsDiscarded = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL212", Slug: "failed-jobs-discarded", Severity: diag.Warning,
		Summary: "failed jobs are thrown away: nothing keeps them",
		Why: "With the failed driver `null` (`QUEUE_FAILED_DRIVER=null` included), or without a table for it, a job that has used up its attempts is gone: no row " +
			"in failed_jobs, nothing for `queue:retry`, no payload to look at. `failed()` of the job still runs.\n\nThe rule reads the `failed` key as Laravel " +
			"does, since 6: a driver of null or 'null' discards, and so does a database driver without `table`. A table that no migration makes keeps nothing either; " +
			"whether one does is judged as for the queue's own table (QL604). It is silent where no connection hands jobs to " +
			"workers, and in an environment for tests or development.",
		Fix: "Set the driver to `database-uuids`, with the table failed_jobs.",
		Bad: failedExample("'driver' => null, // want QL212"),
		Good: failedExample(`'driver' => 'database-uuids',
        'table' => 'failed_jobs',`),
		References: []string{"https://laravel.com/docs/12.x/queues#disabling-failed-job-storage"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		driver, has := app.FailedJobs["driver"]
		if app.Framework == "" || !asynchronous(app) || developmentOnly(app) || app.Versions.Framework.AtLeast(6, 0, 0) != queue.Yes {
			return nil
		}
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Outcome:  "a job that has used up its attempts is gone: nothing to look at and nothing for queue:retry",
			Fix:      "set queue.failed.driver to database-uuids and its table to failed_jobs",
			Names:    []string{"queue.failed"},
			Cause:    "queue.failed",
		}
		if s, ok := driver.Value.Get(); has && ok {
			if s.Kind == queue.NullScalar || s.Kind == queue.StringScalar && s.Text == "null" {
				d.Place = place(diag.RoleOrigin, driver.Value.Origin(), driver.Key, "discards them")
				d.Message = "the failed driver is null: failed jobs are discarded"
				return placed(settle(d, driver.Value.Origin()))
			}
			table, set := app.FailedJobs["table"]
			t, known := table.Value.Get()
			needsTable := s.Kind == queue.StringScalar && s.Text != "file" && s.Text != "dynamodb"
			if needsTable && (!set || known && t.Kind == queue.NullScalar) {
				d.Place = place(diag.RoleOrigin, driver.Value.Origin(), driver.Key, "without a table")
				d.Message = "queue.failed names no table: failed jobs are discarded"
				return placed(settle(d, driver.Value.Origin(), table.Value.Origin()))
			}
			if needsTable && known && t.Kind == queue.StringScalar && app.Schema.Has(t.Text) == queue.No && keptInDefault(app) {
				d.Place = place(diag.RoleOrigin, table.Value.Origin(), table.Key, "no migration makes it")
				d.Message = fmt.Sprintf("no migration makes the table %q, in which failed jobs are kept", t.Text)
				d.Outcome = "storing a failure fails itself: the job is gone, with an error in the log"
				d.Fix = "run php artisan make:queue-failed-table (before Laravel 11: queue:failed-table) and commit the migration"
				return placed(settle(d, driver.Value.Origin(), table.Value.Origin()))
			}
		}
		return nil
	},
}

// keptInDefault says that failed jobs are kept in the default database connection, whose migrations are known.
func keptInDefault(app *queue.App) bool {
	own, has := app.FailedJobs["database"]
	s, ok := own.Value.Get()
	if !has || ok && s.Kind == queue.NullScalar {
		return true
	}
	name, known := app.DefaultDatabase.Get()
	return ok && known && s.Kind == queue.StringScalar && s.Text == name
}

// placed drops a finding about something that is written nowhere in the repository.
func placed(d *diag.Diagnostic) []*diag.Diagnostic {
	if d.Place.Span.IsZero() {
		return nil
	}
	return []*diag.Diagnostic{d}
}

// asynchronous says that a connection which is used hands jobs to workers.
func asynchronous(app *queue.App) bool {
	for _, c := range app.Connections {
		if c.UsedBy != "" && !runsInline(c) && driverOf(c) != "" {
			return true
		}
	}
	return false
}

// developmentOnly says that the environment at hand is known to be one for development or tests.
func developmentOnly(app *queue.App) bool {
	env, ok := app.Environment.AppEnv.Get()
	return ok && (isDevelopmentName(env) || env == "testing")
}

// failedExample is an application whose queue.failed has the given keys.
func failedExample(keys string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}]}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
    ],
    'failed' => [
        ` + keys + `
    ],
];
`
}
