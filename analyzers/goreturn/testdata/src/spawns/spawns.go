package spawns

import (
	"context"
	"fmt"
	"sync"

	"spawns/store"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/hibiken/asynq"
	"golang.org/x/sync/errgroup"
)

type handler struct {
	store *store.Store
	queue *asynq.Client
}

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	go h.store.Save(ctx, t.Payload()) // want `the handler returns while this goroutine still has to do its work \(INSERT INTO events\): the job counts as done, a failure is lost \(QG303\)`
	return nil
}

func (h *handler) literal(m *message.Message) error {
	if len(m.Payload) == 0 {
		return fmt.Errorf("empty")
	}
	go func() { // want `INSERT INTO events`
		h.store.Save(context.Background(), m.Payload)
	}()
	return nil
}

func (h *handler) enqueues(ctx context.Context, t *asynq.Task) error {
	go h.queue.Enqueue(t) // want `asynq Enqueue`
	return nil
}

func (h *handler) group(ctx context.Context, t *asynq.Task) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return h.store.Save(ctx, t.Payload()) })
	return g.Wait()
}

func (h *handler) waits(ctx context.Context, t *asynq.Task) error {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		h.store.Save(ctx, t.Payload())
	}()
	wg.Wait()
	return nil
}

func (h *handler) defers(ctx context.Context, t *asynq.Task) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		h.store.Save(ctx, t.Payload())
	}()
	return nil
}

func (h *handler) receives(ctx context.Context, t *asynq.Task) error {
	done := make(chan error, 1)
	go func() { done <- h.store.Save(ctx, t.Payload()) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *handler) handsOver(ctx context.Context, t *asynq.Task) error {
	done := make(chan error, 1)
	go func() { done <- h.store.Save(ctx, t.Payload()) }()
	collect(done)
	return nil
}

func collect(c chan error) {}

// The predeclared error's method belongs to no package.
func (h *handler) text(ctx context.Context, t *asynq.Task) error {
	if err := h.store.Load(ctx); err != nil {
		go fmt.Println(err.Error())
	}
	return nil
}

// Nothing that another process can see.
func (h *handler) warms(ctx context.Context, t *asynq.Task) error {
	go h.store.Load(ctx)
	go fmt.Println("started")
	return nil
}

// Never done.
func (h *handler) fails(ctx context.Context, t *asynq.Task) error {
	go h.store.Save(ctx, t.Payload())
	return fmt.Errorf("try again")
}

// No handler.
func (h *handler) start(ctx context.Context) error {
	go h.store.Save(ctx, nil)
	return nil
}

func (h *handler) failsAndDefers(ctx context.Context, t *asynq.Task) error {
	defer fmt.Println("done")
	go h.store.Save(ctx, t.Payload())
	return fmt.Errorf("try again")
}
