package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var leaseNotAboveRuntimeLimit = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL126", Slug: "lease-not-above-runtime-limit", Severity: diag.Error,
		Summary: "a lease ends before the job does, or before its holder renews it",
		Why: `A queue that qlint has no reader for can be stated in ` + "`qlint.toml`" + `: its lease (visibility timeout, ack deadline, TTR), its workers and
its jobs. The relation is the same everywhere: when the lease ends before the job, the queue takes the worker for dead and hands the job to
another one while the first still works on it.

Equal values collide too. A worker or job without a stated timeout is not judged.

Some frameworks renew the lease while the worker lives. Then no job is too long, but the lease must be longer than the time between two renewals:
Solid Queue's ` + "`process_alive_threshold` above `process_heartbeat_interval`" + `, BullMQ's ` + "`lockDuration` above `lockRenewTime`" + `. BullMQ renews a lock
between half of that time and the whole of it: a warning until half of it is too long, for then no job is renewed in time.

Of Celery qlint reads ` + "`visibility_timeout`" + ` (Redis 1 h, SQS 30 min without it) against ` + "`task_time_limit` and `time_limit`" + ` of tasks that are acknowledged late,
and against ` + "`countdown` and `default_retry_delay`" + `: a task that waits for its time lies unacknowledged in a worker. Of Django Q it reads ` + "`retry` (60 s) against `timeout` in `Q_CLUSTER`" + `.`,
		Fix: "Raise the lease above the longest timeout, with a margin of some seconds, and state it; or shorten the job.",
		Bad: `-- qlint.toml --
[[connection]]
name = "billing"
lease = "5m"

[[worker]]
command = "/srv/billing/worker*"
connection = "billing"
timeout = "4m"

[[job]]
name = "InvoiceRun"
connection = "billing"
timeout = "10m" # want QL126
`,
		Good: `-- qlint.toml --
[[connection]]
name = "billing"
lease = "15m"

[[worker]]
command = "/srv/billing/worker*"
connection = "billing"
timeout = "4m"

[[job]]
name = "InvoiceRun"
connection = "billing"
timeout = "10m"
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		add := func(who string, limit queue.Value[time.Duration], c *queue.Connection) {
			if d := outlives(who, limit, c); d != nil {
				out = append(out, d)
			}
		}
		for _, j := range app.Jobs {
			for _, candidate := range j.Candidates {
				add(j.Name, j.Timeout, candidate.Connection)
			}
		}
		for _, w := range app.Workers {
			add(describeWorker(w), w.Timeout, w.On)
		}
		for _, l := range app.Leases {
			for _, run := range l.Runs {
				if d := outlasted(l, run); d != nil {
					out = append(out, d)
				}
			}
		}
		return append(out, renewedTooLate(app)...)
	},
}

// renewedTooLate reports leases that end before their holder renews them.
func renewedTooLate(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, r := range app.Renewals {
		lease, known := r.Lease.Get()
		every, stated := r.Every.Get()
		if !known || !stated || every < lease || r.HalfSure && every == lease {
			continue
		}
		at, other := r.Lease, diag.Place{Span: r.Every.Origin().Place(), Role: diag.RoleElsewhere, Label: fmt.Sprintf("%s: how often %s renews it", secs(every), r.Holder)}
		label := secs(lease) + ": the lease"
		if at.Origin().Place().IsZero() {
			at, label = r.Every, fmt.Sprintf("%s: how often %s renews it (%s is not set: %s)", secs(every), r.Holder, r.LeaseName, secs(lease))
			other = diag.Place{}
		} else if other.Span.IsZero() {
			label += fmt.Sprintf(" (%s is not set: %s)", r.EveryName, secs(every))
		}
		d := &diag.Diagnostic{
			Severity: diag.Error,
			Place:    diag.Place{Span: at.Origin().Place(), Role: diag.RoleLease, Label: label},
			Message:  fmt.Sprintf("%s takes %s for dead after %s (%s), but it says that it lives only every %s (%s)", r.Framework, r.Holder, secs(lease), r.LeaseName, secs(every), r.EveryName),
			Outcome:  r.Lost,
			Fix:      fmt.Sprintf("set %s well above %s (%s)", r.LeaseName, secs(every), secs(3*every)),
			Names:    []string{r.Framework, r.LeaseName},
			Cause:    r.LeaseName + " of " + r.Framework,
			Timeline: &diag.Timeline{
				Marks: []time.Duration{0, lease, every},
				Bars:  []diag.Bar{{Label: "taken for alive", End: lease}, {Label: "the next sign of life", Start: every, End: every}},
			},
		}
		if r.HalfSure && every/2 < lease {
			d.Severity = diag.Warning
		}
		if r.Fix != "" {
			d.Fix = r.Fix
		}
		if !other.Span.IsZero() {
			d.Related = append(d.Related, other)
		}
		out = append(out, settle(d, r.Lease.Origin(), r.Every.Origin()))
	}
	return out
}

// outlasted is the finding about a job of another framework that its worker keeps for as long as the broker's lease or longer; nil for one that
// it keeps for less. A job that only waits is given away when its time is longer than the lease.
func outlasted(l *queue.Lease, run queue.Run) *diag.Diagnostic {
	t, known := run.Limit.Get()
	lease, stated := l.Time.Get()
	if !known || !stated || t < lease || run.Waits && t == lease {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleCap, run.Limit.Origin(), source.Span{}, secs(t)+": "+run.Setting),
		Message:  fmt.Sprintf("%s may run %s, but the broker gives it to another worker after %s (%s)", run.Name, secs(t), secs(lease), l.Setting),
		Outcome:  fmt.Sprintf("at %s a second worker gets the same task while the first still works on it", secs(lease)),
		Fix:      fmt.Sprintf("set %s above %s (%s), or give the task a shorter %s", l.Setting, plain(t), plain(above(t)), run.Setting),
		Timeline: &diag.Timeline{
			Marks: []time.Duration{0, lease, t},
			Bars:  []diag.Bar{{Label: "worker 1", End: t}, {Label: "worker 2: the same task", Start: lease, Open: true}},
		},
		Names: []string{run.Name, l.Framework},
		Cause: "lease of " + l.Framework,
	}
	if run.Waits {
		d.Message = fmt.Sprintf("%s waits %s in a worker, but the broker gives it to another one after %s (%s)", run.Name, secs(t), secs(lease), l.Setting)
		d.Outcome = fmt.Sprintf("it is given away anew every %s until it runs, and then runs once for each time", secs(lease))
		d.Timeline = nil
		d.Fix = fmt.Sprintf("set %s above %s (%s), or plan the task by something that keeps no message: a row that beat looks for", l.Setting, plain(t), plain(above(t)))
	}
	if at := l.Time.Origin().Place(); !at.IsZero() {
		d.Related = append(d.Related, diag.Place{Span: at, Role: diag.RoleLease, Label: secs(lease) + ": " + l.Setting})
	} else {
		d.Message += ", the default"
	}
	return settle(d, run.Limit.Origin(), l.Time.Origin())
}

// outlives reports a limit that reaches the lease of a declared connection.
func outlives(who string, limit queue.Value[time.Duration], c *queue.Connection) *diag.Diagnostic {
	if c == nil {
		return nil
	}
	t, known := limit.Get()
	lease, stated := c.Lease.Get()
	if driver, _ := c.Driver.Get(); driver != queue.DeclaredDriver || !known || !stated || t < lease {
		return nil
	}
	return settle(&diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleCap, limit.Origin(), c.Span, secs(t)+": the limit"),
		Message:  fmt.Sprintf("%s may run %s, but %q gives the job to another worker after %s", who, secs(t), c.Name, secs(lease)),
		Related:  []diag.Place{leasePlace(c, c.Lease)},
		Outcome:  fmt.Sprintf("at %s a second worker gets the same job while the first still works on it", secs(lease)),
		Fix:      fmt.Sprintf("raise the lease of %q above %s (%s)", c.Name, secs(t), secs(above(t))),
		Timeline: &diag.Timeline{
			Marks: []time.Duration{0, lease, t},
			Bars:  []diag.Bar{{Label: "worker 1", End: t}, {Label: "worker 2: the same job", Start: lease, Open: true}},
		},
		Names: []string{who, c.Name},
		Cause: "lease of " + c.Name,
	}, limit.Origin(), c.Lease.Origin())
}
