package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var unknownSupervisorKey = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL307", Slug: "unknown-supervisor-key", Severity: diag.Warning,
		Summary: "a key in a Supervisor file is nearly one of Supervisor's, and ignored",
		Why: "Supervisor passes over keys that it does not know without a word. `stopwaitsec=3600` or `stop_wait_secs=3600` sets nothing: the grace stays at " +
			"10 s, and a longer job is killed at every stop.\n\nThe rule speaks of keys that differ from a real one of their section in dashes and underscores " +
			"alone, by one letter, or, of eight letters and more, by two. Sections of plugins and event listeners, keys that begin with `x-`, and files that a template fills in are silent.",
		Fix: "Write the key as Supervisor reads it.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=5
autorestart=true
stop_wait_secs=70 ; want QL307
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=5
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://supervisord.org/configuration.html#program-x-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			for _, u := range m.Unknown {
				d := &diag.Diagnostic{
					Severity: diag.Warning,
					Place:    diag.Place{Span: u.Span, Role: diag.RoleElsewhere, Label: "not a key of " + m.Manager.String()},
					Message:  fmt.Sprintf("%s ignores %q in [%s]; its key is %q", m.Manager, u.Key, u.Section, u.Near),
					Outcome:  m.Manager.String() + " says nothing, and its default of " + u.Near + defaultOf(u.Near) + " counts",
					Fix:      "write " + u.Near,
					Names:    []string{u.Section, u.Key},
					Cause:    "key " + u.Near + " of " + u.Section,
				}
				if u.Set {
					d.Outcome = fmt.Sprintf("%s says nothing; the value of %s counts", m.Manager, u.Near)
					d.Fix = "remove the line, or the other one"
				}
				if len(u.Key) == u.Span.End-u.Span.Start && !u.Set {
					d.Edits = []diag.Edit{{Span: u.Span, Text: u.Near}}
				}
				out = append(out, soften(d, m.Development != ""))
			}
		}
		return out
	},
}

// defaultOf is Supervisor's default of a key that decides about workers, with a blank before it; "" for others.
func defaultOf(key string) string {
	defaults := map[string]string{
		"stopwaitsecs": "10", "stopsignal": "TERM", "autorestart": "unexpected", "numprocs": "1", "startsecs": "1", "startretries": "3",
		"stopasgroup": "false", "killasgroup": "false", "exitcodes": "0", "priority": "999",
	}
	if v := defaults[strings.ToLower(key)]; v != "" {
		return ", " + v + ","
	}
	return ""
}
