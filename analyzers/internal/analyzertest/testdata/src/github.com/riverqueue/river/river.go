package river

import (
	"context"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

type JobArgs interface{ Kind() string }
type Job[T JobArgs] struct {
	*rivertype.JobRow
	Args T
}
type Worker[T JobArgs] interface {
	Middleware(job *rivertype.JobRow) []rivertype.WorkerMiddleware
	NextRetry(job *Job[T]) time.Time
	Timeout(job *Job[T]) time.Duration
	Work(ctx context.Context, job *Job[T]) error
}
type WorkerDefaults[T JobArgs] struct{}

func (w WorkerDefaults[T]) Middleware(*rivertype.JobRow) []rivertype.WorkerMiddleware { return nil }
func (w WorkerDefaults[T]) NextRetry(*Job[T]) time.Time                               { return time.Time{} }
func (w WorkerDefaults[T]) Timeout(*Job[T]) time.Duration                             { return 0 }

type Workers struct{}

func NewWorkers() *Workers                                                 { return nil }
func AddWorker[T JobArgs](workers *Workers, w Worker[T])                   {}
func WorkFunc[T JobArgs](f func(context.Context, *Job[T]) error) Worker[T] { return nil }

type InsertOpts struct {
	MaxAttempts int
	Queue       string
	UniqueOpts  UniqueOpts
}
type UniqueOpts struct{ ByArgs bool }
type Config struct {
	JobTimeout           time.Duration
	RescueStuckJobsAfter time.Duration
	SoftStopTimeout      time.Duration
	MaxAttempts          int
	Workers              *Workers
}
type Client[TTx any] struct{}

func NewClient[TTx any](driver any, config *Config) (*Client[TTx], error) { return nil, nil }
func (c *Client[TTx]) Insert(ctx context.Context, args JobArgs, opts *InsertOpts) (*rivertype.JobInsertResult, error) {
	return nil, nil
}
func (c *Client[TTx]) InsertTx(ctx context.Context, tx TTx, args JobArgs, opts *InsertOpts) (*rivertype.JobInsertResult, error) {
	return nil, nil
}
func (c *Client[TTx]) Start(ctx context.Context) error { return nil }
func (c *Client[TTx]) Stop(ctx context.Context) error  { return nil }

func JobCancel(err error) error { return err }

func JobCompleteTx[TDriver riverdriver.Driver[TTx], TTx any, TArgs JobArgs](ctx context.Context, tx TTx, job *Job[TArgs]) (*Job[TArgs], error) {
	return job, nil
}
