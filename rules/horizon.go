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
	// places are where each environment has the value.
	places []source.Span
	// production says that one of the environments is not for development.
	production bool
}

// pools groups findings about Horizon supervisors: those with the same key (place and values) in several environments are one.
type pools struct {
	keys  []string
	pools []*pool
}

// add notes a supervisor: those of one name with the same values are one finding, or, without values, those whose value stands at one
// place. The first that is not for development stands for all.
func (p *pools) add(w *queue.Worker, at source.Span, values string) {
	key := w.Name + " " + values
	if values == "" {
		key = fmt.Sprintf("%s %s:%d", w.Name, at.Path(), at.Start)
	}
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
	of.places = append(of.places, at)
}

// report finishes a finding about a pool: its environments where it does not hold in all, and Info where only development has it.
func (p *pool) report(app *queue.App, d *diag.Diagnostic) *diag.Diagnostic {
	if !slices.Equal(p.environments, horizonEnvironments(app, p.worker.Name)) {
		d.Environments = p.environments
	}
	for _, at := range p.places {
		if at != d.Place.Span && !slices.ContainsFunc(d.Related, func(x diag.Place) bool { return x.Span == at }) {
			d.Related = append(d.Related, diag.Place{Span: at, Role: diag.RoleElsewhere, Label: "the same in another environment"})
		}
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

// activeEnvironment is the Horizon environment that a master runs: its own flag, horizon.env, or APP_ENV where evidence sets it; "" where
// that is not known.
func activeEnvironment(app *queue.App, master *queue.Worker) string {
	if master.Environment != "" {
		return master.Environment
	}
	if name, ok := app.Plan.Chosen.Get(); ok {
		return name
	}
	if p := master.Program; p != nil {
		for _, v := range p.Environment {
			if name, ok := v.Value.Get(); ok && v.Name == "APP_ENV" {
				return name
			}
		}
	}
	if name, ok := app.Environment.AppEnv.Get(); ok && app.Environment.Evidence {
		return name
	}
	return ""
}
