package clocks

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/mikestefanello/backlite"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/riverqueue/river"
	"go.temporal.io/sdk/workflow"
	"maragu.dev/goqite"
	"maragu.dev/goqite/jobs"
)

var rivers = []river.Config{
	{JobTimeout: time.Hour, RescueStuckJobsAfter: time.Hour},        // want `RescueStuckJobsAfter equals the job timeout 1h0m0s: a job at its limit is started a second time while it still runs \(QG102\)`
	{JobTimeout: time.Hour, RescueStuckJobsAfter: 59 * time.Minute}, // want `RescueStuckJobsAfter 59m0s is less than the job timeout 1h0m0s: NewClient refuses it`
	{RescueStuckJobsAfter: time.Minute},                             // want `equals the job timeout 1m0s`
	{RescueStuckJobsAfter: 30 * time.Second},                        // want `NewClient refuses it`
	{JobTimeout: -1, RescueStuckJobsAfter: time.Hour},
	{JobTimeout: time.Hour, RescueStuckJobsAfter: 2 * time.Hour},
	{JobTimeout: time.Hour},
}

var client = backlite.ClientConfig{NumWorkers: 4, ReleaseAfter: 30 * time.Second}

type task struct{}

func (task) Config() backlite.QueueConfig {
	return backlite.QueueConfig{Name: "t", Timeout: time.Minute} // want `a task may run 1m0s, but ReleaseAfter \(line 27\) gives it to another worker after 30s`
}

type short struct{}

func (short) Config() backlite.QueueConfig {
	return backlite.QueueConfig{Name: "s", Timeout: 10 * time.Second}
}

var queue = goqite.NewOpts{Timeout: time.Second} // want `a message is given to another worker after 1s, but the runner extends it first after 4s`
var runner = jobs.NewRunnerOpts{}

var server = asynq.Config{ShutdownTimeout: 10 * time.Second} // want `a shutdown waits 10s, but a task may run 5m0s \(line 47\): it is cut off and starts again`

func enqueue(c *asynq.Client, t *asynq.Task) {
	c.Enqueue(t, asynq.Timeout(5*time.Minute))
	c.Enqueue(t, asynq.Timeout(5*time.Second))
}

var activities = []workflow.ActivityOptions{
	{StartToCloseTimeout: time.Minute, HeartbeatTimeout: time.Minute}, // want `HeartbeatTimeout 1m0s is not below StartToCloseTimeout 1m0s`
	{StartToCloseTimeout: time.Minute, HeartbeatTimeout: time.Second},
}

var consumer = jetstream.ConsumerConfig{AckWait: 10 * time.Second} // want `a message is delivered again after 10s, but its handler may run 30s`

func stream(c jetstream.Consumer) {
	c.Consume(func(m jetstream.Msg) {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		<-ctx.Done()
		m.Ack()
	})
}

func poll(ctx context.Context, c *sqs.Client) {
	for {
		out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{MaxNumberOfMessages: 10, VisibilityTimeout: 30}) // want `a message is visible again after 30s, but a batch of 10 one after the other may take 50s`
		if err != nil {
			return
		}
		for range out.Messages {
			work, cancel := context.WithTimeout(ctx, 5*time.Second)
			<-work.Done()
			cancel()
		}
	}
}
