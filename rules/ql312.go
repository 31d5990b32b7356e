package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var environmentValueTruncated = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL312", Slug: "environment-value-truncated", Severity: diag.Error,
		Summary: "a value in a Supervisor program's environment has to be quoted: the rest is dropped, or the file refused",
		Why: "Supervisor splits `environment=` into words of letters, digits and `_/.+-():`, and takes them four at a time: name, `=`, value, and a comma that " +
			"it never looks at. An unquoted `$`, `@`, `=`, `?` or blank ends the value. Where the words then still come out even, the rest is dropped without " +
			"a word (`PATH=$HOME` is `$`; nothing is expanded); otherwise supervisord refuses to start, and none of its workers runs.",
		Fix: "Put the value into quotes.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=5
autorestart=true
stopwaitsecs=70
environment=HOME=$HOME ; want QL312
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=5
autorestart=true
stopwaitsecs=70
environment=HOME="/home/app",APP_URL="https://shop.example/?a=b"
`,
		References: []string{"https://supervisord.org/configuration.html#program-x-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		out := refusals(app, unevenPairs)
		for _, d := range out {
			d.Fix = "put the value into quotes"
		}
		for _, m := range app.Managers {
			for _, v := range m.Truncated {
				out = append(out, soften(&diag.Diagnostic{
					Severity: diag.Error,
					Place:    diag.Place{Span: v.Span, Role: diag.RoleElsewhere, Label: "not in quotes"},
					Message:  fmt.Sprintf("%s of [%s] is %q: %s drops the rest of %q", v.Name, v.Section, v.Kept, m.Manager, v.Written),
					Outcome:  "the program runs with another value than is written, and nothing says so",
					Fix:      "put the value into quotes; " + m.Manager.String() + " expands %(ENV_X)s, not $X",
					Names:    []string{v.Section, v.Name},
					Cause:    "environment of " + v.Section,
				}, m.Development != ""))
			}
		}
		return out
	},
}

// unevenPairs says that a refusal is about an environment whose words do not come out as pairs.
func unevenPairs(r queue.Refusal) bool {
	return r.Option == "environment" && strings.Contains(r.Message, "Unexpected end of key/value pairs")
}
