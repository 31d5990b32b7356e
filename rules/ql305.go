package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var stopSignalNotHandled = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL305", Slug: "stop-signal-not-handled", Severity: diag.Error,
		Summary: "the worker is stopped with a signal that it does not handle",
		Why: "`queue:work` finishes its job on SIGTERM, on SIGQUIT since Laravel 9.24 and on SIGINT since 12.22; Horizon's master on SIGTERM and SIGINT, its workers on " +
			"SIGTERM alone; supervisord on SIGTERM, SIGINT and SIGQUIT. Any other signal kills the worker in the middle of its job. As process 1 of a container it " +
			"ignores the signal instead, goes on taking jobs, and is killed when the grace is over.\n\n" +
			"The signal is `stopsignal` in Supervisor, `stop_signal` in a compose file, STOPSIGNAL of the image. The images `php:*-fpm` set SIGQUIT, `php:*-apache` " +
			"SIGWINCH, for php-fpm and Apache as process 1. Behind supervisord, tini or dumb-init the container's signal does not reach the worker as it is. Where Laravel's " +
			"version is not known it is a warning.\n\n" +
			"Solid Queue waits for its jobs on SIGTERM and SIGINT; on SIGQUIT it releases them at once, to start again from the beginning: a warning. So is " +
			"SIGQUIT for Celery, which ends its tasks.",
		Fix: "Stop workers with SIGTERM: `stop_signal: SIGTERM` on the service, `STOPSIGNAL SIGTERM` in the Dockerfile, no `stopsignal=` in Supervisor.",
		Bad: `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v11.5.0"}]}
` + queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
stopsignal=INT ; want QL305
`,
		Good: `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.0"}]}
` + queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
stopsignal=INT
`,
		References: []string{"https://docs.docker.com/reference/dockerfile/#stopsignal"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind != queue.Work && w.Kind != queue.HorizonMaster || w.Once || w.Program == nil {
				continue
			}
			if d := unhandled(app, w); d != nil {
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return slices.Concat(out, drainsCutAtOnce(app), unhandledManagers(app))
	},
}

// drainsCutAtOnce are workers of other frameworks whose stop signal is one at which they wait for no job.
func drainsCutAtOnce(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, drain := range app.Drains {
		w := drain.Worker
		p := w.Program
		signal, ok := p.StopSignal.Get()
		if !ok || !slices.Contains(drain.AtOnce, signal) || slices.ContainsFunc(w.Wrappers, func(x queue.Wrapper) bool { return x.Relay != queue.Replaces }) {
			continue
		}
		stage := p.Stage()
		out = append(out, settle(&diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleGrace, p.StopSignal.Origin(), stage.Span, "SIG"+signal+" is the stop signal"),
			Message:  fmt.Sprintf("%s stops %q with SIG%s, at which %s waits for no job", manager(stage), p.Name, signal, drain.Framework),
			Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
			Outcome:  fmt.Sprintf("every stop cuts its jobs in the middle, whatever %s says: %s", drain.Setting, drain.Cut),
			Fix:      "stop it with SIGTERM: " + termOf(p),
			Names:    []string{stage.Kind, stage.Name},
			Cause:    "stop signal of " + p.Name,
		}, p.StopSignal.Origin()))
	}
	return out
}

// unhandled is the finding about a worker's own stage whose signal the worker does not handle.
func unhandled(app *queue.App, w *queue.Worker) *diag.Diagnostic {
	p := w.Program
	signal, ok := p.StopSignal.Get()
	if !ok || p.Init || slices.ContainsFunc(w.Wrappers, func(x queue.Wrapper) bool { return x.Relay != queue.Replaces }) {
		return nil
	}
	if isDefault(p.StopSignal) && p.Manager != queue.Supervisor && p.Manager != queue.Compose && p.Manager != queue.Kubernetes {
		return nil // a platform's own documents do not agree on its default
	}
	group, _ := p.StopAsGroup.Get()
	handled, since := handles(app, w, signal, group)
	if handled == queue.Yes || signal == "KILL" {
		return nil // no signal at all is another rule's
	}
	stage := p.Stage()
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(diag.RoleGrace, p.StopSignal.Origin(), stage.Span, "SIG"+signal+" is the stop signal"),
		Message:  fmt.Sprintf("%s stops %q with SIG%s, which %s does not handle%s", manager(stage), p.Name, signal, describeWorker(w), since),
		Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
		Outcome:  deaf(p, signal),
		Fix:      "stop it with SIGTERM: " + termOf(p),
		Names:    []string{stage.Kind, stage.Name},
		Cause:    "stop signal of " + p.Name,
	}
	if d.Place.Span != p.Span && p.Manager != queue.Supervisor {
		d.Related = append(d.Related, diag.Place{Span: p.Span, Role: diag.RoleElsewhere, Label: "the container"})
	}
	if handled == queue.Maybe {
		d.Severity, d.Confidence = diag.Warning, diag.Likely
	}
	return settle(d, p.StopSignal.Origin())
}

// handles says whether a worker finishes its job on a signal, and, where the version decides, since which one it does.
func handles(app *queue.App, w *queue.Worker, signal string, group bool) (verdict queue.Verdict, since string) {
	gate := func(major, minor int) (queue.Verdict, string) {
		v := app.Versions.Framework
		text := fmt.Sprintf(" before Laravel %d.%d", major, minor)
		if v.IsZero() {
			text += ", and the version is not known"
		} else {
			text += fmt.Sprintf(" (here %s)", v)
		}
		return v.AtLeast(major, minor, 0), text
	}
	switch {
	case signal == "TERM":
		return queue.Yes, ""
	case signal == "INT" && w.Kind == queue.HorizonMaster:
		if group {
			return queue.No, " in its workers, which it reaches with stopasgroup"
		}
		return queue.Yes, ""
	case signal == "INT":
		return gate(12, 22)
	case signal == "QUIT" && w.Kind == queue.Work:
		return gate(9, 24)
	}
	return queue.No, ""
}

// deaf is what comes of a signal that nothing handles.
func deaf(p *queue.Program, signal string) string {
	if p.Manager == queue.Supervisor && signal != "WINCH" && signal != "CONT" && signal != "CHLD" && signal != "URG" {
		return "every stop kills it in the middle of its job: no finally, no failed(), its locks stay"
	}
	text := "it ignores the signal and goes on taking jobs until it is killed in the middle of one"
	if wait, ok := p.StopWait.Get(); ok {
		text += fmt.Sprintf(", %s later", secs(wait))
	}
	return text
}

// termOf is how to stop a program with SIGTERM.
func termOf(p *queue.Program) string {
	switch p.Manager {
	case queue.Supervisor:
		return "remove stopsignal"
	case queue.Compose:
		return "set stop_signal: SIGTERM on the service, or STOPSIGNAL SIGTERM in its Dockerfile"
	}
	return "STOPSIGNAL SIGTERM in its Dockerfile"
}

// unhandledManagers are the findings about containers whose stop signal their supervisord ignores, one for each.
func unhandledManagers(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	var seen []*queue.StopStage
	for _, w := range app.Workers {
		for _, stage := range w.Outer {
			signal, ok := stage.Signal.Get()
			if !ok || stage.Below != "supervisord" || stage.Barrier != nil || slices.Contains([]string{"TERM", "INT", "QUIT", "KILL"}, signal) ||
				slices.ContainsFunc(seen, func(s *queue.StopStage) bool { return s.Span == stage.Span && s.Name == stage.Name }) {
				continue
			}
			seen = append(seen, stage)
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleGrace, stage.Signal.Origin(), stage.Span, "SIG"+signal+" is the stop signal"),
				Message:  fmt.Sprintf("%s stops %q with SIG%s, which supervisord does not take as a stop", manager(stage), stage.Name, signal),
				Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: "a worker of it"}, {Span: stage.Span, Role: diag.RoleElsewhere, Label: "the container"}},
				Outcome:  "no worker is told to stop: all are killed in the middle of their jobs when the container's grace is over",
				Fix:      "set stop_signal: SIGTERM on the service, or STOPSIGNAL SIGTERM in its Dockerfile",
				Names:    []string{stage.Kind, stage.Name},
				Cause:    "stop signal of " + stage.Name,
			}
			out = append(out, soften(settle(d, stage.Signal.Origin()), w.Development != ""))
		}
	}
	return out
}
