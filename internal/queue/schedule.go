package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// TaskKind is what a scheduled task runs.
type TaskKind uint8

const (
	// ArtisanTask runs a command of artisan.
	ArtisanTask TaskKind = iota
	// JobTask dispatches a job.
	JobTask
	// ExecTask runs a command of the system.
	ExecTask
	// CallTask runs a closure or callable.
	CallTask
	// CalledTask is no task of the schedule: code calls artisan itself, when a request or another command tells it to.
	CalledTask
)

// DefaultOverlap is how long the lock of withoutOverlapping() is kept where nothing says (Laravel: Console/Scheduling/Event.php).
const DefaultOverlap = 1440 * time.Minute

// Task is one entry of the schedule.
type Task struct {
	Kind TaskKind
	// Span is the call that makes the task.
	Span source.Span
	// Command is the name of the command, Words are its words as far as they are known, Texts the literals that they were read from.
	Command Value[string]
	Words   []Word
	Texts   []source.Span
	// Job is what a JobTask dispatches, nil where that is not known.
	Job *Job
	// Every is the time between two runs, the shortest where they differ.
	Every Value[time.Duration]
	// Overlap is how long the lock against overlapping runs is kept, from withoutOverlapping(); Absent without that.
	Overlap Value[time.Duration]
	// OneServer says that one host alone runs the task; Background that the scheduler does not wait for it.
	OneServer, Background Value[bool]
	// Environments are those that the task is restricted to; Absent for all.
	Environments Value[[]string]
	// Conditional says that something decides while the application runs whether the task exists; Guarded that a condition decides at each
	// run, or that something may which is not followed.
	Conditional, Guarded bool
}

// Schedule is what the scheduler runs.
type Schedule struct {
	Tasks []*Task
	// Open says why there may be more tasks, "" where all were read.
	Open string
}

// Scheduler is a process that runs the schedule: schedule:work, or schedule:run by cron.
type Scheduler struct {
	// Command is artisan's: schedule:work, schedule:run.
	Command string
	Span    source.Span
	// Replicas is how many run at once.
	Replicas Value[int]
	// Program is the process manager's entry; nil where none is known.
	Program     *Program
	Development string
}
