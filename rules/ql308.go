package rules

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var invalidSupervisorValue = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL308", Slug: "invalid-supervisor-value", Severity: diag.Error,
		Summary: "supervisord refuses to start with a file that starts workers",
		Why: "Supervisor checks every value when it starts: `stopwaitsecs=1m`, `autorestart=always`, a bare `%` or an unknown `%(name)s` are errors, and one " +
			"error in one file keeps the whole daemon down, with every worker of it. The message is Supervisor's own. Values that hang on the machine (users, " +
			"folders of logs) are not judged, and neither are templates.",
		Fix: "Correct the value.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=1m ; want QL308
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://supervisord.org/configuration.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		return refusals(app, func(r queue.Refusal) bool { return !collides(r) && !unevenPairs(r) && !cutByComment(app, r) })
	},
}

// collides says that a refusal is about processes that would share one name.
func collides(r queue.Refusal) bool {
	return strings.Contains(r.Message, "%(process_num)") && r.Option == "process_name" || strings.Contains(r.Message, "must be present within process_name")
}

// refusals turns those that a test accepts into findings.
func refusals(app *queue.App, accept func(queue.Refusal) bool) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for i, r := range app.Refusals {
		twice := slices.ContainsFunc(app.Refusals[:i], func(x queue.Refusal) bool { return x.Span == r.Span && x.Message == r.Message })
		if r.HostDependent || !accept(r) || twice {
			continue
		}
		out = append(out, &diag.Diagnostic{
			Severity: diag.Error,
			Place:    diag.Place{Span: r.Span, Role: diag.RoleElsewhere, Label: "refused"},
			Message:  r.Manager.String() + " refuses to start: " + r.Message,
			Outcome:  "the daemon does not start with this file, and none of its workers runs",
			Fix:      "correct the value",
			Names:    []string{r.Section, r.Option},
			Cause:    "configuration of " + r.Span.Path(),
		})
	}
	return out
}
