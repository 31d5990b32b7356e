package lint

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/queue"
)

// loadContainers loads compose files and Kubernetes manifests. What was read whole sets nothing that is not known.
func (p *parsed) loadContainers(s *scanned, stray *application) {
	files := s.files(setterFile)
	loaded := container.Load(s.tree, files, container.Options{Development: developmentFile})
	for _, file := range files {
		if !slices.Contains(loaded.Read, file.Path) {
			p.setters = append(p.setters, file)
		}
	}
	for _, problem := range loaded.Problems {
		owner := p.owner(problem.Span.Path(), stray)
		owner.problems = append(owner.problems, problem)
	}
	p.outer = map[string][]*container.Container{}
	for _, c := range loaded.Containers {
		for _, at := range c.Supervisor {
			p.outer[at] = append(p.outer[at], c)
		}
		p.addContainer(c, stray)
	}
}

// addContainer gives a container's workers and variables to the application that it runs.
func (p *parsed) addContainer(c *container.Container, stray *application) {
	owner := p.owner(path.Join(c.Context, "Dockerfile"), stray)
	commands := containerCommands(c, worker.Options{})
	if by := p.byArtisan(commands); by != nil {
		owner = by
	}
	if owner.laravel != nil {
		commands = containerCommands(c, worker.Options{Laravel: owner.laravel.Versions.Framework})
	}
	if c.Application && c.Development == "" {
		owner.variables = append(owner.variables, c.Environment...)
		owner.containers = append(owner.containers, c.Span.Path())
	}
	worker.Assign(c.Program, commands)
	entry := &program{Program: c.Program}
	for _, command := range commands {
		if command.Worker == nil {
			continue
		}
		if c.Script != nil && !becomes(command) {
			command.Worker.Program = nil // the script stays the first process
		}
		entry.workers = append(entry.workers, command.Worker)
	}
	if len(entry.workers) > 0 {
		owner.programs = append(owner.programs, entry)
	} else if c.Script == nil {
		owner.others = append(owner.others, other{c.Program, containerWords(c)})
	}
}

// becomes says that a script replaces itself by the command.
func becomes(c *worker.Command) bool {
	return len(c.Wrappers) > 0 && c.Wrappers[0].Name == "exec" && !c.Background
}

// containerCommands reads the first process's words, or the script that it runs.
func containerCommands(c *container.Container, o worker.Options) []*worker.Command {
	if c.Script != nil {
		return worker.ParseShell(string(c.Script.Data), worker.In(c.Script, 0), o)
	}
	return worker.ParseWords(containerWords(c), o)
}

func containerWords(c *container.Container) []worker.Word {
	words := make([]worker.Word, len(c.Words))
	for i, w := range c.Words {
		words[i] = worker.Word{Text: w.Text, Why: w.Why, At: w.At}
	}
	return words
}

// outerStages are what stops the supervisord that reads a configuration: the container that runs it in production, of several the most
// patient. None where one of them is not known.
func (p *parsed) outerStages(config *process.Config) []*queue.StopStage {
	var best *queue.StopStage
	var grace time.Duration
	for _, file := range config.Files {
		for _, c := range p.outer[file.Path] {
			if c.Development != "" {
				continue
			}
			stage := c.Stage()
			g, ok := stage.Grace.Get()
			if !ok {
				return nil
			}
			if best == nil || g > grace {
				best, grace = stage, g
			}
		}
	}
	if best == nil {
		return nil
	}
	return []*queue.StopStage{best}
}

// withContainers adds the environment in which containers run, where they set anything that the first environment does not: their variables
// over that environment's. Without an env file there is no other.
func (a *application) withContainers(all []*link.Environment) []*link.Environment {
	inside := *all[0]
	inside.Programs = maps.Clone(inside.Programs)
	for _, v := range a.variables {
		inside.Programs[v.Name] = append(slices.Clip(inside.Programs[v.Name]), v)
	}
	differs := slices.ContainsFunc(a.variables, func(v queue.Variable) bool {
		x, y := inside.Lookup(v.Name), all[0].Lookup(v.Name)
		return x.State != y.State || x.Text != y.Text
	})
	if !differs {
		return all
	}
	inside.AppEnv = appEnv(&inside)
	if inside.File == nil && len(all) == 1 {
		return []*link.Environment{&inside}
	}
	inside.Containers = slices.Compact(slices.Sorted(slices.Values(a.containers)))
	for _, env := range all {
		env.Bare = true
	}
	main := slices.MinFunc(inside.Containers, func(x, y string) int { return cmp.Compare(len(x), len(y)) })
	inside.Name, inside.Evidence = path.Base(main), true
	return append([]*link.Environment{&inside}, all...)
}

// runsIn says whether a program's workers run in an environment.
func (p *program) runsIn(env *link.Environment) bool {
	return p.Manager == queue.Supervisor || p.Development != "" || !env.Bare
}
