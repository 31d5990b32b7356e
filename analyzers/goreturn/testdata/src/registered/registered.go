// Package registered holds a handler of each library that is known by its registration alone.
package registered

import (
	"context"

	"spawns/store"

	"github.com/RichardKnop/machinery/v2"
	"github.com/acaloiaro/neoq/handler"
	"github.com/aws/aws-lambda-go/events"
	faktory "github.com/contribsys/faktory_worker_go"
	"github.com/gocraft/work"
	"github.com/hatchet-dev/hatchet/sdks/go"
	"github.com/mikestefanello/backlite"
	"github.com/riverqueue/river"
	"github.com/vgarvardt/gue/v5"
	"github.com/vmihailenco/taskq/v3"
	"go.temporal.io/sdk/worker"
	"maragu.dev/goqite/jobs"
)

type task struct{}

func (task) Kind() string                 { return "task" }
func (task) Config() backlite.QueueConfig { return backlite.QueueConfig{} }

type activities struct{ store *store.Store }

func (a *activities) Record(ctx context.Context, id string) error {
	go a.store.Save(ctx, nil) // want `the handler returns while this goroutine still has to do its work \(INSERT INTO events\)`
	return nil
}

func register(s *store.Store, w worker.Registry, m *machinery.Server, p *work.WorkerPool, f *faktory.Manager, h *hatchet.Client, r *jobs.Runner, workers *river.Workers) []any {
	machineryTask := func(id string) error {
		go s.Save(context.Background(), nil) // want `INSERT INTO events`
		return nil
	}
	m.RegisterTask("one", machineryTask)
	m.RegisterTasks(map[string]any{"two": func(ctx context.Context, id string) error {
		go s.Save(ctx, nil) // want `INSERT INTO events`
		return nil
	}})
	taskq.RegisterTask(&taskq.TaskOptions{Name: "three", Handler: func(ctx context.Context, id string) error {
		go s.Save(ctx, nil) // want `INSERT INTO events`
		return nil
	}})
	p.Job("four", func(j *work.Job) error {
		go s.Save(context.Background(), nil) // want `INSERT INTO events`
		return nil
	})
	f.Register("five", func(ctx context.Context, args ...any) error {
		go s.Save(ctx, nil) // want `INSERT INTO events`
		return nil
	})
	h.NewStandaloneTask("six", func(ctx hatchet.Context, in task) (task, error) {
		go s.Save(ctx, nil) // want `INSERT INTO events`
		return in, nil
	})
	r.Register("seven", func(ctx context.Context, m []byte) error {
		go s.Save(ctx, m) // want `INSERT INTO events`
		return nil
	})
	w.RegisterActivity(&activities{s})
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[task]) error {
		go s.Save(ctx, nil) // want `INSERT INTO events`
		return nil
	}))
	return []any{
		handler.New("eight", func(ctx context.Context) error {
			go s.Save(ctx, nil) // want `INSERT INTO events`
			return nil
		}),
		backlite.NewQueue(func(ctx context.Context, t task) error {
			go s.Save(ctx, nil) // want `INSERT INTO events`
			return nil
		}),
		gue.WorkMap{"nine": func(ctx context.Context, j *gue.Job) error {
			go s.Save(ctx, nil) // want `INSERT INTO events`
			return nil
		}},
		func(ctx context.Context, e events.SQSEvent) error {
			go s.Save(ctx, nil) // want `INSERT INTO events`
			return nil
		},
	}
}
