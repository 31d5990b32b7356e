package defaults

import (
	"time"

	"github.com/hibiken/asynq"
)

var server = asynq.Config{Concurrency: 4} // want `a shutdown waits 8s by default, but a task may run 1m0s \(line 12\)`

func enqueue(c *asynq.Client, t *asynq.Task) {
	c.Enqueue(t, asynq.Timeout(time.Minute))
}
