package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/configparse/unit"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
)

var unitWords = []string{"[Service]", "[Manager]"}

func isUnit(p, _, _ string) bool { return unit.IsUnit(p) }

func hasUnit(_ *scanned, _ string, text marks.Text) bool { return text.HasAny(unitWords...) }

// loadUnits loads systemd's services: those that start workers, and those that run a supervisord.
func (p *parsed) loadUnits(s *scanned, stray *application) {
	for _, service := range unit.Load(s.tree, s.files(unitFile)) {
		service.Development = developmentFile(service.Span.Path())
		if daemon := supervisorOf(service); daemon != nil {
			p.daemons = append(p.daemons, daemon)
			continue
		}
		if len(service.Commands) == 0 {
			continue
		}
		before := len(stray.others)
		p.place(started{program: service.Program, parse: func(o worker.Options) []*worker.Command {
			var out []*worker.Command
			for _, c := range service.Commands {
				out = append(out, worker.ParseWords(worker.Words(c), o)...)
			}
			return out
		}, variables: unitVariables(service), words: worker.Words(service.Command)}, stray)
		if len(stray.others) > before || !slices.ContainsFunc(service.Commands, mayStartApplication) {
			continue
		}
		for _, f := range service.EnvironmentFiles {
			if f.File == nil && path.Base(f.Path) != ".env" { // the application's own is what the env files stand for
				p.unseen = append(p.unseen, f.Path)
			}
		}
	}
}

// unitVariables are those that a unit sets. A file that it reads and that the repository does not hold may set any other.
func unitVariables(service *unit.Service) lookup {
	return func(name string) (queue.Variable, bool) {
		v, ok := service.Variable(name)
		for _, f := range service.EnvironmentFiles {
			if !ok && f.File == nil {
				return notKnown(name, name+" may be set by "+f.Path), true
			}
		}
		return v, ok
	}
}

// mayStartApplication says that a command may start PHP, or a script or container that does: what its unit sets then counts.
func mayStartApplication(c queue.Command) bool {
	return slices.ContainsFunc(c.Words, func(w queue.Word) bool {
		return w.Why != "" || slices.ContainsFunc([]string{"php", "artisan", "supervisord", "docker", "podman", "compose", ".sh", "bash"}, func(s string) bool { return strings.Contains(w.Text, s) })
	})
}

// daemon is a unit that runs a supervisord.
type daemon struct {
	service *unit.Service
	// placed says that the unit stands among an application's programs.
	placed bool
	// file is the path of the configuration that it is told to read, "" for the distribution's.
	file string
}

// supervisorOf says whether a unit runs a supervisord. Of a unit of which only drop-ins were found the name tells.
func supervisorOf(service *unit.Service) *daemon {
	name := strings.TrimSuffix(service.Name, ".service")
	if len(service.Commands) == 0 {
		if service.Lone && (name == "supervisor" || name == "supervisord") {
			return &daemon{service: service}
		}
		return nil
	}
	command, _ := worker.Unwrap(worker.Words(service.Command))
	at := slices.IndexFunc(command.Words, func(w queue.Word) bool { return path.Base(w.Text) == "supervisord" })
	if at < 0 || at > 1 { // /usr/bin/python3 /usr/bin/supervisord
		return nil
	}
	d := &daemon{service: service}
	for i, w := range command.Words[at+1:] {
		rest := command.Words[at+1+i:]
		value, long := strings.CutPrefix(w.Text, "--configuration=")
		switch {
		case (w.Text == "-c" || w.Text == "--configuration") && len(rest) > 1:
			d.file = rest[1].Text
		case long:
			d.file = value
		case strings.HasPrefix(w.Text, "-c/"):
			d.file = w.Text[2:]
		}
	}
	return d
}

// runs says whether the daemon reads a configuration of the repository: the file that it is told to, or for the distribution's unit the
// distribution's file and what that includes.
func (d *daemon) runs(config *process.Config) bool {
	at := d.file
	if at == "" {
		if config.Fragment {
			return true
		}
		at = "/etc/supervisor/supervisord.conf"
	}
	for _, f := range config.Files {
		if path.Base(f.Path) == path.Base(at) && (path.Base(path.Dir(f.Path)) == path.Base(path.Dir(at)) || !strings.Contains(f.Path, "/")) {
			return true
		}
	}
	return false
}

// daemonStages are what stops the supervisord that reads a configuration, one for each unit that runs it.
func (p *parsed) daemonStages(config *process.Config) []*queue.StopStage {
	var out []*queue.StopStage
	for _, d := range p.daemons {
		if d.runs(config) && d.service.Development == "" {
			stage := d.service.Stage()
			stage.Below = "supervisord"
			out = append(out, stage)
		}
	}
	return out
}

// placeDaemons gives the units that run a supervisord to the application whose workers that starts.
func (p *parsed) placeDaemons(config *process.Config, owner *application) {
	for _, d := range p.daemons {
		if !d.placed && d.runs(config) {
			d.placed = true
			owner.programs = append(owner.programs, &program{Program: d.service.Program})
		}
	}
}
