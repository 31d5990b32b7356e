package rules

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

// databaseOf is the database connection that keeps a queue connection's jobs, and what selected it; nil where it is not known.
func databaseOf(app *queue.App, c *queue.Connection) (*queue.Database, *queue.Origin) {
	own := c.Setting("connection")
	s, ok := own.Get()
	switch {
	case own.IsAbsent() || ok && s.Kind == queue.NullScalar:
		if name, known := app.DefaultDatabase.Get(); known {
			return app.Database(name), app.DefaultDatabase.Origin()
		}
	case ok && s.Kind == queue.StringScalar:
		return app.Database(s.Text), own.Origin()
	}
	return nil, nil
}

// engine is what is stated of a database's engine.
type engine struct {
	// name calls it, need is the first version that skips locked rows.
	name, need string
	// place is where that is stated, zero where it is Laravel's own version.
	place  diag.Place
	origin *queue.Origin
	// skips says that Laravel asks it to skip locked rows.
	skips bool
	// misread says why the version in the configuration is not what the engine is; "" where it may be.
	misread string
	// tests says that only workflows state it, development that only development uses it.
	tests, development bool
}

// gates are the versions that know SKIP LOCKED (Laravel: Queue/DatabaseQueue.php, getLockForPopping).
var gates = map[string]struct {
	label               string
	major, minor, patch int
}{
	"mysql": {"MySQL", 8, 0, 1}, "percona": {"Percona Server", 8, 0, 1}, "mariadb": {"MariaDB", 10, 6, 0}, "postgres": {"PostgreSQL", 9, 5, 0},
}

// engineOf is what the repository states of a database's engine: by config first, then by the server that is declared, then by the age of
// Laravel alone. False where nothing is stated.
func engineOf(app *queue.App, db *queue.Database) (engine, bool) {
	driver, ok := db.Driver.Get()
	product := map[string]string{"mysql": "mysql", "mariadb": "mariadb", "pgsql": "postgres"}[driver]
	if !ok || product == "" {
		return engine{}, false
	}
	version := db.Setting("version")
	if s, known := version.Get(); known && s.Kind != queue.NullScalar {
		return engineByConfig(db, product, versionText(s), version.Origin()), true
	}
	if !version.IsAbsent() && version.IsUnknown() {
		return engine{}, false
	}
	framework := app.Versions.Framework
	server := db.Server
	if server == nil {
		if framework.AtLeast(6, 14, 0) == queue.No {
			return engine{
				name: "Laravel " + framework.String(), need: "Laravel 6.14", origin: framework.Origin,
			}, true
		}
		return engine{}, false
	}
	g := gates[server.Product]
	e := engine{
		name: strings.TrimSpace(g.label + " " + series(server.Version)), need: firstSkipping(server.Product), tests: server.Tests, development: server.Development != "",
		place: diag.Place{Span: server.Span, Role: diag.RoleOrigin, Label: server.Image},
	}
	asked := framework.AtLeast(6, 14, 0)
	if server.Product == "mariadb" {
		asked = framework.AtLeast(8, 67, 0)
	}
	e.skips = asked != queue.No && server.Version.AtLeast(g.major, g.minor, g.patch) != queue.No
	return e, true
}

func firstSkipping(product string) string {
	g := gates[product]
	return fmt.Sprintf("%s %s", g.label, strings.TrimSuffix(fmt.Sprintf("%d.%d.%d", g.major, g.minor, g.patch), ".0"))
}

// series is a range of versions as a tag writes it: 5.7.
func series(r queue.VersionRange) string {
	switch {
	case r.IsZero():
		return ""
	case r.High == (queue.Version{Major: r.Low.Major + 1}):
		return strconv.Itoa(r.Low.Major)
	case r.High == (queue.Version{Major: r.Low.Major, Minor: r.Low.Minor + 1}):
		return fmt.Sprintf("%d.%d", r.Low.Major, r.Low.Minor)
	}
	return r.Low.String()
}

// engineByConfig is the engine by the key `version`, which Laravel compares in place of what the server says (since 8.16).
func engineByConfig(db *queue.Database, product, text string, from *queue.Origin) engine {
	e := engine{origin: from, place: place(diag.RoleOrigin, from, db.Settings["version"].Key, "the version that Laravel compares")}
	compared := text
	switch {
	case strings.Contains(text, "MariaDB"):
		product = "mariadb"
		if _, after, found := strings.Cut(text, "5.5.5-"); found {
			compared = after
		}
	case strings.Contains(text, "vitess"), strings.Contains(text, "PlanetScale"):
		e.name, e.need = "Vitess", "Vitess 19"
		e.skips = compareVersion(text, "19.0") >= 0
		return e
	case product == "mariadb":
		product = "mysql" // the driver's name decides nothing
	}
	g := gates[product]
	gate := fmt.Sprintf("%d.%d.%d", g.major, g.minor, g.patch)
	if product == "postgres" {
		gate = "9.5"
	}
	e.name, e.need = g.label+" "+text, firstSkipping(product)
	e.skips = compareVersion(compared, gate) >= 0
	e.misread = misread(db, product, text, e.skips)
	return e
}

// misread says why the configured version leads Laravel to ask for the wrong thing.
func misread(db *queue.Database, product, text string, skips bool) string {
	driver, _ := db.Driver.Get()
	server := db.Server
	mariadb := driver == "mariadb" || server != nil && server.Product == "mariadb"
	switch {
	case strings.Contains(strings.ToLower(text), "vitess") && product == "mysql":
		return fmt.Sprintf("Laravel looks for \"vitess\" in lower case: %q counts as MySQL", text)
	case mariadb && product == "mysql" && skips && compareVersion(text, "10.6") < 0:
		return fmt.Sprintf("without the word MariaDB %q counts as MySQL, which skips locked rows since 8.0.1; MariaDB does since 10.6", text)
	case mariadb || skips:
		return ""
	case text == "":
		return "an empty version is older than any"
	case product == "mysql" && (text == "8" || text == "8.0"):
		return fmt.Sprintf("%q is older than 8.0.1 for Laravel, whatever the server is", text)
	case server != nil && !server.Tests && server.Version.AtLeast(gates[server.Product].major, gates[server.Product].minor, gates[server.Product].patch) == queue.Yes:
		return fmt.Sprintf("the configuration says %s, and the server is %s", text, server.Image)
	}
	return ""
}

// versionText is a version as PHP makes a text of it: the number 8.0 is "8".
func versionText(s queue.Scalar) string {
	switch s.Kind {
	case queue.IntScalar:
		return strconv.FormatInt(s.Int, 10)
	case queue.FloatScalar:
		return strconv.FormatFloat(s.Float, 'f', -1, 64)
	case queue.StringScalar:
		return s.Text
	}
	return ""
}

// compareVersion is PHP's version_compare as far as numbers go: a version with fewer numbers is the older one.
func compareVersion(a, b string) int {
	x, y := numbers(a), numbers(b)
	for i := range max(len(x), len(y)) {
		switch {
		case i >= len(x):
			return -1
		case i >= len(y):
			return 1
		}
		if c := cmp.Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	return 0
}

// numbers are the numbers at the start of a version.
func numbers(s string) []int {
	var out []int
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '.' || r == '-' || r == '_' || r == '+' }) {
		digits := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' })
		if digits >= 0 {
			part = part[:digits]
		}
		n, err := strconv.Atoi(part)
		if err != nil {
			return out
		}
		out = append(out, n)
		if digits >= 0 {
			return out
		}
	}
	return out
}

// databaseExample is an application whose queue is kept in a database of that driver, with more keys of the connection.
func databaseExample(driver, keys string) string {
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
    'default' => '` + driver + `',
    'connections' => [
        '` + driver + `' => [
            'driver' => '` + driver + `',
            'host' => 'db',
            'database' => 'shop',
` + keys + `        ],
    ],
];
` + jobsMigration("$table->unsignedSmallInteger('attempts');")
}

// jobsMigration is the migration of the queue's table.
func jobsMigration(attempts string) string {
	return `-- database/migrations/2024_01_01_000000_create_jobs_table.php --
<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('jobs', function (Blueprint $table) {
            $table->id();
            $table->string('queue')->index();
            $table->longText('payload');
            ` + attempts + `
            $table->unsignedInteger('reserved_at')->nullable();
            $table->unsignedInteger('available_at');
            $table->unsignedInteger('created_at');
        });
    }
};
`
}
