package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var leaseTooLong = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL125", Slug: "lease-too-long", Severity: diag.Info,
		Summary: "a lease of days hides the jobs of a crashed worker that long",
		Why: "`retry_after` is also how long a job stays hidden whose worker was killed by the machine, a deploy or the memory limit: nobody else may have " +
			"it before. With days or years there, such a job is lost in practice, without an error or a row in failed_jobs. The rule speaks from seven days on, " +
			"and from one day on where the longest timeout known on the connection is less than an eighth of it.",
		Fix: "Set it a little above the longest timeout, or give the long jobs a connection of their own.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90000000], // want QL125
    ],
];
`,
		Good: queueConfig("7200"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		used := false
		for _, c := range app.Connections {
			used = used || c.UsedBy != "" && c.Leased()
		}
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			l, ok := c.Lease.Get()
			// Where no connection that hands jobs out is in use yet, all of the application's own count.
			if !c.Leased() || !ok || c.Span.IsZero() || used && c.UsedBy == "" || !tooLong(app, c, l) {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    leasePlace(c, c.Lease),
				Message:  fmt.Sprintf("the lease of %q is %s: the job of a crashed worker stays hidden for %s", c.Name, secs(l), days(l)),
				Outcome:  "a job whose worker is killed is not tried again before that, and nothing says so",
				Fix:      "set retry_after a little above the longest timeout of the connection",
				Names:    []string{c.Name},
				Cause:    leaseCause(app, c),
			}
			if len(out) == 0 {
				d.Related = idleLeases(app, used)
			}
			out = append(out, settle(d, c.Lease.Origin()))
		}
		return out
	},
}

// idleLeases are the leases of a week and more that nothing uses yet, where others are used: whoever mends one mends them all.
func idleLeases(app *queue.App, used bool) []diag.Place {
	var out []diag.Place
	for _, c := range app.Connections {
		if l, ok := c.Lease.Get(); used && ok && c.Leased() && c.UsedBy == "" && !c.Span.IsZero() && l >= 7*day {
			place := leasePlace(c, c.Lease)
			place.Role, place.Label = diag.RoleElsewhere, fmt.Sprintf("%s on %q too, which nothing uses yet", secs(l), c.Name)
			out = append(out, place)
		}
	}
	return out
}

const day = 24 * time.Hour

func tooLong(app *queue.App, c *queue.Connection, lease time.Duration) bool {
	if lease >= 7*day {
		return true
	}
	if lease < day {
		return false
	}
	longest, known := time.Duration(0), false
	consider := func(v queue.Value[time.Duration]) {
		if t, ok := v.Get(); ok {
			longest, known = max(longest, t), true
		} else if !v.IsAbsent() {
			longest = lease // not known, or without limit: nothing can be said
		}
	}
	for _, w := range app.Workers {
		if w.On == c {
			consider(w.Timeout)
		}
	}
	for _, j := range app.Jobs {
		for _, candidate := range j.Candidates {
			if candidate.Connection == c {
				consider(j.Timeout)
			}
		}
	}
	return known && lease > 8*longest
}

// days prints a long time in days or years.
func days(d time.Duration) string {
	if d >= 2*365*day {
		return fmt.Sprintf("%.1f years", d.Hours()/24/365)
	}
	return count(int(d/day), "day")
}
