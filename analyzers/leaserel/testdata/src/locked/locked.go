package locked

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

type handler struct {
	locks *redsync.Redsync
	redis *redis.Client
}

func work(ctx context.Context) error { return nil }

func (h *handler) byDefault(ctx context.Context, t *asynq.Task) error {
	m := h.locks.NewMutex("orders")
	if err := m.LockContext(ctx); err != nil { // want `the lock holds for 8s, but the work behind it may take 30s \(line 25\): another run gets the lock meanwhile \(QG102\)`
		return err
	}
	defer m.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return work(ctx)
}

func (h *handler) short(ctx context.Context, t *asynq.Task) error {
	m := h.locks.NewMutex("orders", redsync.WithExpiry(20*time.Second))
	if err := m.Lock(); err != nil { // want `the lock holds for 20s, but the work behind it may take 30s`
		return err
	}
	defer m.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return work(ctx)
}

func (h *handler) long(ctx context.Context, t *asynq.Task) error {
	m := h.locks.NewMutex("orders", redsync.WithExpiry(time.Minute))
	if err := m.Lock(); err != nil {
		return err
	}
	defer m.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return work(ctx)
}

func (h *handler) extended(ctx context.Context, t *asynq.Task) error {
	m := h.locks.NewMutex("orders")
	if err := m.Lock(); err != nil {
		return err
	}
	defer m.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := work(ctx); err != nil {
		return err
	}
	if _, err := m.Extend(); err != nil {
		return err
	}
	return work(ctx)
}

func (h *handler) beside(ctx context.Context, t *asynq.Task) error {
	m := h.locks.NewMutex("orders")
	if err := m.Lock(); err != nil {
		return err
	}
	if _, err := m.Unlock(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return work(ctx)
}

func (h *handler) key(ctx context.Context, t *asynq.Task) error {
	ok, err := h.redis.SetNX(ctx, "lock:orders", 1, 10*time.Second).Result() // want `the lock holds for 10s, but the work behind it may take 1m0s`
	if err != nil || !ok {
		return err
	}
	defer h.redis.Del(ctx, "lock:orders")
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return work(ctx)
}

// A mark is no lock, and a limit none either.
func (h *handler) mark(ctx context.Context, t *asynq.Task) error {
	ok, err := h.redis.SetNX(ctx, "rate:orders", 1, 10*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return work(ctx)
}
