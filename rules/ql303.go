package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var shellSwallowsStopSignal = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL303", Slug: "shell-swallows-stop-signal", Severity: diag.Error,
		Summary: "a shell or another wrapper keeps the stop signal from the worker",
		Why: "What stops a worker signals the process that it started. Where that is a shell which runs the worker as its child, the shell takes the " +
			"signal and the worker never hears of it, so that no grace helps:\n\n" +
			"- Supervisor sees its shell end and calls the program stopped. The worker goes on as an orphan that nothing signals any more, and a restart adds " +
			"a second one. `stopasgroup=true` lets the signal through, but Supervisor still waits for the shell alone.\n" +
			"- In a container the shell is process 1 and ignores the signal. The worker keeps taking jobs until the grace is over and is then killed in the " +
			"middle of one. One that a script put into the background is killed when the main process ends.\n\n" +
			"A shell becomes its command with `exec`. Without it dash, the /bin/sh of Debian and Ubuntu, never does; bash and busybox do for the last simple " +
			"command of `-c`. No shell does in a script, before a pipe, in a loop or in the background. npm and pnpm pass the signal to the shell that " +
			"runs a script of package.json, and wait for that shell alone: write `exec` in the script. yarn 1 does not wait at all. `flock` without `-F` and `docker exec` keep " +
			"the signal as well: a warning, and so is `sh -c` where it is not known which shell that is.",
		Fix: "Write `exec` before the worker's command, or start it without a shell. Give a worker that a script starts in the background a program or a container of its own.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=bash -c "php artisan queue:work redis --tries=1 | tee -a /var/log/queue.log" ; want QL303
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=bash -c "cd /srv/app && exec php artisan queue:work redis --tries=1"
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://docs.docker.com/reference/dockerfile/#shell-form-entrypoint-example"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var seen []source.Span
		all := slices.Clone(app.Workers)
		for _, d := range app.Drains {
			all = append(all, d.Worker)
		}
		for _, w := range all {
			if w.Kind != queue.Work && w.Kind != queue.HorizonMaster && w.Kind != queue.Declared || w.Once || w.Program == nil {
				continue
			}
			barrier := w.Barrier()
			if barrier == nil || slices.Contains(seen, w.Span) {
				continue
			}
			if d := swallowed(w, barrier); d != nil {
				seen = append(seen, w.Span)
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return append(out, swallowedManagers(app)...)
	},
}

// swallowedManagers are the findings about containers whose shell keeps the signal from the supervisord that runs workers, one for each.
func swallowedManagers(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	var seen []source.Span
	for _, w := range app.Workers {
		for _, stage := range w.Outer {
			by := stage.Barrier
			if by == nil || slices.Contains(seen, by.Span) {
				continue
			}
			seen = append(seen, by.Span)
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    diag.Place{Span: stage.BelowSpan, Role: diag.RoleElsewhere, Label: "started " + by.Why},
				Message:  fmt.Sprintf("%s of %q never gets the stop signal: %s starts it %s", stage.Below, stage.Name, by.Name, by.Why),
				Related: []diag.Place{
					{Span: by.Span, Role: diag.RoleElsewhere, Label: "this is what the signal goes to"}, {Span: w.Span, Role: diag.RoleWorker, Label: "a worker of it"},
					{Span: stage.Span, Role: diag.RoleGrace, Label: "the container"},
				},
				Outcome: "the shell ignores the signal as process 1, and no worker hears of it: all are killed in the middle of their jobs when the container's grace is over",
				Fix:     "write exec before " + stage.Below,
				Names:   []string{stage.Kind, stage.Name, by.Name},
				Cause:   "signal kept by " + by.Name,
			}
			if by.Where != "" {
				d.Message += " (" + by.Where + ")"
				d.Severity, d.Confidence = diag.Warning, diag.Likely
			}
			out = append(out, soften(d, w.Development != ""))
		}
	}
	return out
}

// swallowed is the finding about a worker behind a wrapper that the stop signal does not get through.
func swallowed(w *queue.Worker, by *queue.Wrapper) *diag.Diagnostic {
	p := w.Program
	who := describeWorker(w)
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "started " + by.Why},
		Message:  fmt.Sprintf("%s never gets the stop signal: %s starts it %s", who, by.Name, by.Why),
		Related:  []diag.Place{{Span: by.Span, Role: diag.RoleElsewhere, Label: "this is what the signal goes to"}},
		Fix:      unwrapped(by),
		Names:    []string{p.Manager.String(), w.Name, by.Name},
		Cause:    "signal kept by " + by.Name,
	}
	if by.Relay == queue.Leaves || !isShell(by) {
		d.Severity = diag.Warning
	}
	switch p.Manager {
	case queue.Supervisor:
		d.Outcome = orphaned(p)
		if all, ok := p.StopAsGroup.Get(); ok && all || by.Relay == queue.Leaves {
			d.Message = fmt.Sprintf("supervisor does not wait for %s: %s starts it %s", who, by.Name, by.Why)
			d.Outcome = unawaited(p)
			if len(p.Outer) == 0 {
				d.Severity = diag.Warning
			}
		}
	case queue.Compose, queue.Kubernetes:
		d.Outcome = alone(w, by)
	default:
		return nil
	}
	if by.Where != "" {
		d.Message += " (" + by.Where + ")"
		d.Severity, d.Confidence = diag.Warning, diag.Likely
	}
	if by.Span == w.Span {
		d.Related = nil
	}
	if first := &w.Wrappers[0]; first != by && first.Span.Path() != by.Span.Path() {
		d.Related = append(d.Related, diag.Place{Span: first.Span, Role: diag.RoleElsewhere, Label: "what is stopped is " + first.Name + ", which passes the signal to " + by.Name})
	}
	return d
}

// isShell says that a wrapper is a shell, or the script that one reads.
func isShell(w *queue.Wrapper) bool {
	switch w.Name {
	case "flock", "npm", "yarn", "yarnpkg", "pnpm", "docker", "podman", "docker-compose", "sail", "kubectl":
		return false
	}
	return true
}

// orphaned is what comes of a worker that Supervisor does not signal.
func orphaned(p *queue.Program) string {
	text := "supervisor sees its shell end and calls the program stopped"
	if wait, ok := p.StopWait.Get(); ok {
		text += fmt.Sprintf(", whatever stopwaitsecs (%s) says", secs(wait))
	}
	if len(p.Outer) > 0 {
		return text + "; the worker goes on until supervisord ends, and is then killed with the container, in the middle of its job"
	}
	return text + "; the worker goes on as an orphan that nothing signals, and a restart adds another one"
}

// unawaited is what comes of a worker that gets the signal while Supervisor waits for its shell alone.
func unawaited(p *queue.Program) string {
	text := "the worker gets the signal and finishes its job, but supervisor sees the shell end and waits no longer: stopwaitsecs has no effect"
	if len(p.Outer) > 0 {
		return text + ", and when supervisord ends the container kills the worker in the middle of its job"
	}
	return text + ", and a restart starts a second worker beside it"
}

// alone is what comes of a worker behind the first process of a container.
func alone(w *queue.Worker, by *queue.Wrapper) string {
	p := w.Program
	switch {
	case by.Relay == queue.Leaves:
		return "the worker gets the signal, but the container ends with the shell: it is killed in the middle of its job"
	case strings.HasPrefix(by.Why, "in the background"):
		return "the signal goes to the container's main process, and when that ends the worker is killed in the middle of its job"
	case p.Init || behindAnother(w, by):
		return "the shell ends at the signal, and the container with it: the worker is killed at once, in the middle of its job"
	}
	text := "the shell is process 1 and ignores the signal: the worker goes on taking jobs and is killed in the middle of one"
	if wait, ok := p.StopWait.Get(); ok {
		text += fmt.Sprintf(" %s later", secs(wait))
	}
	return text
}

// behindAnother says that another process stands before a wrapper, so that the wrapper is not process 1 of its container: tini, npm.
func behindAnother(w *queue.Worker, by *queue.Wrapper) bool {
	for i := range w.Wrappers {
		if &w.Wrappers[i] == by {
			return false
		}
		if w.Wrappers[i].Relay != queue.Replaces {
			return true
		}
	}
	return false
}

// unwrapped is what to do about a wrapper.
func unwrapped(by *queue.Wrapper) string {
	switch {
	case by.Name == "flock":
		return "use flock --no-fork, which becomes the command"
	case !isShell(by):
		return "start the worker without " + by.Name
	case strings.HasPrefix(by.Why, "in the background"):
		return "give the worker a program or a container of its own, or start it last, with exec"
	case by.Why == "in a loop":
		return "replace the loop by exec: the process manager starts the worker again"
	case by.Why == "in a pipe":
		return "start the worker with exec and without the pipe: the process manager keeps its output"
	case by.Why == "before other commands":
		return "start the worker last, with exec"
	}
	return "write exec before the worker's command"
}
