package vetted

import (
	"context"
	"database/sql"
	"time"

	"vetted/take"

	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

// ProcessTask takes one item.
func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	return take.Take(ctx, h.db)
}

func delay(n int, _ error, _ *asynq.Task) time.Duration { return time.Duration(n) * time.Minute }
