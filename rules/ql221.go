package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var knobMethodNotPublic = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL221", Slug: "knob-method-not-public", Severity: diag.Error,
		Summary: "a method that the framework calls on a job is not public: PHP fails",
		Why: "`method_exists()` is true for methods that are not public, and the framework then calls them from outside: `backoff()`, `tries()`, `retryUntil()`, " +
			"`uniqueId()`, `uniqueFor()`, `uniqueVia()` at every dispatch, `middleware()` at every attempt, `failed()` when the job has failed.\n\nBefore Laravel " +
			"13 a property of the same name with a value keeps the method from being called; the rule is then silent, and so it is where the version is open.",
		Fix:        "Declare the method `public`.",
		Bad:        queueConfig("90") + jobExample("Import", "    protected function backoff(): array // want QL221\n    {\n        return [10, 60];\n    }\n"),
		Good:       queueConfig("90") + jobExample("Import", "    public function backoff(): array\n    {\n        return [10, 60];\n    }\n"),
		References: []string{"https://github.com/laravel/framework/blob/12.x/src/Illuminate/Queue/Queue.php"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		hidden := func(j *queue.Job, d queue.Declaration) bool {
			return d.Form == queue.MethodForm && d.Visibility != "public" && called(app, j, d.Name)
		}
		for _, k := range knobs(app, hidden) {
			d := k.finding(diag.Error, "called from outside")
			d.Message = fmt.Sprintf("%s: %s is %s, and the framework calls it", k.who(), k.title(), k.Visibility)
			d.Outcome = "every dispatch dies with an Error (call to " + k.Visibility + " method): no job is queued"
			switch {
			case k.Name == "failed":
				d.Outcome = "when the job fails, PHP dies with an Error instead of running failed()"
			case k.Name == "middleware" && k.job().Kind == queue.PlainJob:
				d.Outcome = "every attempt dies with an Error before handle() is called"
			}
			d.Fix = "declare it public"
			out = append(out, d)
		}
		return out
	},
}

// called says that the framework calls a method of a job on a queue, for sure.
func called(app *queue.App, j *queue.Job, method string) bool {
	return !j.OnlySync && asked(app, j, methodUse, method) == queue.Yes && !outdone(app, j, method)
}
