package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var workerNotRestarted = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL301", Slug: "worker-not-restarted", Severity: diag.Warning,
		Summary: "a worker that ends as it should is not started again",
		Why: "A queue worker ends with status 0 whenever it does as it is told: after `queue:restart` or `horizon:terminate`, at `--max-time`, `--max-jobs` or " +
			"`--stop-when-empty`, when it lost its database. Something has to start it again. Supervisor's default `autorestart=unexpected` takes status 0 " +
			"for a success and leaves the program EXITED for ever; systemd's default `Restart=no` and its `on-failure` do the same; so does a compose service without `restart`, " +
			"or with `on-failure`.\n\n" +
			"An error where the worker's own flags make it end sooner or later. Silent where `exitcodes` does not name 0, for `--once`, for a program that is " +
			"not started by itself (`autostart=false`), for `Type=oneshot`, for units and containers that run until the queue is empty, and for " +
			"a compose file with `deploy:` but no policy: Swarm restarts.",
		Fix: "Set `autorestart=true` in Supervisor, `Restart=always` in systemd, `restart: unless-stopped` in a compose file.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue] ; want QL301/error
command=php artisan queue:work redis --tries=1 --max-time=3600
stopwaitsecs=70
`,
		Good:       queueConfig("90") + programExample("php artisan queue:work redis --tries=1 --max-time=3600"),
		References: []string{"https://supervisord.org/configuration.html#program-x-section-settings", "https://laravel.com/docs/12.x/queues#supervisor-configuration"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var seen []*queue.Program
		for _, w := range app.Workers {
			if w.Kind != queue.Work && w.Kind != queue.HorizonMaster || w.Once || w.Program == nil || slices.Contains(seen, w.Program) {
				continue
			}
			if d := staysDown(w); d != nil {
				seen = append(seen, w.Program)
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

// staysDown is the finding about a worker that its manager does not start again.
func staysDown(w *queue.Worker) *diag.Diagnostic {
	p := w.Program
	restart := p.RestartPolicy()
	again, known := restart.AfterSuccess.Get()
	if !known || again {
		return nil
	}
	if starts, ok := p.AutoStart.Get(); ok && !starts {
		return nil
	}
	if p.Unit != nil {
		if kind, ok := p.Unit.Type.Get(); ok && kind == "oneshot" {
			return nil
		}
	}
	ends := endsBy(w)
	untilEmpty := w.Option("stop-when-empty") != nil
	if untilEmpty && p.Manager != queue.Supervisor {
		return nil // something else starts it each time: a timer, a schedule
	}
	at := restart.AfterSuccess.Origin()
	label := restart.Setting
	if at.Place().IsZero() {
		label += " is the default"
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: p.Span, Role: diag.RoleElsewhere, Label: label},
		Message:  fmt.Sprintf("%s leaves %q down after %s ended with status 0 (%s)", managerName(p.Manager), p.Name, describeWorker(w), restart.Setting),
		Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
		Outcome:  "after the next " + signalOf(w) + " nothing takes its jobs, until somebody starts it by hand",
		Fix:      "set " + restart.Wanted,
		Names:    []string{p.Manager.String(), p.Name},
		Cause:    "restart of " + p.Name,
	}
	if place := at.Place(); !place.IsZero() {
		d.Place.Span = place
	}
	if ends != "" {
		d.Severity = diag.Error
		d.Outcome = fmt.Sprintf("the worker ends by itself (%s), and nothing takes its jobs until somebody starts it by hand", ends)
	}
	return settle(d, at)
}

// signalOf is what tells a worker to restart.
func signalOf(w *queue.Worker) string {
	if w.Kind == queue.HorizonMaster {
		return "horizon:terminate"
	}
	return "queue:restart"
}

// managerName is a manager's name as the subject of a sentence.
func managerName(m queue.Manager) string {
	if m == queue.Compose {
		return "docker"
	}
	return m.String()
}

// endsBy lists the flags that make a worker end by itself, "" where none does for sure.
func endsBy(w *queue.Worker) string {
	var out []string
	for _, name := range []string{"max-time", "max-jobs", "stop-when-empty"} {
		o := w.Option(name)
		if o == nil {
			continue
		}
		text, ok := o.Value.Get()
		switch {
		case name == "stop-when-empty":
			out = append(out, "--"+name)
		case ok && strings.Trim(text, "0123456789") == "" && strings.Trim(text, "0") != "":
			out = append(out, "--"+name+"="+text)
		}
	}
	return strings.Join(out, ", ")
}
