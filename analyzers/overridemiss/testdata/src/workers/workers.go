package workers

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

type Args struct{ ID int }

func (Args) Kind() string { return "args" }

func (Args) InsertOptions() river.InsertOpts { return river.InsertOpts{MaxAttempts: 3} } // want `Args.InsertOptions is never called: river calls InsertOpts, so the client's defaults count \(QG204\)`

type Missed struct {
	river.WorkerDefaults[Args]
}

func (w *Missed) Work(ctx context.Context, job *river.Job[Args]) error { return nil }

func (w *Missed) NextRetryAt(job *river.Job[Args]) time.Time { return time.Now().Add(time.Hour) } // want `Missed.NextRetryAt is never called: river calls NextRetry, so the client's retry policy counts`

func (w *Missed) TimeOut(job *river.Job[Args]) time.Duration { return time.Hour } // want `Missed.TimeOut is never called: river calls Timeout, so the client's JobTimeout counts \(1m0s by default\)`

func (w *Missed) Middlewares(*rivertype.JobRow) []rivertype.WorkerMiddleware { return nil } // want `no middleware runs`

type Right struct {
	river.WorkerDefaults[Args]
}

func (w *Right) Work(ctx context.Context, job *river.Job[Args]) error {
	w.pause(job)
	return nil
}

func (w *Right) NextRetry(job *river.Job[Args]) time.Time { return w.nextRetryAt(job) }

func (w *Right) Timeout(job *river.Job[Args]) time.Duration { return time.Hour }

// A helper that is called.
func (w *Right) nextRetryAt(job *river.Job[Args]) time.Time { return time.Now() }

// Another type, another purpose.
func (w *Right) pause(job *river.Job[Args]) {}

func (w *Right) TimeoutText(job *river.Job[Args]) string { return "" }

// Without the defaults a missing method does not compile.
type Whole struct{}

func (w *Whole) TimeOut(job *river.Job[Args]) time.Duration { return 0 }

type Pointer struct{}

func (Pointer) Kind() string { return "pointer" }

func (*Pointer) InsertOpts() river.InsertOpts { return river.InsertOpts{} } // want `Pointer.InsertOpts is never called: it has a pointer receiver, and Pointer is inserted by value`

type Held struct{}

func (Held) Kind() string { return "held" }

func (*Held) InsertOpts() river.InsertOpts { return river.InsertOpts{} }

func insert(ctx context.Context, c *river.Client[int]) {
	c.Insert(ctx, Pointer{}, nil)
	c.Insert(ctx, &Held{}, nil)
}

type Generic[T river.JobArgs] struct {
	river.WorkerDefaults[T]
}

func (w *Generic[T]) Work(ctx context.Context, job *river.Job[T]) error { return nil }

func (w *Generic[T]) TimeOut(job *river.Job[T]) time.Duration { return time.Hour } // want `Generic.TimeOut is never called`
