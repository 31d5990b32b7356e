package queue

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// Posting is something that another framework than Laravel is known to put on a queue: a job class that the code enqueues, a recurring task.
type Posting struct {
	// What is put there, in a sentence: ReportJob, `the recurring task "sitemap"`.
	What string
	// Span is where it is declared, From the place that enqueues it, zero where that is the same.
	Span, From source.Span
	Queue      Value[string]
}

// Taker is what takes jobs from queues within another framework's workers: a worker of config/queue.yml.
type Taker struct {
	Framework string
	Span      source.Span
	// Queues are the names that it takes; one that ends in `*` stands for all that begin so.
	Queues []string
}

// Takes says that the worker takes a queue.
func (t *Taker) Takes(name string) bool {
	return slices.ContainsFunc(t.Queues, func(q string) bool {
		prefix, all := strings.CutSuffix(q, "*")
		return q == name || all && strings.HasPrefix(name, prefix)
	})
}

// Retry says on which errors a job class of another framework is tried again, and how often.
type Retry struct {
	// Class is the job's, Span its name.
	Class string
	Span  source.Span
	// On names the errors, as written.
	On string
	// Attempts bounds how often the job runs, the first time included; Infinite without a bound.
	Attempts Value[int]
}
