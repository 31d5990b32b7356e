package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var maxReceiveBelowTries = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL219", Slug: "max-receive-below-tries", Severity: diag.Warning,
		Summary: "SQS moves a message to the dead-letter queue before the job has had its attempts",
		Why: `Two counters bound the attempts of a job on SQS: ` + "`maxReceiveCount`" + ` of the queue's redrive policy, and the ` + "`tries`" + ` of the job or worker. When
the queue's is smaller, SQS moves the message away before Laravel's last attempt: ` + "`failed()`" + ` never runs, ` + "`failed_jobs`" + ` stays empty, and who watches that
table learns nothing.

Equal numbers are silent: Laravel then fails the job itself on its last attempt.`,
		Fix: "Set `maxReceiveCount` to more than the tries, or lower the tries.",
		Bad: sqsExample(`150
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 2 # want QL219
  })`) + `-- supervisor/worker.conf --
[program:jobs]
command=php artisan queue:work sqs --tries=5
autorestart=true
stopwaitsecs=70
`,
		Good: sqsExample(`150
  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = 6
  })`) + `-- supervisor/worker.conf --
[program:jobs]
command=php artisan queue:work sqs --tries=5
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, q := range app.Brokers {
			if d := fewReceives(q); d != nil {
				out = append(out, d)
			}
		}
		return out
	},
}

func fewReceives(q *queue.BrokerQueue) *diag.Diagnostic {
	most, ok := q.MaxReceive.Get()
	if !ok {
		return nil
	}
	var who string
	var tries queue.Value[int]
	var at diag.Place
	consider := func(name string, v queue.Value[int], p diag.Place) {
		n, known := v.Get()
		if now, _ := tries.Get(); known && n > most && n > now {
			who, tries, at = name, v, p
		}
	}
	for _, w := range q.Workers {
		consider(describeWorker(w), w.Tries, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker's tries"})
	}
	for _, j := range q.Jobs {
		consider(j.Name, j.Tries, diag.Place{Span: j.Span, Role: diag.RoleWorker, Label: "this job's tries"})
	}
	n, ok := tries.Get()
	if !ok {
		return nil
	}
	return settle(&diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleCap, q.MaxReceive.Origin(), q.Span, count(most, "receive")+" at most"),
		Message:  fmt.Sprintf("SQS moves a message of %q away after %s, but %s makes %d attempts", q.Address, count(most, "receive"), who, n),
		Related:  []diag.Place{place(diag.RoleWorker, tries.Origin(), at.Span, fmt.Sprintf("%d: %s", n, at.Label))},
		Outcome:  "the job ends in the dead-letter queue: failed() never runs, and failed_jobs stays empty",
		Fix:      fmt.Sprintf("set maxReceiveCount to %d or more", n+1),
		Names:    []string{q.Address, who},
		Cause:    "maxReceiveCount of " + q.Address,
	}, q.MaxReceive.Origin(), tries.Origin(), q.Bound, q.Name.Origin())
}
