// Package outbox sends what stands in a table, once with a lock that ends with its statement and once with one that holds.
package outbox

import (
	"context"
	"errors"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	claim = "SELECT id FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"
	done  = "UPDATE outbox SET sent_at = now() WHERE id = $1"
)

// Unlocked claims on the pool: each statement is a transaction of its own, and the lock ends with it.
type Unlocked struct {
	DB   *pgxpool.Pool
	Send func(id int64)
}

// ProcessTask sends until nothing is left.
func (u *Unlocked) ProcessTask(ctx context.Context, _ *asynq.Task) error {
	for {
		var id int64
		err := u.DB.QueryRow(ctx, claim).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		u.Send(id)
		if _, err := u.DB.Exec(ctx, done, id); err != nil {
			return err
		}
	}
}

// Locked claims in the transaction that marks the row as sent.
type Locked struct {
	DB   *pgxpool.Pool
	Send func(id int64)
}

// ProcessTask sends until nothing is left.
func (l *Locked) ProcessTask(ctx context.Context, _ *asynq.Task) error {
	for {
		sent, err := l.one(ctx)
		if err != nil || !sent {
			return err
		}
	}
}

func (l *Locked) one(ctx context.Context) (sent bool, err error) {
	tx, err := l.DB.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	var id int64
	err = tx.QueryRow(ctx, claim).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	l.Send(id)
	if _, err := tx.Exec(ctx, done, id); err != nil {
		return false, err
	}
	return true, tx.Commit(ctx)
}
