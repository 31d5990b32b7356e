package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var queueNotMonitored = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL338", Slug: "queue-not-monitored", Severity: diag.Info,
		Summary: "nothing watches how many jobs wait, or how long",
		Why: "A queue whose workers have stopped, or that grows faster than they work, makes no error: it only grows. `queue:monitor` in the schedule fires `QueueBusy` when " +
			"a queue is longer than a limit, Horizon watches its `waits`, health checks ask for the size.\n\nThe rule is silent where Horizon is installed, where a file that was " +
			"looked at names `queue:monitor`, `QueueBusy` or asks for a queue's size, and where a package that watches queues is installed. Information, one finding for an " +
			"application.",
		Fix: "Schedule `queue:monitor redis:default --max=100` and listen to `QueueBusy`, or watch the age of the oldest job from outside.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1 ; want QL338
autorestart=true
stopwaitsecs=70
`,
		Good:       queueConfig("90") + programExample("php artisan queue:work redis --tries=1") + consoleRoutes("Schedule::command('queue:monitor redis:default --max=100')->everyMinute();\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#monitoring-your-queues"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Framework == "" || app.Horizon || app.Watcher != "" || app.Schedule.Open != "" || app.Versions.Framework.AtLeast(8, 0, 0) == queue.No {
			return nil
		}
		places := watchable(app)
		if len(places) == 0 {
			return nil
		}
		d := &diag.Diagnostic{
			Severity: diag.Info,
			Place:    places[0],
			Message:  "nothing watches how many jobs wait, or how long",
			Related:  places[1:],
			Outcome:  "a queue whose workers have stopped grows without an error until somebody misses its results",
			Fix:      "schedule queue:monitor and listen to QueueBusy, or watch the age of the oldest job from outside",
			Names:    []string{"monitor"},
			Cause:    "monitoring of the queues in " + app.Root,
		}
		return []*diag.Diagnostic{d}
	},
}

// watchable are the production workers of an application, or where none is declared its first job that a worker has to take.
func watchable(app *queue.App) []diag.Place {
	var out []diag.Place
	for _, w := range app.Workers {
		if w.Development == "" && (w.On == nil || w.On.Leased() || driverOf(w.On) == "sqs") {
			out = append(out, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: describeWorker(w)})
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, j := range app.Jobs {
		if !j.Abstract && queuedSomewhere(j) {
			return []diag.Place{{Span: j.Span, Role: diag.RoleElsewhere, Label: "a job that waits in a queue"}}
		}
	}
	return nil
}
