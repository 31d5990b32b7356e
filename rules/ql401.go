package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var uniqueLockNeverExpires = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL401", Slug: "unique-lock-never-expires", Severity: diag.Warning,
		Summary: "a unique job's lock has no expiry",
		Why: "A unique job's lock is taken when the job is dispatched and given back when it ended. Where the job is lost in between (the queue is " +
			"cleared, Redis is flushed or restarted without its data, a row is deleted, the payload cannot be read after a deploy) nothing gives it back. " +
			"Without `uniqueFor` it then stays for ever, and every later dispatch is dropped without a message: the job simply never runs again.\n\n" +
			"On redis, memcached and file the finding is a warning. On the database and dynamodb stores such a lock ends after a day, and where the store is " +
			"not known it may: there it is information, one finding for all classes.",
		Fix: "Add `public $uniqueFor = N;`, with N above everything that the job needs from its dispatch to its last attempt.",
		Bad: queueConfig("90") + redisCache + uniqueExample("    public function handle(): void {}\n", " // want QL401"),
		Good: queueConfig("90") + redisCache + uniqueExample(`    public $uniqueFor = 3600;

    public function handle(): void {}
`, ""),
		References: []string{"https://laravel.com/docs/12.x/queues#unique-jobs"},
	},
	Check: checkUniqueLocks,
}

func checkUniqueLocks(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	var doubtful []*queue.Job
	for _, j := range app.Jobs {
		u := j.Unique
		if u == nil || j.Abstract || !certainly(u.Asked, true) || !unending(u.For) {
			continue
		}
		k, known := keeperOf(app, u.Store)
		switch {
		case known && !k.guards():
		case known && k.endless():
			out = append(out, endlessLock(j, k))
		default:
			doubtful = append(doubtful, j)
		}
	}
	if len(doubtful) > 0 {
		d := endlessLock(doubtful[0], keeper{})
		d.Severity = diag.Info
		d.Message = fmt.Sprintf("the unique lock of %s has no expiry", names(jobNames(doubtful)))
		for _, j := range doubtful[1:] {
			d.Related = append(d.Related, diag.Place{Span: j.Unique.Span, Role: diag.RoleElsewhere, Label: j.Name + " too"})
		}
		out = append(out, d)
	}
	return out
}

func endlessLock(j *queue.Job, k keeper) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: j.Unique.Span, Role: diag.RoleGuard, Label: "a lock that only the job itself gives back"},
		Message:  fmt.Sprintf("the unique lock of %s has no expiry", j.Name),
		Outcome:  "a job that is lost before it ends keeps its lock " + k.lasting() + ": until then every further dispatch is dropped without a message",
		Fix:      "add $uniqueFor, with more seconds than the job needs from its dispatch to its last attempt",
		Names:    []string{j.Class},
		Cause:    "unique locks without an expiry",
	}
	if len(k.from.OpenVariables()) > 0 {
		d.Confidence = diag.Likely // the lock has no expiry in any store; that none sets one of its own hangs on the variable
	}
	return d
}
