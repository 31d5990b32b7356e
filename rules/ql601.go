package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var noSkipLocked = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL601", Slug: "no-skip-locked", Severity: diag.Warning,
		Summary: "several workers take jobs from a database that cannot skip locked rows",
		Why: "A worker takes a job from the `database` driver with `SELECT … FOR UPDATE SKIP LOCKED`, so that others pass its row over. MySQL knows that since " +
			"8.0.1, MariaDB since 10.6, PostgreSQL since 9.5, and Laravel asks for it since 6.14 (of MariaDB since 8.67). Before, it is a plain `FOR UPDATE`: workers wait " +
			"for each other, InnoDB finds deadlocks (error 1213), and where the victim is the delete of a finished job, the job stays, runs again, or ends up in " +
			"failed_jobs.\n\nThe rule speaks where the engine's version is stated: by `version` of the connection in config/database.php, or by the image of the " +
			"service that the connection's host names; where no server is declared at all, by the one that every workflow tests with, and the finding is then likely. More " +
			"than one worker process must be declared. A tag such as `mariadb:10` stands for the newest of its line.",
		Fix: "Use MySQL 8.0.1, MariaDB 10.6 or PostgreSQL 9.5 or newer, another queue driver, or one worker process.",
		Bad: databaseExample("mysql", "") + `-- docker-compose.yml --
services:
  db:
    image: mysql:5.7 # want QL601
  worker:
    build: .
    command: php artisan queue:work --tries=1 --max-time=3600
    stop_grace_period: 70s
    deploy:
      replicas: 4
`,
		Good: databaseExample("mysql", "") + `-- docker-compose.yml --
services:
  db:
    image: mysql:8.4
  worker:
    build: .
    command: php artisan queue:work --tries=1 --max-time=3600
    stop_grace_period: 70s
    deploy:
      replicas: 4
`,
		References: []string{"https://dev.mysql.com/doc/refman/8.0/en/innodb-locking-reads.html", "https://mariadb.com/kb/en/select/#skip-locked"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			n := processes(app, c)
			if c.UsedBy == "" || driverOf(c) != "database" || n < 2 {
				continue
			}
			db, selected := databaseOf(app, c)
			if db == nil {
				continue
			}
			e, ok := engineOf(app, db)
			if !ok || e.skips || e.misread != "" {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    e.place,
				Message:  fmt.Sprintf("%d worker processes take jobs from %q, and %s cannot skip rows that another has locked", n, c.Name, e.name),
				Outcome:  "workers wait for each other and deadlock; a finished job whose delete is the victim runs again or ends up in failed_jobs",
				Fix:      "use " + e.need + " or newer, another queue driver, or one worker process",
				Names:    []string{c.Name, db.Name},
				Cause:    "database of " + c.Name,
			}
			worker := polling(app, c)[0]
			at := diag.Place{Span: worker.Span, Role: diag.RoleWorker, Label: describeWorker(worker)}
			if d.Place.Span.IsZero() {
				d.Place = at
			} else {
				d.Related = append(d.Related, at)
			}
			if e.tests {
				d.Confidence = diag.Likely
				d.Message += " (if production runs what the tests do)"
			}
			settle(d, selected, db.Driver.Origin(), e.origin)
			out = append(out, soften(d, e.development))
		}
		return distinct(out)
	},
}
