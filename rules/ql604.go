package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var jobsTableMissing = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL604", Slug: "jobs-table-missing", Severity: diag.Warning,
		Summary: "the database queue has no table: no migration makes it",
		Why: "The `database` driver needs its table. Laravel's skeleton brings the migration since 11; before, `artisan queue:table` writes it. Without it every dispatch " +
			"fails: the table does not exist.\n\nThe rule reads every migration of the application and its schema dumps. It is silent where there may be more of them: in modules or packages of the repository, with " +
			"a package for tenants or modules, where a migration makes a table whose name is not known or changes one that none makes, where one cannot be read, and where the queue names a database " +
			"connection of its own.",
		Fix:        "Run `php artisan make:queue-table` (before 11: `queue:table`), and commit the migration.",
		Bad:        queuelessExample("'table' => 'jobs', // want QL604"),
		Good:       queuelessExample("'table' => 'jobs',") + jobsMigration("$table->unsignedSmallInteger('attempts');"),
		References: []string{"https://laravel.com/docs/12.x/queues#database"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			table := c.Setting("table")
			s, ok := table.Get()
			if c.UsedBy == "" || driverOf(c) != "database" || !ok || s.Kind != queue.StringScalar || app.Schema.Has(s.Text) != queue.No || ownDatabase(c) || developmentOnly(app) {
				continue
			}
			origin := c.Driver.Origin()
			if name, known := app.DefaultConnection.Get(); known && name == c.Name {
				origin = app.DefaultConnection.Origin()
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleOrigin, table.Origin(), orSpan(c.Span, origin.Place()), fmt.Sprintf("the table %q", s.Text)),
				Message:  fmt.Sprintf("no migration makes the table %q, in which %q keeps its jobs", s.Text, c.Name),
				Outcome:  "every dispatch to the connection fails: the table does not exist",
				Fix:      "run php artisan make:queue-table (before Laravel 11: queue:table) and commit the migration",
				Names:    []string{c.Name, s.Text},
				Cause:    "table of " + c.Name,
			}
			out = append(out, placed(settle(d, table.Origin(), origin))...)
		}
		return out
	},
}

// ownDatabase says that a queue connection names a database connection, or may.
func ownDatabase(c *queue.Connection) bool {
	own := c.Setting("connection")
	s, ok := own.Get()
	return !own.IsAbsent() && (!ok || s.Kind != queue.NullScalar)
}

// queuelessExample is an application with a database queue and no migration of its table.
func queuelessExample(table string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^10.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'database',
    'connections' => [
        'database' => [
            'driver' => 'database',
            ` + table + `
            'queue' => 'default',
            'retry_after' => 90,
        ],
    ],
];
-- database/migrations/2014_10_12_000000_create_users_table.php --
<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('users', function (Blueprint $table) {
            $table->id();
        });
    }
};
`
}
