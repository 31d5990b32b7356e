package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var includeIgnored = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL313", Slug: "include-ignored", Severity: diag.Warning,
		Summary: "files that a Supervisor configuration means to include are not read",
		Why: "`files=` of `[include]` is a list between blanks: a comma becomes part of the pattern, which then matches nothing. `**` matches one level of " +
			"folders, as `*` does. And only the root file's `[include]` is read: one in an included file is ignored. supervisord starts without the " +
			"programs and says so, if at all, in its log.\n\nA relative pattern that matches no file of the repository is information, where no Dockerfile, script or " +
			"manifest names the file or the pattern's folder.",
		Fix: "Separate patterns by blanks, name each level of folders, and include from the root file.",
		Bad: queueConfig("90") + `-- supervisor/supervisord.conf --
[supervisord]
nodaemon=true

[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=70

[include]
files = conf.d/*.conf, extra/*.conf ; want QL313
`,
		Good: queueConfig("90") + `-- supervisor/supervisord.conf --
[supervisord]
nodaemon=true

[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=70

[include]
files = conf.d/*.conf extra/*.conf
`,
		References: []string{"https://supervisord.org/configuration.html#include-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			report := func(at diag.Place, pattern, message, fix string) {
				out = append(out, soften(&diag.Diagnostic{
					Severity: diag.Warning, Place: at, Message: message,
					Outcome: "supervisord starts without the programs of those files",
					Fix:     fix, Names: []string{pattern}, Cause: "includes of " + at.Span.Path(),
				}, m.Development != ""))
			}
			for _, i := range m.Includes {
				at := diag.Place{Span: i.Span, Role: diag.RoleElsewhere, Label: "matches nothing"}
				switch {
				case strings.HasSuffix(i.Pattern, ",") && i.Files == 0 && !m.Template:
					report(at, i.Pattern, fmt.Sprintf("the comma belongs to the pattern %q, which therefore matches nothing", i.Pattern), "separate patterns by blanks")
				case slices.Contains(strings.Split(i.Pattern, "/"), "**") && !m.Template:
					at.Label = "one level of folders"
					report(at, i.Pattern, fmt.Sprintf("** in %q matches one level of folders only", i.Pattern), "name each level: a/*.conf a/*/*.conf")
				case i.Empty && !m.Template:
					report(at, i.Pattern, fmt.Sprintf("no file of the repository matches %q, and nothing was found that puts one there", i.Pattern),
						"correct the pattern, or remove it")
					out[len(out)-1].Severity = diag.Info
				}
			}
			for _, span := range m.Ignored {
				report(diag.Place{Span: span, Role: diag.RoleElsewhere, Label: "never read"}, span.Path(),
					"[include] in a file that is itself included is never read", "include the files from the root file")
			}
		}
		return out
	},
}
