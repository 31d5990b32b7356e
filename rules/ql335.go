package rules

import (
	"fmt"
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var scheduledWorkerPilesUp = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL335", Slug: "scheduled-worker-piles-up", Severity: diag.Warning,
		Summary: "the schedule starts a worker again and again while earlier ones still run",
		Why: "The scheduler starts `queue:work` at every tick, whether or not the last one has ended. Without `withoutOverlapping()` a worker that stays (no " +
			"`--stop-when-empty`, no `--max-time`) is joined by one more each time, until the host is out of memory; one with `--stop-when-empty` is joined as long as the " +
			"queue is not empty. With the lock it is the lock's expiry that counts, 24 hours unless a number of minutes is given: a worker that stays longer gets a " +
			"second one beside it. That is information.\n\nThe rule is silent for `--once`, for a `--max-time` that is not above the time between two runs or the lock's " +
			"expiry, and where a condition decides at each run.",
		Fix:        "Say `->withoutOverlapping(10)` and `--stop-when-empty` or `--max-time`, or run the worker under a process manager.",
		Bad:        queueConfig("90") + consoleRoutes("Schedule::command('queue:work --tries=1')->everyMinute(); // want QL335\n"),
		Good:       queueConfig("90") + consoleRoutes("Schedule::command('queue:work --tries=1 --stop-when-empty')->everyMinute()->withoutOverlapping(10)->runInBackground();\n"),
		References: []string{"https://laravel.com/docs/12.x/scheduling#preventing-task-overlaps"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Task == nil || w.Kind != queue.Work || w.Once || w.Development != "" || !steady(w.Task) || !wordsKnown(w) && !w.Task.Overlap.IsAbsent() {
				continue
			}
			if d := pilesUp(w); d != nil {
				out = append(out, d)
			}
		}
		return out
	},
}

// pilesUp judges one worker of the schedule.
func pilesUp(w *queue.Worker) *diag.Diagnostic {
	every, known := w.Task.Every.Get()
	if !known {
		return nil
	}
	stays, bounded := granted(w)
	leaves := w.Option("stop-when-empty") != nil
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "started " + often(every)},
		Names:    []string{"schedule", w.Command.Text},
		Cause:    "overlapping of the scheduled workers",
		Fix:      "add ->withoutOverlapping(10), and --stop-when-empty or --max-time",
	}
	lock, locked := w.Task.Overlap.Get()
	switch {
	case w.Task.Overlap.IsAbsent() && (bounded && stays <= every || !wordsKnown(w)):
		return nil
	case w.Task.Overlap.IsAbsent() && leaves:
		d.Message = fmt.Sprintf("%s starts %s, and one that finds the queue not empty is joined by the next", describeWorker(w), often(every))
		d.Outcome = "a backlog starts one more worker at each tick until it is gone or the host is out of memory"
	case w.Task.Overlap.IsAbsent():
		d.Message = fmt.Sprintf("%s starts %s and never ends: each tick adds one more worker", describeWorker(w), often(every))
		d.Outcome = "the workers pile up until the host is out of memory; without runInBackground() each also keeps its scheduler waiting"
	case locked && !leaves && !(bounded && stays <= lock):
		d.Severity = diag.Info
		d.Message = fmt.Sprintf("%s stays, but its lock against overlapping ends after %s", describeWorker(w), minutesText(lock))
		d.Outcome = fmt.Sprintf("a second worker starts beside it every %s", minutesText(lock))
		d.Related = []diag.Place{place(diag.RoleGuard, w.Task.Overlap.Origin(), w.Span, "the lock ends after "+minutesText(lock))}
		d.Fix = "add --max-time below the lock's expiry, or --stop-when-empty"
	default:
		return nil
	}
	return d
}

// granted is what --max-time grants a worker.
func granted(w *queue.Worker) (time.Duration, bool) {
	o := w.Option("max-time")
	if o == nil {
		return 0, false
	}
	text, ok := o.Value.Get()
	n, err := strconv.Atoi(text)
	return time.Duration(n) * time.Second, ok && err == nil && n > 0
}

// minutesText is "24 hours", "10 minutes".
func minutesText(d time.Duration) string {
	if d%time.Hour == 0 {
		return count(int(d/time.Hour), "hour")
	}
	return count(int(d/time.Minute), "minute")
}
