package gates

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sendgrid/sendgrid-go"
	"gorm.io/gorm"
)

const done = "done"

type Order struct {
	ID     uint
	Status string
}

type handler struct {
	db   *sql.DB
	pool *pgxpool.Pool
	gorm *gorm.DB
	mail *sendgrid.Client
}

func (h *handler) load(ctx context.Context) (*Order, error) {
	var o Order
	err := h.db.QueryRowContext(ctx, "SELECT status FROM orders WHERE id = ?", 1).Scan(&o.Status)
	return &o, err
}

func (h *handler) finish(ctx context.Context) error {
	_, err := h.db.ExecContext(ctx, "UPDATE orders SET status = 'done' WHERE id = ?", 1)
	return err
}

func (h *handler) field(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status == done {
		return nil
	}
	if _, err := h.mail.Send(nil); err != nil { // want `sendgrid Send runs between the read of the status in orders \(line 41\) and its update \(line 51\): two runs at once both do it \(QG705\)`
		return err
	}
	return h.finish(ctx)
}

func (h *handler) gorms(ctx context.Context, t *asynq.Task) error {
	var o Order
	if err := h.gorm.First(&o, 1).Error; err != nil {
		return err
	}
	if o.Status != "new" {
		return nil
	}
	if _, err := h.mail.Send(nil); err != nil { // want `sendgrid Send runs between`
		return err
	}
	o.Status = done
	return h.gorm.Save(&o).Error
}

func (h *handler) claimed(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil || o.Status == done {
		return err
	}
	if _, err := h.db.ExecContext(ctx, "UPDATE orders SET status = 'run' WHERE id = ? AND status = 'new'", 1); err != nil {
		return err
	}
	if _, err := h.mail.Send(nil); err != nil {
		return err
	}
	return h.finish(ctx)
}

func (h *handler) locked(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		var status string
		if err := tx.QueryRow(ctx, "SELECT status FROM orders WHERE id = $1 FOR UPDATE", 1).Scan(&status); err != nil {
			return err
		}
		if status == done {
			return nil
		}
		if _, err := h.mail.Send(nil); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE orders SET status = 'done' WHERE id = $1", 1)
		return err
	})
}

// No gate: the status is not asked.
func (h *handler) open(ctx context.Context, t *asynq.Task) error {
	if _, err := h.load(ctx); err != nil {
		return err
	}
	if _, err := h.mail.Send(nil); err != nil {
		return err
	}
	return h.finish(ctx)
}

// The mail is another question than the gate's.
func (h *handler) beside(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	subject := "hello"
	if o.Status == "vip" {
		subject = "dear"
	}
	_ = subject
	if _, err := h.mail.Send(nil); err != nil {
		return err
	}
	return h.finish(ctx)
}

func (h *handler) set(ctx context.Context, status string) error {
	_, err := h.db.ExecContext(ctx, "UPDATE orders SET status = ? WHERE id = ?", status, 1)
	return err
}

func (h *handler) send() error {
	_, err := h.mail.Send(nil)
	return err
}

// The retry finds what the failure has written.
func (h *handler) failed(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status == done || o.Status == "failed" {
		return nil
	}
	if err := h.check(ctx); err != nil {
		if err := h.set(ctx, "failed"); err != nil { // want `status "failed" is written on failure and the error is returned: the retry stops at the test of the status \(line 144\) and returns nil \(QG705\)`
			return err
		}
		return fmt.Errorf("check: %w", err)
	}
	return h.finish(ctx)
}

func (h *handler) check(ctx context.Context) error { return nil }

// The only status with which the work begins is another one.
func (h *handler) failedAnew(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status != "new" {
		return nil
	}
	if err := h.check(ctx); err != nil {
		h.db.ExecContext(ctx, "UPDATE orders SET status = 'failed' WHERE id = ?", 1) // want `status "failed" is written on failure`
		return err
	}
	return h.finish(ctx)
}

func (h *handler) failedToRetry(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status == done {
		return nil
	}
	if err := h.check(ctx); err != nil {
		h.set(ctx, "failed") // not what the handler stops at
		return err
	}
	return h.finish(ctx)
}

func (h *handler) failedForGood(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status == "failed" {
		return nil
	}
	if err := h.check(ctx); err != nil {
		h.set(ctx, "failed")
		return fmt.Errorf("%v: %w", err, asynq.SkipRetry)
	}
	return h.finish(ctx)
}

func (h *handler) lastAttempt(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil || o.Status == "failed" {
		return err
	}
	if o.Status == "failed" {
		return nil
	}
	if err := h.check(ctx); err != nil {
		if n, _ := asynq.GetRetryCount(ctx); n > 10 {
			h.set(ctx, "failed")
		}
		return err
	}
	return h.finish(ctx)
}

func (h *handler) processing(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status != "new" {
		return nil
	}
	if err := h.set(ctx, "processing"); err != nil { // want `status "processing" is written before sendgrid Send \(line 232\): if that fails, the retry stops at the test of the status \(line 226\) and returns nil`
		return err
	}
	if err := h.send(); err != nil {
		return err
	}
	return h.set(ctx, done)
}

func (h *handler) takenBack(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status != "new" {
		return nil
	}
	if err := h.set(ctx, "processing"); err != nil {
		return err
	}
	if err := h.send(); err != nil {
		h.set(ctx, "new")
		return err
	}
	return h.set(ctx, done)
}

func (h *handler) goesOn(ctx context.Context, t *asynq.Task) error {
	o, err := h.load(ctx)
	if err != nil {
		return err
	}
	if o.Status == done {
		return nil
	}
	if err := h.set(ctx, "processing"); err != nil {
		return err
	}
	if err := h.send(); err != nil {
		return err
	}
	return h.set(ctx, done)
}
