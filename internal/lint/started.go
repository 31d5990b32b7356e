package lint

import (
	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/queue"
)

// lookup is what sets a variable that a command is started with; false for what nothing that was found sets.
type lookup func(name string) (queue.Variable, bool)

// startedWith are the variables that a command is started with: what was stated by hand, what its manager sets, and, as not known, what some
// other file may set.
func (p *parsed) startedWith(known lookup) lookup {
	return func(name string) (queue.Variable, bool) {
		if g, ok := p.given[name]; ok {
			return queue.Variable{Name: name, Value: queue.Is(g.Value, g.Origin)}, true
		}
		if v, ok := known(name); ok {
			return v, true
		}
		if why := p.elsewhere(name); why != "" {
			return notKnown(name, why), true
		}
		if at := p.inEnvFiles(name); at != "" {
			return notKnown(name, name+" is set in "+at+", which may be passed on"), true
		}
		return queue.Variable{}, false
	}
}

func notKnown(name, why string) queue.Variable {
	return queue.Variable{Name: name, Value: queue.NotKnown[string](why, nil)}
}

// nothing is the lookup of a command that is started nobody knows how.
func nothing(string) (queue.Variable, bool) { return queue.Variable{}, false }

// inEnvFiles is the env file of an application that sets a variable, "" for none.
func (p *parsed) inEnvFiles(name string) string {
	if p.envFiles == nil {
		p.envFiles = map[string]string{}
		for _, a := range p.applications {
			if a.laravel == nil {
				continue
			}
			evidence, examples := link.EnvFiles(p.tree, a.root)
			for _, at := range append(evidence, examples...) {
				file, err := p.tree.Read(at)
				if err != nil {
					continue
				}
				for _, e := range dotenv.Parse(file).Entries {
					p.envFiles[e.Name] = at
				}
			}
		}
	}
	return p.envFiles[name]
}

// programVariables are those of a program of supervisord's: its own, then those of the containers that it runs in, where they agree.
func (p *parsed) programVariables(own *queue.Program, config *process.Config) lookup {
	var inside []*container.Container
	for _, o := range p.containersOf(config) {
		inside = append(inside, o.Container)
	}
	return p.startedWith(withinContainers(own, inside))
}

// withinContainers are a program's own variables, then those of the containers that it runs in, where they agree.
func withinContainers(own *queue.Program, inside []*container.Container) lookup {
	return func(name string) (queue.Variable, bool) {
		if v, ok := own.Variable(name); ok {
			return v, true
		}
		var first queue.Variable
		found := 0
		for _, c := range inside {
			v, ok := containerVariable(c)(name)
			if !ok {
				continue
			}
			text, known := v.Value.Get()
			if before, ok := first.Value.Get(); found > 0 && (!ok || !known || before != text) {
				return notKnown(name, "containers set "+name+" differently"), true
			}
			first, found = v, found+1
		}
		if found > 0 && found < len(inside) {
			return notKnown(name, "only some containers set "+name), true
		}
		return first, found > 0
	}
}
