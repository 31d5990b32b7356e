package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var schedulerReplicated = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL341", Slug: "scheduler-replicated", Severity: diag.Warning,
		Summary: "several schedulers run at once, and tasks do not say onOneServer()",
		Why: "Every scheduler runs every task. With `schedule:work` in three replicas each job is dispatched three times and each command runs three times, at the same second. " +
			"`onOneServer()` lets the first one win, by a lock in a cache that all of them share.\n\nThe rule speaks where the number of replicas is written, " +
			"in a compose file, a Deployment or a Supervisor program within such a container, and where some task is known not to be restricted.",
		Fix:        "Run the scheduler in one replica, or add `->onOneServer()` to every task.",
		Bad:        queueConfig("90") + consoleRoutes("Schedule::command('reports:send')->daily();\n") + replicatedScheduler("2", " # want QL341"),
		Good:       queueConfig("90") + consoleRoutes("Schedule::command('reports:send')->daily()->onOneServer();\n") + replicatedScheduler("2", ""),
		References: []string{"https://laravel.com/docs/12.x/scheduling#running-tasks-on-one-server"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var open []*queue.Task
		for _, t := range app.Schedule.Tasks {
			if one, ok := t.OneServer.Get(); ok && !one && steady(t) {
				open = append(open, t)
			}
		}
		if len(open) == 0 {
			return nil
		}
		var out []*diag.Diagnostic
		for _, s := range app.Schedulers {
			n, ok := s.Replicas.Get()
			if !ok || n < 2 || s.Development != "" {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: s.Span, Role: diag.RoleWorker, Label: "this scheduler"},
				Message:  fmt.Sprintf("%s runs in %d replicas, and %s without onOneServer()", s.Command, n, count(len(open), "task")+are(len(open))),
				Related:  []diag.Place{place(diag.RoleOrigin, s.Replicas.Origin(), s.Span, count(n, "replica"))},
				Outcome:  fmt.Sprintf("%s runs %d times at each tick", describeTask(open[0]), n),
				Fix:      "run one scheduler, or add ->onOneServer() to the tasks",
				Names:    []string{s.Command},
				Cause:    "replicas of the scheduler",
			}
			for _, t := range open {
				d.Related = append(d.Related, diag.Place{Span: opens(t.Span), Role: diag.RoleElsewhere, Label: "without onOneServer()"})
			}
			out = append(out, settle(d, s.Replicas.Origin()))
		}
		return out
	},
}

func are(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

// replicatedScheduler is a compose file whose scheduler has some replicas.
func replicatedScheduler(replicas, comment string) string {
	return `-- Dockerfile --
FROM php:8.4-cli
WORKDIR /app
COPY . .
-- compose.yaml --
services:
  scheduler:
    build: .
    environment:
      APP_ENV: production
    command: php artisan schedule:work` + comment + `
    deploy:
      replicas: ` + replicas + `
`
}
