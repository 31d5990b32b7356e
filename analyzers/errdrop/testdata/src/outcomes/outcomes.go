package outcomes

import (
	"context"
	"errors"
	"fmt"
	"log"

	"drops/store"

	"github.com/aws/aws-lambda-go/events"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/vgarvardt/gue/v5"
	"gorm.io/gorm"
)

type handler struct {
	store *store.Store
	gorm  *gorm.DB
}

type order struct{ ID uint }

func (h *handler) stale(ctx context.Context, t *asynq.Task) error {
	_, err := h.store.Load(ctx, "1")
	if err != nil {
		return err
	}
	if failed := h.store.Finish(ctx, "1"); failed != nil { // want `the handler goes on as if UPDATE orders had not failed: the job counts as done \(QG203\)`
		return err
	}
	return nil
}

func (h *handler) recovers(ctx context.Context, t *asynq.Task) error {
	defer func() { // want `recover\(\) without setting the handler's error: after a panic the handler returns nil, and the job counts as done`
		if r := recover(); r != nil {
			log.Print(r)
		}
	}()
	return h.store.Finish(ctx, "1")
}

func (h *handler) recoversAndSays(ctx context.Context, t *asynq.Task) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return h.store.Finish(ctx, "1")
}

func (h *handler) recoversAndPanics(ctx context.Context, t *asynq.Task) error {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)
			panic(r)
		}
	}()
	return h.store.Finish(ctx, "1")
}

func (h *handler) skipped(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil {
		log.Print(err)
		return fmt.Errorf("finish: %w", asynq.SkipRetry)
	}
	return nil
}

func (h *handler) duplicate(ctx context.Context, t *asynq.Task) error {
	if err := h.gorm.Create(&order{}).Error; err != nil {
		if errors.Is(err, gorm.ErrDuplicatedKey) {
			return nil
		}
		return err
	}
	return nil
}

func (h *handler) records(ctx context.Context, ev events.SQSEvent) error {
	for _, r := range ev.Records {
		if err := h.store.Finish(ctx, r.Body); err != nil { // want `the handler goes on as if UPDATE orders had not failed`
			log.Print(err)
			continue
		}
	}
	return nil
}

func (h *handler) failures(ctx context.Context, ev events.SQSEvent) (out events.SQSEventResponse, err error) {
	for _, r := range ev.Records {
		if err := h.store.Finish(ctx, r.Body); err != nil {
			log.Print(err)
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: r.MessageId})
			continue
		}
	}
	return out, nil
}

// The job's own transaction is aborted by a statement that fails.
func work(ctx context.Context, j *gue.Job) error {
	if _, err := j.Tx().Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1); err != nil { // want `the handler goes on as if INSERT INTO orders had not failed: the job's transaction is aborted, no try is counted, and it runs again at once`
		log.Print(err)
	}
	return nil
}

func workAndSay(ctx context.Context, j *gue.Job) error {
	_, err := j.Tx().Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1)
	return err
}

type args struct{}

func (args) Kind() string { return "order" }

type worker[D riverdriver.Driver[pgx.Tx]] struct {
	river.WorkerDefaults[args]
	pool *pgxpool.Pool
}

func (w *worker[D]) Work(ctx context.Context, job *river.Job[args]) error {
	tx, err := w.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1); err != nil {
		return err
	}
	if _, err := river.JobCompleteTx[D](ctx, tx, job); err != nil { // want `a way from here returns nil \(line 143\) without a Commit: the job counts as done, and what its transaction wrote is lost`
		return err
	}
	if job.Attempt > 1 {
		return tx.Commit(ctx)
	}
	return nil
}

type committing[D riverdriver.Driver[pgx.Tx]] struct {
	river.WorkerDefaults[args]
	pool *pgxpool.Pool
}

func (w *committing[D]) Work(ctx context.Context, job *river.Job[args]) error {
	tx, err := w.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := river.JobCompleteTx[D](ctx, tx, job); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	return nil
}

type within[D riverdriver.Driver[pgx.Tx]] struct {
	river.WorkerDefaults[args]
	pool *pgxpool.Pool
}

// BeginFunc commits.
func (w *within[D]) Work(ctx context.Context, job *river.Job[args]) error {
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		_, err := river.JobCompleteTx[D](ctx, tx, job)
		return err
	})
}

// Deferred calls change nothing about what is returned.
func (h *handler) deferred(ctx context.Context, t *asynq.Task) error {
	defer log.Print("done")
	if err := h.store.Finish(ctx, "1"); err != nil { // want `the handler goes on as if UPDATE orders had not failed`
		log.Print(err)
		return nil
	}
	return h.store.Publish(ctx)
}

func (h *handler) deferredAndReturned(ctx context.Context, t *asynq.Task) error {
	defer log.Print("done")
	if err := h.store.Finish(ctx, "1"); err != nil {
		log.Print("failed")
		return err
	}
	return nil
}
