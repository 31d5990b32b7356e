package policies

import (
	"errors"
	"math/rand/v2"
	"time"

	"policies/backoffs"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/gocraft/work"
	"github.com/hibiken/asynq"
	"github.com/riverqueue/river/rivertype"
)

type policy struct{}

func (policy) NextRetry(job *rivertype.JobRow) time.Time { // want `NextRetry gives every job the same delay: jobs that failed together come back together \(QG202\)`
	return time.Now().Add(time.Duration(job.Attempt) * time.Minute)
}

var options = []work.JobOptions{
	{Backoff: func(job *work.Job) int64 { return 60 }}, // want `the backoff gives every job the same delay`
	{Backoff: func(job *work.Job) int64 { return 60 + rand.Int64N(60) }},
}

// Another package's delay may have a random part.
func far(n int, _ error, _ *asynq.Task) time.Duration { return backoffs.Delay(n) }

type limited struct{ after time.Duration }

func (l *limited) Error() string { return "limited" }

// What the server asked for is kept.
func asked(n int, err error, _ *asynq.Task) time.Duration {
	var l *limited
	if errors.As(err, &l) {
		return l.after
	}
	return time.Minute
}

func libraries(f func() error) error {
	b := backoff.NewExponentialBackOff()
	b.RandomizationFactor = 0 // want `RandomizationFactor 0 gives every try the same delays: what failed together comes back together`
	c := backoff.NewExponentialBackOff()
	c.RandomizationFactor = 0.3
	if err := retry.Do(f, retry.DelayType(retry.BackOffDelay)); err != nil { // want `BackOffDelay alone gives every try the same delays`
		return err
	}
	return retry.Do(f, retry.DelayType(retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay)))
}
