package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var blockForZero = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL115", Slug: "block-for-zero", Severity: diag.Warning,
		Summary: "block_for 0 makes a redis worker deaf to the stop signal until the next job",
		Why: "With `block_for` 0 a worker waits for the next job inside redis without end. The stop signal is noted, but the worker acts on it only when a " +
			"job arrives: an idle worker is still alive when its grace ends, and is killed. `null` does not wait at all; a number waits so many seconds. On " +
			"beanstalkd 0 means not to wait, and the rule is silent.",
		Fix:        "Write `null`, or a few seconds such as 5.",
		Bad:        strings.Replace(queueConfig("90, 'block_for' => 0"), "'block_for' => 0],", "'block_for' => 0], // want QL115", 1),
		Good:       queueConfig("90, 'block_for' => 5"),
		References: []string{"https://laravel.com/docs/12.x/queues#redis"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			v := c.Setting("block_for")
			s, ok := v.Get()
			if c.UsedBy == "" || driverOf(c) != "redis" || !ok || s.Kind != queue.IntScalar || s.Int != 0 {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleElsewhere, v.Origin(), c.Settings["block_for"].Key, "0: wait without end"),
				Message:  fmt.Sprintf("block_for of %q is 0: an idle worker acts on the stop signal only when the next job comes", c.Name),
				Outcome:  "a deploy waits for the whole grace of every idle worker, and then kills it",
				Fix:      "write null, or a few seconds such as 5",
				Names:    []string{c.Name, "block_for"},
				Cause:    "block_for of " + c.Name,
			}
			out = append(out, settle(d, v.Origin()))
		}
		return out
	},
}
