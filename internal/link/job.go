package link

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// linkJob finds the connections that a job may run on and the declared workers that take it from there.
func linkJob(app *queue.App, j *queue.Job) {
	names, ok := j.Connection.Each()
	if !ok {
		j.Unlinked = "its connection is not known: " + j.Connection.Why()
		return
	}
	for _, name := range names {
		for _, c := range candidatesFor(app, j, name) {
			if !slices.ContainsFunc(j.Candidates, func(x queue.Candidate) bool { return x.Connection == c.Connection }) {
				j.Candidates = append(j.Candidates, c)
			}
		}
		if j.Unlinked != "" {
			j.Candidates = nil
			return
		}
	}
	for i := range j.Candidates {
		assignWorkers(app, j, &j.Candidates[i])
	}
}

// candidatesFor lists the connections for one possible name of the job's connection.
func candidatesFor(app *queue.App, j *queue.Job, name queue.Value[string]) []queue.Candidate {
	if text, ok := name.Get(); ok {
		if c := app.Connection(text); c != nil {
			return []queue.Candidate{{Connection: c, Selected: name.Origin()}}
		}
		j.Unlinked = fmt.Sprintf("its connection %q is not configured", text)
		return nil
	}
	if defaultIsProved(app) {
		return fromDefault(app, j)
	}
	if found := fromWorkers(app, j); len(found) > 0 {
		return found
	}
	return fromDefault(app, j)
}

// fromWorkers lists the connections that declared production workers read for a job without a connection of its own: those that
// take its queue, or all of them where none is known to. The default connection decides among several.
func fromWorkers(app *queue.App, j *queue.Job) []queue.Candidate {
	var all, taking []queue.Candidate
	for _, w := range app.Workers {
		if w.Kind == queue.HorizonMaster || w.Development != "" {
			continue
		}
		if w.On == nil {
			if passesOver(app, w, j) {
				continue
			}
			return nil // a worker on an unknown connection may be the one
		}
		candidate := queue.Candidate{Connection: w.On, Selected: selectedBy(app, w)}
		all = addCandidate(all, candidate)
		if takes(w, w.On, j) {
			taking = addCandidate(taking, candidate)
		}
	}
	if len(taking) == 0 {
		taking = all
	}
	if name, ok := app.DefaultConnection.Get(); ok && len(taking) > 1 {
		for _, c := range taking {
			if c.Connection.Name == name {
				return []queue.Candidate{{Connection: c.Connection, Selected: app.DefaultConnection.Origin()}}
			}
		}
	}
	return taking
}

// passesOver says that a worker on an unknown connection does not take a job's queue, whichever the connection is.
func passesOver(app *queue.App, w *queue.Worker, j *queue.Job) bool {
	taken, ok := w.Queues.Get()
	names, known := j.Queue.Each()
	if !ok || !known || app.MoreConnections != "" {
		return false
	}
	for _, name := range names {
		if text, chosen := name.Get(); chosen {
			if slices.Contains(taken, text) {
				return false
			}
			continue
		}
		for _, c := range app.Connections {
			if own, ok := c.Queue.Get(); ok && slices.Contains(taken, own) || c.Queue.IsUnknown() && c.Leased() {
				return false
			}
		}
	}
	return true
}

func addCandidate(to []queue.Candidate, c queue.Candidate) []queue.Candidate {
	if slices.ContainsFunc(to, func(x queue.Candidate) bool { return x.Connection == c.Connection }) {
		return to
	}
	return append(to, c)
}

// selectedBy is what made a worker read its connection: its own word or flag, the supervisor's setting, or its declaration.
func selectedBy(app *queue.App, w *queue.Worker) *queue.Origin {
	if o := w.Connection.Origin(); o != nil {
		return o
	}
	via := queue.ViaFlag
	if w.Kind == queue.HorizonSupervisor {
		via = queue.ViaConfig
	}
	selected := &queue.Origin{Via: via, Span: w.Span, Text: Describe(w)}
	if w.Connection.IsAbsent() {
		selected.From = app.DefaultConnection.Origin()
	}
	return selected
}

// fromDefault is the default connection, or where that is not known every connection that could be it.
func fromDefault(app *queue.App, j *queue.Job) []queue.Candidate {
	names, ok := app.DefaultConnection.Each()
	if !ok {
		return everyQueue(app, j, app.DefaultConnection.Why())
	}
	var found []queue.Candidate
	for _, name := range names {
		text, ok := name.Get()
		if !ok {
			return everyQueue(app, j, "no default connection is set")
		}
		c := app.Connection(text)
		if c == nil {
			j.Unlinked = fmt.Sprintf("the default connection %q is not configured", text)
			return nil
		}
		found = append(found, queue.Candidate{Connection: c, Selected: name.Origin()})
	}
	return found
}

// everyQueue lists all connections that hand jobs to workers, for a job of which no more is known.
func everyQueue(app *queue.App, j *queue.Job, why string) []queue.Candidate {
	if app.MoreConnections != "" {
		j.Unlinked = "the default connection is not known: " + why
		return nil
	}
	var found []queue.Candidate
	for _, c := range app.Connections {
		if driver, ok := c.Driver.Get(); ok && inline(driver) {
			continue
		}
		found = append(found, queue.Candidate{Connection: c, Selected: app.DefaultConnection.Origin()})
	}
	if len(found) == 0 {
		j.Unlinked = "no connection hands jobs to workers"
	}
	return found
}

// inline says that a driver runs or drops jobs in the process that dispatches them.
func inline(driver string) bool {
	switch driver {
	case "sync", "null", "deferred", "background":
		return true
	}
	return false
}

// assignWorkers notes the declared workers that take the job from a candidate's connection.
func assignWorkers(app *queue.App, j *queue.Job, c *queue.Candidate) {
	for _, w := range app.Workers {
		if w.On == c.Connection && takes(w, c.Connection, j) {
			c.Workers = append(c.Workers, w)
			if !slices.Contains(w.Jobs, j) {
				w.Jobs = append(w.Jobs, j)
			}
		}
	}
}

// takes says whether a worker on a connection is known to take a job's queue.
func takes(w *queue.Worker, c *queue.Connection, j *queue.Job) bool {
	own := queue.Map(c.Queue, func(q string) ([]string, bool) { return []string{q}, true }, "")
	queues, ok := w.Queues.Or(own).Get()
	if !ok {
		return false
	}
	names, ok := j.Queue.Or(c.Queue).Each()
	if !ok {
		return false
	}
	for _, name := range names {
		if text, known := name.Get(); known && slices.Contains(queues, text) {
			return true
		}
	}
	return false
}

// Describe calls a worker as a sentence does: "queue:work of shop-queue", "Horizon supervisor supervisor-1 (production)".
func Describe(w *queue.Worker) string {
	if w.Task != nil {
		name, _ := w.Task.Command.Get()
		return name + " of the schedule"
	}
	var s strings.Builder
	switch w.Kind {
	case queue.HorizonSupervisor:
		s.WriteString("Horizon supervisor " + w.Name)
		if w.Environment != "" {
			s.WriteString(" (" + w.Environment + ")")
		}
		return s.String()
	case queue.Listen:
		s.WriteString("queue:listen")
	case queue.HorizonMaster:
		s.WriteString("horizon")
	case queue.Declared:
		return "worker " + w.Name
	default:
		s.WriteString("queue:work")
	}
	if w.Name != "" {
		s.WriteString(" of " + w.Name)
	}
	return s.String()
}
