package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var retryAfterNotPositive = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL107", Slug: "retry-after-not-positive", Severity: diag.Error,
		Summary: "retry_after is zero, negative, empty or no number",
		Why: `With a lease that is not above 0 a job is free for the next worker at the moment at which one takes it: every job runs as often as there
are workers and attempts. The usual cause is a variable that is set but empty: ` + "`(int) env('X', 90)`" + ` with ` + "`X=`" + ` or ` + "`X=null`" + ` in the env file is 0,
not 90. A text that is no number is 0 on redis, or an error at every pop.`,
		Fix:  `Set ` + "`retry_after`" + ` to more seconds than the longest job may run.`,
		Bad:  strings.Replace(queueConfig("0"), "'retry_after' => 0],", "'retry_after' => 0], // want QL107", 1),
		Good: queueConfig("90"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			s, ok := c.Setting("retry_after").Get()
			if c.UsedBy == "" || !c.Leased() || !ok || positive(s) {
				continue
			}
			v := c.Setting("retry_after")
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleLease, v.Origin(), c.Settings["retry_after"].Key, "retry_after is "+show(s)),
				Message:  fmt.Sprintf("retry_after of %q is %s", c.Name, show(s)),
				Outcome:  "a job is free for the next worker as soon as one takes it: it runs several times at once, or the pop fails",
				Fix:      "set retry_after above the longest timeout (90)",
				Names:    []string{c.Name},
				Cause:    leaseCause(app, c),
			}
			out = append(out, settle(d, v.Origin()))
		}
		return out
	},
}

// positive says that a driver takes the value as a lease above 0, or that another rule owns it (null, true).
func positive(s queue.Scalar) bool {
	switch s.Kind {
	case queue.IntScalar:
		return s.Int > 0
	case queue.FloatScalar:
		return s.Float > 0
	case queue.StringScalar:
		n, err := strconv.ParseFloat(strings.TrimSpace(s.Text), 64)
		return err == nil && n > 0
	case queue.BoolScalar:
		return s.Bool
	default:
		return true
	}
}

// show prints a scalar as PHP writes it.
func show(s queue.Scalar) string {
	switch s.Kind {
	case queue.NullScalar:
		return "null"
	case queue.BoolScalar:
		return strconv.FormatBool(s.Bool)
	case queue.IntScalar:
		return strconv.FormatInt(s.Int, 10)
	case queue.FloatScalar:
		return strconv.FormatFloat(s.Float, 'f', -1, 64)
	case queue.StringScalar:
		return "'" + s.Text + "'"
	default:
		return "an array"
	}
}
