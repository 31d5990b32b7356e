package lint

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/settings"
)

// given are the variables stated by hand: those of the settings, and over them those of the command line.
func (o Options) given() map[string]link.Given {
	out := map[string]link.Given{}
	if o.Settings != nil {
		for _, v := range o.Settings.Assume.Env {
			origin := &queue.Origin{Via: queue.ViaAssumed, Span: v.Span, Variable: v.Name, Text: v.Name + " in " + o.Settings.File.Path}
			out[v.Name] = link.Given{Value: v.Value, Origin: origin}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.EnvGiven)) {
		value := o.EnvGiven[name]
		out[name] = link.Given{Value: value, Origin: &queue.Origin{Via: queue.ViaEnvFlag, Variable: name, Text: "--env " + name + "=" + value}}
	}
	return out
}

// environment is the only one that is judged, "" for all.
func (o Options) environment() string {
	if o.Settings == nil {
		return o.Environment
	}
	return cmp.Or(o.Environment, o.Settings.Assume.Environment.Value)
}

// assumed is the origin of a value that the settings state.
func assumed[T any](v settings.Stated[T], key string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaAssumed, Span: v.Span, Text: fmt.Sprintf("%s in %s", key, v.Span.Path())}
}

// stated is a value of the settings, or Absent.
func stated[T any](v settings.Stated[T], key string) queue.Value[T] {
	if !v.Set {
		return queue.NotSet[T](nil)
	}
	return queue.Is(v.Value, assumed(v, key))
}

// other is a program that starts no worker of the framework's: a worker that the settings declare may be one.
type other struct {
	program *queue.Program
	words   []worker.Word
	// options are what is known of the machine that it runs on.
	options worker.Options
	// workers are those of other frameworks that it starts, once they were read.
	workers []*worker.Started
	read    bool
}

// declare gives connections, workers and jobs that the settings state by hand to the first application; where none was found, to one of
// their own.
func (p *parsed) declare(s *settings.Settings) {
	if s == nil || len(s.Connections)+len(s.Workers)+len(s.Jobs) == 0 {
		return
	}
	if len(p.applications) == 0 {
		p.applications = append(p.applications, &application{})
	}
	first := p.applications[0]
	first.declared = s
	all := p.strays
	for _, a := range p.applications {
		if a.laravel != nil { // what belongs to none has the strays
			all = append(all, a.others...)
		}
	}
	first.others = all
}

// assume puts what the settings state into an application before it is linked.
func (a *application) assume(app *queue.App, s *settings.Settings) {
	if s != nil && s.Assume.LongestJob.Set {
		longest := s.Assume.LongestJob
		for _, w := range app.Workers {
			if w.Timeout.IsUnknown() && w.Kind != queue.HorizonMaster {
				w.Timeout = queue.Is(longest.Value, assumed(longest, "longest_job"))
			}
		}
	}
	if a.declared == nil {
		return
	}
	for _, c := range a.declared.Connections {
		app.Connections = append(app.Connections, &queue.Connection{
			Name: c.Name.Value, Span: c.Name.Span, Driver: queue.Is(queue.DeclaredDriver, nil), Lease: stated(c.Lease, "lease"),
			Queue: queue.Is(c.Name.Value, nil), // every worker of the connection takes every job of it
		})
	}
	for _, w := range a.declared.Workers {
		app.Workers = append(app.Workers, a.declaredWorkers(w)...)
	}
	for _, j := range a.declared.Jobs {
		app.Jobs = append(app.Jobs, &queue.Job{
			Class: j.Name.Value, Name: j.Name.Value, Kind: queue.DeclaredJob, Span: j.Name.Span, Connection: stated(j.Connection, "connection"),
			Queue: queue.NotSet[string](nil), Timeout: stated(j.Timeout, "timeout"), Tries: queue.NotSet[int](nil),
			Backoff: queue.NotSet[[]time.Duration](nil), MaxExceptions: queue.NotSet[int](nil), RetryUntil: queue.NotSet[bool](nil), FailOnTimeout: queue.NotSet[bool](nil),
		})
	}
}

// declaredWorkers are the programs whose command matches a worker of the settings, or where none does, a worker of which no more is known.
func (a *application) declaredWorkers(d settings.Worker) []*queue.Worker {
	fresh := func() *queue.Worker {
		w := &queue.Worker{
			Kind: queue.Declared, Name: d.Command.Value, Span: d.Command.Span, Connection: stated(d.Connection, "connection"), Queues: queue.NotSet[[]string](nil),
			Timeout: stated(d.Timeout, "timeout"), Tries: stated(d.Tries, "tries"), Backoff: queue.NotSet[[]time.Duration](nil),
			Processes: queue.NotKnown[int]("nothing that starts it was found", nil),
		}
		if d.Tries.Set && d.Tries.Value == 0 {
			w.Tries = queue.NoLimit[int](assumed(d.Tries, "tries"))
		}
		return w
	}
	var out []*queue.Worker
	glob := commandGlob(d.Command.Value)
	for _, o := range a.others {
		command, wrappers := worker.Unwrap(o.words)
		if !glob.MatchString(command.Text) {
			continue
		}
		w := fresh()
		w.Name, w.Span, w.Command, w.Wrappers = o.program.Name, command.Span, command, wrappers
		w.Program, w.Processes, w.Development = o.program, o.program.Processes, o.program.Development
		out = append(out, w)
	}
	if len(out) == 0 {
		out = append(out, fresh())
	}
	return out
}

// commandGlob is a glob over a whole command: `*` stands for any text, `?` for one character.
func commandGlob(glob string) *regexp.Regexp {
	text := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	return regexp.MustCompile("(?s)^" + text + "$")
}

// assumeStop gives a linked worker of which nothing says what stops it the grace that the settings state.
func assumeStop(app *queue.App, s *settings.Settings) {
	if s == nil || !s.Assume.StopGrace.Set {
		return
	}
	grace := s.Assume.StopGrace
	for _, w := range app.Workers {
		if len(w.Chain) > 0 || !w.Signalled() || w.Kind == queue.HorizonSupervisor {
			continue
		}
		w.Chain = append(w.Chain, &queue.StopStage{
			Kind: "platform", Name: w.Name, Span: grace.Span, Setting: "stop_grace", Grace: queue.Is(grace.Value, assumed(grace, "stop_grace")),
			Signal: queue.NotKnown[string]("the settings do not state it", nil),
		})
	}
}
