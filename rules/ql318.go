package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var unknownWorkerOption = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL318", Slug: "unknown-worker-option", Severity: diag.Error,
		Summary: "a worker's command has an option that the installed version refuses or misreads",
		Why: `artisan exits with 1 at once when a command has an option that it does not know: a typing error, or an option of another version
(` + "`--max-jobs`" + ` before Laravel 8). The process manager starts it again and again until it gives up; no job runs.

A ` + "`--timeout`" + ` that is no number (` + "`90s`" + `, ` + "`--timeout==1200`" + `) is worse: the worker reserves a job and then dies of a TypeError, and each restart
burns an attempt of the job. ` + "`--tries=three`" + ` is read as 0: unlimited.

The rule needs the framework's version; where it is open whether a version has the option it is silent. Options that every artisan command takes
are fine.`,
		Fix: `Correct the option's name or value.`,
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tires=3 ; want QL318
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://github.com/laravel/framework/blob/12.x/src/Illuminate/Queue/Console/WorkCommand.php"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			for _, f := range w.Faults {
				out = append(out, soften(reportFault(app, w, f), w.Development != ""))
			}
		}
		return out
	},
}

func reportFault(app *queue.App, w *queue.Worker, f queue.OptionFault) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    diag.Place{Span: f.Option.Span, Role: diag.RoleWorker},
		Names:    []string{w.Name, f.Option.Name},
		Cause:    "command of " + w.Name,
	}
	text, _ := f.Option.Value.Get()
	switch f.Kind {
	case queue.CrashingValue:
		d.Place.Label = "no number"
		d.Message = fmt.Sprintf("--%s=%s of %s is no number", f.Option.Name, text, describeWorker(w))
		d.Outcome = "the worker reserves a job and dies of a TypeError; each restart burns one attempt, and handle() never runs"
		d.Fix = "write the seconds as a plain number"
	case queue.ZeroValue:
		d.Place.Label = "read as 0"
		d.Message = fmt.Sprintf("--%s=%s of %s is read as 0", f.Option.Name, text, describeWorker(w))
		d.Outcome = "attempts are unlimited: " + endlessly
		d.Fix = "write a number"
	default:
		d.Place.Label = "unknown to " + f.Command
		d.Message = fmt.Sprintf("%s of Laravel %s has no option %s", f.Command, app.Versions.Framework, f.Option.Span.Text())
		d.Outcome = "artisan exits with 1 at every start: no job runs, and the process manager gives up at last"
		d.Fix = "remove the option"
		if f.Near != "" {
			d.Fix = "did you mean --" + f.Near + "?"
		}
	}
	return d
}
