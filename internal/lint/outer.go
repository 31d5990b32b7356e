package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// outer is a container that runs a supervisord.
type outer struct {
	*container.Container
	daemon *worker.Daemon
	// root says that the configuration is the daemon's own file, not one that it includes.
	root bool
}

// addOuter notes the configurations of the supervisord that a container runs.
func (p *parsed) addOuter(c *container.Container) {
	var daemons []*worker.Daemon
	if c.Script != nil {
		daemons = worker.FindDaemonsInScript(c.Script, scriptSpan(c), p.containerOptions(c))
	} else {
		daemons = worker.FindDaemons(containerWords(c), p.containerOptions(c))
	}
	for _, d := range daemons {
		files, root := c.SupervisorFiles(d.Configuration())
		for _, at := range files {
			p.outer[at] = append(p.outer[at], &outer{c, d, root})
		}
	}
}

// addOverlay notes the services that s6-overlay runs in a container, which stops them when it is stopped itself.
func (p *parsed) addOverlay(c *container.Container) {
	if c.Development != "" {
		return
	}
	for _, at := range c.S6Services() {
		p.overlays[at] = append(p.overlays[at], c)
	}
}

// overlayStages are the containers that s6-overlay runs a service in, as what stops it.
func (p *parsed) overlayStages(run string) []*queue.StopStage {
	var out []*queue.StopStage
	for _, c := range p.overlays[run] {
		stage := c.Stage()
		stage.Below, stage.BelowSpan = "s6-overlay", c.Span
		out = append(out, stage)
	}
	return out
}

// containersOf are the containers that run a supervisord with a configuration; production ones, where there are any.
func (p *parsed) containersOf(config *process.Config) []*outer {
	var production, all []*outer
	for _, file := range config.Files {
		for _, o := range p.outer[file.Path] {
			if slices.ContainsFunc(all, func(x *outer) bool { return x.Container == o.Container }) {
				continue
			}
			all = append(all, o)
			if o.Development == "" {
				production = append(production, o)
			}
		}
	}
	if len(production) > 0 {
		return production
	}
	return all
}

// outerStages are what stops the supervisord that reads a configuration, one for each container that runs it in production, and those
// containers' images; where none does, the units that run it.
func (p *parsed) outerStages(config *process.Config) (stages []*queue.StopStage, images []*queue.Image) {
	for _, o := range p.containersOf(config) {
		if o.Development != "" {
			continue
		}
		images = append(images, o.Images...)
		barrier, unknown := o.daemon.Barrier()
		if unknown {
			continue
		}
		stage := o.Stage()
		stage.Barrier, stage.Below, stage.BelowSpan = barrier, "supervisord", o.daemon.Line.Span
		stages = append(stages, stage)
	}
	if len(p.containersOf(config)) == 0 {
		stages = p.daemonStages(config)
	}
	return stages, images
}

// stayingInFront says whether a supervisord stays the process that was started by its configuration, and which containers' first process it is
// that do not tell it so themselves.
func (p *parsed) stayingInFront(config *process.Config, file *queue.ManagerFile) {
	section := config.Syntax.Section("supervisord")
	if section == nil {
		return
	}
	file.Span = section.Parts[0].NameSpan
	file.StaysInFront = queue.Is(false, &queue.Origin{Via: queue.ViaManagerDefault, Text: "nodaemon is not set"})
	if s, given := config.Daemon["nodaemon"]; given {
		file.StaysInFront = queue.Map(s.Value, func(v queue.Scalar) (bool, bool) { return process.Boolean(v.Text) }, "it is no boolean of Supervisor's")
	}
	for _, o := range p.containersOf(config) {
		barrier, unknown := o.daemon.Barrier()
		if o.root && barrier == nil && !unknown && !o.daemon.Foreground() && !o.Mentions("nodaemon") && o.Development == "" {
			file.FirstIn = append(file.FirstIn, o.Program)
		}
	}
}

// managerOptions are what is known of the machine that a manager's programs run on: the containers, as far as they agree.
func (p *parsed) managerOptions(config *process.Config) worker.Options {
	inside := p.containersOf(config)
	o := worker.Options{Package: p.packagesNear(path.Dir(config.Root.Path)), Script: func(at string) *source.File {
		for _, c := range inside {
			if file := c.File(at); isShellScript(file) {
				return file
			}
		}
		return p.scriptAt(at)
	}}
	for i, c := range inside {
		if i > 0 && c.Shell != o.Shell {
			o.Shell = ""
			break
		}
		o.Shell = c.Shell
	}
	return o
}

// maxScriptSize is the largest script that is followed, in bytes.
const maxScriptSize = 128 << 10

// scriptAt is the one script of the repository that a path of another machine can name: of the files with that name the only one whose
// path ends like it. nil for none.
func (p *parsed) scriptAt(at string) *source.File {
	if p.scripts == nil {
		p.scripts = map[string][]string{}
		for _, at := range p.tree.Paths() {
			base := path.Base(at)
			if isScript(at, base, path.Ext(base)) && !development(at) || base != at && !strings.Contains(base, ".") {
				p.scripts[base] = append(p.scripts[base], at)
			}
		}
	}
	named := p.scripts[path.Base(at)]
	for rest := strings.TrimLeft(at, "./~"); len(named) > 1; {
		ends := slices.DeleteFunc(slices.Clone(named), func(x string) bool { return x != rest && !strings.HasSuffix(x, "/"+rest) })
		if len(ends) > 0 {
			named = ends
			break
		}
		_, after, found := strings.Cut(rest, "/")
		if !found {
			break
		}
		rest = after
	}
	if len(named) != 1 {
		return nil
	}
	if file, err := p.tree.Read(named[0]); err == nil && isShellScript(file) {
		return file
	}
	return nil
}

// isShellScript says that a file may be read as a shell script.
func isShellScript(file *source.File) bool {
	if file == nil || len(file.Data) > maxScriptSize {
		return false
	}
	ext := path.Ext(file.Path)
	return ext == ".sh" || ext == ".bash" || bytes.HasPrefix(file.Data, []byte("#!"))
}
