package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var ownDrainAboveOuterGrace = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL127", Slug: "own-drain-above-outer-grace", Severity: diag.Error,
		Summary: "the framework waits longer for its jobs than what stops it grants, and is killed before it hands them back",
		Why: `Sidekiq takes a job out of Redis when it starts it: while the job runs it stands nowhere else. Told to stop, Sidekiq waits ` + "`:timeout:`" + `
seconds (25 without it, or ` + "`-t`" + ` of the command) for its jobs and then pushes what is unfinished back to Redis. Where SIGKILL comes first, that
never happens and the jobs are lost. Pushing back and leaving takes some seconds more: the grace must be 5 s above the timeout.

Solid Queue waits ` + "`config.solid_queue.shutdown_timeout`" + ` (5 s without it) and then releases what is unfinished, so that it runs again. Where SIGKILL comes
first, the jobs stay claimed by a process that is gone, and are marked failed when Solid Queue misses it. The grace must be above the timeout.

Celery waits for its tasks as long as they take: the longest is ` + "`task_time_limit`, or `--time-limit`" + ` of the command, and without one no grace is known to be
too short.

A grace between the two is a warning, and so is one where nothing at all is written: both values are defaults. A repository that has Sidekiq Pro
or another way to fetch jobs that keeps them in Redis is not judged, nor is one whose code sets the timeout.`,
		Fix: "Raise the grace to at least 5 s above Sidekiq's timeout, 1 s above Solid Queue's; or lower `:timeout:` or `shutdown_timeout`.",
		Bad: `-- Gemfile --
gem "sidekiq"
-- config/sidekiq.yml --
:timeout: 60
-- compose.yml --
services:
  jobs:
    image: registry.test/app:1
    command: bundle exec sidekiq
    stop_grace_period: 30s # want QL127
`,
		Good: `-- Gemfile --
gem "sidekiq"
-- config/sidekiq.yml --
:timeout: 60
-- compose.yml --
services:
  jobs:
    image: registry.test/app:1
    command: bundle exec sidekiq
    stop_grace_period: 70s
`,
		References: []string{"https://github.com/sidekiq/sidekiq/wiki/Deployment", "https://github.com/rails/solid_queue#threads-processes-and-signals",
			"https://docs.celeryq.dev/en/stable/userguide/workers.html#stopping-the-worker"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, drain := range app.Drains {
			for _, b := range bindings(drain.Worker) {
				if d := drainCut(drain, b); d != nil {
					out = append(out, d)
				}
			}
		}
		return out
	},
}

// drainCut is the finding about a grace that ends before a framework handed its jobs back, nil where it is long enough.
func drainCut(drain *queue.Drain, b binding) *diag.Diagnostic {
	stage, grace := b.stage, b.grace
	limit, known := drain.Limit.Get()
	if !known || grace >= limit+drain.After {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    gracePlace(stage, grace),
		Message:  fmt.Sprintf("%s kills %q %s after the stop signal, but %s waits %s for its jobs before it hands them back", manager(stage), stage.Name, secs(grace), drain.Framework, secs(limit)),
		Outcome:  fmt.Sprintf("SIGKILL comes before %s has handed back a job that needs longer than %s more: the job %s", drain.Framework, secs(grace), drain.Killed),
		Names:    []string{stage.Kind, stage.Name},
		Cause:    "stop grace of " + stage.Name,
		Timeline: &diag.Timeline{
			Marks: []time.Duration{0, grace, limit + drain.After},
			Bars:  []diag.Bar{{Label: drain.Framework + " waits and hands back", End: limit + drain.After}, {Label: "SIGKILL", Start: grace, End: grace}},
		},
	}
	if drain.After == 0 {
		d.Message = fmt.Sprintf("%s kills %q %s after the stop signal, but %s waits for a task as long as it takes: up to %s", manager(stage), stage.Name, secs(grace), drain.Framework, secs(limit))
		d.Outcome = fmt.Sprintf("a task that needs longer than %s more is killed in the middle: it %s", secs(grace), drain.Killed)
	}
	if grace > limit || isDefault(stage.Grace) && isDefault(drain.Limit) {
		d.Severity = diag.Warning
	}
	need := limit + drain.After
	if stage.Most > 0 && need > stage.Most {
		d.Fix = fmt.Sprintf("lower %s to %ss: the platform grants no more", drain.Setting, plain(max(stage.Most-drain.After, 0)))
	} else {
		d.Fix = "set " + assignment(stage, need)
	}
	label := fmt.Sprintf("%s: how long %s waits", secs(limit), drain.Framework)
	if isDefault(drain.Limit) {
		label += fmt.Sprintf(" (the default: %s is not set)", drain.Setting)
	}
	d.Related = append(d.Related, diag.Place{Span: orSpan(drain.Limit.Origin().Place(), drain.Worker.Span), Role: diag.RoleCap, Label: label})
	d.Related = append(d.Related, b.others()...)
	return settle(d, stage.Grace.Origin(), drain.Limit.Origin())
}
