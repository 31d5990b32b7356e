package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var killMode = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL317", Slug: "kill-mode", Severity: diag.Warning,
		Summary: "KillMode leaves processes of the unit behind, or kills a worker at once",
		Why: "systemd's default, `KillMode=control-group`, sends the stop signal to every process of the unit and waits for all of them.\n\n" +
			"- `process` signals and kills the main process alone: what it started lives on, beside what the next start adds.\n" +
			"- `none` stops nothing at all: after a restart there are two workers.\n" +
			"- `mixed` signals the main process alone and kills everything else **as soon as that ends**. Where the main process is a shell that does not become the " +
			"worker, the shell ends at once and the worker is killed in the middle of its job, whatever `TimeoutStopSec` says: an error.\n\n" +
			"`mixed` is right for a worker, or Horizon, that is started without a shell. The unit of a supervisord is not judged.",
		Fix: "Remove `KillMode`. With `mixed`, start the worker without a shell, or with `exec`.",
		Bad: queueConfig("90") + `-- systemd/queue.service --
[Service]
ExecStart=/usr/bin/php /srv/shop/artisan queue:work redis --tries=1
Restart=always
# want-below QL317/warning
KillMode=process
`,
		Good: queueConfig("90") + `-- systemd/queue.service --
[Service]
ExecStart=/usr/bin/php /srv/shop/artisan queue:work redis --tries=1
Restart=always
KillMode=mixed
`,
		References: []string{"https://www.freedesktop.org/software/systemd/man/latest/systemd.kill.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var seen []*queue.Program
		for _, w := range app.Workers {
			if w.Program == nil || w.Program.Unit == nil || slices.Contains(seen, w.Program) {
				continue
			}
			if kind, ok := w.Program.Unit.Type.Get(); ok && kind == "oneshot" {
				continue
			}
			if d := badKillMode(w); d != nil {
				seen = append(seen, w.Program)
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

// badKillMode is the finding about the KillMode of a worker's unit.
func badKillMode(w *queue.Worker) *diag.Diagnostic {
	p := w.Program
	mode, known := p.Unit.KillMode.Get()
	if !known || mode == "control-group" {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleElsewhere, p.Unit.KillMode.Origin(), p.Span, "KillMode="+mode),
		Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
		Fix:      "remove KillMode: the default stops every process and waits for it",
		Names:    []string{p.Manager.String(), p.Name},
		Cause:    "KillMode of " + p.Name,
	}
	switch mode {
	case "none":
		d.Message = fmt.Sprintf("systemd stops nothing of %q (KillMode=none)", p.Name)
		d.Outcome = "every restart adds a worker beside the old one, which goes on with the old code"
	case "process":
		d.Message = fmt.Sprintf("systemd stops the main process of %q alone (KillMode=process)", p.Name)
		d.Outcome = leftBehind(w)
	default:
		barrier := w.Barrier()
		if barrier == nil {
			return nil
		}
		d.Severity = diag.Error
		d.Message = fmt.Sprintf("systemd kills %s as soon as %s ends, which it does at the stop signal (KillMode=mixed)", describeWorker(w), barrier.Name)
		d.Outcome = "every deploy kills the job at hand in the middle, whatever TimeoutStopSec says: no finally, no failed(), its locks stay"
		d.Fix = "write exec before the worker's command, or remove KillMode"
		if barrier.Where != "" {
			d.Message += " (" + barrier.Where + ")"
			d.Severity, d.Confidence = diag.Warning, diag.Likely
		}
	}
	return d
}

// leftBehind is what KillMode=process leaves running.
func leftBehind(w *queue.Worker) string {
	switch {
	case w.Barrier() != nil:
		return "the shell ends and the worker goes on as an orphan; every restart adds another one beside it, which runs the new code"
	case w.Kind == queue.HorizonMaster:
		return "when the grace is over Horizon's master alone is killed: its workers go on as orphans beside the new ones"
	case w.Kind == queue.Listen:
		return "the job that queue:listen has started goes on without its parent, and without its timeout"
	}
	return "what a job has started (a shell command, a converter) lives on after the worker, and nothing stops it"
}
