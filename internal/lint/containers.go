package lint

import (
	"cmp"
	"path"
	"slices"

	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// loadContainers loads compose files and Kubernetes manifests. What was read whole, here or before, sets nothing that is not known.
func (p *parsed) loadContainers(s *scanned, stray *application, whole map[string]bool) {
	files := s.files(setterFile)
	loaded := container.Load(s.tree, files, container.Options{Development: developmentFile})
	for _, file := range files {
		if !whole[file.Path] && !slices.Contains(loaded.Read, file.Path) {
			p.setters.files = append(p.setters.files, file)
		}
	}
	for _, problem := range loaded.Problems {
		owner := p.owner(problem.Span.Path(), stray)
		owner.problems = append(owner.problems, problem)
	}
	p.outer, p.overlays = map[string][]*outer{}, map[string][]*container.Container{}
	for _, file := range s.files(workflowFile) {
		owner := p.owner(file.Path, stray)
		owner.servers = append(owner.servers, container.TestServers(file)...)
	}
	for _, c := range loaded.Containers {
		p.addOuter(c)
		p.addOverlay(c)
		p.addContainer(c, stray)
	}
}

// addContainer gives a container's workers and variables to the application that it runs.
func (p *parsed) addContainer(c *container.Container, stray *application) {
	owner := p.owner(path.Join(c.Context, "Dockerfile"), stray)
	commands := p.containerCommands(c, queue.VersionRange{})
	if by := p.byArtisan(commands); by != nil {
		owner = by
	}
	if owner.laravel != nil {
		commands = p.containerCommands(c, owner.laravel.Versions.Framework)
	}
	if c.Application && c.Development == "" {
		owner.deployment("").add(c.Program)
	}
	if c.Server != nil {
		c.Server.Development = c.Development
		owner.servers = append(owner.servers, c.Server)
	}
	worker.Assign(c.Program, commands)
	owner.addSchedulers(c.Program, commands)
	entry := &program{Program: c.Program}
	for _, command := range commands {
		if w := command.Worker; w != nil {
			w.Development = cmp.Or(w.Development, developmentFile(w.Span.Path()))
			entry.workers = append(entry.workers, w)
		}
	}
	if len(entry.workers) > 0 {
		owner.programs = append(owner.programs, entry)
	} else if c.Script == nil {
		owner.others = append(owner.others, other{program: c.Program, words: containerWords(c), options: p.containerOptions(c)})
	}
}

// containerCommands reads the first process's words, or the script that it runs.
func (p *parsed) containerCommands(c *container.Container, laravel queue.VersionRange) []*worker.Command {
	o := p.containerOptions(c)
	o.Laravel = laravel
	if c.Script != nil {
		return worker.ParseScript(c.Script, scriptSpan(c), o)
	}
	return worker.ParseWords(containerWords(c), o)
}

// containerOptions are what is known of the machine that a container is.
func (p *parsed) containerOptions(c *container.Container) worker.Options {
	return worker.Options{Shell: c.Shell, Variable: p.startedWith(containerVariable(c)), Package: p.packagesNear(c.Context), Script: func(at string) *source.File {
		if file := c.File(at); isShellScript(file) {
			return file
		}
		return p.scriptAt(at)
	}}
}

// containerVariable looks a variable of a container up.
func containerVariable(c *container.Container) lookup {
	return func(name string) (queue.Variable, bool) {
		v, ok := c.Program.Variable(name)
		if !ok && c.Unseen != "" {
			return notKnown(name, name+" may be set by "+c.Unseen), true
		}
		return v, ok
	}
}

// scriptSpan is where a container's script is named.
func scriptSpan(c *container.Container) source.Span {
	if len(c.Words) > 0 {
		return c.Words[0].At(0, len(c.Words[0].Text))
	}
	return c.Span
}

func containerWords(c *container.Container) []worker.Word {
	words := make([]worker.Word, len(c.Words))
	for i, w := range c.Words {
		words[i] = worker.Word{Text: w.Text, Why: w.Why, At: w.At}
	}
	return words
}
