package fit

import (
	"context"
	"time"

	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
	"maragu.dev/goqite"
	"maragu.dev/goqite/jobs"
)

var queue = goqite.NewOpts{}
var runner = jobs.NewRunnerOpts{}

func server(wait time.Duration) asynq.Config { return asynq.Config{ShutdownTimeout: wait} }

func enqueue(c *asynq.Client, t *asynq.Task) {
	c.Enqueue(t, asynq.Timeout(time.Minute))
}

var consumer = jetstream.ConsumerConfig{AckWait: 10 * time.Second}

// A handler that asks for more time.
func stream(c jetstream.Consumer) {
	c.Consume(func(m jetstream.Msg) {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		m.InProgress()
		<-ctx.Done()
		m.Ack()
	})
}
