// Package lint is the engine: it reads a repository, evaluates each application in each environment, links, runs the rules and merges
// what they say.
package lint

import (
	"context"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/parallel"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
	"github.com/qlint-dev/qlint/rules"
)

// Options say what to read and what to judge.
type Options struct {
	// EnvFiles replace the env files found, by their path within the repository; EnvGiven are variables stated by hand.
	EnvFiles []*source.File
	EnvGiven map[string]string
	// Environment judges one environment only: an env file's NAME, or one of Horizon's. "" judges all.
	Environment string
	// Rules are those to run; nil runs all.
	Rules []*rules.Rule
	Tail
}

// Result is what the engine found.
type Result struct {
	Diagnostics []*diag.Diagnostic
	// Open are all findings that no comment takes back, accepted ones and those outside of the limits too: what a baseline is made of.
	Open []*diag.Diagnostic
	// Suppressed findings were taken back by comments or settings, Baselined ones accepted before.
	Suppressed, Baselined int
	// Apps are the applications in their first environment, for the map.
	Apps []*queue.App
	// UnknownEnvironment says why Options.Environment chooses nothing, "" where it does: nothing was then judged in it.
	UnknownEnvironment string
	// Files is the number of files that were looked into.
	Files  int
	Phases []Phase
}

// Phase is one step of the work and how long it took.
type Phase struct {
	Name string
	Took time.Duration
}

// Repository lints a repository.
func Repository(ctx context.Context, repo *discover.Repository, o Options) (*Result, error) {
	clock := newStopwatch()
	files := scan(repo)
	clock.lap("read")
	return analyze(ctx, files, o, clock)
}

// analyze judges what was read.
func analyze(ctx context.Context, files *scanned, o Options, clock *stopwatch) (*Result, error) {
	r := &Result{Files: files.looked}
	parsed := parse(files, o.given())
	parsed.declare(o.Settings)
	clock.lap("parse")
	var diagnostics []*diag.Diagnostic
	for _, a := range parsed.applications {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found, first := judge(a, parsed, o)
		diagnostics = append(diagnostics, found...)
		r.Apps = append(r.Apps, first)
	}
	r.UnknownEnvironment = parsed.unknownEnvironment(o.environment(), r.Apps)
	clock.lap("evaluate and judge")
	r.finish(diagnostics, files.withMarks(), o)
	r.Phases = clock.phases
	return r, nil
}

// judge runs the rules on one application in each of its environments.
func judge(a *application, p *parsed, o Options) ([]*diag.Diagnostic, *queue.App) {
	active := o.Rules
	if active == nil {
		active = rules.All()
	}
	var runs []judged
	var first *queue.App
	environments := a.environments(p, o)
	apps := make([]*queue.App, len(environments))
	var unread []queue.UnreadVariable
	parallel.Do(
		func() { unread = p.unreadVariables(a, o) },
		func() {
			for i, env := range environments {
				apps[i] = a.evaluate(env)
			}
		},
	)
	for i, env := range environments {
		app := apps[i]
		app.UnreadVariables = unread
		if name := o.environment(); name != "" {
			onlyEnvironment(app, name)
		}
		a.assume(app, o.Settings)
		link.App(app)
		assumeStop(app, o.Settings)
		if first == nil {
			first = app
		}
		run := judged{environment: env.Environment}
		for _, found := range parallel.Map(active, func(r *rules.Rule) []*diag.Diagnostic { return r.Run(app) }) {
			run.diagnostics = append(run.diagnostics, found...)
		}
		runs = append(runs, run)
	}
	return merge(runs), first
}

// onlyEnvironment drops the supervisors of other Horizon environments, where the name is one of them.
func onlyEnvironment(app *queue.App, name string) {
	if !slices.ContainsFunc(app.Workers, func(w *queue.Worker) bool { return w.Environment == name }) {
		return
	}
	app.Workers = slices.DeleteFunc(app.Workers, func(w *queue.Worker) bool {
		return w.Kind == queue.HorizonSupervisor && w.Environment != name
	})
}

// stopwatch measures phases.
type stopwatch struct {
	last   time.Time
	phases []Phase
}

func newStopwatch() *stopwatch { return &stopwatch{last: time.Now()} }

func (s *stopwatch) lap(name string) {
	now := time.Now()
	s.phases = append(s.phases, Phase{name, now.Sub(s.last)})
	s.last = now
}
