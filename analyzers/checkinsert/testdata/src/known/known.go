package known

import (
	"context"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
)

type handler struct{ pool *pgxpool.Pool }

func (h *handler) covered(ctx context.Context, t *asynq.Task) error {
	var n int
	if err := h.pool.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", "x").Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := h.pool.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x")
	return err
}

func (h *handler) uncovered(ctx context.Context, t *asynq.Task) error {
	var n int
	if err := h.pool.QueryRow(ctx, "SELECT count(*) FROM events WHERE ref = $1", "x").Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := h.pool.Exec(ctx, "INSERT INTO events (id, ref) VALUES ($1, $2)", uuid.NewString(), "x") // want `events is looked up \(line 24\) and then inserted, and no unique key of the table keeps a second row out: two runs at once insert two \(QG701\)`
	return err
}

// The id is the message's: a second insert fails.
func (h *handler) given(ctx context.Context, t *asynq.Task) error {
	var n int
	if err := h.pool.QueryRow(ctx, "SELECT count(*) FROM events WHERE ref = $1", "x").Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := h.pool.Exec(ctx, "INSERT INTO events (id, ref) VALUES ($1, $2)", string(t.Payload()), "x")
	return err
}
