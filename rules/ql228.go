package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var knobMethodWithArguments = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL228", Slug: "knob-method-with-arguments", Severity: diag.Error,
		Summary: "a method that the framework calls without arguments asks for one: every dispatch fails",
		Why: "`backoff()`, `tries()`, `retryUntil()`, `uniqueId()` and `uniqueFor()` of a job are called without arguments when it is dispatched, long before an " +
			"attempt: there is no attempt number and no exception to pass. A required parameter is an ArgumentCountError at every dispatch.\n\nA listener's " +
			"methods get the event, and are silent. Before Laravel 13 a property of the same name with a value keeps the method from being called.",
		Fix:  "Remove the parameter. A list such as `[10, 60, 300]` gives each attempt a pause of its own.",
		Bad:  queueConfig("90") + jobExample("Import", "    public function backoff(int $attempt): int // want QL228\n    {\n        return 2 ** $attempt;\n    }\n"),
		Good: queueConfig("90") + jobExample("Import", "    public function backoff(): array\n    {\n        return [2, 4, 8];\n    }\n"),
		References: []string{
			"https://laravel.com/docs/12.x/queues#dealing-with-failed-jobs",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		asking := func(j *queue.Job, d queue.Declaration) bool {
			return d.Form == queue.MethodForm && d.Required && d.Visibility == "public" && j.Kind != queue.Listener &&
				slices.Contains([]string{"backoff", "tries", "retryUntil", "uniqueId", "uniqueFor"}, d.Name) && called(app, j, d.Name)
		}
		for _, k := range knobs(app, asking) {
			d := k.finding(diag.Error, "called without arguments")
			d.Message = fmt.Sprintf("%s: %s has a required parameter, and the framework calls it without arguments", k.who(), k.title())
			d.Outcome = "every dispatch dies with an ArgumentCountError: no job is queued"
			d.Fix = "remove the parameter"
			if k.Name == "backoff" {
				d.Fix += "; return a list such as [10, 60, 300] for pauses by attempt"
			}
			out = append(out, d)
		}
		return out
	},
}
