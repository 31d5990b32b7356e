package cached

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/sendgrid/sendgrid-go"
)

type handler struct {
	db    *sql.DB
	redis *redis.Client
	mail  *sendgrid.Client
}

func (h *handler) sent(ctx context.Context, t *asynq.Task) error {
	n, err := h.redis.Exists(ctx, "sent").Result()
	if err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	if _, err := h.mail.Send(nil); err != nil {
		return err
	}
	return h.redis.Set(ctx, "sent", 1, time.Hour).Err() // want `the key is looked up \(line 22\) and then set: two runs at once both do sendgrid Send \(line 29\) \(QG701\)`
}

func (h *handler) got(ctx context.Context, t *asynq.Task) error {
	key := fmt.Sprintf("done:%s", t.Payload())
	_, err := h.redis.Get(ctx, key).Result()
	if err == nil {
		return nil
	}
	if !errors.Is(err, redis.Nil) {
		return err
	}
	if err := h.redis.Set(ctx, key, 1, 0).Err(); err != nil { // want `the key is looked up \(line 37\) and then set: two runs at once both do INSERT INTO orders`
		return err
	}
	_, err = h.db.ExecContext(ctx, "INSERT INTO orders (body) VALUES (?)", t.Payload())
	return err
}

// Two that fill a cache at once do no harm.
func (h *handler) fill(ctx context.Context, t *asynq.Task) error {
	_, err := h.redis.Get(ctx, "rate").Result()
	if err == nil {
		return nil
	}
	if _, err := h.db.QueryContext(ctx, "SELECT rate FROM rates"); err != nil {
		return err
	}
	return h.redis.Set(ctx, "rate", 1, time.Hour).Err()
}

func (h *handler) other(ctx context.Context, t *asynq.Task) error {
	n, err := h.redis.Exists(ctx, "paused").Result()
	if err != nil || n > 0 {
		return err
	}
	if _, err := h.mail.Send(nil); err != nil {
		return err
	}
	return h.redis.Set(ctx, "last", 1, time.Hour).Err()
}

func (h *handler) decided(ctx context.Context, t *asynq.Task) error {
	if ok, err := h.redis.SetNX(ctx, "sending", 1, time.Minute).Result(); err != nil || !ok {
		return err
	}
	n, err := h.redis.Exists(ctx, "sent").Result()
	if err != nil || n > 0 {
		return err
	}
	if _, err := h.mail.Send(nil); err != nil {
		return err
	}
	return h.redis.Set(ctx, "sent", 1, time.Hour).Err()
}
