package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// need is how long a worker may take to stop, and what makes it so long.
type need struct {
	limit   time.Duration
	who     string // "a job of queue:work", `the Horizon supervisor "x"`
	place   diag.Place
	origins []*queue.Origin
}

// needOf is the longest that a worker is known to need after the stop signal: its longest job, for Horizon its supervisors' longest timeout.
func needOf(app *queue.App, w *queue.Worker) (need, bool) {
	if w.Kind == queue.HorizonMaster {
		return horizonNeed(app, w)
	}
	if w.Kind != queue.Work && w.Kind != queue.Declared || w.Once {
		return need{}, false
	}
	l, ok := longestOf(w)
	limit, known := l.value.Get()
	if !ok || !known {
		return need{}, false
	}
	who := describeWorker(w)
	n := need{limit: limit, place: longestPlace(w, l), origins: []*queue.Origin{l.value.Origin()}}
	if l.job != nil {
		who = l.job.Name
		n.origins = append(n.origins, selectedOf(l.job, w))
	}
	n.who = may(l, who) + " may run"
	return n, true
}

func horizonNeed(app *queue.App, master *queue.Worker) (need, bool) {
	active := activeEnvironment(app, master)
	var out need
	found := false
	for _, w := range supervisors(app) {
		if active != "" && !queue.MatchesPattern(w.Environment, active) || active == "" && w.Development != "" {
			continue
		}
		t, ok := w.Timeout.Get()
		if !ok || found && t <= out.limit {
			continue
		}
		found = true
		out = need{
			limit: t, who: "Horizon waits for " + describeWorker(w) + " up to",
			place: place(diag.RoleCap, w.Timeout.Origin(), w.Span, secs(t)+": the supervisor's timeout"), origins: []*queue.Origin{w.Timeout.Origin()},
		}
	}
	return out, found && !master.FastTermination
}

// beyondCeiling is the stage of a worker's chain whose platform never waits as long as a stop may take; nil where all may.
func beyondCeiling(w *queue.Worker, limit time.Duration) *queue.StopStage {
	for _, s := range w.Chain {
		if s.Most > 0 && limit > s.Most {
			return s
		}
	}
	return nil
}

// tinyDefault is the stage of a worker's chain at which a platform's default of some seconds counts; nil where none does.
func tinyDefault(w *queue.Worker, limit time.Duration) *queue.StopStage {
	for _, s := range w.Chain {
		all, ok := s.Grace.Each()
		if !ok || !s.Manager.TinyDefault() || !isDefault(s.Grace) {
			continue
		}
		short := true
		for _, v := range all {
			g, known := v.Get()
			short = short && known && g < limit
		}
		if short {
			return s
		}
	}
	return nil
}

// leftToPlatform says that another rule speaks of a worker's stop: the platform's ceiling, or its default of some seconds.
func leftToPlatform(w *queue.Worker, limit time.Duration) bool {
	return beyondCeiling(w, limit) != nil || tinyDefault(w, limit) != nil
}

// graces names the values that a grace may have.
func graces(s *queue.StopStage) string {
	all, _ := s.Grace.Each()
	text := ""
	for i, v := range all {
		g, _ := v.Get()
		if i > 0 {
			text += " or "
		}
		text += secs(g)
	}
	return text
}

// workerPlace shows a worker where that is not the cap's own place.
func workerPlace(w *queue.Worker, shown source.Span) []diag.Place {
	if w.Span.IsZero() || w.Span == shown {
		return nil
	}
	return []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: fmt.Sprintf("this is what runs as %q", w.Name)}}
}
