package stock

import (
	"context"
	"database/sql"

	"ledger"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

type item struct{ ID uint }

type handler struct {
	db    *sql.DB
	gorm  *gorm.DB
	redis *redis.Client
}

func (h *handler) plain(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "UPDATE items SET stock = stock - ? WHERE id = ?", 1, 2) // want `UPDATE items changes stock relative to itself: a job that runs again changes it again \(QG702\)`
	return err
}

func (h *handler) expression(ctx context.Context, t *asynq.Task) error {
	if err := h.gorm.Model(&item{}).Where("id = ?", 1).Update("stock", gorm.Expr("stock - ?", 1)).Error; err != nil { // want `gorm Update of items changes stock relative to itself`
		return err
	}
	return h.gorm.Model(&item{}).Where("id = ?", 1).Updates(map[string]any{"stock": gorm.Expr("stock + 1")}).Error // want `gorm Updates of items`
}

func (h *handler) far(ctx context.Context, t *asynq.Task) error {
	return ledger.Credit(ctx, h.db, 1, 2) // want `UPDATE accounts changes balance relative to itself: a job that runs again changes it again, in Credit at ledger.go:9`
}

func (h *handler) conditional(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ? AND applied = ?", 1, 2)
	return err
}

func (h *handler) absolute(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "UPDATE items SET stock = ? WHERE id = ?", 1, 2)
	return err
}

func (h *handler) attempts(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "UPDATE jobs SET attempts = attempts + 1 WHERE id = ?", 1)
	return err
}

func (h *handler) inbox(ctx context.Context, t *asynq.Task) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO applied (id) VALUES (?)", t.Payload()); err != nil {
		return err
	}
	if err := h.apply(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (h *handler) apply(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", 1)
	return err
}

func (h *handler) claimed(ctx context.Context, t *asynq.Task) error {
	if ok, err := h.redis.SetNX(ctx, "k", 1, 0).Result(); err != nil || !ok {
		return err
	}
	_, err := h.db.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", 1)
	return err
}

// No handler.
func (h *handler) form(ctx context.Context) error { // want form:`UPDATE items changes stock`
	_, err := h.db.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", 1)
	return err
}
