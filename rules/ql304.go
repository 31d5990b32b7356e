package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var suKillsAfterTwoSeconds = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL304", Slug: "su-kills-after-two-seconds", Severity: diag.Error,
		Summary: "su or runuser kills the worker two seconds after the stop signal",
		Why: "When su and runuser of util-linux are told to stop they pass the signal on, sleep two seconds and kill their command, however long the " +
			"process manager would wait. A job that needs longer is cut in the middle: no `finally`, no `failed()`, its locks stay.\n\n" +
			"The su of busybox (Alpine) becomes its command and is fine, and so are gosu, su-exec, setpriv and sudo.",
		Fix: "Use `user=` in Supervisor, `User=` in systemd, `user:` in a compose file, or gosu, su-exec, setpriv.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=su www-data -s /bin/sh -c "exec php artisan queue:work redis --tries=1" ; want QL304
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
user=www-data
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://man7.org/linux/man-pages/man1/runuser.1.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind != queue.Work && w.Kind != queue.HorizonMaster && w.Kind != queue.Declared || w.Once || w.Program == nil {
				continue
			}
			if d := cutShort(app, w); d != nil {
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

// cutShort is the finding about a worker that su kills before its longest job can end.
func cutShort(app *queue.App, w *queue.Worker) *diag.Diagnostic {
	by := w.Cut()
	if by == nil {
		return nil
	}
	l, ok := longestOf(w)
	if w.Kind == queue.HorizonMaster {
		l, ok = longestSupervisor(app)
	}
	limit, known := l.value.Get()
	if !ok || known && limit <= by.Grace {
		return nil
	}
	length := "has no limit"
	if known {
		length = "may run " + secs(limit)
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    diag.Place{Span: by.Span, Role: diag.RoleGrace, Label: secs(by.Grace) + " between the signal and SIGKILL, whatever the process manager grants"},
		Message:  fmt.Sprintf("%s kills the worker %s after the stop signal, but a job of %s %s", by.Name, secs(by.Grace), describeWorker(w), length),
		Related:  []diag.Place{longestPlace(w, l)},
		Outcome:  "every deploy that meets a job longer than that kills it in the middle: no finally, no failed(), its locks stay",
		Fix:      "let the process manager set the user (user= in supervisor, user: in compose), or use gosu, su-exec or setpriv, which become the command",
		Names:    []string{w.Name, by.Name},
		Cause:    by.Name + " of " + w.Name,
	}
	return settle(d, l.value.Origin())
}

// longestSupervisor is the largest timeout of Horizon's production supervisors: as long as that its master waits.
func longestSupervisor(app *queue.App) (longest, bool) {
	var out longest
	var most time.Duration
	for _, w := range supervisors(app) {
		if t, ok := w.Timeout.Get(); ok && w.Development == "" && t > most {
			out.value, most = w.Timeout, t
		}
	}
	return out, most > 0
}
