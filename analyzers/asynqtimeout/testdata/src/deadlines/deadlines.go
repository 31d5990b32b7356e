package deadlines

import (
	"time"

	"github.com/hibiken/asynq"
)

func enqueue(c *asynq.Client, t *asynq.Task, at time.Time) {
	c.Enqueue(t, asynq.Deadline(time.Now().Add(-time.Minute)))                 // want `deadline -1m0s from now is over before the handler starts: the task fails every try without running \(QG101\)`
	c.Enqueue(t, asynq.Deadline(time.Now()))                                   // want `deadline is now`
	c.Enqueue(t, asynq.Timeout(0), asynq.Deadline(time.Now().Add(time.Hour)))  // the deadline counts
	c.Enqueue(t, asynq.Timeout(-1), asynq.Deadline(time.Now().Add(time.Hour))) // want `timeout -1ns is over`
	c.Enqueue(t, asynq.Deadline(at))
	c.Enqueue(t, asynq.Timeout(0)) // want `timeout 0s`
	opts := []asynq.Option{asynq.Timeout(0)}
	c.Enqueue(t, append(opts, asynq.Deadline(at))...)
}
