package delays

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
)

func plain(n int, _ error, _ *asynq.Task) time.Duration { // want `the retry delay gives every job the same delay: jobs that failed together come back together \(QG202\)`
	return time.Duration(math.Pow(2, float64(n))) * time.Second
}

func jittered(n int, _ error, _ *asynq.Task) time.Duration {
	return time.Duration(n)*time.Minute + rand.N(time.Minute)
}

func helper(n int, _ error, _ *asynq.Task) time.Duration { return backoff(n) }

func backoff(n int) time.Duration { return time.Duration(n)*time.Minute + rand.N(time.Minute) }

type args struct{}

func (args) Kind() string { return "args" }

type worker struct{ river.WorkerDefaults[args] }

func (w *worker) Work(ctx context.Context, job *river.Job[args]) error { return nil }

func (w *worker) NextRetry(job *river.Job[args]) time.Time { // want `NextRetry gives every job the same delay`
	return time.Now().Add(time.Hour)
}

type defaulted struct{ river.WorkerDefaults[args] }

func (w *defaulted) NextRetry(job *river.Job[args]) time.Time { return time.Time{} }

var retries = []middleware.Retry{
	{MaxRetries: 3}, // want `Retry without InitialInterval tries again without a pause`
	middleware.Retry{MaxRetries: 3, InitialInterval: time.Second}, // want `Retry without RandomizationFactor gives every message the same delays`
	middleware.Retry{MaxRetries: 3, InitialInterval: time.Second, RandomizationFactor: 0.5},
	{},
}
