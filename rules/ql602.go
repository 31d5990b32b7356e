package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var versionOverrideWrong = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL602", Slug: "version-override-wrong", Severity: diag.Warning,
		Summary: "the database's version in the configuration makes Laravel ask for the wrong lock",
		Why: "`version` of a connection in config/database.php replaces what the server says, and Laravel compares it as text by its numbers: `'8.0'`, `'8'` and the " +
			"number 8.0 are older than 8.0.1, an empty text is older than anything, so that workers no longer skip locked rows and wait for each other. A MariaDB is one " +
			"only with that word in it (`10.5.8-MariaDB`): `'10.5'` counts as MySQL 10.5, and every pop is a syntax error. `vitess` is compared in lower case.\n\nThe rule speaks " +
			"of connections that keep a queue which is used. It is silent where the version may be true: `'5.7'` without a declared server that is newer.",
		Fix:        "Leave `version` out, or give it in full as the server does: `8.0.36`, `10.11.6-MariaDB`.",
		Bad:        databaseExample("mysql", "            'version' => '8.0', // want QL602\n"),
		Good:       databaseExample("mysql", "            'version' => '8.0.36',\n"),
		References: []string{"https://www.php.net/version_compare"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			if c.UsedBy == "" || driverOf(c) != "database" || app.Versions.Framework.AtLeast(8, 16, 0) != queue.Yes {
				continue
			}
			db, selected := databaseOf(app, c)
			if db == nil {
				continue
			}
			e, ok := engineOf(app, db)
			if !ok || e.misread == "" {
				continue
			}
			outcome := "workers of " + fmt.Sprintf("%q", c.Name) + " lock the rows of others instead of skipping them: they wait for each other and deadlock"
			if e.skips {
				outcome = "every pop is a statement that the server does not understand"
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning, Place: e.place, Message: fmt.Sprintf("version of %q: %s", db.Name, e.misread), Outcome: outcome,
				Fix: "leave version out, or give it in full as the server does (8.0.36, 10.11.6-MariaDB)", Names: []string{db.Name}, Cause: "version of " + db.Name,
			}
			out = append(out, settle(d, selected, e.origin))
		}
		return distinct(out)
	},
}
