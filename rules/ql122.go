package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var lambdaVisibilityMargin = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL122", Slug: "lambda-visibility-margin", Severity: diag.Warning,
		Summary: "the visibility timeout of an SQS queue leaves Lambda no room to retry",
		Why: `Lambda takes messages from SQS and calls the function with them. When it is throttled it tries again, all within the visibility timeout; a
message whose time is up goes to another call, and its count of receives rises without the function having seen it. AWS asks for a visibility timeout of at
least six times the function's timeout plus the batch window. Below the function's timeout itself AWS refuses the mapping: an error.

Both have defaults that bite: 30 s for the queue, 3 s for the function (6 s in serverless.yml). For a function of less than 10 s without reserved
concurrency the finding is information. What constructs of plugins set is not judged.`,
		Fix: "Set the visibility timeout to six times the function's timeout plus the batch window, or more.",
		Bad: `-- infra/main.tf --
resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 120 # want QL122/warning
}

resource "aws_lambda_function" "charge" {
  function_name = "charge"
  timeout       = 60
}

resource "aws_lambda_event_source_mapping" "charge" {
  event_source_arn = aws_sqs_queue.orders.arn
  function_name    = aws_lambda_function.charge.arn
}
`,
		Good: `-- infra/main.tf --
resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 6 * 60
}

resource "aws_lambda_function" "charge" {
  function_name = "charge"
  timeout       = 60
}

resource "aws_lambda_event_source_mapping" "charge" {
  event_source_arn = aws_sqs_queue.orders.arn
  function_name    = aws_lambda_function.charge.arn
}
`,
		References: []string{"https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, q := range app.Brokers {
			for _, c := range q.Consumers {
				if d := narrowVisibility(q, c); d != nil {
					out = append(out, d)
				}
			}
		}
		return out
	},
}

// attemptsWithin is how many of a function's timeouts AWS asks a visibility timeout to hold.
const attemptsWithin = 6

func narrowVisibility(q *queue.BrokerQueue, c *queue.Consumer) *diag.Diagnostic {
	v, known := q.Visibility.Get()
	t, ok := c.Function.Timeout.Get()
	if !known || !ok || isDefault(q.Visibility) && isDefault(c.Function.Timeout) {
		return nil
	}
	w, _ := c.Window.Get()
	if c.Window.IsUnknown() {
		w = 0 // the least that it can be
	}
	wanted := attemptsWithin*t + w
	if v >= wanted {
		return nil
	}
	const short = 10 * time.Second
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleLease, q.Visibility.Origin(), q.Span, fmt.Sprintf("%s: the visibility timeout", secs(v))),
		Message:  fmt.Sprintf("SQS shows a message of %q again after %s, less than six times the %s of the function %q", q.Address, secs(v), secs(t), c.Function.Name),
		Related:  []diag.Place{place(diag.RoleCap, c.Function.Timeout.Origin(), c.Function.Span, fmt.Sprintf("%s: the function's timeout", secs(t)))},
		Outcome:  fmt.Sprintf("while calls are throttled a message comes back after %s, and counts as received each time without having been worked on", secs(v)),
		Fix:      fmt.Sprintf("set %s to %s or more", q.Setting, plain(wanted)),
		Names:    []string{q.Address, c.Function.Name},
		Cause:    "visibility of " + q.Address,
	}
	if w > 0 {
		d.Message += fmt.Sprintf(" and its batch window of %s", secs(w))
	}
	switch {
	case v < t:
		d.Severity = diag.Error
		d.Message = fmt.Sprintf("SQS shows a message of %q again after %s, but the function %q may run %s", q.Address, secs(v), c.Function.Name, secs(t))
		d.Outcome = "AWS refuses to tie a function to a queue with a shorter visibility timeout"
	case t < short && !c.Function.Reserved:
		d.Severity = diag.Info
	}
	return settle(d, q.Visibility.Origin(), c.Function.Timeout.Origin())
}
