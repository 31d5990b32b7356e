package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var throttleUnit = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL217", Slug: "throttle-unit", Severity: diag.Warning,
		Summary: "the second argument of ThrottlesExceptions counts in the unit of another Laravel",
		Why: "`new ThrottlesExceptions(10, 5)` held a job back for 5 minutes up to Laravel 10. Since Laravel 11 the second argument counts seconds: the same line " +
			"holds it back for 5 s, and a service that is down is called all the time. The reverse happens to a line that was copied from newer " +
			"documentation: 300 on Laravel 10 is five hours.\n\n`->backoff()` counts minutes in all versions.\n\nThe rule speaks of a plain number below 60 since Laravel 11, and of " +
			"60 or more before. It is silent where the argument is named, is a product such as `5 * 60` or a constant, and where the version may be either. " +
			"That the number was meant in the other unit is likely, not certain.",
		Fix: "Write the unit into the argument: `5 * 60` since Laravel 11, or `decaySeconds: 30` where seconds are meant.",
		Bad: queueConfig("90") + redisCache + jobExample("Call", `    public $tries = 25;

    public function middleware(): array
    {
        return [new \Illuminate\Queue\Middleware\ThrottlesExceptions(10, 5)]; // want QL217
    }
`),
		Good: queueConfig("90") + redisCache + jobExample("Call", `    public $tries = 25;

    public function middleware(): array
    {
        return [new \Illuminate\Queue\Middleware\ThrottlesExceptions(10, 5 * 60)];
    }
`),
		References: []string{"https://laravel.com/docs/12.x/queues#throttling-exceptions", "https://laravel.com/docs/12.x/upgrade"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		inSeconds := app.Versions.Framework.AtLeast(11, 0, 0)
		if inSeconds == queue.Maybe {
			return nil
		}
		var out []*diag.Diagnostic
		for _, l := range byMiddleware(app, func(_ *queue.Job, m *queue.Middleware) bool {
			n, ok := m.Decay.Get()
			return m.Kind == queue.ThrottlesExceptions && ok && n > 0 && !m.DecayUnit && (n < 60) == (inSeconds == queue.Yes)
		}) {
			n, _ := l.middleware.Decay.Get()
			text, was := count(n, "second"), "minutes before Laravel 11"
			fix := fmt.Sprintf("write %d * 60, or name the argument: decaySeconds: %d", n, n)
			if inSeconds == queue.No {
				text, was = fmt.Sprintf("%d minutes (%s)", n, secs(time.Duration(n)*time.Minute)), "seconds since Laravel 11"
				fix = fmt.Sprintf("write the number of minutes (%d), or name the argument: decayMinutes: %d", max(n/60, 1), n)
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning, Confidence: diag.Likely,
				Place:   place(diag.RoleCap, l.middleware.Decay.Origin(), l.middleware.Span, text),
				Message: fmt.Sprintf("ThrottlesExceptions holds %s back for %s; the argument counts %s", l.what(), text, was),
				Related: l.users(),
				Outcome: "a service that is down is called again that soon",
				Fix:     fix,
				Names:   []string{l.jobs[0].Class, "ThrottlesExceptions"},
				Cause:   "throttle of " + l.middleware.In,
			}
			if slices.ContainsFunc(l.jobs, func(j *queue.Job) bool { return !certainly(j.RetryUntil, true) }) {
				d.Outcome += ", and each call costs an attempt"
			}
			if inSeconds == queue.No {
				d.Outcome = "after as many exceptions as the first argument allows nothing of the kind runs for that long"
			}
			out = append(out, d)
		}
		return out
	},
}
