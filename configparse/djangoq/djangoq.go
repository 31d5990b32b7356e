// Package djangoq reads the clocks of Django Q and Django Q2: Q_CLUSTER of Django's settings (django-q: docs/configure.rst).
package djangoq

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/python"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Word is the name of the setting.
const Word = "Q_CLUSTER"

// defaultRetry counts where nothing sets another.
const defaultRetry = time.Minute

// Lease is retry, after which the broker gives a task to another worker, against timeout, after which a worker kills its own. nil where no module
// says anything, or several do.
func Lease(files []*source.File, env python.Environment) *queue.Lease {
	var cluster *document.Node
	for _, file := range files {
		module := python.Read(file)
		for _, a := range module.Assignments {
			if a.Target != Word {
				continue
			}
			if cluster != nil {
				return nil
			}
			cluster = module.Value(a, env)
		}
	}
	if !cluster.Is(document.Mapping) {
		return nil
	}
	standard := &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Django Q's default: retry"}
	return &queue.Lease{
		Framework: "Django Q", Setting: "retry", Time: cluster.Get("retry").Seconds("retry").Or(queue.Is(defaultRetry, standard)),
		Runs: []queue.Run{{Name: "a task", Limit: cluster.Get("timeout").Seconds("timeout"), Setting: "timeout"}},
	}
}
