package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var failedHandlerMissing = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL211", Slug: "failed-handler-missing", Severity: diag.Info,
		Summary: "jobs have no failed() method, and nothing listens to failed jobs",
		Why: "A job that is out of attempts leaves a row in failed_jobs and a line in the log: the customer whose order it was hears nothing, and neither does " +
			"anybody else. `failed()` is where a job takes back what it began and tells somebody; `Queue::failing()` or a listener of `JobFailed` does so for all. " +
			"Most applications have neither, so this is information, one finding for an application; a job that is seen to write a status such as `processing` " +
			"stands first, as that status then stays for ever.\n\nThe rule is silent where a provider, listener or package watches failures (Sentry, Bugsnag, " +
			"Flare and the like), for jobs without end of attempts, and for classes with a parent or trait that lies outside the repository.",
		Fix:        "Add `public function failed(?\\Throwable $e): void` to the jobs whose failure matters, or one `Queue::failing()` for all.",
		Bad:        queueConfig("90") + strings.Replace(jobExample("Import", ""), "ShouldQueue\n{", "ShouldQueue // want QL211\n{", 1),
		Good:       queueConfig("90") + jobExample("Import", "    public function failed(?\\Throwable $e): void {}\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#failed-job-events"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.FailureWatch != "" || app.Framework == "" {
			return nil
		}
		var silent []*queue.Job
		for _, j := range app.Jobs {
			if failsSilently(j) {
				silent = append(silent, j)
			}
		}
		if len(silent) == 0 {
			return nil
		}
		slices.SortStableFunc(silent, func(a, b *queue.Job) int {
			_, x := begun(a)
			_, y := begun(b)
			switch {
			case x == y:
				return 0
			case x:
				return -1
			}
			return 1
		})
		j := silent[0]
		d := &diag.Diagnostic{
			Severity: diag.Info,
			Place:    diag.Place{Span: j.Span, Role: diag.RoleElsewhere, Label: "no failed()"},
			Message:  fmt.Sprintf("%s without failed(), and nothing listens to failed jobs", count(len(silent), "job")),
			Outcome:  "when the last attempt fails nobody is told: a row in failed_jobs is all that is left",
			Fix:      `add failed(?\Throwable $e) to the jobs whose failure matters, or one Queue::failing() for all`,
			Names:    []string{app.Root},
			Cause:    "failures of the jobs in " + app.Root,
		}
		for _, other := range silent {
			if e, ok := begun(other); ok {
				d.Related = append(d.Related, diag.Place{Span: e.Span, Role: diag.RoleElsewhere, Label: other.Name + " " + e.Kind.String() + ", and nothing takes it back"})
			}
		}
		for _, other := range silent[1:] {
			d.Related = append(d.Related, diag.Place{Span: other.Span, Role: diag.RoleElsewhere, Label: other.Name + " too"})
		}
		if e, ok := begun(j); ok {
			d.Outcome = fmt.Sprintf("when the last attempt fails nobody is told, and what %s wrote (%s) stays", j.Name, e.Text)
		}
		return []*diag.Diagnostic{d}
	},
}

// failsSilently says that a job or listener comes to an end of its attempts, and has no failed() for sure.
func failsSilently(j *queue.Job) bool {
	if j.Abstract || j.OnlySync || j.Opaque || j.Tries.IsInfinite() || !reachesWorker(j) || j.Kind != queue.PlainJob && j.Kind != queue.Listener {
		return false
	}
	_, has := declared(j, "failed", queue.MethodForm)
	return !has
}

// begun is where a handler writes that its work has begun.
func begun(j *queue.Job) (queue.Effect, bool) {
	i := slices.IndexFunc(j.Effects, func(e queue.Effect) bool { return e.Kind == queue.RunningStatus })
	if i < 0 {
		return queue.Effect{}, false
	}
	return j.Effects[i], true
}
