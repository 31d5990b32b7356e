package loops

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"

	"github.com/RichardKnop/machinery/v2/tasks"
	"github.com/avast/retry-go/v4"
	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) save(ctx context.Context) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO events (id) VALUES (?)", 1)
	return err
}

func (h *handler) endless(ctx context.Context, t *asynq.Task) error {
	for {
		if err := h.save(ctx); err == nil { // want `only the success of INSERT INTO events ends this loop: while it fails the job never ends \(QG201\)`
			break
		}
	}
	return nil
}

func (h *handler) sleepy(ctx context.Context, t *asynq.Task) error {
	for {
		err := h.save(ctx) // want `only the success of INSERT INTO events ends this loop`
		if err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
}

func (h *handler) counted(ctx context.Context, t *asynq.Task) error {
	for range 5 {
		if err := h.save(ctx); err == nil {
			return nil
		}
	}
	return errors.New("given up")
}

func (h *handler) cancelled(ctx context.Context, t *asynq.Task) error {
	for ctx.Err() == nil {
		if err := h.save(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

func (h *handler) selects(ctx context.Context, t *asynq.Task) error {
	for {
		if err := h.save(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func (h *handler) fatal(ctx context.Context, t *asynq.Task) error {
	for n := 0; ; n++ {
		err := h.save(ctx)
		if err == nil {
			return nil
		}
		if n > 3 {
			log.Fatal(err)
		}
	}
}

func (h *handler) permanent(ctx context.Context, t *asynq.Task) error {
	for {
		err := h.save(ctx)
		if err == nil {
			return nil
		}
		if !errors.Is(err, sql.ErrConnDone) {
			return err
		}
	}
}

// No job.
func (h *handler) start(ctx context.Context) {
	for {
		if err := h.save(ctx); err == nil {
			return
		}
	}
}

func (h *handler) retries(ctx context.Context, t *asynq.Task) error {
	f := func() error { return h.save(ctx) }
	if err := retry.Do(f, retry.Attempts(0)); err != nil { // want `Attempts retries without end: while it fails the job never ends`
		return err
	}
	return retry.Do(f, retry.UntilSucceeded()) // want `UntilSucceeded retries without end`
}

func (h *handler) retriesInTime(ctx context.Context, t *asynq.Task) error {
	f := func() error { return h.save(ctx) }
	if err := retry.Do(f, retry.Attempts(5)); err != nil {
		return err
	}
	return retry.Do(f, retry.Attempts(0), retry.Context(ctx))
}

func task(ctx context.Context, id string) error {
	if err := work(id); err != nil {
		return tasks.NewErrRetryTaskLater("later", time.Minute) // want `ErrRetryTaskLater on every failure: machinery does not count it against RetryCount, so a failing task is retried without end`
	}
	return nil
}

func taskCounted(ctx context.Context, id string) error {
	if err := work(id); err != nil {
		if s := tasks.SignatureFromContext(ctx); s.RetryCount > 0 {
			return tasks.NewErrRetryTaskLater("later", time.Minute)
		}
		return err
	}
	return nil
}

var errBusy = errors.New("busy")

func taskJudged(ctx context.Context, id string) error {
	err := work(id)
	if errors.Is(err, errBusy) {
		return tasks.NewErrRetryTaskLater("later", time.Minute)
	}
	return err
}

func work(id string) error { return nil }
