package queue

import (
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Manager is what starts and stops programs.
type Manager uint8

const (
	// Supervisor is supervisord.
	Supervisor Manager = iota
	// Compose is Docker as a compose file tells it.
	Compose
	// Kubernetes stops the containers of a pod.
	Kubernetes
	// Fly is Fly.io.
	Fly
	Render
	// DigitalOcean is its App Platform.
	DigitalOcean
	// ECS is Amazon's container service.
	ECS
	Nomad
	Railway
	Systemd
	PM2
	Circus
	// S6 is s6-supervise, alone or under s6-overlay.
	S6
	// S6Overlay is s6-overlay's services.d, whose services the container's stop does not wait for long.
	S6Overlay
	Runit
	Heroku
	Dokku
	// Procfile is a Procfile of which no other file says what platform reads it.
	Procfile
	// Kamal runs containers on hosts of one's own.
	Kamal
	// Cron starts programs and stops none.
	Cron
)

// String is the manager's name in a sentence.
func (m Manager) String() string { return managers[m].name }

// Program is one entry of a process manager: `[program:x]`, a service of a compose file, a container of a pod.
type Program struct {
	Manager Manager
	// Kind is the entry's kind: program, fcgi-program, eventlistener, service, deployment, pod.
	Kind  string
	Name  string
	Span  source.Span // the name in the section's header
	Group string
	// Command is zero when the program has none.
	Command     Command
	ProcessName Value[string]
	Directory   Value[string]
	// Environment is what the manager sets for the program: its own environment= over the manager's.
	Environment []Variable
	Processes   Value[int]
	Priority    Value[int]
	// StopWait is the time between the stop signal and SIGKILL (stopwaitsecs and stop_grace_period, 10 s where they are not set;
	// terminationGracePeriodSeconds less preStop, 30 s).
	StopWait Value[time.Duration]
	// MostWait is the longest that the platform ever waits, whatever its file says; 0 where there is no such bound.
	MostWait    time.Duration
	StopSignal  Value[string] // TERM, INT, QUIT … without SIG
	StopAsGroup Value[bool]
	// Init says that a small init stands before a container's process, so that signals which it does not handle end it (`init: true`).
	Init        bool
	KillAsGroup Value[bool]
	AutoStart   Value[bool]
	// AutoRestart is "true", "false" or "unexpected".
	AutoRestart Value[string]
	ExitCodes   Value[[]int]
	StartSecs   Value[int]
	StartTries  Value[int]
	// StartLimit is when the manager gives up a program that ends again and again; nil for Supervisor, which has StartSecs and StartTries.
	StartLimit *StartLimit
	// Settings are the section's keys as written (after continuation lines and comments), for rules about single keys.
	Settings map[string]Setting
	// Memory is the container's limit in bytes; Absent without one, Unknown outside containers.
	Memory Value[int64]
	// Development says why the program is not for production; "" for production.
	Development string
	// Restart says whether the manager starts the program again after it ended.
	Restart Restart
	// EveryProcess says that the stop signal goes to every process of the program, and that the manager waits for all of them: no wrapper
	// keeps it from the worker (systemd's control group, a Heroku dyno).
	EveryProcess bool
	// Unit holds what only systemd has; nil for other managers.
	Unit *Unit
	// Images are those that the program runs in: the container's own, or those of the containers of its manager.
	Images []*Image
	// Outer are what may stop the manager itself, one for each place that it runs in: the containers that supervisord runs in. Empty where
	// that is not known.
	Outer []*StopStage
}

// Variable is an environment variable that a file sets.
type Variable struct {
	Name  string
	Span  source.Span
	Value Value[string]
	// Passes names the variable of the manager's own environment that gives the value, where it is set there: `X=${Y:-default}`.
	Passes string
}

// Variable is what sets a variable for the program, the last that does.
func (p *Program) Variable(name string) (Variable, bool) {
	for _, v := range slices.Backward(p.Environment) {
		if v.Name == name {
			return v, true
		}
	}
	return Variable{}, false
}

// Stage is the program as what stops the process that it runs.
func (p *Program) Stage() *StopStage {
	place := p.StopWait.Origin().Place()
	if place.IsZero() {
		place = p.Span
	}
	kind := p.Kind
	if p.Manager == Supervisor {
		kind = "program" // of whatever kind, it is stopped the same way
	}
	m := managers[p.Manager]
	grace := p.StopWait
	if d, ok := grace.Get(); ok && p.MostWait > 0 && d > p.MostWait {
		text := fmt.Sprintf("%s grants at most %ds", m.name, int(p.MostWait.Seconds()))
		grace = Is(p.MostWait, &Origin{Via: ViaComputed, Text: text, From: grace.Origin()})
	}
	return &StopStage{
		Misread: p.Unit != nil && len(p.Unit.Ignored) > 0,
		Manager: p.Manager, Kind: m.name + " " + kind, Name: p.Name, Span: place, Setting: m.setting, Form: m.form, Grace: grace, Most: p.MostWait, Signal: p.StopSignal,
		Memory: p.Memory,
	}
}

// StopStage is one thing that stops a worker: it sends a signal, waits, and kills.
type StopStage struct {
	Manager Manager
	// Kind is how messages call it: "supervisor program".
	Kind string
	Name string
	// Span is the setting's key or value where it is written, the name otherwise: the place of findings.
	Span source.Span
	// Setting is the name of the key that holds the grace: stopwaitsecs, stop_grace_period, terminationGracePeriodSeconds.
	Setting string
	// Form is how a file writes the setting: its text with {s} for a number of seconds, {ms} for one of milliseconds.
	Form  string
	Grace Value[time.Duration]
	// Most is the longest grace that the platform ever grants, 0 where there is no such bound.
	Most   time.Duration
	Signal Value[string]
	// Memory is the container's limit in bytes.
	Memory Value[int64]
	// Fixed says that no setting changes the grace.
	Fixed bool
	// Misread says that the file sets the grace in a way that the manager passes over.
	Misread bool
	// Below names what the stage's signal goes to where that is no worker: supervisord. "" for the worker itself, or what starts it.
	Below string
	// BelowSpan is where that is started, zero where Below is "".
	BelowSpan source.Span
	// Barrier is a wrapper that keeps the stage's signal from what is below, nil where none does.
	Barrier *Wrapper
}

// Refusal is why a process manager does not start with a file.
type Refusal struct {
	Manager Manager
	Span    source.Span
	// Message is the manager's own text.
	Message string
	// Section and Option name the setting, "" where it is the file.
	Section, Option string
	// HostDependent refusals hang on users or folders of the machine: no fault of the file.
	HostDependent bool
}
