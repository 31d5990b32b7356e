package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/solidqueue"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// loadSolidQueue finds Solid Queue in Rails applications, and among the programs that start no worker of Laravel's.
func (p *parsed) loadSolidQueue(stray *application) {
	roots := p.railsRoots("solid_queue")
	for _, root := range roots {
		p.addHeartbeat(root, p.owner(path.Join(root, "Gemfile"), stray))
	}
	p.eachOther(stray, solidqueue.Starts, func(a *application, w *queue.Worker) {
		a.drains = append(a.drains, &queue.Drain{
			Framework: "Solid Queue", Worker: w, Limit: p.solidQueueTimeout(rootOf(roots, w.Program.Span.Path()), w), Setting: "shutdown_timeout",
			After: solidqueue.HandBack, AtOnce: []string{"QUIT"}, Cut: "they start again from the beginning",
			Killed: "is marked failed when Solid Queue misses the dead process (process_alive_threshold, 5 minutes if not set)",
		})
	})
}

// railsRoots are the folders of applications that have a gem: those with a Gemfile that names it.
func (p *parsed) railsRoots(gem string) []string {
	var out []string
	for _, at := range p.tree.Paths() {
		if base := path.Base(at); base != "Gemfile" && base != "Gemfile.lock" || development(at) || inFolder(at, "test", "spec") {
			continue
		}
		file, err := p.tree.Read(at)
		if root := folderOf(at); err == nil && bytes.Contains(file.Data, []byte(gem)) && !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	return out
}

func folderOf(at string) string {
	if dir := path.Dir(at); dir != "." {
		return dir
	}
	return ""
}

// rootOf is the application in whose folder a file lies, the innermost one; the only one of a repository owns everything. nil where that is
// not known.
func rootOf(roots []string, at string) *string {
	var best *string
	for i, root := range roots {
		if (root == "" || strings.HasPrefix(at, root+"/")) && (best == nil || len(root) > len(*best)) {
			best = &roots[i]
		}
	}
	if best == nil && len(roots) == 1 {
		best = &roots[0]
	}
	return best
}

// solidQueueTimeout is how long a worker waits for its jobs: the setting, or the default where the application's configuration was read.
func (p *parsed) solidQueueTimeout(root *string, w *queue.Worker) queue.Value[time.Duration] {
	if root == nil {
		return queue.NotKnown[time.Duration]("the code is not in the repository", nil)
	}
	variable := func(name string) queue.Value[string] {
		for _, v := range slices.Backward(w.Program.Environment) {
			if v.Name == name {
				return v.Value
			}
		}
		return queue.NotSet[string](nil)
	}
	environment := variable("RAILS_ENV").Or(variable("RACK_ENV")).Or(queue.Is("production", nil))
	name, known := environment.Get()
	if !known {
		return queue.NotKnown[time.Duration]("it is not known which environment it runs in", nil)
	}
	files, why := p.railsConfig(*root, name)
	if why != "" {
		return queue.NotKnown[time.Duration](why, nil)
	}
	own := &queue.Origin{Via: queue.ViaFrameworkDefault, Span: w.Span, Text: "Solid Queue's default without shutdown_timeout"}
	return solidqueue.Read(files, variable).Shutdown.Or(queue.Is(solidqueue.DefaultShutdown, own))
}

// railsConfig are the files that configure an application in an environment, those that count less first; why says that others may set
// what Solid Queue reads.
func (p *parsed) railsConfig(root, environment string) (files []*source.File, why string) {
	names := []string{path.Join(root, "config/application.rb"), path.Join(root, "config/environments", environment+".rb")}
	for _, at := range names {
		if !p.tree.Has(at) {
			continue
		}
		file, err := p.tree.Read(at)
		if err != nil {
			return nil, at + " cannot be read"
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, "the application's configuration is not in the repository"
	}
	for _, folder := range []string{"config", "lib"} {
		for _, at := range p.tree.Under(path.Join(root, folder)) {
			if path.Ext(at) != ".rb" || slices.Contains(names, at) || path.Dir(at) == path.Join(root, "config/environments") {
				continue
			}
			if file, err := p.tree.Read(at); err != nil || solidqueue.Configures(file.Data) {
				return nil, at + " may set it"
			}
		}
	}
	return files, ""
}

// addHeartbeat compares how often Solid Queue's processes say that they live with how long it waits for that.
func (p *parsed) addHeartbeat(root string, a *application) {
	files, why := p.railsConfig(root, "production")
	if why != "" {
		return
	}
	s := solidqueue.Read(files, func(string) queue.Value[string] { return queue.NotSet[string](nil) })
	if s.Alive.IsAbsent() && s.Heartbeat.IsAbsent() {
		return
	}
	standard := func(d time.Duration, name string) queue.Value[time.Duration] {
		return queue.Is(d, &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Solid Queue's default of " + name})
	}
	a.renewals = append(a.renewals, &queue.Renewal{
		Framework: "Solid Queue", Holder: "a process",
		Lease: s.Alive.Or(standard(solidqueue.DefaultAlive, "process_alive_threshold")), LeaseName: "process_alive_threshold",
		Every: s.Heartbeat.Or(standard(solidqueue.DefaultHeartbeat, "process_heartbeat_interval")), EveryName: "process_heartbeat_interval",
		Lost: "a process that lives is taken for dead between two heartbeats: its jobs are marked failed while it still works on them",
	})
}
