package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var leaseMarginTooSmall = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL113", Slug: "lease-margin-too-small", Severity: diag.Info,
		Summary: "a timeout is below the lease by less than five seconds",
		Why: `Leases are stamped in whole seconds, so the real one lies between ` + "`retry_after`" + ` less one second and ` + "`retry_after`" + `. With a margin of one second the
kill and the next pop meet: measured, one run in six. Two seconds are the least that is safe on an idle machine; a loaded one needs more to end a process.

A margin of one second is a warning, one below five seconds information. A timeout that reaches the lease is another rule's.`,
		Fix: "Leave some seconds between the timeout and `retry_after`.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=89 ; want QL113/warning
autorestart=true
stopwaitsecs=100
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=80
autorestart=true
stopwaitsecs=100
`,
	},
	Check: checkMargins,
}

func checkMargins(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, j := range app.Jobs {
		if j.Abstract || j.OnlySync || len(j.Candidates) != 1 {
			continue
		}
		c := j.Candidates[0].Connection
		if margin, ok := marginOf(j.Timeout, c); ok {
			at := place(diag.RoleCap, j.Timeout.Origin(), j.Span, "the job's own limit")
			d := reportMargin(app, j.Name, []string{j.Class, c.Name}, j.Timeout, c, margin, at)
			out = append(out, settle(d, j.Candidates[0].Selected))
		}
	}
	var groups pools
	for _, w := range app.Workers {
		margin, ok := marginOf(w.Timeout, w.On)
		switch {
		case !ok || w.Once || w.Kind == queue.HorizonMaster:
		case w.Kind == queue.HorizonSupervisor:
			groups.add(w, orSpan(w.Timeout.Origin().Place(), w.Span), fmt.Sprint(margin))
		default:
			at := diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker's limit"}
			out = append(out, soften(reportMargin(app, describeWorker(w), []string{w.Name, w.On.Name}, w.Timeout, w.On, margin, at), w.Development != ""))
		}
	}
	for _, g := range groups.pools {
		w := g.worker
		margin, _ := marginOf(w.Timeout, w.On)
		at := place(diag.RoleCap, w.Timeout.Origin(), w.Span, "the supervisor's limit")
		out = append(out, g.report(app, reportMargin(app, describeWorker(w), []string{w.Name, w.On.Name}, w.Timeout, w.On, margin, at)))
	}
	return distinctPlaces(out)
}

// marginOf is what lies between a known limit and a known lease, where it is above 0 and below 5 s.
func marginOf(limit queue.Value[time.Duration], c *queue.Connection) (time.Duration, bool) {
	if c == nil || !c.Leased() {
		return 0, false
	}
	t, ok1 := limit.Get()
	l, ok2 := c.Lease.Get()
	margin := l - t
	return margin, ok1 && ok2 && t > 0 && margin > 0 && margin < 5*time.Second
}

func reportMargin(app *queue.App, who string, names []string, limit queue.Value[time.Duration], c *queue.Connection, margin time.Duration, at diag.Place) *diag.Diagnostic {
	t, _ := limit.Get()
	l, _ := c.Lease.Get()
	d := &diag.Diagnostic{
		Severity: diag.Info,
		Place:    at,
		Message:  fmt.Sprintf("%s may run %s, only %s less than the lease of %q", who, secs(t), secs(margin), c.Name),
		Related:  []diag.Place{leasePlace(c, c.Lease)},
		Outcome:  fmt.Sprintf("leases are whole seconds: the next worker may take the job from %s on, while the first is being ended", secs(l-time.Second)),
		Fix:      fmt.Sprintf("set retry_after to %s, or the timeout to %s", plain(above(t)), plain(max(l-10*time.Second, l/2))),
		Names:    names,
		Cause:    leaseCause(app, c),
	}
	if margin <= time.Second {
		d.Severity = diag.Warning
	}
	return settle(d, limit.Origin(), c.Lease.Origin())
}

// distinctPlaces keeps the first finding at each place: a value that several classes inherit.
func distinctPlaces(all []*diag.Diagnostic) []*diag.Diagnostic {
	seen := map[source.Span]bool{}
	var out []*diag.Diagnostic
	for _, d := range all {
		if !seen[d.Place.Span] {
			seen[d.Place.Span] = true
			out = append(out, d)
		}
	}
	return out
}
