package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var visibilityNotAboveTimeout = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL121", Slug: "visibility-not-above-timeout", Severity: diag.Error,
		Summary: "a job may run as long as the visibility timeout of its SQS queue or longer",
		Why: `SQS hides a message that was received for the queue's visibility timeout, 30 s where nothing sets it. When a job runs longer, SQS gives the
message to another worker while the first still works on it. Laravel reads no ` + "`retry_after`" + ` on this driver: the clock stands in
Terraform, CloudFormation or serverless.yml, and on Laravel Vapor it is ` + "`queue-timeout`" + ` of vapor.yml (60 s where it is not set), at which the platform
kills the worker besides.

A queue counts for a job or worker only where the names agree: the queue's name in the file, and the one that the connection ` + "`sqs`" + ` uses with its
suffix. A value that is the default of a variable makes the finding a warning. Functions that Lambda calls are another rule's.`,
		Fix: "Set the visibility timeout above the longest job, with a margin, or shorten the job.",
		Bad: sqsExample("90") + `-- supervisor/worker.conf --
[program:jobs]
command=php artisan queue:work sqs --tries=3 --timeout=120 ; want QL121
autorestart=true
stopwaitsecs=130
`,
		Good: sqsExample("150") + `-- supervisor/worker.conf --
[program:jobs]
command=php artisan queue:work sqs --tries=3 --timeout=120
autorestart=true
stopwaitsecs=130
`,
		References: []string{"https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		seen := map[*queue.Job]bool{}
		for _, q := range app.Brokers {
			for _, w := range q.Workers {
				if d := outlastsVisibility(q, describeWorker(w)+" lets a job run", w.Timeout, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker takes its messages"}); d != nil {
					out = append(out, d)
				}
			}
			for _, j := range q.Jobs {
				if seen[j] {
					continue
				}
				if d := outlastsVisibility(q, j.Name+" may run", j.Timeout, diag.Place{Span: j.Span, Role: diag.RoleWorker, Label: "this job is put on it"}); d != nil {
					out = append(out, d)
					seen[j] = true
				}
			}
		}
		return out
	},
}

// sqsExample is an application with an SQS queue that Terraform declares.
func sqsExample(visibility string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- artisan --
-- config/queue.php --
<?php

return [
    'default' => 'sqs',
    'connections' => [
        'sqs' => ['driver' => 'sqs', 'prefix' => 'https://sqs.eu-west-1.amazonaws.com/1', 'queue' => 'jobs', 'suffix' => null],
    ],
];
-- infra/queue.tf --
resource "aws_sqs_queue" "jobs" {
  name                       = "jobs"
  visibility_timeout_seconds = ` + visibility + `
}
`
}

func outlastsVisibility(q *queue.BrokerQueue, who string, limit queue.Value[time.Duration], at diag.Place) *diag.Diagnostic {
	t, ok := limit.Get()
	v, known := q.Visibility.Get()
	if !ok || !known || t < v {
		return nil
	}
	what := fmt.Sprintf("SQS shows the message of %q again after %s", q.Address, secs(v))
	if q.Vapor {
		what = fmt.Sprintf("Vapor kills the worker and shows the message again after %s (%s)", secs(v), q.Address)
	}
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleCap, limit.Origin(), at.Span, secs(t)+": the limit"),
		Message:  fmt.Sprintf("%s %s, but %s", who, secs(t), what),
		Related:  []diag.Place{place(diag.RoleLease, q.Visibility.Origin(), q.Span, fmt.Sprintf("%s: the visibility timeout", secs(v)))},
		Outcome:  fmt.Sprintf("at %s a second worker gets the same job while the first still works on it", secs(v)),
		Fix:      fmt.Sprintf("set %s above %s (%s)", q.Setting, plain(t), plain(above(t))),
		Names:    []string{who, q.Address},
		Cause:    "visibility of " + q.Address,
	}
	if d.Place.Span != at.Span {
		d.Related = append(d.Related, at)
	}
	if q.Vapor && isDefault(q.Visibility) {
		d.Severity, d.Confidence = diag.Warning, diag.Likely
	}
	return settle(d, limit.Origin(), q.Visibility.Origin(), q.Bound, q.Name.Origin())
}
