package marks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

type handler struct {
	pool  *pgxpool.Pool
	redis *redis.Client
}

func (h *handler) work(ctx context.Context) error {
	_, err := h.pool.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1)
	return err
}

func (h *handler) key(ctx context.Context, t *asynq.Task) error {
	ok, err := h.redis.SetNX(ctx, fmt.Sprintf("done:%s", t.Payload()), 1, 24*time.Hour).Result() // want `redis SETNX marks the job before INSERT INTO orders \(line 33\): if that fails, the retry finds the mark and does nothing \(QG706\)`
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	return h.work(ctx)
}

func (h *handler) together(ctx context.Context, t *asynq.Task) error {
	if ok, err := h.redis.SetNX(ctx, "done", 1, 0).Result(); err != nil || !ok { // want `redis SETNX marks the job`
		return err
	}
	if err := h.work(ctx); err != nil {
		return fmt.Errorf("work: %w", err)
	}
	return nil
}

func (h *handler) row(ctx context.Context, t *asynq.Task) error {
	tag, err := h.pool.Exec(ctx, "INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING", t.Payload()) // want `INSERT INTO inbox marks the job before INSERT INTO orders`
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	return h.work(ctx)
}

func (h *handler) sameTransaction(ctx context.Context, t *asynq.Task) error {
	tx, err := h.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	tag, err := tx.Exec(ctx, "INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING", t.Payload())
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	if err := h.apply(ctx, tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (h *handler) apply(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1)
	return err
}

func (h *handler) takenBack(ctx context.Context, t *asynq.Task) error {
	ok, err := h.redis.SetNX(ctx, "done", 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if err := h.work(ctx); err != nil {
		h.redis.Del(ctx, "done")
		return err
	}
	return nil
}

func (h *handler) takenBackLater(ctx context.Context, t *asynq.Task) (err error) {
	ok, err := h.redis.SetNX(ctx, "done", 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	defer func() {
		if err != nil {
			h.redis.Del(ctx, "done")
		}
	}()
	return h.work(ctx)
}

func (h *handler) shortly(ctx context.Context, t *asynq.Task) error {
	if ok, err := h.redis.SetNX(ctx, "processing", 1, time.Minute).Result(); err != nil || !ok {
		return err
	}
	return h.work(ctx)
}

func (h *handler) limit(ctx context.Context, t *asynq.Task) error {
	if ok, err := h.redis.SetNX(ctx, "rate:"+string(t.Payload()), 1, time.Hour).Result(); err != nil || !ok {
		return err
	}
	return h.work(ctx)
}

var errBusy = errors.New("busy")

// A second run comes back later.
func (h *handler) busy(ctx context.Context, t *asynq.Task) error {
	ok, err := h.redis.SetNX(ctx, "done", 1, time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return h.work(ctx)
}

// Nothing after the mark can fail.
func (h *handler) last(ctx context.Context, t *asynq.Task) error {
	if err := h.work(ctx); err != nil {
		return err
	}
	if ok, err := h.redis.SetNX(ctx, "done", 1, time.Hour).Result(); err != nil || !ok {
		return err
	}
	return nil
}
