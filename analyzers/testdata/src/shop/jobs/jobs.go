// Package jobs handles jobs by interfaces alone.
package jobs

import (
	"context"
	"log"

	"shop/text"

	"github.com/hibiken/asynq"
)

// Store is what the handlers need.
type Store interface {
	Exists(ctx context.Context, email string) (bool, error)
	Create(ctx context.Context, email string) error
	Save(ctx context.Context, email string) error
	Take(ctx context.Context, id int) error
}

// Handler handles jobs.
type Handler struct{ Store Store }

// Register creates a user that isn't there.
func (h *Handler) Register(ctx context.Context, t *asynq.Task) error {
	email := text.Clean(string(t.Payload()))
	exists, err := h.Store.Exists(ctx, email)
	if err != nil || exists {
		return err
	}
	return h.Store.Create(ctx, email)
}

// Save saves a user.
func (h *Handler) Save(ctx context.Context, t *asynq.Task) error {
	if err := h.Store.Take(ctx, 1); err != nil {
		return err
	}
	if err := h.Store.Save(ctx, "x"); err != nil {
		log.Print(err)
	}
	return nil
}
