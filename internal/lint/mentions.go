package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
)

// mentionWords are what files name that prune, record or watch queues, with the command that each stands for.
var mentionWords = map[string]string{
	"queue:prune-failed": "queue:prune-failed", "PruneFailedJobsCommand": "queue:prune-failed", "queue:flush": "queue:flush",
	"queue:prune-batches": "queue:prune-batches", "PruneBatchesCommand": "queue:prune-batches",
	"horizon:snapshot": "horizon:snapshot", "SnapshotCommand": "horizon:snapshot",
	"queue:monitor": "queue:monitor", "QueueBusy": "queue:monitor", "Queue::size": "queue:monitor", "table('jobs')": "queue:monitor", `table("jobs")`: "queue:monitor",
}

// mentionList are those words.
var mentionList = slices.Sorted(maps.Keys(mentionWords))

// isMentioner says that a file may run commands: code, scripts, and what process managers and cron read.
func isMentioner(p, base, ext string) bool {
	return isCode(p, base, ext) || isConfig(p, base, ext) || isScript(p, base, ext) || isManager(p, base, ext) || isSetter(p, base, ext) ||
		isDeployScript(p, base, ext) || strings.Contains(strings.ToLower(base), "cron")
}

func hasMention(_ *scanned, _ string, text marks.Text) bool { return text.HasAny(mentionList...) }

// loadMentions notes, for each application, which file names a command.
func (p *parsed) loadMentions(s *scanned, stray *application) {
	for _, file := range s.files(mentionFile) {
		owner := p.owner(file.Path, stray)
		text := marks.Text{Data: file.Data}
		for word, command := range mentionWords {
			if text.Has(word) {
				if owner.mentions == nil {
					owner.mentions = map[string]string{}
				}
				owner.mentions[command] = file.Path
			}
		}
	}
}

// watchers are packages that watch how many jobs wait or how long.
var watchers = []string{
	"laravel/horizon", "laravel/pulse", "laravel/nightwatch", "laravel/vapor-core", "spatie/laravel-health", "spatie/laravel-prometheus",
	"romanzipp/laravel-queue-monitor", "pragmarx/health", "ukfast/laravel-health-check", "inspector-apm/inspector-laravel", "superbalist/laravel-prometheus-exporter",
	"croustibat/filament-jobs-monitor",
}

// watcher says what watches the application's queues, "" where nothing was found.
func (a *application) watcher() string {
	for _, name := range watchers {
		if a.laravel != nil && a.laravel.Composer.Has(name) {
			return name
		}
	}
	return a.mentions["queue:monitor"]
}

// addSchedulers keeps the schedulers that a container runs.
func (a *application) addSchedulers(program *queue.Program, commands []*worker.Command) {
	for _, c := range commands {
		if c.Name == "schedule:work" || c.Name == "schedule:run" {
			a.schedulers = append(a.schedulers, &queue.Scheduler{
				Command: c.Name, Span: c.Line.Span, Replicas: program.Processes, Program: program, Development: program.Development,
			})
		}
	}
}
