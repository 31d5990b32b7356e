package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var memoryAboveContainerLimit = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL342", Slug: "memory-above-container-limit", Severity: diag.Info,
		Summary: "the workers of a container may use more memory than it has before they recycle themselves",
		Why: "A worker leaves when it has grown beyond `--memory` (128 MB), between two jobs. Where the processes of a container times that limit are more than the container's " +
			"own, the kernel comes first: it kills a process in the middle of a job, without `failed()`, and the job runs again after its lease.\n\nThe rule adds up the declared processes of one container: a worker that is " +
			"its command, the programs of its supervisord, or the supervisors of Horizon, and compares them with `mem_limit`, `deploy.resources.limits.memory` or Kubernetes' " +
			"`resources.limits.memory`. Information: not every worker grows that far.",
		Fix: "Give the container more memory than processes times --memory, or lower one of them.",
		Bad: queueConfig("90") + `-- docker-compose.yml --
services:
  worker:
    build: .
    command: php artisan queue:work redis --tries=1 --memory=512 --max-time=3600
    stop_grace_period: 70s
    restart: always
    mem_limit: 256m # want QL342
`,
		Good: queueConfig("90") + `-- docker-compose.yml --
services:
  worker:
    build: .
    command: php artisan queue:work redis --tries=1 --memory=192 --max-time=3600
    stop_grace_period: 70s
    restart: always
    mem_limit: 256m
`,
		References: []string{"https://laravel.com/docs/12.x/queues#resource-considerations", "https://docs.docker.com/engine/containers/resource_constraints/"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var order []*container
		for _, w := range app.Workers {
			stage := containerOf(w)
			if stage == nil || w.Development != "" {
				continue
			}
			need, n, ok := memoryOf(app, w)
			var box *container
			for _, have := range order {
				if have.stage.Span == stage.Span && have.stage.Name == stage.Name {
					box = have
				}
			}
			if box == nil {
				box = &container{stage: stage}
				order = append(order, box)
			}
			box.open = box.open || !ok
			box.need, box.processes = box.need+need, box.processes+n
			box.workers = append(box.workers, w)
		}
		var out []*diag.Diagnostic
		for _, box := range order {
			limit, ok := box.stage.Memory.Get()
			if need := box.need << 20; ok && !box.open && need > limit {
				out = append(out, box.report(limit))
			}
		}
		return out
	},
}

// container is what workers share that has a limit.
type container struct {
	stage *queue.StopStage
	// need is in MB.
	need      int64
	processes int
	open      bool
	workers   []*queue.Worker
}

// containerOf is the container that a worker runs in, nil where none is known.
func containerOf(w *queue.Worker) *queue.StopStage {
	if w.Program == nil {
		return nil
	}
	if len(w.Program.Outer) > 0 {
		return w.Program.Outer[0]
	}
	if w.Program.Manager == queue.Supervisor {
		return nil
	}
	return w.Program.Stage()
}

// memoryOf is what a worker's processes within one container may grow to, in MB.
func memoryOf(app *queue.App, w *queue.Worker) (total int64, processes int, ok bool) {
	if w.Kind == queue.HorizonMaster {
		return poolMemory(app, w)
	}
	each := int64(128)
	if o := w.Option("memory"); o != nil {
		text, known := o.Value.Get()
		n := 0
		if _, err := fmt.Sscanf(text, "%d", &n); !known || err != nil || n <= 0 {
			return 0, 0, false
		}
		each = int64(n)
	}
	n := 1 // a container of its own, however often it runs
	if w.Program.Manager == queue.Supervisor {
		if n, ok = w.Processes.Get(); !ok {
			return 0, 0, false
		}
	}
	return each * int64(n), n, true
}

// poolMemory adds up the supervisors that a master starts.
func poolMemory(app *queue.App, master *queue.Worker) (total int64, processes int, ok bool) {
	environment := activeEnvironment(app, master)
	for _, s := range supervisors(app) {
		if s.Environment != environment {
			continue
		}
		n, known := s.Processes.Get()
		each, set := settingInt(s, "memory")
		if !known {
			return 0, 0, false
		}
		if !set {
			each = 128
		}
		total, processes = total+int64(each)*int64(n), processes+n
	}
	return total, processes, processes > 0
}

func (c *container) report(limit int64) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Info,
		Place:    place(diag.RoleOrigin, c.stage.Memory.Origin(), c.stage.Span, fmt.Sprintf("%d MB for all of them", limit>>20)),
		Message: fmt.Sprintf("%s in %q may grow to %d MB before %s, and the container has %d MB",
			count(c.processes, "worker"), c.stage.Name, c.need, recycles(c.processes), limit>>20),
		Outcome: "the kernel kills a process in the middle of a job: no failed(), and the job runs again after its lease",
		Fix:     "give the container more memory, or lower --memory or the number of processes",
		Names:   []string{c.stage.Name},
		Cause:   "memory of " + c.stage.Name,
	}
	for _, w := range c.workers[:min(3, len(c.workers))] {
		d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: describeWorker(w)})
	}
	return d
}

func recycles(n int) string {
	if n == 1 {
		return "it recycles itself"
	}
	return "they recycle themselves"
}
