package aborts

import (
	"context"
	"errors"

	"repo"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type handler struct{ pool *pgxpool.Pool }

func (h *handler) commits(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x") // want `its unique violation is handled inside the open transaction, which PostgreSQL has aborted: the commit fails, and nothing of it is kept \(QG701\)`
		if repo.IsDuplicate(err) {
			return nil
		}
		return err
	})
}

func (h *handler) goesOn(ctx context.Context, t *asynq.Task) error {
	tx, err := h.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x"); err != nil { // want `which PostgreSQL has aborted: the next statement fails`
		var violation *pgconn.PgError
		if !errors.As(err, &violation) {
			return err
		}
		if violation.Code == "23505" {
			if _, err := tx.Exec(ctx, "UPDATE users SET seen = true WHERE email = $1", "x"); err != nil {
				return err
			}
			return tx.Commit(ctx)
		}
		return err
	}
	return tx.Commit(ctx)
}

// A savepoint is rolled back alone.
func (h *handler) nested(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error {
			_, err := inner.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
			if repo.IsDuplicate(err) {
				return err
			}
			return err
		})
		if repo.IsDuplicate(err) {
			return nil
		}
		return err
	})
}

func (h *handler) savepoint(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SAVEPOINT one"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
		if repo.IsDuplicate(err) {
			_, err := tx.Exec(ctx, "ROLLBACK TO SAVEPOINT one")
			return err
		}
		return err
	})
}

func (h *handler) givesUp(ctx context.Context, t *asynq.Task) error {
	tx, err := h.pool.Begin(ctx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
	if repo.IsDuplicate(err) {
		return tx.Rollback(ctx)
	}
	if err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (h *handler) onThePool(ctx context.Context, t *asynq.Task) error {
	_, err := h.pool.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
	if repo.IsDuplicate(err) {
		return nil
	}
	return err
}

// The transaction given may be a savepoint.
func (h *handler) given(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
	if repo.IsDuplicate(err) {
		return nil
	}
	return err
}
