package timeouts

import (
	"context"
	"time"

	"github.com/hibiken/asynq"
)

const (
	none  = 0
	short = 500 * time.Millisecond
)

func enqueue(ctx context.Context, c *asynq.Client, t *asynq.Task, d time.Duration) {
	c.Enqueue(t, asynq.Timeout(0))                                     // want `timeout 0s is not no limit but 30m0s: asynq takes less than a second for not set \(QG101\)`
	c.EnqueueContext(ctx, t, asynq.Queue("mail"), asynq.Timeout(none)) // want `timeout 0s is not no limit`
	c.Enqueue(t, asynq.Timeout(short))                                 // want `timeout 500ms is not 500ms but 30m0s`
	c.Enqueue(t, asynq.Timeout(1500*time.Millisecond))                 // want `timeout 1.5s is cut to 1s: asynq keeps whole seconds`
	c.Enqueue(t, asynq.Timeout(-5*time.Second))                        // want `timeout -5s is over before the handler starts`
	c.Enqueue(asynq.NewTask("mail", nil, asynq.Timeout(0)))            // want `timeout 0s is not no limit`
	c.Enqueue(t, asynq.Timeout(time.Second))
	c.Enqueue(t, asynq.Timeout(24*time.Hour))
	c.Enqueue(t, asynq.Timeout(d))
}

func options(c *asynq.Client, t *asynq.Task) {
	opts := []asynq.Option{asynq.Timeout(0)} // want `timeout 0s`
	c.Enqueue(t, opts...)
}

func held(c *asynq.Client, t *asynq.Task, extra asynq.Option) {
	c.Enqueue(t, extra, asynq.Timeout(0)) // extra may be a deadline
}

// Another Timeout is none of ours.
func Timeout(d time.Duration) time.Duration { return d }

func other() { Timeout(0) }
