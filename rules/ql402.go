package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var uniqueLockShorterThanJob = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL402", Slug: "unique-lock-shorter-than-job", Severity: diag.Warning,
		Summary: "a unique job's lock may end before the job does",
		Why: "`uniqueFor` counts from the dispatch, not from the start of the job. A lock that ends while the job still runs, or still has attempts to " +
			"come, lets a second instance onto the queue: from then on two of them run at once, which is what the lock was to prevent.\n\nThe rule compares `uniqueFor` with the job's limit " +
			"(its own `$timeout`, or that of the declared workers that take it), and with its whole life: every attempt as long as it may be, with the pauses " +
			"between them. The time that the job waits on the queue comes on top. It is silent for `ShouldBeUniqueUntilProcessing`, whose lock ends when " +
			"the job starts, for equal values, and where attempts or limits are not known.",
		Fix: "Raise `uniqueFor` above attempts x timeout, plus the pauses, plus the time that a job may wait on the queue.",
		Bad: queueConfig("360") + redisCache + uniqueExample(`    public $timeout = 300;

    public $tries = 1;

    public $uniqueFor = 120; // want QL402

    public function handle(): void {}
`, ""),
		Good: queueConfig("360") + redisCache + uniqueExample(`    public $timeout = 300;

    public $tries = 1;

    public $uniqueFor = 3600;

    public function handle(): void {}
`, ""),
		References: []string{"https://laravel.com/docs/12.x/queues#unique-jobs"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, j := range app.Jobs {
			u := j.Unique
			if u == nil || j.Abstract || u.UntilProcessing || !certainly(u.Asked, true) || !reachesQueue(j) {
				continue
			}
			if k, known := keeperOf(app, u.Store); known && !k.guards() {
				continue
			}
			if d := shortLock(j); d != nil {
				out = append(out, d)
			}
		}
		return out
	},
}

// shortLock compares a unique lock's time with the job's limit and with its whole life.
func shortLock(j *queue.Job) *diag.Diagnostic {
	end, ok := lockEnd(j.Unique.For)
	limit, w, limited := limitOf(j)
	if !ok || !limited {
		return nil
	}
	lock, _ := end.Get()
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleGuard, end.Origin(), j.Unique.Span, fmt.Sprintf("%s: how long the lock lasts, counted from the dispatch", secs(lock))),
		Related:  []diag.Place{limitPlace(j, limit, w)},
		Names:    []string{j.Class},
		Cause:    "unique lock of " + j.Class,
	}
	t, finite := limit.Get()
	a, from := sureAttempts(j)
	life, pauses := lifetime(j, t, a)
	switch {
	case !finite:
		d.Message = fmt.Sprintf("the unique lock of %s ends after %s, but the job has no time limit", j.Name, secs(lock))
		d.Outcome = fmt.Sprintf("%s after its dispatch a second instance is let onto the queue, and runs beside the first", secs(lock))
		d.Fix = "give the job a $timeout, and set uniqueFor above it"
	case lock < t:
		d.Message = fmt.Sprintf("the unique lock of %s ends after %s, but the job may run %s", j.Name, secs(lock), secs(t))
		d.Outcome = fmt.Sprintf("%s after its dispatch a second instance is let onto the queue, and may run beside the first for up to %s", secs(lock), secs(t-lock))
		d.Fix = fmt.Sprintf("set uniqueFor to %s or more", plain(above(max(t, life))))
	case lock < life:
		d.Message = fmt.Sprintf("the unique lock of %s ends after %s, but its %s may take %s", j.Name, secs(lock), count(a.n, "attempt"), secs(life))
		d.Outcome = fmt.Sprintf("%d x %s%s = %s: while the job waits for a later attempt a second instance is let onto the queue, and both run", a.n, secs(t), pausesText(pauses), secs(life))
		d.Fix = fmt.Sprintf("set uniqueFor to %s or more", plain(above(life)))
		if !from.Place().IsZero() {
			d.Related = append(d.Related, place(diag.RoleCap, from, j.Span, count(a.n, "attempt")))
		}
	default:
		return nil
	}
	return settle(d, end.Origin(), limit.Origin(), from)
}

func pausesText(pauses time.Duration) string {
	if pauses == 0 {
		return ""
	}
	return " + " + secs(pauses) + " of pauses"
}

// lifetime is how long all attempts of a job may take, with the pauses between them as far as they are known; 0 where the number of
// attempts is not known.
func lifetime(j *queue.Job, limit time.Duration, a attempts) (whole, pauses time.Duration) {
	if !a.known || a.unlimited || a.n > 1_000 || limit > 365*24*time.Hour {
		return 0, 0
	}
	list, _ := backoffOf(j).Get()
	for i := range a.n - 1 {
		if len(list) > 0 {
			pauses += list[min(i, len(list)-1)]
		}
	}
	return time.Duration(a.n)*limit + pauses, pauses
}

// backoffOf are a job's pauses: its own, or those of the workers that take it, where all have the same.
func backoffOf(j *queue.Job) queue.Value[[]time.Duration] {
	if !j.Backoff.IsAbsent() {
		return j.Backoff
	}
	var common queue.Value[[]time.Duration]
	for _, c := range j.Candidates {
		for _, w := range c.Workers {
			if common.Origin() != nil && common.Origin() != w.Backoff.Origin() {
				return queue.NotKnown[[]time.Duration]("workers differ", nil)
			}
			common = w.Backoff
		}
	}
	return common
}
