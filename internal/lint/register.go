package lint

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
)

// registersWorker says that a PHP file may define queue:work itself, or a child of the framework's command: its options are then the
// application's own affair. It looks at bytes alone.
func registersWorker(text marks.Text) bool {
	return text.HasAny("WorkCommand", "ListenCommand") ||
		text.HasAny("queue:work", "queue:listen") && text.HasAny("$signature", "Artisan::command(")
}

// registerWords and starterWords are what registersWorker and startsWorker ask for.
var (
	registerWords = []string{"WorkCommand", "ListenCommand", "queue:work", "queue:listen", "$signature", "Artisan::command("}
	starterWords  = []string{"queue:work", "queue:listen", "queue_work"}
)

// startsWorker says that a PHP file mentions the worker's command: a schedule or another process may start it.
func startsWorker(text marks.Text) bool {
	return text.HasAny(starterWords...)
}

// moreWorkers says which of the application's files may start workers that no reader reads.
func (a *application) moreWorkers(schedule *queue.Schedule) string {
	for _, u := range a.starters {
		if mentionsWorker(u, schedule) {
			return u.File.Path + " may start workers"
		}
	}
	return ""
}

// dropUnknownOptions takes back what was said of options where the application registers the command.
func (a *application) dropUnknownOptions(workers []*queue.Worker) {
	if !a.registersWorker {
		return
	}
	for _, w := range workers {
		w.Faults = slices.DeleteFunc(slices.Clone(w.Faults), func(f queue.OptionFault) bool { return f.Kind == queue.UnknownOption })
	}
}
