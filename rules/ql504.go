package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// longestSQSDelay is what SQS takes as the delay of one message.
const longestSQSDelay = 900 * time.Second

var delayBeyondDriver = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL504", Slug: "delay-beyond-driver", Severity: diag.Error,
		Summary: "a job is delayed longer than SQS can hold it back, or at all on a FIFO queue",
		Why: "SQS delays a message by 900 s at most and refuses a longer delay: the dispatch throws. A FIFO queue (`….fifo`) knows no delay of a single message; Laravel leaves " +
			"it out, so that the job runs at once.\n\nThe rule speaks where the delay is written and the job can go to SQS connections only.",
		Fix:  "Keep the job in a table and dispatch it when it is due (the scheduler), or use a connection that can wait (redis, database).",
		Bad:  sqsConfig + jobExample("Remind", "") + remindExample(" // want QL504"),
		Good: sqsConfig + jobExample("Remind", "") + strings.Replace(remindExample(""), "addMinutes(30)", "addMinutes(15)", 1),
		References: []string{
			"https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-delay-queues.html",
			"https://laravel.com/docs/12.x/queues#delayed-dispatching",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, d := range app.Dispatches {
			if found := delayFinding(d); found != nil {
				out = append(out, found)
			}
		}
		return distinct(out)
	},
}

// delayFinding judges one delay; nil where some connection of the job takes it.
func delayFinding(d *queue.Dispatch) *diag.Diagnostic {
	delays, ok := d.Delay.Each()
	if !ok || len(d.Job.Candidates) == 0 || d.Job.OnlySync {
		return nil
	}
	tooLong, fifo := true, true
	var least queue.Value[time.Duration]
	for i, v := range delays {
		t, known := v.Get()
		if !known || t <= 0 {
			return nil
		}
		if now, _ := least.Get(); i == 0 || t < now {
			least = v
		}
		tooLong = tooLong && t > longestSQSDelay
	}
	for _, c := range d.Job.Candidates {
		if driverOf(c.Connection) != "sqs" {
			return nil
		}
		fifo = fifo && onlyFIFO(d.Job, c.Connection)
	}
	if !fifo && (!tooLong || maybeFIFO(d.Job)) {
		return nil
	}
	c := d.Job.Candidates[0]
	t, _ := least.Get()
	found := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleElsewhere, least.Origin(), d.Span, "a delay of "+secs(t)),
		Message:  fmt.Sprintf("%s is delayed by %s, but %q is SQS, which delays by %s at most", d.Job.Name, secs(t), c.Connection.Name, secs(longestSQSDelay)),
		Outcome:  "SQS refuses the message: the dispatch throws, and the job is never queued",
		Fix:      "dispatch the job when it is due, or on a connection that can wait (redis, database)",
		Names:    []string{d.Job.Class, c.Connection.Name},
		Cause:    "delay of " + d.Job.Class,
	}
	if fifo {
		found.Severity = diag.Warning
		found.Message = fmt.Sprintf("%s is delayed by %s, but its queue on %q is a FIFO queue, which delays no single message", d.Job.Name, secs(t), c.Connection.Name)
		found.Outcome = "the job runs at once"
	}
	if at := orSpan(c.Selected.Place(), c.Connection.Span); !at.IsZero() {
		found.Related = append(found.Related, place(diag.RoleSelects, c.Selected, at, fmt.Sprintf("the job goes to %q", c.Connection.Name)))
	}
	return settle(found, least.Origin(), c.Selected)
}

// onlyFIFO says that every queue which a job may go to on a connection is a FIFO queue.
func onlyFIFO(j *queue.Job, c *queue.Connection) bool {
	names, ok := j.Queue.Or(c.Queue).Each()
	for _, v := range names {
		name, known := v.Get()
		ok = ok && known && strings.HasSuffix(name, ".fifo")
	}
	return ok && len(names) > 0
}

// maybeFIFO says that a job's own queue may be a FIFO queue.
func maybeFIFO(j *queue.Job) bool {
	names, ok := j.Queue.Each()
	for _, v := range names {
		name, _ := v.Get()
		ok = ok && !strings.HasSuffix(name, ".fifo")
	}
	return !ok
}

// sqsConfig is an application whose jobs go to an SQS queue.
const sqsConfig = `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'sqs',
    'connections' => [
        'sqs' => ['driver' => 'sqs', 'prefix' => 'https://sqs.eu-central-1.amazonaws.com/123456789012', 'queue' => 'default', 'region' => 'eu-central-1'],
    ],
];
`

func remindExample(comment string) string {
	return `-- app/Services/Reminders.php --
<?php

namespace App\Services;

use App\Jobs\Remind;

class Reminders
{
    public function plan(): void
    {
        Remind::dispatch()->delay(now()->addMinutes(30));` + comment + `
    }
}
`
}
