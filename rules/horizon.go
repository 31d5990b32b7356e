package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// pool is one Horizon supervisor with the environments in which it has the same values.
type pool struct {
	worker       *queue.Worker
	environments []string
	// production says that one of the environments is not for development.
	production bool
}

// pools groups findings about Horizon supervisors: those with the same key (place and values) in several environments are one.
type pools struct {
	keys  []string
	pools []*pool
}

// add notes a supervisor under a key; the first of a key stands for all.
func (p *pools) add(w *queue.Worker, at source.Span, values string) {
	key := fmt.Sprintf("%s %s:%d %s", w.Name, at.Path(), at.Start, values)
	i := slices.Index(p.keys, key)
	if i < 0 {
		i = len(p.keys)
		p.keys = append(p.keys, key)
		p.pools = append(p.pools, &pool{worker: w})
	}
	of := p.pools[i]
	if w.Development == "" && !of.production {
		of.worker, of.production = w, true
	}
	of.environments = append(of.environments, w.Environment)
}

// report finishes a finding about a pool: its environments where it does not hold in all, and Info where only development has it.
func (p *pool) report(app *queue.App, d *diag.Diagnostic) *diag.Diagnostic {
	if !slices.Equal(p.environments, horizonEnvironments(app, p.worker.Name)) {
		d.Environments = p.environments
	}
	return soften(d, !p.production)
}

// horizonEnvironments lists the environments that have a supervisor of that name, in the order of the file.
func horizonEnvironments(app *queue.App, name string) []string {
	var out []string
	for _, w := range app.Workers {
		if w.Kind == queue.HorizonSupervisor && w.Name == name {
			out = append(out, w.Environment)
		}
	}
	return out
}

// supervisors lists the Horizon supervisors of an application.
func supervisors(app *queue.App) []*queue.Worker {
	var out []*queue.Worker
	for _, w := range app.Workers {
		if w.Kind == queue.HorizonSupervisor {
			out = append(out, w)
		}
	}
	return out
}
