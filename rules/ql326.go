package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonSupervisorLeaks = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL326", Slug: "horizon-supervisor-leaks", Severity: diag.Info,
		Summary: "a supervisor of Horizon's defaults runs in an environment that does not name it",
		Why: "Every supervisor of `defaults` runs in every environment, also in one whose entry does not mention it or is empty. That may be meant, so this " +
			"is information. The rule speaks only where the entry names supervisors of its own; `'maxProcesses' => 0` in it takes the inherited one down " +
			"(Horizon 5.29.2 and later).",
		Fix: "Name the supervisor in the environment, with `'maxProcesses' => 0` where it is not to run there.",
		Bad: horizonExample(`    'defaults' => [
        'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
    ],
    'environments' => [
        'production' => [ // want QL326
            'mail' => ['connection' => 'redis', 'queue' => ['mail'], 'tries' => 1, 'timeout' => 60],
        ],
    ],
`),
		Good: horizonExample(`    'defaults' => [
        'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
    ],
    'environments' => [
        'production' => [
            'supervisor-1' => ['maxProcesses' => 10],
        ],
    ],
`),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, e := range app.Plan.Environments {
			running := 0
			for _, w := range supervisors(app) {
				if w.Environment == e.Name {
					running++
				}
			}
			if e.Span.IsZero() || len(e.Inherited) == 0 || running <= len(e.Inherited) || isDevelopmentName(e.Name) {
				continue
			}
			out = append(out, &diag.Diagnostic{
				Severity: diag.Info,
				Place:    diag.Place{Span: e.Span, Role: diag.RoleElsewhere, Label: "names supervisors, and not " + names(e.Inherited)},
				Message:  fmt.Sprintf("%s of Horizon's defaults runs in %q too, which does not name it", names(e.Inherited), e.Name),
				Outcome:  "its workers run beside those that the environment names",
				Fix:      "name it there, with 'maxProcesses' => 0 where it is not to run",
				Names:    []string{e.Name},
				Cause:    "defaults of Horizon",
			})
		}
		return out
	},
}
