package lint

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/queue"
)

// deployment is one way in which the repository says that the application runs in production: all of its containers, or one file of a hosting
// platform.
type deployment struct {
	// name is the platform's file, "" for containers.
	name string
	// variables are what it sets, files those that set them.
	variables []queue.Variable
	files     []string
}

// deployment returns the one of a name, a new one where the application has none.
func (a *application) deployment(name string) *deployment {
	for _, d := range a.deployments {
		if d.name == name {
			return d
		}
	}
	d := &deployment{name: name}
	a.deployments = append(a.deployments, d)
	return d
}

// add notes what a program that runs the application sets.
func (d *deployment) add(p *queue.Program) {
	d.variables = append(d.variables, p.Environment...)
	if at := p.Span.Path(); !slices.Contains(d.files, at) {
		d.files = append(d.files, at)
	}
}

// withDeployments adds an environment for each deployment that sets anything that the first environment does not: its variables over that
// environment's. An environment without an env file is left out where every deployment has one of its own.
func (a *application) withDeployments(all []*link.Environment) []*link.Environment {
	var own []*link.Environment
	var away []string
	slices.SortFunc(a.deployments, func(x, y *deployment) int { return cmp.Compare(x.name, y.name) })
	for _, d := range a.deployments {
		if env := d.over(all[0]); env != nil {
			own = append(own, env)
			away = append(away, d.name)
		}
	}
	if len(own) == 0 {
		return all
	}
	behind := a.behind(away)
	for _, env := range all {
		env.Away, env.Containers = away, behind
	}
	if all[0].File == nil && len(all) == 1 && len(behind) == 0 {
		if len(own) == 1 {
			own[0].Name, own[0].Evidence, own[0].Containers = all[0].Name, all[0].Evidence, nil
		}
		return own
	}
	return append(own, all...)
}

// over lays the deployment's variables over an environment; nil where that changes nothing.
func (d *deployment) over(base *link.Environment) *link.Environment {
	env := *base
	env.Programs = maps.Clone(env.Programs)
	for _, v := range d.variables {
		env.Programs[v.Name] = append(slices.Clip(env.Programs[v.Name]), v)
	}
	differs := slices.ContainsFunc(d.variables, func(v queue.Variable) bool {
		x, y := env.Lookup(v.Name), base.Lookup(v.Name)
		return x.State != y.State || x.Text != y.Text
	})
	if !differs {
		return nil
	}
	env.AppEnv = appEnv(&env)
	env.Containers = slices.Sorted(slices.Values(d.files))
	main := slices.MinFunc(env.Containers, func(x, y string) int { return cmp.Compare(len(x), len(y)) })
	if !base.Evidence && base.File != nil {
		env.Example = base.File.Source.Path
	}
	env.Name, env.Evidence, env.Inside, env.Deployment = path.Base(main), true, true, d.name
	return &env
}

// behind lists the files of programs whose deployment has no environment of its own: they run in those of the env files.
func (a *application) behind(away []string) []string {
	var out []string
	for _, p := range a.programs {
		if deployed(p) && !slices.Contains(away, p.deployment) {
			out = append(out, p.Span.Path())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// deployed says that a program belongs to a deployment: containers and hosting platforms. Others run in every environment.
func deployed(p *program) bool {
	switch p.Manager {
	case queue.Compose, queue.Kubernetes, queue.Fly, queue.Render, queue.DigitalOcean, queue.ECS, queue.Nomad, queue.Railway, queue.Kamal:
		return p.Development == ""
	}
	return false
}

// runsIn says whether a program's workers run in an environment.
func (p *program) runsIn(env *link.Environment) bool {
	switch {
	case !deployed(p):
		return true
	case env.Inside:
		return p.deployment == env.Deployment
	}
	return !slices.Contains(env.Away, p.deployment)
}
