package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var failedDriverUnknown = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL213", Slug: "failed-driver-unknown", Severity: diag.Warning,
		Summary: "the driver for failed jobs has a name that Laravel does not know",
		Why: "Laravel compares `queue.failed.driver` with the names that it knows and takes any other for `database`, without a word. `database-uuid` or " +
			"`dynamo` is then the plain database driver: failed_jobs without UUIDs, or a table that does not exist in the database at hand, in which case storing " +
			"a failure fails itself.\n\nKnown are `database`, `database-uuids` (8.0), `dynamodb` (6.0), `file` (10.10), and null.",
		Fix: "Write one of Laravel's names.",
		Bad: failedExample(`'driver' => 'database-uuid', // want QL213
        'table' => 'failed_jobs',`),
		Good: failedExample(`'driver' => 'database-uuids',
        'table' => 'failed_jobs',`),
		References: []string{"https://laravel.com/docs/12.x/queues#dealing-with-failed-jobs"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		driver, has := app.FailedJobs["driver"]
		s, ok := driver.Value.Get()
		if !has || !ok || s.Kind != queue.StringScalar || app.Framework == "" || !asynchronous(app) || developmentOnly(app) {
			return nil
		}
		version := app.Versions.Framework
		known := []string{"database", "database-uuids", "dynamodb", "file", "null"}
		if slices.Contains(known, s.Text) && (s.Text != "file" || version.AtLeast(10, 10, 0) != queue.No) && (s.Text != "database-uuids" || version.AtLeast(8, 0, 0) != queue.No) {
			return nil
		}
		if version.AtLeast(6, 0, 0) != queue.Yes {
			return nil // it had no driver
		}
		message := fmt.Sprintf("Laravel knows no failed driver %q and takes it for \"database\"", s.Text)
		fix := "write database-uuids"
		if near := nearest(known, s.Text); near != "" && near != s.Text {
			fix = "write " + near
		}
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleOrigin, driver.Value.Origin(), driver.Key, "not a driver of failed jobs"),
			Message:  message,
			Outcome:  "failures are written to queue.failed.table of the database, or fail to be written where there is no such table",
			Fix:      fix,
			Names:    []string{"queue.failed.driver"},
			Cause:    "queue.failed",
		}
		return placed(settle(d, driver.Value.Origin()))
	},
}

// nearest is the name that is closest to a text, within two letters; "" where none is.
func nearest(all []string, text string) string {
	best, distance := "", 3
	for _, name := range all {
		if d := queue.Distance(name, text); d < distance {
			best, distance = name, d
		}
	}
	return best
}
