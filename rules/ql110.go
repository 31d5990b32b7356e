package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var stopGraceBelowJob = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL110", Slug: "stop-grace-below-job", Severity: diag.Error,
		Summary: "what stops the worker kills it before its longest job can end",
		Why: `On a deploy or a reboot the process manager sends a signal, and a Laravel worker then finishes the job at hand. It is given a grace for
that: ` + "`stopwaitsecs`" + ` in Supervisor and ` + "`stop_grace_period`" + ` in a compose file, 10 s where they are not set;
` + "`terminationGracePeriodSeconds`" + ` in Kubernetes, 30 s, less what preStop takes. Of Supervisor in a container the shorter one counts. When the grace is shorter than the longest job, the manager kills the worker in
the middle: no ` + "`finally`" + `, no ` + "`failed()`" + `, locks stay, and the job runs again from its start when its lease ends, with one attempt less, or is
marked failed.

The longest job is the largest of the worker's timeout (60 s without ` + "`--timeout`" + `) and of the timeouts of the jobs known to come to it. Equal values
are fine: the job's own limit comes first. A stop signal of KILL leaves no grace at all. A worker behind a shell that keeps the signal for itself is left to another rule, and so is
` + "`queue:listen`" + `, which leaves at once. A worker without any limit is a warning: no grace is long enough for sure.`,
		Fix: `Set ` + "`stopwaitsecs`" + `, ` + "`stop_grace_period`" + ` or ` + "`terminationGracePeriodSeconds`" + ` above the longest job that the worker may run.`,
		Bad: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=60 ; want QL110
`,
		Good: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=310
`,
		References: []string{
			"https://supervisord.org/configuration.html#program-x-section-settings",
			"https://laravel.com/docs/12.x/queues#supervisor-configuration",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind != queue.Work && w.Kind != queue.Declared || w.Once {
				continue
			}
			for _, d := range shortGraces(w) {
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

func shortGraces(w *queue.Worker) []*diag.Diagnostic {
	if d := killedAtOnce(w); d != nil {
		return []*diag.Diagnostic{d}
	}
	var out []*diag.Diagnostic
	for _, b := range bindings(w) {
		if d := shortGrace(w, b); d != nil {
			out = append(out, d)
		}
	}
	return out
}

// shortGrace is the finding about a chain whose binding stage is too short, nil where it is long enough.
func shortGrace(w *queue.Worker, b binding) *diag.Diagnostic {
	stage, grace := b.stage, b.grace
	l, ok := longestOf(w)
	limit, _ := l.value.Get()
	if !ok || !l.value.IsInfinite() && (grace >= limit || leftToPlatform(w, limit)) {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    gracePlace(stage, grace),
		Names:    []string{stage.Kind, stage.Name},
		Cause:    "stop grace of " + stage.Name,
	}
	origins := []*queue.Origin{stage.Grace.Origin(), l.value.Origin()}
	who := describeWorker(w)
	if l.job != nil {
		who = l.job.Name
		origins = append(origins, selectedOf(l.job, w))
	}
	if l.value.IsInfinite() {
		d.Severity = diag.Warning
		d.Message = fmt.Sprintf("%s kills %q %s after the stop signal, but %s has no limit", manager(stage), stage.Name, secs(grace), who)
		d.Outcome = fmt.Sprintf("a deploy kills whatever job needs longer than %s more", secs(grace))
		d.Fix = "give the job a timeout, and set " + stage.Setting + " to it"
	} else {
		d.Message = fmt.Sprintf("%s kills %q %s after the stop signal, but %s may run %s", manager(stage), stage.Name, secs(grace), may(l, who), secs(limit))
		d.Outcome = killed(w, l, limit, grace)
		d.Fix = "set " + assignment(stage, above(limit))
		d.Timeline = &diag.Timeline{
			Marks: []time.Duration{0, grace, limit},
			Bars:  []diag.Bar{{Label: "the job, from the stop signal on", End: limit}, {Label: "SIGKILL", Start: grace, End: grace}},
		}
	}
	d.Related = append(d.Related, longestPlace(w, l))
	if l.job != nil && !w.Span.IsZero() {
		d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker takes the job's queue"})
	}
	d.Related = append(d.Related, b.others()...)
	return settle(d, origins...)
}
