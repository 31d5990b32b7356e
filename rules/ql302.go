package rules

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var workerExitsBeforeStartsecs = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL302", Slug: "worker-exits-before-startsecs", Severity: diag.Warning,
		Summary: "a worker may end so soon that its manager takes it for one that does not start, and gives it up",
		Why: "A program that ends within `startsecs` (1 s where it is not set) counts for Supervisor as one that failed to start, whatever its exit status. It tries " +
			"`startretries` times more (3), then calls the program FATAL and never starts it again. systemd gives a unit up after `StartLimitBurst` starts (5) within " +
			"`StartLimitIntervalSec` (10 s), between which it waits only `RestartSec` (100 ms); PM2 calls a process errored after `max_restarts` ends (16) before " +
			"`min_uptime` (1 s).\n\n" +
			"`--stop-when-empty` on an empty queue ends after `--sleep` (3 s where it is not set) and the connection's `block_for`; a `--max-time` below `startsecs` " +
			"always does: warnings. `--once` and `--max-jobs=1` end at once when short jobs wait: information. Silent with `startsecs=0`, " +
			"`StartLimitIntervalSec=0` and where the program is not started again anyway. Of systemd's interval a second for each start is left to PHP.",
		Fix: "Set `startsecs=0`, or `StartLimitIntervalSec=0` in `[Unit]`, or let the worker run on: without `--stop-when-empty` it waits for the next job.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1 --stop-when-empty --sleep=0 ; want QL302/warning
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1 --stop-when-empty --sleep=0
autorestart=true
startsecs=0
stopwaitsecs=70
`,
		References: []string{
			"https://supervisord.org/subprocess.html#process-states",
			"https://www.freedesktop.org/software/systemd/man/latest/systemd.unit.html#StartLimitIntervalSec=interval",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var seen []*queue.Program
		for _, w := range app.Workers {
			if w.Kind != queue.Work || w.Program == nil || slices.Contains(seen, w.Program) {
				continue
			}
			if again, ok := w.Program.RestartPolicy().AfterSuccess.Get(); !ok || !again {
				continue
			}
			d := givenUp(w)
			if w.Program.Manager == queue.Supervisor {
				d = endsTooSoon(w)
			}
			if d != nil {
				seen = append(seen, w.Program)
				out = append(out, soften(d, w.Development != ""))
			}
		}
		return out
	},
}

// endsTooSoon is the finding about a worker that may end before Supervisor counts it as started.
func endsTooSoon(w *queue.Worker) *diag.Diagnostic {
	p := w.Program
	start, known := p.StartSecs.Get()
	if !known || start <= 0 {
		return nil
	}
	severity, when, found := soonEnd(w, func(life time.Duration) bool { return life.Seconds() < float64(start) })
	if !found {
		return nil
	}
	label := fmt.Sprintf("startsecs=%d", start)
	if isDefault(p.StartSecs) {
		label += " is the default"
	}
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: when},
		Message:  fmt.Sprintf("%s ends %s, which supervisor takes for a failed start (startsecs=%d)", describeWorker(w), when, start),
		Related:  []diag.Place{place(diag.RoleElsewhere, nil, p.Span, label)},
		Outcome:  "after some failed starts in a row the program is FATAL: nothing takes its jobs until somebody starts it by hand",
		Fix:      "set startsecs=0",
		Names:    []string{p.Manager.String(), p.Name},
		Cause:    "restart of " + p.Name,
	}
	if at := p.StartSecs.Origin().Place(); !at.IsZero() {
		d.Related[0].Span = at
	}
	if tries, ok := p.StartTries.Get(); ok {
		d.Outcome = fmt.Sprintf("after %d such starts in a row the program is FATAL: nothing takes its jobs until somebody starts it by hand", tries+1)
	}
	return settle(d, p.StartSecs.Origin())
}

// boot is what is left to PHP of each start: the time in which an application starts is not known.
const boot = time.Second

// givenUp is the finding about a worker that systemd or PM2 gives up because it ends again and again.
func givenUp(w *queue.Worker) *diag.Diagnostic {
	p := w.Program
	limit := p.StartLimit
	if limit == nil {
		return nil
	}
	if p.Unit != nil {
		if kind, ok := p.Unit.Type.Get(); !ok || kind == "oneshot" {
			return nil
		}
	}
	within := func(life time.Duration) bool { return limit.Reached(life) }
	if p.Manager == queue.Systemd {
		within = func(life time.Duration) bool { return limit.Reached(life + boot) }
	}
	severity, when, found := soonEnd(w, within)
	if !found {
		return nil
	}
	starts, _ := limit.Starts.Get()
	window, _ := limit.Window.Get()
	at := limit.Window.Origin().Place()
	for _, o := range []*queue.Origin{limit.Starts.Origin(), limit.Delay.Origin()} {
		if at.IsZero() {
			at = o.Place()
		}
	}
	return settle(&diag.Diagnostic{
		Severity: severity,
		Place:    diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: when},
		Message: fmt.Sprintf("%s ends %s, and %s gives up what ends %d times within %s",
			describeWorker(w), when, p.Manager, starts, secs(window)),
		Related: []diag.Place{place(diag.RoleElsewhere, &queue.Origin{Span: at}, p.Span, limit.Setting)},
		Outcome: "then nothing takes its jobs until somebody starts it by hand",
		Fix:     "let the worker run on, or set " + limit.Cure,
		Names:   []string{p.Manager.String(), p.Name},
		Cause:   "restart of " + p.Name,
	}, limit.Starts.Origin(), limit.Window.Origin(), limit.Delay.Origin())
}

// soonEnd says when a worker ends, where one of its options makes it end so soon that the manager minds.
func soonEnd(w *queue.Worker, minds func(life time.Duration) bool) (severity diag.Severity, when string, found bool) {
	if w.Option("stop-when-empty") != nil {
		if life, ok := emptyWait(w); ok && minds(life) {
			return diag.Warning, after(life) + " when the queue is empty", true
		}
	}
	if n, ok := number(w.Option("max-time")); ok && n > 0 && n == float64(int(n)) {
		if life := time.Duration(n) * time.Second; minds(life) {
			return diag.Warning, after(life), true
		}
	}
	jobs, ok := number(w.Option("max-jobs"))
	if minds(0) && (w.Option("once") != nil || ok && jobs == 1) {
		return diag.Info, "at once behind a short job", true
	}
	return diag.Info, "", false
}

func after(life time.Duration) string {
	if life == 0 {
		return "at once"
	}
	return "after " + secs(life)
}

// emptyWait is how long a worker with --stop-when-empty runs on an empty queue: it waits for block_for and for --sleep, 3 s where it is not
// given, before it ends (Laravel: Queue/Worker.php, since 5.7.2).
func emptyWait(w *queue.Worker) (time.Duration, bool) {
	if w.On == nil {
		return 0, false
	}
	life := 3.0
	if o := w.Option("sleep"); o != nil {
		n, ok := number(o)
		if !ok || n < 0 {
			return 0, false
		}
		life = n
	}
	block := w.On.Setting("block_for")
	if s, ok := block.Get(); ok && s.Kind != queue.NullScalar {
		n, isNumber := seconds(s)
		if !isNumber || n <= 0 {
			return 0, false
		}
		life += n
	} else if !ok && !block.IsAbsent() {
		return 0, false
	}
	if life > maxBlock.Seconds() {
		return 0, false
	}
	return time.Duration(life * float64(time.Second)), true
}

// number is the value of an option that is one. The option may be nil.
func number(o *queue.Option) (float64, bool) {
	if o == nil {
		return 0, false
	}
	text, _ := o.Value.Get()
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && n < maxBlock.Seconds()
}
