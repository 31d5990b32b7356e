package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var placeholderQueueURL = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL507", Slug: "placeholder-queue-url", Severity: diag.Warning,
		Summary: "the SQS connection that is used still has the placeholder of Laravel's skeleton for its address",
		Why: "The skeleton's `prefix` of the SQS connection is `https://sqs.us-east-1.amazonaws.com/your-account-id`, unless `SQS_PREFIX` is set. A queue's name is put behind " +
			"it, and no such account exists: every push and every pop fails.\n\nThe rule is silent where nothing uses the connection, and where the queue is a whole URL, " +
			"which needs no prefix.",
		Fix:        "Set `SQS_PREFIX` to the address of your account's queues, or the `queue` to a whole URL.",
		Bad:        strings.Replace(sqsConfig, "eu-central-1.amazonaws.com/123456789012',", "us-east-1.amazonaws.com/your-account-id', // want QL507\n           ", 1),
		Good:       sqsConfig,
		References: []string{"https://laravel.com/docs/12.x/queues#driver-prerequisites"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			prefix := c.Setting("prefix")
			s, ok := prefix.Get()
			if driverOf(c) != "sqs" || !surelyUsed(app, c) || !ok || !strings.Contains(s.Text, "your-account-id") || c.Span.IsZero() {
				continue
			}
			if name, known := c.Queue.Get(); !known || strings.Contains(name, "://") {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleOrigin, prefix.Origin(), c.Span, "the placeholder"),
				Message:  fmt.Sprintf("%q is used (%s), and its prefix is the skeleton's placeholder %s", c.Name, c.UsedBy, s.Text),
				Outcome:  "every push and every pop fails: there is no such account",
				Fix:      "set the prefix to the address of your account's queues (SQS_PREFIX)",
				Names:    []string{c.Name},
				Cause:    "prefix of " + c.Name,
			}
			out = append(out, settle(d, prefix.Origin(), c.Driver.Origin()))
		}
		return out
	},
}
