package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var commentTruncatesValue = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL309", Slug: "comment-truncates-value", Severity: diag.Error,
		Summary: "a ; or # within quotes starts a comment and cuts a command or environment off",
		Why: "Supervisor cuts every line at a `;` or `#` that stands behind a blank, before it looks at quotes. `command=sh -c 'php artisan migrate ; php artisan " +
			"queue:work'` runs `sh -c 'php artisan migrate`, which no shell understands, and `environment=A=\"x ; y\"` keeps supervisord from starting.\n\nThe " +
			"rule speaks where what is left of the value ends within quotes; a comment behind a value that is whole is silent.",
		Fix: "Put `;` right behind the word before it, or the commands into a script; within `environment=` there is no way to write a blank before `;` or `#`.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=bash -c "sleep 5 ; exec php artisan queue:work redis --tries=3 --timeout=5" ; want QL309
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=bash -c "sleep 5; exec php artisan queue:work redis --tries=3 --timeout=5" ; waits for redis
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://docs.python.org/3/library/configparser.html#supported-ini-file-structure"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			for _, c := range m.CutValues {
				outcome := "the command cannot be started: its quotes never end"
				if c.Key == "environment" {
					outcome = m.Manager.String() + " refuses to start with this file, and none of its workers runs"
				}
				out = append(out, soften(&diag.Diagnostic{
					Severity: diag.Error,
					Place:    diag.Place{Span: c.Span, Role: diag.RoleElsewhere, Label: "cut off as a comment"},
					Message:  fmt.Sprintf("the %s of [%s] ends at %q: the rest of the line is a comment, in quotes too", c.Key, c.Section, lastWords(c.Kept)),
					Outcome:  outcome,
					Fix:      "remove the blank before the ; or #, or move the command into a script",
					Names:    []string{c.Section, c.Key},
					Cause:    c.Key + " of " + c.Section,
				}, m.Development != ""))
			}
		}
		return out
	},
}

// lastWords is the end of a text, short enough for a message.
func lastWords(s string) string {
	words := strings.Fields(s)
	const most = 4
	if len(words) <= most {
		return strings.Join(words, " ")
	}
	return "… " + strings.Join(words[len(words)-most:], " ")
}

// cutByComment says that what supervisord refuses is a value that a comment cut off.
func cutByComment(app *queue.App, r queue.Refusal) bool {
	return slices.ContainsFunc(app.Managers, func(m *queue.ManagerFile) bool {
		return slices.ContainsFunc(m.CutValues, func(c queue.CutValue) bool {
			return c.Section == r.Section && c.Key == r.Option && c.Span.Path() == r.Span.Path()
		})
	})
}
