package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var negativeTries = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL203", Slug: "negative-tries", Severity: diag.Error,
		Summary: "a negative number of tries fails every job unrun",
		Why: `Before a worker runs a job it asks whether the attempts so far are at most the tries. The first attempt is 1, and 1 is never at most -1: every
job is marked failed without its handle() being called. Only 0 means unlimited.`,
		Fix: `Write the number of attempts that is meant; 0 means unlimited.`,
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=-1 ; want QL203
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		report := func(v queue.Value[int], at diag.Place, who, name string) *diag.Diagnostic {
			n, _ := v.Get()
			d := &diag.Diagnostic{
				Severity: diag.Error, Place: at,
				Message: fmt.Sprintf("%s has %d tries: every job fails unrun", who, n),
				Outcome: "each job is marked failed at its first pick-up (MaxAttemptsExceededException), handle() never runs",
				Fix:     "write the number of attempts that is meant (0 means unlimited)",
				Names:   []string{name}, Cause: "tries of " + name,
			}
			return settle(d, v.Origin())
		}
		for _, j := range app.Jobs {
			if n, ok := j.Tries.Get(); ok && n < 0 && !j.Abstract && !bounded(j) && reachesWorker(j) {
				out = append(out, report(j.Tries, place(diag.RoleCap, j.Tries.Origin(), j.Span, "the job's own tries"), j.Name, j.Class))
			}
		}
		for _, w := range app.Workers {
			if n, ok := w.Tries.Get(); ok && n < 0 && w.Kind != queue.HorizonMaster && w.Kind != queue.HorizonSupervisor {
				d := report(w.Tries, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker's tries"}, describeWorker(w), w.Name)
				out = append(out, soften(d, w.Development != ""))
			}
		}
		var groups pools
		for _, w := range supervisors(app) {
			if n, ok := w.Tries.Get(); ok && n < 0 {
				groups.add(w, w.Tries.Origin().Place(), "")
			}
		}
		for _, g := range groups.pools {
			w := g.worker
			d := report(w.Tries, place(diag.RoleWorker, w.Tries.Origin(), w.Span, "the supervisor's tries"), describeWorker(w), w.Name)
			out = append(out, g.report(app, d))
		}
		return out
	},
}
