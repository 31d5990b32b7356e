package rules

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var workerExitsBeforeStartsecs = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL302", Slug: "worker-exits-before-startsecs", Severity: diag.Warning,
		Summary: "a worker may end before Supervisor counts it as started, and becomes FATAL",
		Why: "A program that ends within `startsecs` (1 s where it is not set) counts as one that failed to start, whatever its exit status. Supervisor tries " +
			"`startretries` times more (3), then calls it FATAL and never starts it again.\n\n" +
			"`--stop-when-empty` on an empty queue ends at once, and a `--max-time` of no more than `startsecs` always does: warnings. `--once` and `--max-jobs=1` " +
			"end that soon when short jobs wait: information. Silent with `startsecs=0` and where the program is not restarted anyway.",
		Fix: "Set `startsecs=0`, or let the worker run on: without `--stop-when-empty` it waits for the next job.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1 --stop-when-empty ; want QL302/warning
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1 --stop-when-empty
autorestart=true
startsecs=0
stopwaitsecs=70
`,
		References: []string{"https://supervisord.org/subprocess.html#process-states"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var seen []*queue.Program
		for _, w := range app.Workers {
			if w.Kind != queue.Work || w.Program == nil || w.Program.Manager != queue.Supervisor || slices.Contains(seen, w.Program) {
				continue
			}
			if d := endsTooSoon(w); d != nil {
				seen = append(seen, w.Program)
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

// endsTooSoon is the finding about a worker that may end before it counts as started.
func endsTooSoon(w *queue.Worker) *diag.Diagnostic {
	p := w.Program
	start, known := p.StartSecs.Get()
	again, ok := p.RestartPolicy().AfterSuccess.Get()
	if !known || start <= 0 || !ok || !again {
		return nil
	}
	severity, option, when := soonEnd(w, start)
	if option == nil {
		return nil
	}
	label := fmt.Sprintf("startsecs=%d", start)
	if isDefault(p.StartSecs) {
		label += " is the default"
	}
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: when},
		Message:  fmt.Sprintf("%s ends %s, which supervisor takes for a failed start (startsecs=%d)", describeWorker(w), when, start),
		Related:  []diag.Place{place(diag.RoleElsewhere, nil, p.Span, label)},
		Outcome:  "after some failed starts in a row the program is FATAL: nothing takes its jobs until somebody starts it by hand",
		Fix:      "set startsecs=0",
		Names:    []string{p.Manager.String(), p.Name},
		Cause:    "restart of " + p.Name,
	}
	if at := p.StartSecs.Origin().Place(); !at.IsZero() {
		d.Related[0].Span = at
	}
	if tries, ok := p.StartTries.Get(); ok {
		d.Outcome = fmt.Sprintf("after %d such starts in a row the program is FATAL: nothing takes its jobs until somebody starts it by hand", tries+1)
	}
	return settle(d, p.StartSecs.Origin())
}

// soonEnd is the option that makes a worker end within so many seconds, and when it does.
func soonEnd(w *queue.Worker, start int) (diag.Severity, *queue.Option, string) {
	if o := w.Option("stop-when-empty"); o != nil {
		return diag.Warning, o, "at once when the queue is empty"
	}
	if o := w.Option("max-time"); o != nil {
		text, _ := o.Value.Get()
		if n, err := strconv.Atoi(text); err == nil && n > 0 && n <= start {
			return diag.Warning, o, fmt.Sprintf("after %ds", n)
		}
	}
	if o := w.Option("once"); o != nil {
		return diag.Info, o, "at once behind a short job"
	}
	if o := w.Option("max-jobs"); o != nil {
		if text, _ := o.Value.Get(); text == "1" {
			return diag.Info, o, "at once behind a short job"
		}
	}
	return diag.Info, nil, ""
}
