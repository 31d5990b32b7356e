package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var stopOrderExceedsOuterGrace = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL112", Slug: "stop-order-exceeds-outer-grace", Severity: diag.Warning,
		Summary: "supervisord stops its groups one after another, and the container's grace ends before the last workers",
		Why: "When supervisord is stopped it signals the group that is last by (priority, name), waits until all of it has ended, and only then signals the " +
			"one before. Each program that no `[group:x]` names is a group of its own. So five programs whose jobs may run 60 s may need 300 s, and what " +
			"is left when the container's grace ends is killed in the middle, without ever having been told to stop.\n\n" +
			"A worker needs its longest job at most, or `stopwaitsecs` where that is shorter: a generous `stopwaitsecs=3600` in every program costs nothing. " +
			"What other programs (nginx, php-fpm) take is not known: where only their `stopwaitsecs` exceeds the grace it is information. A grace that is too short " +
			"for the worker alone is another rule's.",
		Fix: "Put the workers into one `[group:workers]`: the members of a group are stopped together. Or give the container the sum.",
		Bad: queueConfig("90") + `-- compose.yaml --
services:
  workers:
    build: .
    restart: always
    stop_grace_period: 90s # want QL112
-- Dockerfile --
FROM php:8.4-cli
RUN docker-php-ext-install pcntl
COPY supervisord.conf /etc/supervisord.conf
CMD ["supervisord", "-c", "/etc/supervisord.conf"]
-- supervisord.conf --
[supervisord]
nodaemon=true

[program:mail]
command=php artisan queue:work redis --queue=mail --tries=1
autorestart=true
stopwaitsecs=3600

[program:reports]
command=php artisan queue:work redis --queue=reports --tries=1
autorestart=true
stopwaitsecs=3600
`,
		Good: queueConfig("90") + `-- compose.yaml --
services:
  workers:
    build: .
    restart: always
    stop_grace_period: 90s
-- Dockerfile --
FROM php:8.4-cli
RUN docker-php-ext-install pcntl
COPY supervisord.conf /etc/supervisord.conf
CMD ["supervisord", "-c", "/etc/supervisord.conf"]
-- supervisord.conf --
[supervisord]
nodaemon=true

[group:workers]
programs=mail,reports

[program:mail]
command=php artisan queue:work redis --queue=mail --tries=1
autorestart=true
stopwaitsecs=3600

[program:reports]
command=php artisan queue:work redis --queue=reports --tries=1
autorestart=true
stopwaitsecs=3600
`,
		References: []string{"https://supervisord.org/configuration.html#group-x-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			order, ok := stopOrder(app, m)
			if !ok || m.Development != "" {
				continue
			}
			var judged []*queue.StopStage
			for _, g := range order {
				for _, stage := range g.outer() {
					if stage.Barrier != nil || slices.ContainsFunc(judged, func(s *queue.StopStage) bool { return s.Span == stage.Span }) {
						continue
					}
					judged = append(judged, stage)
					if d := exceeded(order, stage); d != nil {
						out = append(out, d)
					}
				}
			}
		}
		return out
	},
}

// stopping is one group as supervisord stops it.
type stopping struct {
	group queue.ProgramGroup
	// worker is the one that may take longest, nil for a group without any; needs is how long that is.
	worker *queue.Worker
	needs  longest
	time   time.Duration
	// short says that stopwaitsecs is below that: supervisord kills it first, which is another rule's.
	short bool
	// possible is what the group's other programs may take at most.
	possible time.Duration
}

func (s stopping) outer() []*queue.StopStage {
	if s.worker == nil {
		return nil
	}
	return s.worker.Outer
}

// stopOrder lists the groups in the order in which supervisord stops them; false where that is not known, or how long a worker takes.
func stopOrder(app *queue.App, m *queue.ManagerFile) ([]stopping, bool) {
	var out []stopping
	for _, g := range m.Groups {
		if _, known := g.Priority.Get(); !known {
			return nil, false
		}
		s := stopping{group: g}
		for _, p := range g.Programs {
			if starts, ok := p.AutoStart.Get(); ok && !starts {
				continue
			}
			if !s.add(app, p) {
				return nil, false
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b stopping) int {
		pa, _ := a.group.Priority.Get()
		pb, _ := b.group.Priority.Get()
		return cmp.Or(cmp.Compare(pb, pa), strings.Compare(b.group.Name, a.group.Name))
	})
	return out, true
}

// add counts a program in; false where it runs workers and its stopwaitsecs is not known.
func (s *stopping) add(app *queue.App, p *queue.Program) bool {
	wait, known := p.StopWait.Get()
	works := false
	for _, w := range app.Workers {
		if w.Program != p || !w.Signalled() {
			continue
		}
		works = true
		if !known {
			return false
		}
		l, ok := longestOf(w)
		if w.Kind == queue.HorizonMaster {
			l, ok = longestSupervisor(app)
		}
		takes := wait
		if limit, bounded := l.value.Get(); ok && bounded {
			takes = min(wait, limit)
		}
		if w.Once || w.Kind == queue.Listen {
			takes = 0 // it ends at the signal
		}
		if s.worker == nil || takes > s.time {
			limit, bounded := l.value.Get()
			s.worker, s.needs, s.time, s.short = w, l, takes, ok && bounded && wait < limit
		}
	}
	if !works && known {
		s.possible = max(s.possible, wait)
	}
	return true
}

// exceeded is the finding about a container whose grace ends before its supervisord is through; nil where it does not.
func exceeded(order []stopping, stage *queue.StopStage) *diag.Diagnostic {
	grace, ok := stage.Grace.Get()
	if !ok {
		return nil
	}
	var sure, possible time.Duration
	var cut *stopping
	severity := diag.Info
	until := time.Duration(0)
	for i := range order {
		s := &order[i]
		alone := s.time
		switch {
		case s.worker == nil || s.short || alone > grace:
		case sure > 0 && sure+alone > grace:
			cut, severity, until = s, diag.Warning, sure+alone
		case possible > 0 && possible+alone > grace && severity == diag.Info:
			cut, until = s, possible+alone
		}
		sure += s.time
		possible += max(s.time, s.possible)
	}
	if cut == nil {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    gracePlace(stage, grace),
		Message: fmt.Sprintf("%s kills %q %s after the stop signal, but supervisord stops its groups one after another, and %s may need until %s",
			manager(stage), stage.Name, secs(grace), describeWorker(cut.worker), secs(until)),
		Outcome: "what is stopped last is killed in the middle of its job, or without having been told to stop",
		Fix:     "put the workers into one [group:workers] (programs=…), whose members are stopped together; or set " + assignment(stage, above(until)),
		Names:   []string{stage.Kind, stage.Name},
		Cause:   "stop order of " + stage.Name,
	}
	d.Timeline = &diag.Timeline{Marks: []time.Duration{0, grace, until}}
	showOrder(d, order, cut, severity == diag.Info)
	return settle(d, stage.Grace.Origin(), cut.needs.value.Origin())
}

// showOrder adds the groups up to the one that is cut, in the order in which they are stopped.
func showOrder(d *diag.Diagnostic, order []stopping, cut *stopping, others bool) {
	var at time.Duration
	for i := range order {
		s := &order[i]
		takes := s.time
		if others {
			takes = max(takes, s.possible)
		}
		if takes > 0 {
			span := s.group.Span
			label := fmt.Sprintf("group %q may take %s, from %s to %s", s.group.Name, secs(takes), secs(at), secs(at+takes))
			if s == cut {
				takes = s.time
				label = fmt.Sprintf("group %q is told to stop after %s and may need until %s", s.group.Name, secs(at), secs(at+takes))
			}
			d.Related = append(d.Related, diag.Place{Span: span, Role: diag.RoleWorker, Label: label})
			d.Timeline.Bars = append(d.Timeline.Bars, diag.Bar{Label: s.group.Name, Start: at, End: at + takes})
		}
		if s == cut {
			return
		}
		at += takes
	}
}
