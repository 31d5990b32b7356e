package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var leaseNotAboveRuntimeLimit = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL126", Slug: "lease-not-above-runtime-limit", Severity: diag.Error,
		Summary: "a job of a connection that the settings declare may run as long as its lease or longer",
		Why: `A queue that qlint has no reader for can be stated in ` + "`qlint.toml`" + `: its lease (visibility timeout, ack deadline, TTR), its workers and
its jobs. The relation is the same everywhere: when the lease ends before the job, the queue takes the worker for dead and hands the job to
another one while the first still works on it.

Equal values collide too. A worker or job without a stated timeout is not judged.`,
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
		return out
	},
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
