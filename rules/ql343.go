package rules

import (
	"fmt"
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var sleepNotBelowTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL343", Slug: "sleep-not-below-timeout", Severity: diag.Error,
		Summary: "an idle worker sleeps as long as its own timeout and is killed by it",
		Why: "A worker sets its alarm before it looks for a job, and sleeps within it: when `--sleep` (3 s without the flag) is not below `--timeout`, the " +
			"alarm goes off in the sleep and the idle worker kills itself with SIGKILL, cycle after cycle. `--rest`, the pause after a job, does the same.",
		Fix: "Raise `--timeout` above `--sleep` and `--rest`, or lower those.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=2 ; want QL343
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=2 --sleep=1
autorestart=true
stopwaitsecs=70
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			limit, ok := w.Timeout.Get()
			if w.Kind != queue.Work || w.Once || !ok || limit <= 0 {
				continue
			}
			for _, pause := range []struct {
				option string
				def    time.Duration
			}{{"sleep", 3 * time.Second}, {"rest", 0}} {
				d, known := optionSeconds(w, pause.option, pause.def)
				if !known || d < limit || d <= 0 {
					continue
				}
				out = append(out, soften(reportSleep(w, pause.option, d, limit), w.Development != ""))
			}
		}
		return out
	},
}

// optionSeconds is a numeric option of a worker, or its default where it is not given.
func optionSeconds(w *queue.Worker, name string, def time.Duration) (time.Duration, bool) {
	o := w.Option(name)
	if o == nil {
		return def, true
	}
	text, ok := o.Value.Get()
	n, err := strconv.ParseFloat(text, 64)
	if !ok || err != nil || n < 0 || n > 1e9 {
		return 0, false
	}
	return time.Duration(n * float64(time.Second)), true
}

func reportSleep(w *queue.Worker, option string, pause, limit time.Duration) *diag.Diagnostic {
	return &diag.Diagnostic{
		Severity: diag.Error,
		Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: fmt.Sprintf("--%s %s within --timeout %s", option, secs(pause), secs(limit))},
		Message:  fmt.Sprintf("%s pauses %s (--%s), but its own timeout kills it after %s", describeWorker(w), secs(pause), option, secs(limit)),
		Outcome:  "the idle worker kills itself with SIGKILL in every cycle; the process manager starts it again and again",
		Fix:      fmt.Sprintf("set --timeout above %s, or --%s below %s", plain(pause), option, plain(limit)),
		Names:    []string{w.Name, option},
		Cause:    "command of " + w.Name,
	}
}
