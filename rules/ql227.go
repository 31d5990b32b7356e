package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var unknownJobKnob = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL227", Slug: "unknown-job-knob", Severity: diag.Warning,
		Summary: "a property of a queued class looks like a knob, but has a name that nobody reads",
		Why: "`$retries`, `$maxTries`, `$maxAttempts`, `$time_out`, `$retry_after` and their like read as if they set something. The framework does not know " +
			"them (`$retryAfter` since Laravel 8), and neither does the class, a parent or a trait of it: the worker's own values count.\n\nThe list is exact, and " +
			"the rule is silent where any code reads the property or a parent lies outside the repository.",
		Fix:        "Use the framework's name: `$tries`, `$timeout`, `$backoff`, `$maxExceptions`, `$retryUntil`, `$failOnTimeout`, `$uniqueFor`.",
		Bad:        queueConfig("90") + jobExample("Import", "    public $maxTries = 5; // want QL227\n"),
		Good:       queueConfig("90") + jobExample("Import", "    public $tries = 5;\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#max-attempts"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		unknown := func(j *queue.Job, d queue.Declaration) bool {
			if d.Form != queue.PropertyForm || d.Own || d.Changed || rightName[d.Name] == "" {
				return false
			}
			if d.Name == "retryAfter" && app.Versions.Framework.AtLeast(8, 0, 0) != queue.Yes {
				return false
			}
			_, ok := literal(d)
			return ok
		}
		for _, k := range knobs(app, unknown) {
			right := rightName[k.Name]
			d := k.finding(diag.Warning, "read by nobody")
			d.Message = fmt.Sprintf("%s: nobody reads %s%s; the framework's name is $%s", k.who(), k.title(), valueOf(k.Declaration), right)
			if k.Name == "retryAfter" {
				d.Message = fmt.Sprintf("%s: since Laravel 8 nobody reads %s%s; it is called $%s", k.who(), k.title(), valueOf(k.Declaration), right)
			}
			d.Outcome = ignoredKnob[right]
			d.Fix = "rename it to $" + right
			if _, has := declared(k.job(), right, queue.PropertyForm); has {
				d.Outcome = "the class's $" + right + " counts instead"
				d.Fix = "remove it"
			}
			out = append(out, d)
		}
		return out
	},
}

// rightName is the framework's name for a property that is mistaken for a knob.
var rightName = map[string]string{
	"retry_after": "backoff", "retryAfter": "backoff", "back_off": "backoff", "backOff": "backoff",
	"retries": "tries", "maxTries": "tries", "max_tries": "tries", "maxAttempts": "tries", "max_attempts": "tries",
	"time_out": "timeout", "timeOut": "timeout", "max_exceptions": "maxExceptions", "fail_on_timeout": "failOnTimeout",
	"retry_until": "retryUntil", "unique_for": "uniqueFor",
}
