package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var keySwallowedByContinuation = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL306", Slug: "key-swallowed-by-continuation", Severity: diag.Error,
		Summary: "an indented key in a Supervisor file became part of the line before",
		Why: "In Supervisor's files a line that is indented deeper than the key above continues its value. An indented `stopwaitsecs=3600` is then no " +
			"setting but a word of the command: the grace stays at 10 s, and the command gets arguments that it does not know. An indented section header is " +
			"swallowed the same way. supervisord says nothing.\n\nThe rule speaks of lines that begin with a key that the section really has; values of " +
			"`environment=` and files that a template fills in are silent.",
		Fix: "Remove the indentation.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
stopwaitsecs=70
autorestart=true
process_name=%(program_name)s
command=php artisan queue:work redis --tries=3
    numprocs=4 ; want QL306
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
stopwaitsecs=70
autorestart=true
command=php artisan queue:work redis --tries=3
numprocs=1
`,
		References: []string{"https://docs.python.org/3/library/configparser.html#supported-ini-file-structure"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			if m.Template {
				continue
			}
			for _, s := range m.Swallowed {
				what := "the key " + s.Name
				if s.Header {
					what = "the section [" + s.Name + "]"
				}
				d := &diag.Diagnostic{
					Severity: diag.Error,
					Place:    diag.Place{Span: s.Span, Role: diag.RoleElsewhere, Label: "indented: it continues the value above"},
					Message:  what + " is indented and became part of the value above it",
					Outcome:  fmt.Sprintf("%s is not set, and the value above holds it as text; supervisord says nothing", what),
					Fix:      "remove the indentation",
					Names:    []string{s.Name},
					Cause:    "indentation in " + s.Span.Path(),
				}
				out = append(out, soften(d, m.Development != ""))
			}
		}
		return out
	},
}
