package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var sqliteQueueSeveralWorkers = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL606", Slug: "sqlite-queue-several-workers", Severity: diag.Error,
		Summary: "several workers share a queue in SQLite: jobs are lost or run twice",
		Why: "SQLite has one writer and no row locks. Since Laravel 12.54 a worker that loses the lock while it takes a job marks that job failed and deletes it: of 150 " +
			"jobs with four workers up to two never ran, and three more stood in failed_jobs although they had. Before, the pop is repeated, and on every version the delete " +
			"of a finished job may fail: its row stays reserved, and the job runs again after the lease.\n\nThe rule speaks where more than one worker process is declared and " +
			"the queue's database is SQLite by configuration or an env file; the default of an `env()` that nothing sets does not count, and neither does SQLite where the " +
			"repository declares a database server. It is an error from 12.54 on where production evidence says SQLite, and a warning otherwise.",
		Fix: "Run one worker process, or keep the queue in another database or in Redis.",
		Bad: databaseExample("sqlite", "") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.60.0"}]}
-- supervisor/queue.conf --
[program:queue]
process_name=%(program_name)s_%(process_num)02d
command=php artisan queue:work --tries=1 --max-time=3600 ; want QL606
autorestart=true
stopwaitsecs=70
numprocs=4
`,
		Good: databaseExample("sqlite", "") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.60.0"}]}
-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work --tries=1 --max-time=3600
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://www.sqlite.org/lockingv3.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			n := processes(app, c)
			if c.UsedBy == "" || driverOf(c) != "database" || n < 2 || declaresServer(app) || developmentOnly(app) {
				continue
			}
			db, selected := databaseOf(app, c)
			if db == nil {
				continue
			}
			driver, ok := db.Driver.Get()
			if !ok || driver != "sqlite" || len(selected.OpenVariables())+len(db.Driver.Origin().OpenVariables()) > 0 || shippedOnly(selected) {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: polling(app, c)[0].Span, Role: diag.RoleWorker, Label: fmt.Sprintf("%d processes on one file", n)},
				Message:  fmt.Sprintf("%d worker processes take jobs from %q, which SQLite keeps", n, c.Name),
				Related:  []diag.Place{place(diag.RoleSelects, selected, db.Span, "SQLite")},
				Outcome:  "a finished job whose row cannot be deleted in time runs again after the lease",
				Fix:      "run one worker process, or keep the queue in another database or in Redis",
				Names:    []string{c.Name},
				Cause:    "database of " + c.Name,
			}
			switch {
			case !provesProduction(app, selected):
				d.Confidence = diag.Likely
			case app.Versions.Framework.AtLeast(12, 54, 0) == queue.Yes:
				d.Severity = diag.Error
				d.Outcome = "a pop that loses SQLite's lock marks the job failed and deletes it unrun; finished jobs run again after the lease"
			}
			out = append(out, settle(d, selected))
		}
		return out
	},
}

// declaresServer says that the repository declares a database server for something else than tests.
func declaresServer(app *queue.App) bool {
	for _, s := range app.Servers {
		if s.Product != "redis" && !s.Tests {
			return true
		}
	}
	return false
}

// shippedOnly says that a value stands nowhere in the repository.
func shippedOnly(o *queue.Origin) bool { return o.Place().IsZero() }
