package rules

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// byPlace groups the jobs that a test accepts by the place of the value in question: a value that many classes inherit is one finding.
// Jobs whose value stands nowhere are each a group of its own.
func byPlace(all []*queue.Job, accept func(*queue.Job) bool, at func(*queue.Job) source.Span) [][]*queue.Job {
	var places []source.Span
	var out [][]*queue.Job
	for _, j := range all {
		if !accept(j) {
			continue
		}
		span := at(j)
		i := slices.Index(places, span)
		if i < 0 || span.IsZero() {
			i = len(places)
			places = append(places, span)
			out = append(out, nil)
		}
		out[i] = append(out[i], j)
	}
	return out
}

// heirs lists the classes that share a value, where there are several.
func heirs(jobs []*queue.Job) []diag.Place {
	if len(jobs) < 2 {
		return nil
	}
	out := make([]diag.Place, len(jobs))
	for i, j := range jobs {
		out[i] = diag.Place{Span: j.Span, Role: diag.RoleElsewhere, Label: j.Name + " has this value"}
	}
	return out
}
