package refusals

import (
	"context"
	"errors"

	"refusals/store"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type handler struct {
	pool  *pgxpool.Pool
	queue *asynq.Client
	store *store.Store
}

func duplicate(err error) bool {
	var violation *pgconn.PgError
	return errors.As(err, &violation) && violation.Code == "23505"
}

func (h *handler) enqueue() error {
	_, err := h.queue.Enqueue(asynq.NewTask("mail", nil))
	return err
}

func (h *handler) direct(ctx context.Context, t *asynq.Task) error {
	_, err := h.pool.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1) // want `INSERT INTO orders marks the job before asynq Enqueue \(line 39\): if that fails, the retry finds the mark and does nothing \(QG706\)`
	if duplicate(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return h.enqueue()
}

func (h *handler) far(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Create(ctx, 1); err != nil { // want `INSERT INTO orders marks the job before asynq Enqueue`
		if duplicate(err) {
			return nil
		}
		return err
	}
	return h.enqueue()
}

// The duplicate is no reason to leave out what comes after.
func (h *handler) goesOn(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Create(ctx, 1); err != nil && !duplicate(err) {
		return err
	}
	return h.enqueue()
}

func (h *handler) together(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1); err != nil {
			if duplicate(err) {
				return nil
			}
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO mails (id) VALUES ($1)", 1)
		return err
	})
}

func (h *handler) last(ctx context.Context, t *asynq.Task) error {
	if err := h.enqueue(); err != nil {
		return err
	}
	if err := h.store.Create(ctx, 1); err != nil {
		if duplicate(err) {
			return nil
		}
		return err
	}
	return nil
}
