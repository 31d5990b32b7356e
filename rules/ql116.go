package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var blockForBeyondGrace = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL116", Slug: "block-for-beyond-grace", Severity: diag.Info,
		Summary: "an idle redis worker waits for the next job as long as its process manager waits for it",
		Why: "With `block_for` an idle worker waits so many seconds inside redis, and acts on the stop signal only when that wait is over. Where it is not below " +
			"the grace of what stops the worker, an idle worker is killed at a deploy. No job is lost by that, so this is information. `block_for` 0 is QL115's.",
		Fix:  "Set `block_for` to a few seconds, well below the grace.",
		Bad:  strings.Replace(queueConfig("90, 'block_for' => 90"), "=> 90],", "=> 90], // want QL116", 1) + programExample("php artisan queue:work redis --max-time=3600"),
		Good: queueConfig("90, 'block_for' => 5") + programExample("php artisan queue:work redis --max-time=3600"),
		References: []string{
			"https://laravel.com/docs/12.x/queues#redis",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			v := c.Setting("block_for")
			s, ok := v.Get()
			if driverOf(c) != "redis" || !ok || s.Kind != queue.IntScalar || s.Int <= 0 || s.Int > int64(maxBlock/time.Second) {
				continue
			}
			wait := time.Duration(s.Int) * time.Second
			if d := outlasts(app, c, v, wait); d != nil {
				out = append(out, d)
			}
		}
		return out
	},
}

// outlasts is the finding about the first worker of a connection whose grace is not above an idle wait; nil where none is.
func outlasts(app *queue.App, c *queue.Connection, v queue.Value[queue.Scalar], wait time.Duration) *diag.Diagnostic {
	for _, w := range app.Workers {
		if w.On != c || w.Development != "" {
			continue
		}
		for _, b := range bindings(w) {
			if wait < b.grace {
				continue
			}
			return settle(&diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleElsewhere, v.Origin(), c.Settings["block_for"].Key, secs(wait)+": how long an idle worker waits inside redis"),
				Message: fmt.Sprintf("block_for of %q is %s, and %s waits only %s for %s to stop",
					c.Name, secs(wait), manager(b.stage), secs(b.grace), describeWorker(w)),
				Related: []diag.Place{gracePlace(b.stage, b.grace), {Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
				Outcome: fmt.Sprintf("a deploy waits %s for an idle worker, and then kills it", secs(b.grace)),
				Fix:     "set block_for to a few seconds, such as 5",
				Names:   []string{c.Name, "block_for"},
				Cause:   "block_for of " + c.Name,
			}, v.Origin(), b.stage.Grace.Origin())
		}
	}
	return nil
}

// maxBlock is more than any wait that is meant.
const maxBlock = 365 * 24 * time.Hour
