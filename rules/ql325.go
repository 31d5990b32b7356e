package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonListMerge = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL325", Slug: "horizon-list-merge", Severity: diag.Warning,
		Summary: "an environment's list of queues or pauses is filled up from a longer one of defaults",
		Why: "Horizon lays an environment over `defaults` with array_replace_recursive, which merges lists element by element: `['a', 'b', 'c']` under " +
			"`['x']` is `['x', 'b', 'c']`. The supervisor then works on queues that were to be another's.\n\nA list that is as long as that of `defaults`, or that " +
			"agrees with its start, is silent.",
		Fix: "Write the list as one text (`'queue' => 'x'`), which replaces the whole, or leave it out of `defaults`.",
		Bad: horizonExample(`    'defaults' => [
        'supervisor-1' => ['connection' => 'redis', 'queue' => ['high', 'default', 'low'], 'tries' => 1, 'timeout' => 60],
    ],
    'environments' => [
        'production' => [
            'supervisor-1' => [
                'queue' => ['mail'], // want QL325
            ],
        ],
    ],
`),
		Good: horizonExample(`    'defaults' => [
        'supervisor-1' => ['connection' => 'redis', 'queue' => ['high', 'default', 'low'], 'tries' => 1, 'timeout' => 60],
    ],
    'environments' => [
        'production' => [
            'supervisor-1' => [
                'queue' => 'mail',
            ],
        ],
    ],
`),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, e := range app.Plan.Environments {
			for _, m := range e.Mixed {
				if m.Span.IsZero() || m.Agrees {
					continue
				}
				d := &diag.Diagnostic{
					Severity: diag.Warning,
					Place:    diag.Place{Span: m.Span, Role: diag.RoleElsewhere, Label: "merged: " + strings.Join(m.Merged, ", ")},
					Message: fmt.Sprintf("the %s of Horizon's supervisor %q in %q is not %s but %s", m.Option, m.Supervisor, e.Name,
						list(m.Own), list(m.Merged)),
					Outcome: "lists are merged with those of defaults by their index: the tail of the default stays",
					Fix:     fmt.Sprintf("write '%s' => '%s', which replaces the default as a whole", m.Option, strings.Join(m.Own, ",")),
					Names:   []string{e.Name, m.Supervisor, m.Option},
					Cause:   "defaults of Horizon's supervisor " + m.Supervisor,
				}
				out = append(out, soften(d, isDevelopmentName(e.Name)))
			}
		}
		return out
	},
}

func list(all []string) string { return "[" + strings.Join(all, ", ") + "]" }
