package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonBalanceInvalid = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL330", Slug: "horizon-balance-invalid", Severity: diag.Warning,
		Summary: "a Horizon supervisor's balance is none of auto, simple and false",
		Why: "What Horizon does not know as a strategy (`true`, `'size'`) runs as if balancing were off: one pool that takes the queues in strict order, " +
			"so that a busy first queue starves the others.",
		Fix: "Write `'auto'`, `'simple'` or `false`.",
		Bad: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60,
                'balance' => true, // want QL330
            ],
        ],
    ],
`),
		Good: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60,
                'balance' => 'auto',
            ],
        ],
    ],
`),
		References: []string{"https://laravel.com/docs/12.x/horizon#balancing-strategies"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var groups pools
		for _, w := range supervisors(app) {
			s := w.Settings["balance"]
			if v, ok := s.Value.Get(); ok && !balances(v) {
				groups.add(w, orSpan(s.Value.Origin().Place(), orSpan(s.Key, w.Span)), show(v))
			}
		}
		var out []*diag.Diagnostic
		for _, g := range groups.pools {
			w := g.worker
			s := w.Settings["balance"]
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleWorker, s.Value.Origin(), orSpan(s.Key, w.Span), "no strategy of Horizon"),
				Message:  fmt.Sprintf("balance of %s is %s, which Horizon takes as off", describeWorker(w), written(w, "balance")),
				Outcome:  "one pool takes the queues in strict order: a busy first one starves the others",
				Fix:      "write 'auto', 'simple' or false",
				Names:    []string{w.Name},
				Cause:    "balance of Horizon supervisor " + w.Name,
			}
			out = append(out, settle(g.report(app, d), s.Value.Origin()))
		}
		return out
	},
}

// balances says that a value is a strategy, or one of the ways to write that there is none.
func balances(s queue.Scalar) bool {
	switch s.Kind {
	case queue.NullScalar:
		return true
	case queue.BoolScalar:
		return !s.Bool
	case queue.StringScalar:
		switch s.Text {
		case "auto", "simple", "false", "off", "":
			return true
		}
	}
	return false
}
