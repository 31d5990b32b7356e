package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/queue"
)

// destinations lists the connections that a job may run on. Where it runs inline as things are (dispatched synchronously, or on the sync
// driver), they are those that it would run on: its own, or every connection of the application's own file that hands jobs to workers;
// inline then says why no worker takes it yet.
func destinations(app *queue.App, j *queue.Job) (candidates []queue.Candidate, inline string) {
	if j.OnlySync {
		inline = "every place that dispatches it runs it inline"
	}
	for _, c := range j.Candidates {
		if !runsInline(c.Connection) {
			return j.Candidates, inline
		}
	}
	if len(j.Candidates) == 0 || !j.Connection.IsAbsent() {
		return nil, "" // a job that chooses such a connection itself never meets a lease
	}
	for _, c := range app.Connections {
		if c.Leased() && !c.Span.IsZero() {
			candidates = append(candidates, queue.Candidate{Connection: c})
		}
	}
	return candidates, fmt.Sprintf("it runs inline on %q as things are", j.Candidates[0].Connection.Name)
}

// runsInline says that a connection runs jobs in the process that dispatches them.
func runsInline(c *queue.Connection) bool {
	switch driverOf(c) {
	case "sync", "null", "deferred", "background":
		return true
	}
	return false
}
