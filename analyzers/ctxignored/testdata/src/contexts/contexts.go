package contexts

import (
	"context"
	"database/sql"
	"time"

	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
)

type handler struct{ db *sql.DB }

func (h *handler) save(ctx context.Context) error {
	_, err := h.db.ExecContext(ctx, "UPDATE jobs SET state = 'done' WHERE id = 1")
	return err
}

func (h *handler) blank(_ context.Context, t *asynq.Task) error { // want `the handler never uses its context: INSERT INTO events goes on after the job's timeout, beside the next try \(QG103\)`
	_, err := h.db.Exec("INSERT INTO events (body) VALUES (?)", t.Payload())
	return err
}

func (h *handler) named(ctx context.Context, t *asynq.Task) error { // want `time.Sleep goes on after`
	time.Sleep(2 * time.Second)
	return nil
}

func (h *handler) background(ctx context.Context, t *asynq.Task) error {
	if err := ctx.Err(); err != nil {
		return h.save(context.Background()) // recording a failure
	}
	defer h.save(context.Background())
	if err := h.save(context.Background()); err != nil { // want `UPDATE jobs gets context.Background\(\) and not the handler's context`
		h.save(context.TODO())
		return err
	}
	cleanup, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return h.save(cleanup)
}

func (h *handler) kept(ctx context.Context, t *asynq.Task) error { return h.save(ctx) }

// Nothing to wait for.
func (h *handler) computes(_ context.Context, t *asynq.Task) error { return nil }

type args struct{}

func (args) Kind() string { return "args" }

type worker struct {
	river.WorkerDefaults[args]
	handler
}

func (w *worker) Work(ctx context.Context, job *river.Job[args]) error { // want `the handler never uses its context: UPDATE jobs goes on after the job's timeout \(QG103\)`
	return w.save(context.TODO())
}

// No handler.
func (h *handler) form(_ context.Context) error { return h.save(context.Background()) }
