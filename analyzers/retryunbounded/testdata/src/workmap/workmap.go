package workmap

import (
	"context"
	"time"

	"github.com/vgarvardt/gue/v5"
)

type mailer struct{}

func (m *mailer) send(ctx context.Context, j *gue.Job) error { return nil }

func plain(ctx context.Context, j *gue.Job) error { return nil }

func limited(ctx context.Context, j *gue.Job) error {
	if j.ErrorCount > 10 {
		return gue.ErrDiscardJob("too many")
	}
	return nil
}

func work(c *gue.Client, m *mailer, other gue.WorkMap, more []gue.WorkerOption) {
	gue.NewWorker(c, gue.WorkMap{"send": m.send, "plain": plain})                                                  // want `gue retries a failing job without end: no function of this work map looks at ErrorCount or discards, and the default backoff never gives up \(QG201\)`
	gue.NewWorkerPool(c, gue.WorkMap{"send": m.send}, 4, gue.WithPoolPollInterval(time.Second))                    // want `gue retries a failing job without end`
	gue.NewWorker(c, gue.WorkMap{"send": m.send, "limited": limited})                                              // one of them counts
	gue.NewWorker(c, other)                                                                                        // made elsewhere
	gue.NewWorker(c, gue.WorkMap{"send": m.send}, more...)                                                         // options made elsewhere
	gue.NewWorker(c, gue.WorkMap{"send": m.send}, backoff())                                                       // may give up
	gue.NewWorker(c, gue.WorkMap{"handed": func(ctx context.Context, j *gue.Job) error { return judged(ctx, j) }}) // may count there
}

func backoff() gue.WorkerOption { return nil }

func judged(ctx context.Context, j *gue.Job) error { return nil }
