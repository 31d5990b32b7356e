package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

// longest is the longest that a worker is known to let a job run: its own timeout or that of a job which it takes.
type longest struct {
	value queue.Value[time.Duration]
	job   *queue.Job // nil where it is the worker's own timeout
}

// longestOf is a lower bound of a worker's longest job: what is not known does not count. Infinite where a limit is switched off.
func longestOf(w *queue.Worker) (longest, bool) {
	best := longest{}
	found := false
	consider := func(v queue.Value[time.Duration], j *queue.Job) {
		one, ok := smallest(v)
		if !ok {
			return
		}
		t, _ := one.Get()
		now, _ := best.value.Get()
		if !found || !best.value.IsInfinite() && (one.IsInfinite() || t > now) {
			best, found = longest{one, j}, true
		}
	}
	consider(w.Timeout, nil)
	for _, j := range sureJobs(w) {
		consider(j.Timeout, j)
	}
	return best, found
}

// smallest is the smallest of the values that are possible, Infinite only where all are; false where one of them is not known to limit
// or not to limit.
func smallest(v queue.Value[time.Duration]) (least queue.Value[time.Duration], ok bool) {
	all, ok := v.Each()
	if !ok {
		return least, false
	}
	for i, one := range all {
		t, known := one.Get()
		if !known && !one.IsInfinite() {
			return least, false
		}
		now, _ := least.Get()
		if i == 0 || least.IsInfinite() || known && t < now {
			least = one
		}
	}
	return least, len(all) > 0
}

// sureJobs are the jobs that a worker takes and that can come from no other connection.
func sureJobs(w *queue.Worker) []*queue.Job {
	var out []*queue.Job
	for _, j := range w.Jobs {
		if len(j.Candidates) == 1 && !j.OnlySync {
			out = append(out, j)
		}
	}
	return out
}

// binding is a stage of one of a worker's chains that has the shortest known grace of it.
type binding struct {
	stage *queue.StopStage
	grace time.Duration
	// chain is the whole chain, innermost first.
	chain []*queue.StopStage
}

// bindings are the binding stages of a worker's chains, each once.
func bindings(w *queue.Worker) []binding {
	var out []binding
	for _, chain := range w.Chains() {
		best := binding{chain: chain}
		for _, s := range chain {
			if g, ok := s.Grace.Get(); ok && (best.stage == nil || g < best.grace) {
				best.stage, best.grace = s, g
			}
		}
		if best.stage == nil || best.stage.Fixed || best.stage.Misread {
			continue // what no setting changes, or what systemd did not read, is another rule's
		}
		if !slices.ContainsFunc(out, func(b binding) bool { return b.stage.Span == best.stage.Span }) {
			out = append(out, best)
		}
	}
	return out
}

// others shows the further stages of the chain, innermost first.
func (b binding) others() []diag.Place {
	var out []diag.Place
	for _, s := range b.chain {
		if s == b.stage {
			continue
		}
		label := fmt.Sprintf("%s %q waits too: how long is not known", s.Kind, s.Name)
		if g, ok := s.Grace.Get(); ok {
			label = fmt.Sprintf("%s %q would wait %s", s.Kind, s.Name, secs(g))
		} else if s.Grace.IsInfinite() {
			label = fmt.Sprintf("%s %q would wait without limit", s.Kind, s.Name)
		}
		out = append(out, diag.Place{Span: s.Span, Role: diag.RoleElsewhere, Label: label})
	}
	return out
}

// selectedOf is what linked a job to the connection that a worker reads.
func selectedOf(j *queue.Job, w *queue.Worker) *queue.Origin {
	for _, c := range j.Candidates {
		if c.Connection == w.On {
			return c.Selected
		}
	}
	return nil
}

// may names what may run so long: a job, or any job of the worker.
func may(l longest, who string) string {
	if l.job != nil {
		return who
	}
	return "a job of " + who
}

// manager names what kills.
func manager(s *queue.StopStage) string {
	first, _, _ := strings.Cut(s.Kind, " ")
	if first == "compose" {
		return "docker"
	}
	return first
}

// assignment is a stage's setting with a value, as its file writes it.
func assignment(s *queue.StopStage, d time.Duration) string {
	form := s.Form
	if form == "" {
		form = s.Setting + "={s}"
	}
	return strings.NewReplacer("{s}", plain(d), "{ms}", strconv.FormatInt(d.Milliseconds(), 10)).Replace(form)
}

func gracePlace(s *queue.StopStage, grace time.Duration) diag.Place {
	label := fmt.Sprintf("%s between the stop signal and SIGKILL", secs(grace))
	if isDefault(s.Grace) {
		label += fmt.Sprintf(" (the default: %s is not set)", s.Setting)
	}
	return diag.Place{Span: s.Span, Role: diag.RoleGrace, Label: label}
}

// longestPlace shows what may run so long.
func longestPlace(w *queue.Worker, l longest) diag.Place {
	limit := "no limit"
	if t, ok := l.value.Get(); ok {
		limit = secs(t)
	}
	if l.job != nil {
		return place(diag.RoleCap, l.value.Origin(), l.job.Span, fmt.Sprintf("%s: the job's own limit", limit))
	}
	if isDefault(l.value) {
		return diag.Place{Span: w.Span, Role: diag.RoleCap, Label: fmt.Sprintf("%s: the default of queue:work without --timeout", limit)}
	}
	return place(diag.RoleCap, l.value.Origin(), w.Span, fmt.Sprintf("%s: the worker's limit", limit))
}

// killed says what a SIGKILL in the middle of a job leads to.
func killed(w *queue.Worker, l longest, limit, grace time.Duration) string {
	text := fmt.Sprintf("a deploy that meets the job in its first %s kills it in the middle: no finally, no failed(), its locks stay", secs(limit-grace))
	if w.On == nil {
		return text
	}
	lease, ok := w.On.Lease.Get()
	if !ok || !w.On.Leased() {
		return text
	}
	a := attemptsFrom(w.Tries)
	if l.job != nil {
		a = attemptsOf(l.job, []*queue.Worker{w})
	}
	switch {
	case a.known && !a.unlimited && a.n == 1:
		return text + fmt.Sprintf("; with tries=1 it is marked failed when its lease of %s ends", secs(lease))
	case a.known:
		return text + fmt.Sprintf("; it starts again from the beginning when its lease of %s ends", secs(lease))
	}
	return text + fmt.Sprintf("; it comes back when its lease of %s ends", secs(lease))
}

// killedAtOnce is the finding about a stage whose stop signal is KILL: no grace counts.
func killedAtOnce(w *queue.Worker) *diag.Diagnostic {
	for _, stage := range slices.Concat(w.Chain, w.Outer) {
		if signal, ok := stage.Signal.Get(); !ok || signal != "KILL" {
			continue
		}
		d := &diag.Diagnostic{
			Severity: diag.Error,
			Place:    place(diag.RoleGrace, stage.Signal.Origin(), stage.Span, "SIGKILL is the stop signal"),
			Message:  fmt.Sprintf("%s stops %q with SIGKILL: whatever job runs is killed at once", manager(stage), stage.Name),
			Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
			Outcome:  "every deploy kills a job in the middle: no finally, no failed(), its locks stay",
			Fix:      "remove the stop signal: TERM lets the worker finish its job",
			Names:    []string{stage.Kind, stage.Name},
			Cause:    "stop signal of " + stage.Name,
		}
		return settle(d, stage.Signal.Origin())
	}
	return nil
}
