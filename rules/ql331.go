package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var deployWithoutRestart = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL331", Slug: "deploy-without-restart", Severity: diag.Warning,
		Summary: "a deploy switches the code on a host and restarts no worker",
		Why: "A worker keeps the code that it was started with, for as long as it runs. After a deploy it works on new jobs with old classes: changed constructors, renamed columns " +
			"and removed files fail there and nowhere else.\n\nThe rule looks at scripts, workflows, makefiles and the recipes of Deployer and Envoy that put code on a host: rsync, git " +
			"over ssh, `git pull` with `artisan migrate --force`, the switch of a release's symlink. It is silent where the file names anything that restarts workers or may: " +
			"`queue:restart`, `horizon:terminate`, `artisan reload`, Supervisor, systemd, containers, a platform's deploy, another script; and where all the declared workers are " +
			"started by the schedule and leave by themselves.",
		Fix:        "Run `php artisan queue:restart` (Horizon: `horizon:terminate`) as the last step of the deploy.",
		Bad:        queueConfig("90") + jobExample("Report", "") + deployScript("git pull origin main # want QL331", ""),
		Good:       queueConfig("90") + jobExample("Report", "") + deployScript("git pull origin main", "php artisan queue:restart\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#queue-workers-and-deployment"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Framework == "" || !waitsForWorkers(app) || onlyShortWorkers(app) {
			return nil
		}
		command := "queue:restart"
		if app.Horizon {
			command = "horizon:terminate"
		}
		var out []*diag.Diagnostic
		for _, deploy := range app.Deploys {
			if deploy.Restarts != "" {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: deploy.Span, Role: diag.RoleElsewhere, Label: deploy.Switch},
				Message:  "the deploy switches the code and restarts no worker",
				Outcome:  "workers go on with the code that they were started with, until something else ends them",
				Fix:      "run php artisan " + command + " as the last step",
				Names:    []string{deploy.Span.Path()},
				Cause:    "deploy by " + deploy.Span.Path(),
			}
			for _, step := range deploy.Steps {
				d.Related = append(d.Related, diag.Place{Span: step, Role: diag.RoleElsewhere, Label: "a step behind it, on the host"})
			}
			out = append(out, d)
		}
		return out
	},
}

// waitsForWorkers says that the application has a queued class which may go to a worker.
func waitsForWorkers(app *queue.App) bool {
	for _, j := range app.Jobs {
		if !j.Abstract && !j.OnlySync && !inlineEverywhere(j) {
			return true
		}
	}
	return false
}

// inlineEverywhere says that a job runs in the process that dispatches it, whichever connection it is.
func inlineEverywhere(j *queue.Job) bool {
	for _, c := range j.Candidates {
		if !runsInline(c.Connection) {
			return false
		}
	}
	return len(j.Candidates) > 0
}

// onlyShortWorkers says that workers are declared for production, and that each is started by the schedule and leaves by itself.
func onlyShortWorkers(app *queue.App) bool {
	found := false
	for _, w := range app.Workers {
		if w.Development != "" {
			continue
		}
		if w.Task == nil || w.Option("stop-when-empty") == nil && w.Option("max-time") == nil && !w.Once {
			return false
		}
		found = true
	}
	return found
}

// deployScript is a script that switches the code by a step; more stands at its end.
func deployScript(step, more string) string {
	return `-- deploy.sh --
#!/bin/bash
cd /srv/app
` + step + `
composer install --no-dev
php artisan migrate --force
` + more
}
