package rules

import (
	"fmt"
	"strconv"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var attemptsOverflow = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL218", Slug: "attempts-overflow", Severity: diag.Warning,
		Summary: "a job may be attempted more often than its counter can hold: the queue then stands still",
		Why: "Until Laravel 13.6 the migration of the jobs table makes `attempts` an unsigned tinyint, which ends at 255. MySQL in strict mode refuses the 256th attempt: the pop " +
			"fails, the job stays at the head of its queue, and every worker tries it again and again, so that no other job of that queue runs. Without strict mode the counter " +
			"stays at 255.\n\nThe rule speaks where a job's or worker's attempts are known to be unlimited or above 255, the connection is `database` on MySQL, MariaDB or SQL Server, " +
			"and a migration makes the column a tinyint and none changes it. PostgreSQL and SQLite have no such type.",
		Fix:        "Change the column to `unsignedSmallInteger`, and bound the attempts.",
		Bad:        attemptsExample("$table->unsignedTinyInteger('attempts'); // want QL218", "--tries=300"),
		Good:       attemptsExample("$table->unsignedSmallInteger('attempts');", "--tries=300"),
		References: []string{"https://dev.mysql.com/doc/refman/8.0/en/integer-types.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			column, table := tinyAttempts(app, c)
			if column == nil {
				continue
			}
			who, at, from := beyondTiny(app, c)
			if who == "" {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: column.Span, Role: diag.RoleOrigin, Label: "at most 255"},
				Message:  fmt.Sprintf("%s, and the counter of %q ends at 255 (%s.attempts is a tinyint)", who, c.Name, table),
				Related:  []diag.Place{at},
				Outcome:  "the pop of the 256th attempt fails, the job stays at the head of its queue, and no other job of that queue runs",
				Fix:      "change the column to unsignedSmallInteger, and bound the attempts",
				Names:    []string{c.Name, table},
				Cause:    "attempts of " + c.Name,
			}
			_, selected := databaseOf(app, c)
			out = append(out, settle(d, from, selected))
		}
		return out
	},
}

const tinyMost = 255

// tinyAttempts is the column that counts attempts on a database connection where it is known to be a tinyint; nil otherwise.
func tinyAttempts(app *queue.App, c *queue.Connection) (*queue.Column, string) {
	s, ok := c.Setting("table").Get()
	if c.UsedBy == "" || driverOf(c) != "database" || !ok || app.Schema.Has(s.Text) != queue.Yes {
		return nil, ""
	}
	db, _ := databaseOf(app, c)
	if db == nil {
		return nil, ""
	}
	table := app.Schema.Table(s.Text)
	driver, _ := db.Driver.Get()
	if column := table.Column("attempts"); column != nil && column.Type == "tinyint" && table.Open == "" && (driver == "mysql" || driver == "mariadb" || driver == "sqlsrv") {
		return column, table.Name
	}
	return nil, ""
}

// beyondTiny is a job or worker of a connection whose attempts may exceed 255.
func beyondTiny(app *queue.App, c *queue.Connection) (who string, at diag.Place, from *queue.Origin) {
	beyond := func(v queue.Value[int]) bool {
		n, ok := v.Get()
		return v.IsInfinite() || ok && n > tinyMost
	}
	for _, j := range app.Jobs {
		if beyond(j.Tries) && !bounded(j) && !j.Abstract && !j.OnlySync && len(j.Candidates) == 1 && j.Candidates[0].Connection == c {
			return j.Name + " may be attempted " + times(j.Tries) + " times", place(diag.RoleCap, j.Tries.Origin(), j.Span, "its attempts"), j.Tries.Origin()
		}
	}
	for _, w := range polling(app, c) {
		if beyond(w.Tries) && !boundedThemselves(w) && !misreadTries(w) {
			return describeWorker(w) + " allows " + times(w.Tries) + " attempts", place(diag.RoleWorker, w.Tries.Origin(), w.Span, "its attempts"), w.Tries.Origin()
		}
	}
	return "", diag.Place{}, nil
}

func times(v queue.Value[int]) string {
	if v.IsInfinite() {
		return "any number of"
	}
	n, _ := v.Get()
	return strconv.Itoa(n)
}

// attemptsExample is an application with a database queue on MySQL, and a worker with that option.
func attemptsExample(column, tries string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'database',
    'connections' => [
        'database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90],
    ],
];
-- config/database.php --
<?php

return [
    'default' => 'mysql',
    'connections' => [
        'mysql' => ['driver' => 'mysql', 'host' => 'db.internal', 'database' => 'shop'],
    ],
];
` + jobsMigration(column) + programExample("php artisan queue:work --backoff=60 --max-time=3600 "+tries)
}
