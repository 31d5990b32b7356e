package drops

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"log/slog"

	"drops/store"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

type order struct{ ID uint }

type handler struct {
	store *store.Store
	queue *asynq.Client
	gorm  *gorm.DB
	log   *slog.Logger
}

func (h *handler) logged(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil { // want `the handler goes on as if UPDATE orders had not failed: the job counts as done \(QG203\)`
		h.log.Error("finish", "err", err)
	}
	return nil
}

func (h *handler) returned(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil { // want `as if UPDATE orders had not failed`
		log.Printf("finish: %v", err)
		return nil
	}
	return nil
}

func (h *handler) notRead(ctx context.Context, t *asynq.Task) error {
	h.store.Finish(ctx, "1")  // want `the error of UPDATE orders is not looked at: if it fails, the job counts as done`
	_, _ = h.queue.Enqueue(t) // want `the error of asynq Enqueue is not looked at`
	h.gorm.Create(&order{})   // want `the error of gorm Create of orders is not looked at`
	return nil
}

func (h *handler) onSuccess(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err == nil { // want `as if UPDATE orders had not failed`
		log.Print("done")
	}
	return nil
}

func (h *handler) gorms(ctx context.Context, t *asynq.Task) error {
	if err := h.gorm.Create(&order{}).Error; err != nil { // want `as if gorm Create of orders had not failed`
		slog.Error(err.Error())
	}
	return h.gorm.Create(&order{}).Error
}

func (h *handler) anyReadError(ctx context.Context, t *asynq.Task) error {
	_, err := h.store.Load(ctx, "1") // want `as if SELECT FROM orders had not failed`
	if err != nil {
		return nil
	}
	return h.store.Finish(ctx, "1")
}

func (h *handler) absent(ctx context.Context, t *asynq.Task) error {
	_, err := h.store.Load(ctx, "1")
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

// Without a return the handler may go on with a default.
func (h *handler) fallback(ctx context.Context, t *asynq.Task) error {
	state, err := h.store.Load(ctx, "1")
	if err != nil {
		log.Print(err)
	}
	return h.store.Finish(ctx, state)
}

func (h *handler) aggregated(ctx context.Context, t *asynq.Task) error {
	var all error
	for _, id := range []string{"1", "2"} {
		if err := h.store.Finish(ctx, id); err != nil {
			all = errors.Join(all, err)
		}
	}
	return all
}

func (h *handler) wrapped(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	return nil
}

func (h *handler) recorded(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil {
		log.Print(err)
		_, err := h.queue.Enqueue(asynq.NewTask("failed", nil))
		return err
	}
	return nil
}

func (h *handler) judged(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil && !permanent(err) {
		return err
	}
	return nil
}

func permanent(err error) bool { return false }

func (h *handler) onTheWayOut(ctx context.Context, t *asynq.Task) error {
	if _, err := h.store.Load(ctx, "1"); err != nil {
		h.store.Finish(ctx, "failed")
		return err
	}
	return nil
}

func (h *handler) bestEffort(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Forget(ctx, "1"); err != nil {
		log.Print(err)
	}
	h.store.Forget(ctx, "2")
	return nil
}

func (h *handler) last(ctx context.Context, t *asynq.Task) error {
	var failed error
	if err := h.store.Finish(ctx, "1"); err != nil {
		failed = err
	}
	return failed
}

// What the author logs as a warning and goes on from is meant to be lived with.
func (h *handler) warned(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil {
		h.log.Warn("the mark is missing", "err", err)
	}
	return h.store.Publish(ctx)
}

func (h *handler) warnedAndLeft(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Finish(ctx, "1"); err != nil { // want `as if UPDATE orders had not failed`
		h.log.Warn("not finished", "err", err)
		return nil
	}
	return h.store.Publish(ctx)
}

// A mark on the way, which the last update replaces.
func (h *handler) markedTwice(ctx context.Context, t *asynq.Task) error {
	h.store.Finish(ctx, "1")
	if err := h.store.Finish(ctx, "1"); err != nil {
		h.log.Error("mark", "err", err)
	}
	return h.store.Finish(ctx, "1")
}

// The failure that is recorded, without success or not, is returned all the same.
func (h *handler) notedAndReturned(ctx context.Context, t *asynq.Task) error {
	var err error
	if t == nil {
		err = h.store.Publish(ctx)
	} else {
		_, err = h.store.Load(ctx, "1")
	}
	var gone *goneError
	if errors.As(err, &gone) {
		err = nil
	}
	if err != nil {
		_ = h.store.Finish(ctx, "1")
		return err
	}
	return nil
}

type goneError struct{}

func (*goneError) Error() string { return "gone" }

type locker struct{}

func (locker) With(ctx context.Context, name string, f func(context.Context) error) error {
	return f(ctx)
}

// The literal is the handler's body: what it returns is what the library sees.
func (h *handler) locked(ctx context.Context, t *asynq.Task) error {
	return locker{}.With(ctx, "tokens", func(ctx context.Context) error {
		for range 3 {
			if err := h.store.Publish(ctx); err != nil { // want `as if INSERT INTO outbox had not failed`
				h.log.Error("publish", "err", err)
				continue
			}
		}
		return nil
	})
}

func (h *handler) lockedAndReturned(ctx context.Context, t *asynq.Task) error {
	return locker{}.With(ctx, "tokens", func(ctx context.Context) error { return h.store.Publish(ctx) })
}

// A literal whose outcome is looked at otherwise decides nothing by itself.
func (h *handler) tried(ctx context.Context, t *asynq.Task) error {
	if err := (locker{}).With(ctx, "tokens", func(ctx context.Context) error {
		if err := h.store.Publish(ctx); err != nil {
			h.log.Error("publish", "err", err)
		}
		return nil
	}); err != nil {
		return fmt.Errorf("locked: %w", err)
	}
	return h.store.Finish(ctx, "1")
}

// What a WITH clause writes is what the statement is about.
func (h *handler) withClause(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Mark(ctx, "1"); err != nil { // want `as if UPDATE orders had not failed`
		h.log.Error("mark", "err", err)
	}
	return nil
}
