package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var failedHandlerTypeTooNarrow = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL229", Slug: "failed-handler-type-too-narrow", Severity: diag.Warning,
		Summary: "failed() accepts less than a Throwable: some failures make it die itself",
		Why: "The framework passes whatever ended the job. Since Laravel 7 that may be an `Error` (a TypeError, a call of an undefined method), which is no " +
			"`Exception`: `failed(Exception $e)` then dies with a TypeError instead of telling anybody, just when the code has a bug. A narrower class, or a name " +
			"that resolves to the class's own namespace for want of an import, accepts even less.",
		Fix:  "Declare `?\\Throwable`, or no type.",
		Bad:  queueConfig("90") + jobExample("Import", "    public function failed(\\Exception $e): void {} // want QL229\n"),
		Good: queueConfig("90") + jobExample("Import", "    public function failed(?\\Throwable $e): void {}\n"),
		References: []string{
			"https://laravel.com/docs/12.x/queues#cleaning-up-after-failed-jobs",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Versions.Framework.AtLeast(7, 0, 0) != queue.Yes { // before, an Error is wrapped into an exception
			return nil
		}
		var out []*diag.Diagnostic
		narrow := func(j *queue.Job, d queue.Declaration) bool {
			return d.Name == "failed" && d.Form == queue.MethodForm && d.Visibility == "public" && len(d.Takes.Types) > 0 && !takesAll(d.Takes.Types) &&
				asked(app, j, methodUse, "failed") == queue.Yes
		}
		for _, k := range knobs(app, narrow) {
			written := strings.Join(k.Takes.Types, "|")
			d := k.finding(diag.Warning, "no Error gets through")
			d.Place.Span = k.Takes.Span
			d.Message = fmt.Sprintf("%s: failed() takes %s, and what ended the job may be an Error", k.who(), written)
			d.Outcome = "after a TypeError or any other Error failed() dies itself: what it was to clean up or report is lost"
			if !slices.ContainsFunc(k.Takes.Types, func(t string) bool { return strings.EqualFold(t, "Exception") }) {
				d.Place.Label = "other exceptions do not get through"
				d.Message = fmt.Sprintf("%s: failed() takes %s, and what ended the job may be any Throwable", k.who(), written)
				d.Outcome = "after anything else failed() dies itself: what it was to clean up or report is lost"
			}
			d.Fix = `declare ?\Throwable`
			out = append(out, d)
		}
		return out
	},
}

// takesAll says that a parameter of these types accepts every Throwable.
func takesAll(types []string) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(types, func(t string) bool { return strings.EqualFold(t, name) })
	}
	return has("Throwable") || has("Stringable") || has("mixed") || has("object") || has("Exception") && has("Error")
}
