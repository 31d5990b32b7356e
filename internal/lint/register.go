package lint

import (
	"bytes"
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// registersWorker says that a PHP file may define queue:work itself, or a child of the framework's command: its options are then the
// application's own affair. It looks at bytes alone.
func registersWorker(data []byte) bool {
	if bytes.Contains(data, []byte("WorkCommand")) || bytes.Contains(data, []byte("ListenCommand")) {
		return true
	}
	named := bytes.Contains(data, []byte("queue:work")) || bytes.Contains(data, []byte("queue:listen"))
	return named && (bytes.Contains(data, []byte("$signature")) || bytes.Contains(data, []byte("Artisan::command(")))
}

// startsWorker says that a PHP file mentions the worker's command: a schedule or another process may start it.
func startsWorker(data []byte) bool {
	return bytes.Contains(data, []byte("queue:work")) || bytes.Contains(data, []byte("queue:listen")) || bytes.Contains(data, []byte("queue_work"))
}

// moreWorkers says which of the application's files may start workers that no reader reads.
func (a *application) moreWorkers() string {
	for _, u := range a.units {
		if startsWorker(u.File.Data) {
			return u.File.Path + " may start workers"
		}
	}
	return ""
}

// dropUnknownOptions takes back what was said of options where the application registers the command.
func (a *application) dropUnknownOptions(workers []*queue.Worker) {
	for _, u := range a.units {
		if !registersWorker(u.File.Data) {
			continue
		}
		for _, w := range workers {
			w.Faults = slices.DeleteFunc(slices.Clone(w.Faults), func(f queue.OptionFault) bool { return f.Kind == queue.UnknownOption })
		}
		return
	}
}
