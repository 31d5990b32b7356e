package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var stopGraceBelowJob = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL110", Slug: "stop-grace-below-job", Severity: diag.Error,
		Summary: "what stops the worker kills it before its longest job can end",
		Why: `On a deploy or a reboot the process manager sends a signal, and a Laravel worker then finishes the job at hand. It is given a grace for
that: ` + "`stopwaitsecs`" + ` in Supervisor, 10 s where it is not set. When the grace is shorter than the longest job, the manager kills the worker in
the middle: no ` + "`finally`" + `, no ` + "`failed()`" + `, locks stay, and the job runs again from its start when its lease ends, with one attempt less, or is
marked failed.

The longest job is the largest of the worker's timeout (60 s without ` + "`--timeout`" + `) and of the timeouts of the jobs known to come to it. Equal values
are fine: the job's own limit comes first. A worker behind a shell that keeps the signal for itself is left to another rule, and so is
` + "`queue:listen`" + `, which leaves at once. A worker without any limit is a warning: no grace is long enough for sure.`,
		Fix: `Set ` + "`stopwaitsecs`" + ` above the longest job that the worker may run.`,
		Bad: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
stopwaitsecs=60 ; want QL110
`,
		Good: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
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
			if d := shortGrace(app, w); d != nil {
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

// longest is the longest that a worker is known to let a job run: its own timeout or that of a job which it takes.
type longest struct {
	value queue.Value[time.Duration]
	job   *queue.Job // nil where it is the worker's own timeout
}

// longestOf is a lower bound of a worker's longest job: what is not known does not count. Infinite where a limit is switched off.
func longestOf(w *queue.Worker) (longest, bool) {
	best := longest{}
	found := false
	consider := func(v queue.Value[time.Duration], j *queue.Job) {
		all, ok := v.Each()
		if !ok {
			return
		}
		for _, one := range all {
			t, known := one.Get()
			if !known && !one.IsInfinite() {
				continue
			}
			now, _ := best.value.Get()
			if !found || !best.value.IsInfinite() && (one.IsInfinite() || t > now) {
				best, found = longest{one, j}, true
			}
		}
	}
	consider(w.Timeout, nil)
	for _, j := range w.Jobs {
		if !j.OnlySync {
			consider(j.Timeout, j)
		}
	}
	return best, found
}

// binding is the stage of a worker's chain with the shortest known grace.
func binding(w *queue.Worker) (*queue.StopStage, time.Duration, bool) {
	var best *queue.StopStage
	var grace time.Duration
	for _, s := range w.Chain {
		if g, ok := s.Grace.Get(); ok && (best == nil || g < grace) {
			best, grace = s, g
		}
	}
	return best, grace, best != nil
}

func shortGrace(app *queue.App, w *queue.Worker) *diag.Diagnostic {
	stage, grace, ok := binding(w)
	if !ok {
		return nil
	}
	l, ok := longestOf(w)
	limit, _ := l.value.Get()
	if !ok || !l.value.IsInfinite() && grace >= limit {
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
		d.Fix = fmt.Sprintf("set %s=%s", stage.Setting, plain(above(limit)))
		d.Timeline = &diag.Timeline{
			Marks: []time.Duration{0, grace, limit},
			Bars:  []diag.Bar{{Label: "the job, from the stop signal on", End: limit}, {Label: "SIGKILL", Start: grace, End: grace}},
		}
	}
	d.Related = append(d.Related, longestPlace(w, l))
	if l.job != nil && !w.Span.IsZero() {
		d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker takes the job's queue"})
	}
	return settle(d, origins...)
}

// selectedOf is what linked a job to the connection that a worker reads.
func selectedOf(j *queue.Job, w *queue.Worker) *queue.Origin {
	for _, c := range j.Candidates {
		if c.Connection == w.On {
			return c.Selected
		}
	}
	return nil
}

// may names what may run so long: a job, or any job of the worker.
func may(l longest, who string) string {
	if l.job != nil {
		return who
	}
	return "a job of " + who
}

// manager names what kills.
func manager(s *queue.StopStage) string {
	if s.Kind == "supervisor program" {
		return "supervisor"
	}
	return s.Kind
}

func gracePlace(s *queue.StopStage, grace time.Duration) diag.Place {
	label := fmt.Sprintf("%s between the stop signal and SIGKILL", secs(grace))
	if isDefault(s.Grace) {
		label += fmt.Sprintf(" (the default: %s is not set)", s.Setting)
	}
	return diag.Place{Span: s.Span, Role: diag.RoleGrace, Label: label}
}

// longestPlace shows what may run so long.
func longestPlace(w *queue.Worker, l longest) diag.Place {
	limit := "no limit"
	if t, ok := l.value.Get(); ok {
		limit = secs(t)
	}
	if l.job != nil {
		return place(diag.RoleCap, l.value.Origin(), l.job.Span, fmt.Sprintf("%s: the job's own limit", limit))
	}
	if isDefault(l.value) {
		return diag.Place{Span: w.Span, Role: diag.RoleCap, Label: fmt.Sprintf("%s: the default of queue:work without --timeout", limit)}
	}
	return place(diag.RoleCap, l.value.Origin(), w.Span, fmt.Sprintf("%s: the worker's limit", limit))
}

// killed says what a SIGKILL in the middle of a job leads to.
func killed(w *queue.Worker, l longest, limit, grace time.Duration) string {
	text := fmt.Sprintf("a deploy that meets the job in its first %s kills it in the middle: no finally, no failed(), its locks stay", secs(limit-grace))
	if w.On == nil {
		return text
	}
	lease, ok := w.On.Lease.Get()
	if !ok || !w.On.Leased() {
		return text
	}
	a := attemptsFrom(w.Tries)
	if l.job != nil {
		a = attemptsOf(l.job, []*queue.Worker{w})
	}
	switch {
	case a.known && !a.unlimited && a.n == 1:
		return text + fmt.Sprintf("; with tries=1 it is marked failed when its lease of %s ends", secs(lease))
	case a.known:
		return text + fmt.Sprintf("; it starts again from the beginning when its lease of %s ends", secs(lease))
	}
	return text + fmt.Sprintf("; it comes back when its lease of %s ends", secs(lease))
}

var stopGraceBelowHorizonTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL111", Slug: "stop-grace-below-horizon-timeout", Severity: diag.Error,
		Summary: "what stops Horizon kills it before its workers can end",
		Why: `When Horizon's master is told to stop it waits for its workers, at most as long as the largest ` + "`timeout`" + ` of its supervisors. The process
manager's grace (` + "`stopwaitsecs`" + `, 10 s where it is not set) has to be at least that long, or the master is killed and its workers with it, or
left behind as orphans that keep polling beside the new ones.

With ` + "`fast_termination`" + ` the master does not wait: information. A job above its supervisor's timeout is another rule's.`,
		Fix: `Set ` + "`stopwaitsecs`" + ` to more than the largest supervisor timeout.`,
		Bad: queueConfig("330") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 300],
        ],
    ],
];
-- supervisor/horizon.conf --
[program:horizon]
command=php artisan horizon
stopwaitsecs=60 ; want QL111
`,
		Good: queueConfig("330") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.40.0"}]}
-- config/horizon.php --
<?php

return [
    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 300],
        ],
    ],
];
-- supervisor/horizon.conf --
[program:horizon]
command=php artisan horizon
stopwaitsecs=330
`,
		References: []string{"https://laravel.com/docs/12.x/horizon#installing-supervisor"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind == queue.HorizonMaster {
				if d := shortHorizonGrace(app, w); d != nil {
					out = append(out, soften(d, w.Development != ""))
				}
			}
		}
		return out
	},
}

func shortHorizonGrace(app *queue.App, master *queue.Worker) *diag.Diagnostic {
	stage, grace, ok := binding(master)
	if !ok {
		return nil
	}
	var worst *queue.Worker
	var limit time.Duration
	var environments, all []string
	for _, w := range supervisors(app) {
		if w.Development != "" {
			continue
		}
		if !slices.Contains(all, w.Environment) {
			all = append(all, w.Environment)
		}
		t, ok := w.Timeout.Get()
		if !ok || t <= grace {
			continue
		}
		if !slices.Contains(environments, w.Environment) {
			environments = append(environments, w.Environment)
		}
		if t > limit {
			worst, limit = w, t
		}
	}
	if worst == nil {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    gracePlace(stage, grace),
		Message:  fmt.Sprintf("%s kills %q %s after the stop signal, but Horizon waits up to %s for %s", manager(stage), stage.Name, secs(grace), secs(limit), describeWorker(worst)),
		Related: []diag.Place{
			place(diag.RoleCap, worst.Timeout.Origin(), worst.Span, secs(limit)+": the supervisor's timeout"),
			{Span: master.Span, Role: diag.RoleWorker, Label: "Horizon runs as this program"},
		},
		Outcome: "a deploy kills Horizon while jobs run: they are cut in the middle, or go on as orphans beside the new workers",
		Fix:     fmt.Sprintf("set %s=%s", stage.Setting, plain(above(limit))),
		Names:   []string{stage.Kind, stage.Name},
		Cause:   "stop grace of " + stage.Name,
	}
	if len(environments) < len(all) {
		d.Environments = environments
	}
	if worst.FastTermination {
		d.Severity = diag.Info
	}
	d.Related = slices.DeleteFunc(d.Related, func(p diag.Place) bool { return p.Span == source.Span{} })
	return settle(d, stage.Grace.Origin(), worst.Timeout.Origin())
}
