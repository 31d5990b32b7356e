package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var scheduleOverlapCoversDispatch = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL410", Slug: "schedule-overlap-covers-dispatch", Severity: diag.Info,
		Summary: "withoutOverlapping() of the schedule covers the dispatch of a job, or is kept for 24 hours",
		Why: "`Schedule::job(new Report)->withoutOverlapping()` takes a lock, puts the job on its queue, and gives the lock back: it says nothing of jobs that wait or run. " +
			"Two of them may run at once.\n\nFor commands the lock is held until the command ends, and where the process is killed (a deploy, the OOM killer) it stays " +
			"until it expires: after 1440 minutes unless a number is given. A task that runs every few minutes is then skipped for a day, without an error. " +
			"Both are information, one finding each for an application.",
		Fix:        "Put the middleware `WithoutOverlapping` or `ShouldBeUnique` on the job; give `withoutOverlapping()` a number of minutes.",
		Bad:        queueConfig("90") + jobExample("Report", "") + consoleRoutes("Schedule::job(new Report)->hourly()->withoutOverlapping(); // want QL410\n"),
		Good:       queueConfig("90") + jobExample("Report", "") + consoleRoutes("Schedule::job(new Report)->hourly();\n"),
		References: []string{"https://laravel.com/docs/12.x/scheduling#preventing-task-overlaps"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var jobs, kept []*queue.Task
		for i := range app.Schedule.Tasks {
			t := app.Schedule.Tasks[i]
			_, locked := t.Overlap.Get()
			switch every, known := t.Every.Get(); {
			case !locked || t.Kind == queue.CalledTask:
			case t.Kind == queue.JobTask:
				if t.Job != nil && queuedSomewhere(t.Job) {
					jobs = append(jobs, t)
				}
			case known && every <= time.Hour && isDefault(t.Overlap):
				kept = append(kept, t)
			}
		}
		var out []*diag.Diagnostic
		if len(jobs) > 0 {
			d := overlapFinding(app, jobs, "jobs")
			d.Message = fmt.Sprintf("withoutOverlapping() on %s ends when the job is queued, not when it has run", describeTask(jobs[0]))
			d.Outcome = "a job that takes longer than the time between two runs runs twice at once"
			d.Fix = "put the middleware WithoutOverlapping, or ShouldBeUnique, on the job"
			out = append(out, d)
		}
		if len(kept) > 0 {
			d := overlapFinding(app, kept, "expiry")
			every, _ := kept[0].Every.Get()
			d.Message = fmt.Sprintf("%s runs %s, and its lock against overlapping is kept for 24 hours when it is killed", describeTask(kept[0]), often(every))
			d.Outcome = "after a deploy or an out-of-memory kill in the middle the task is skipped for a day, without an error"
			d.Fix = "give withoutOverlapping() a number of minutes, a little above what the task takes"
			out = append(out, d)
		}
		return out
	},
}

// queuedSomewhere says that a job goes to a connection that hands it to a worker.
func queuedSomewhere(j *queue.Job) bool {
	for _, c := range j.Candidates {
		if runsInline(c.Connection) {
			return false
		}
	}
	return len(j.Candidates) > 0 && !j.OnlySync
}

// overlapFinding is a finding about the locks of some tasks.
func overlapFinding(app *queue.App, tasks []*queue.Task, what string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Info,
		Place:    diag.Place{Span: opens(tasks[0].Span), Role: diag.RoleGuard, Label: "this task"},
		Names:    []string{what},
		Cause:    "locks of the schedule in " + app.Root + ": " + what,
	}
	for _, t := range tasks[1:] {
		d.Related = append(d.Related, diag.Place{Span: opens(t.Span), Role: diag.RoleElsewhere, Label: describeTask(t) + " too"})
	}
	return d
}
