package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var maxExceptionsUnreachable = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL208", Slug: "max-exceptions-unreachable", Severity: diag.Info,
		Summary: "a job's maxExceptions is not below its tries and changes nothing",
		Why: "`$maxExceptions` ends a job before its attempts do, which makes sense where attempts are also used up by releases. When it is not below " +
			"`$tries` the attempts always end first. Unlimited attempts and `retryUntil()` are silent.",
		Fix:        "Lower `$maxExceptions`, or raise `$tries`.",
		Bad:        queueConfig("90") + jobExample("Import", "    public $tries = 3;\n\n    public $maxExceptions = 3; // want QL208\n"),
		Good:       queueConfig("90") + jobExample("Import", "    public $tries = 10;\n\n    public $maxExceptions = 3;\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#max-exceptions"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		useless := func(j *queue.Job) bool {
			most, ok := j.MaxExceptions.Get()
			a, _ := sureAttempts(j)
			return ok && most > 0 && !j.Abstract && a.known && !a.unlimited && most >= a.n
		}
		var out []*diag.Diagnostic
		for _, jobs := range byPlace(app.Jobs, useless, func(j *queue.Job) source.Span { return j.MaxExceptions.Origin().Place() }) {
			j := jobs[0]
			most, _ := j.MaxExceptions.Get()
			a, tries := sureAttempts(j)
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleElsewhere, j.MaxExceptions.Origin(), j.Span, count(most, "exception")),
				Message:  fmt.Sprintf("%s: maxExceptions is %d, but the job has only %s", names(jobNames(jobs)), most, count(a.n, "attempt")),
				Outcome:  "the attempts end first: maxExceptions changes nothing",
				Fix:      fmt.Sprintf("set $maxExceptions below %d, or raise $tries", a.n),
				Names:    []string{j.Class},
				Cause:    "attempts of " + j.Class,
			}
			if !tries.Place().IsZero() {
				d.Related = append(d.Related, place(diag.RoleCap, tries, j.Span, count(a.n, "attempt")))
			}
			d.Related = append(d.Related, heirs(jobs)...)
			out = append(out, settle(d, j.MaxExceptions.Origin(), tries))
		}
		return out
	},
}
