package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonWildcardShadows = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL324", Slug: "horizon-wildcard-shadows", Severity: diag.Warning,
		Summary: "an environment of Horizon stands behind a wildcard that matches it and is never used",
		Why: "Horizon takes the first entry of `environments` whose name matches, in the order of the file. An entry behind `'*'`, or behind `'prod*'` where " +
			"it is `'production'`, is never reached: its supervisors, timeouts and tries are not those that run.",
		Fix: "Put the specific names first.",
		Bad: horizonExample(`    'environments' => [
        '*' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
        ],
        'production' => [ // want QL324
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 30],
        ],
    ],
`),
		Good: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 30],
        ],
        '*' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
        ],
    ],
`),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for i, e := range app.Plan.Environments {
			for _, before := range app.Plan.Environments[:i] {
				if e.Span.IsZero() || before.Span.IsZero() || strings.Contains(e.Name, "*") || !strings.Contains(before.Name, "*") || !before.Matches(e.Name) {
					continue
				}
				out = append(out, &diag.Diagnostic{
					Severity: diag.Warning,
					Place:    diag.Place{Span: e.Span, Role: diag.RoleElsewhere, Label: "never reached"},
					Message:  fmt.Sprintf("Horizon never uses the environment %q: %q stands before it and matches", e.Name, before.Name),
					Related:  []diag.Place{{Span: before.Span, Role: diag.RoleElsewhere, Label: "the first that matches counts"}},
					Outcome:  fmt.Sprintf("the supervisors of %q run, with their timeouts and tries", before.Name),
					Fix:      fmt.Sprintf("move %q before %q", e.Name, before.Name),
					Names:    []string{e.Name, before.Name},
					Cause:    "order of Horizon's environments",
				})
				break
			}
		}
		return out
	},
}
