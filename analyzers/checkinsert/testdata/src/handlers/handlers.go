package handlers

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"repo"

	"github.com/go-redsync/redsync/v4"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/mongo"
)

type handler struct {
	users *repo.Users
	db    *sql.DB
	pool  *pgxpool.Pool
	redis *redis.Client
	locks *redsync.Redsync
	mongo *mongo.Database
}

func (h *handler) far(ctx context.Context, t *asynq.Task) error {
	return h.users.Ensure(ctx, string(t.Payload())) // want `users is looked up \(line 34\) and then inserted: two runs at once insert two, unless a unique key keeps one out, in Ensure at repo.go:36 \(QG701\)`
}

func (h *handler) near(ctx context.Context, t *asynq.Task) error {
	exists, err := h.users.Exists(ctx, "x")
	if err != nil {
		return err
	}
	if exists {
		return nil
	}
	return h.users.Create(ctx, "x") // want `users is looked up`
}

func (h *handler) byNil(ctx context.Context, t *asynq.Task) error {
	u, err := h.users.Find(ctx, "x")
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if u == nil {
		return h.users.Create(ctx, "x") // want `users is looked up`
	}
	return nil
}

func (h *handler) byError(ctx context.Context, t *asynq.Task) error {
	if _, err := h.users.Find(ctx, "x"); err == nil {
		return nil
	}
	return h.users.Create(ctx, "x") // want `users is looked up`
}

func (h *handler) byCount(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1 FOR UPDATE", "x").Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
		_, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x") // want `users is looked up`
		return err
	})
}

func (h *handler) documents(ctx context.Context, t *asynq.Task) error {
	err := h.mongo.Collection("users").FindOne(ctx, nil).Err()
	if errors.Is(err, mongo.ErrNoDocuments) {
		_, err = h.mongo.Collection("users").InsertOne(ctx, nil) // want `users is looked up`
	}
	return err
}

// A quota is another question.
func (h *handler) quota(ctx context.Context, t *asynq.Task) error {
	var n int
	if err := h.db.QueryRowContext(ctx, "SELECT count(*) FROM users WHERE team = ?", 1).Scan(&n); err != nil {
		return err
	}
	if n >= 10 {
		return nil
	}
	return h.users.Create(ctx, "x")
}

// The parent is read, the child inserted where it is there.
func (h *handler) present(ctx context.Context, t *asynq.Task) error {
	if _, err := h.users.Find(ctx, "x"); err != nil {
		return err
	}
	return h.users.Create(ctx, "y")
}

func (h *handler) conflict(ctx context.Context, t *asynq.Task) error {
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	_, err := h.db.ExecContext(ctx, "INSERT INTO users (email) VALUES (?) ON CONFLICT DO NOTHING", "x")
	return err
}

func (h *handler) handled(ctx context.Context, t *asynq.Task) error {
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	if err := h.users.Create(ctx, "x"); err != nil && !repo.IsDuplicate(err) {
		return err
	}
	return nil
}

func (h *handler) handledBelow(ctx context.Context, t *asynq.Task) error {
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	return h.users.CreateOnce(ctx, "x")
}

func (h *handler) locked(ctx context.Context, t *asynq.Task) error {
	m := h.locks.NewMutex("users")
	if err := m.Lock(); err != nil {
		return err
	}
	defer m.Unlock()
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	return h.users.Create(ctx, "x")
}

func (h *handler) claimed(ctx context.Context, t *asynq.Task) error {
	if ok, err := h.redis.SetNX(ctx, "k", 1, 0).Result(); err != nil || !ok {
		return err
	}
	return h.ensure(ctx)
}

func (h *handler) ensure(ctx context.Context) error {
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	return h.users.Create(ctx, "x")
}

func (h *handler) parent(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT id FROM teams WHERE id = $1 FOR UPDATE", 1); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", "x").Scan(&n); err != nil || n > 0 {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
		return err
	})
}

func (h *handler) advisory(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", 1); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", "x").Scan(&n); err != nil || n > 0 {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
		return err
	})
}

// On the pool the lock is gone before the look-up.
func (h *handler) advisoryOnPool(ctx context.Context, t *asynq.Task) error {
	if _, err := h.pool.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", 1); err != nil {
		return err
	}
	var n int
	if err := h.pool.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", "x").Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := h.pool.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x") // want `users is looked up`
	return err
}

func (h *handler) serial(ctx context.Context, t *asynq.Task) error {
	tx, err := h.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM users WHERE email = ?", "x").Scan(&n); err != nil || n > 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO users (email) VALUES (?)", "x"); err != nil {
		return err
	}
	return tx.Commit()
}

func (h *handler) inbox(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "INSERT INTO applied (msg) VALUES ($1) ON CONFLICT DO NOTHING", 1)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", "x").Scan(&n); err != nil || n > 0 {
			return err
		}
		_, err = tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
		return err
	})
}

// WHERE NOT EXISTS is no guard, and looks up in the same statement: said of pairs alone.
func (h *handler) other(ctx context.Context, t *asynq.Task) error {
	if _, err := h.users.Find(ctx, "x"); err == nil {
		return nil
	}
	_, err := h.db.ExecContext(ctx, "INSERT INTO logs (email) VALUES (?)", "x")
	return err
}

// No handler.
func (h *handler) form(ctx context.Context) error { // want form:`users is looked up`
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	return h.users.Create(ctx, "x")
}

// The row of a run that was faster is looked up when the insert fails: the table is known to keep a second one out.
func (h *handler) looksAgain(ctx context.Context, t *asynq.Task) error {
	u, err := h.users.Find(ctx, "x")
	if errors.Is(err, sql.ErrNoRows) {
		if created := h.users.Create(ctx, "x"); created != nil {
			if u, err = h.users.Find(ctx, "x"); err != nil {
				return created
			}
		}
	} else if err != nil {
		return err
	}
	return h.greet(ctx, u)
}

func (h *handler) greet(ctx context.Context, u *repo.User) error { return nil }

// A unique key makes the insert fail, and only then the row is looked for; the next turn tries another one.
func (h *handler) insertsFirst(ctx context.Context, t *asynq.Task) error {
	for range 4 {
		if err := h.users.Create(ctx, "x"); err == nil {
			return nil
		} else if !strings.Contains(err.Error(), "unique") {
			return err
		}
		if u, err := h.users.Find(ctx, "x"); err == nil {
			return h.greet(ctx, u)
		}
	}
	return nil
}

// Each turn looks again where its insert failed.
func (h *handler) looksAgainEachTurn(ctx context.Context, t *asynq.Task) error {
	for _, name := range []string{"a", "b"} {
		u, err := h.users.Find(ctx, name)
		if err != nil {
			if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			if created := h.users.Create(ctx, name); created != nil {
				if u, err = h.users.Find(ctx, name); err != nil {
					return created
				}
			}
		}
		if err := h.greet(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// The next turn looks up another one.
func (h *handler) looksOn(ctx context.Context, t *asynq.Task) error {
	for _, name := range []string{"a", "b"} {
		if _, err := h.users.Find(ctx, name); errors.Is(err, sql.ErrNoRows) {
			if err := h.users.Create(ctx, name); err != nil { // want `users is looked up`
				continue
			}
		}
	}
	return nil
}
