package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var platformDefaultGrace = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL124", Slug: "platform-default-grace", Severity: diag.Error,
		Summary: "a worker runs with the few seconds that its platform gives by default",
		Why: `Some platforms are made for web servers, and give a process only seconds between the stop signal and SIGKILL unless their file says
otherwise: Fly.io and Nomad 5 s (` + "`kill_timeout`" + `), Railway 0 to 3 s (` + "`drainingSeconds`" + `). A worker that is in the middle of a job is then
killed at every deploy and every move to another host: no ` + "`finally`" + `, no ` + "`failed()`" + `, locks stay, and the job comes back when its lease ends.

The rule is silent where the setting is written down; whether that is long enough is another rule's question. It is silent too where no job of
the worker is known to take longer than the default.`,
		Fix: `Set ` + "`kill_timeout`" + ` or ` + "`drainingSeconds`" + ` to at least the longest job. Fly.io sends SIGINT, which ` + "`queue:work`" + ` handles since
Laravel 12.22 only: set ` + "`kill_signal = \"SIGTERM\"`" + ` too.`,
		Bad: queueConfig("90") + `-- fly.toml --
app = "shop"

[processes]
worker = "php artisan queue:work redis --tries=3" # want QL124
`,
		Good: queueConfig("90") + `-- fly.toml --
app = "shop"
kill_signal = "SIGTERM"
kill_timeout = "90s"

[processes]
worker = "php artisan queue:work redis --tries=3"
`,
		References: []string{"https://fly.io/docs/reference/configuration/", "https://docs.railway.com/guides/deployment-teardown"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			n, ok := needOf(app, w)
			if !ok || beyondCeiling(w, n.limit) != nil {
				continue
			}
			if s := tinyDefault(w, n.limit); s != nil {
				out = append(out, soften(tiny(w, s, n), w.Development != ""))
			}
		}
		return out
	},
}

func tiny(w *queue.Worker, s *queue.StopStage, n need) *diag.Diagnostic {
	return settle(&diag.Diagnostic{
		Severity: diag.Error,
		Place: diag.Place{
			Span: s.Span, Role: diag.RoleGrace, Label: fmt.Sprintf("%s between the stop signal and SIGKILL (the default: %s is not set)", graces(s), s.Setting),
		},
		Message: fmt.Sprintf("%s kills %q %s after the stop signal unless %s is set, but %s %s", manager(s), s.Name, graces(s), s.Setting, n.who, secs(n.limit)),
		Related: append([]diag.Place{n.place}, workerPlace(w, n.place.Span)...),
		Outcome: "every deploy kills the job at hand in the middle: no finally, no failed(), its locks stay",
		Fix:     "set " + assignment(s, above(n.limit)),
		Names:   []string{s.Kind, s.Name},
		Cause:   "stop grace of " + s.Name,
	}, n.origins...)
}
