package queue

import (
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// WorkerKind is what a worker runs as.
type WorkerKind uint8

const (
	// Work is a `queue:work` daemon.
	Work WorkerKind = iota
	// Listen is `queue:listen`: a parent that starts one `queue:work --once` for each job and kills it after --timeout.
	Listen
	// HorizonMaster is `horizon`: the process that starts every supervisor of the environment.
	HorizonMaster
	// HorizonSupervisor is one supervisor of config/horizon.php: a pool of workers.
	HorizonSupervisor
	// Declared is a worker stated in qlint's settings.
	Declared
)

// Worker is something that takes jobs from a connection.
type Worker struct {
	Kind WorkerKind
	// Name is the program, unit, service or Horizon supervisor that it runs as; "" for a bare command.
	Name string
	// Span is where the worker is declared: its command, or the Horizon supervisor's name.
	Span    source.Span
	Command Command
	// Environment is the Horizon environment of a supervisor; "" otherwise.
	Environment string

	// Connection is the name as written; Absent means the application's default connection.
	Connection Value[string]
	// Queues in the order of priority; Absent means the connection's own queue.
	Queues Value[[]string]
	// Timeout is the limit for jobs without one of their own: a flag, the supervisor's setting, or the default of 60 s.
	Timeout Value[time.Duration]
	// Tries bounds the attempts of jobs without a bound of their own.
	Tries   Value[int]
	Backoff Value[[]time.Duration]
	// Processes is how many run at once.
	Processes Value[int]
	// Once says that the worker takes one job without timeout and signal handlers (`--once`).
	Once bool
	// Options are the command line's options as written.
	Options []Option
	// Faults are options that the command does not have, or whose value it cannot use.
	Faults []OptionFault
	// Wrappers stand between the process manager and the worker, outermost first.
	Wrappers []Wrapper
	// Settings are a Horizon supervisor's keys after the merge of defaults and environment, by Horizon's own names for them.
	Settings map[string]Setting
	// FastTermination says that Horizon's master does not wait for its workers when it is told to stop.
	FastTermination bool
	// Development says why the worker is no production worker (a compose override, a dev script); "" for production.
	Development string

	// Program is the process manager's entry that starts it; nil when none is known.
	Program *Program
	// Task is the entry of the schedule, or the call in code, that starts it; nil when none does.
	Task *Task
	// Chain is what stops the worker, innermost first. Empty when nothing is known of it. Filled by linking.
	Chain []*StopStage
	// Outer are what stops the chain's last stage in its turn, one for each place that it runs in. Filled by linking.
	Outer []*StopStage
	// On is the connection that the worker reads, nil when that is not known. Filled by linking.
	On *Connection
	// Jobs are those that the worker may run. Filled by linking.
	Jobs []*Job
}

// Chains are the ways in which the worker is stopped, each innermost first: one for each place that its manager runs in. A stage whose signal
// is kept from what is below ends the chain before it.
func (w *Worker) Chains() [][]*StopStage {
	if len(w.Chain) == 0 {
		return nil
	}
	var out [][]*StopStage
	for _, o := range w.Outer {
		if o.Barrier == nil {
			out = append(out, append(slices.Clip(w.Chain), o))
		}
	}
	if len(out) < len(w.Outer) || len(out) == 0 {
		out = append(out, w.Chain)
	}
	return out
}

// Option finds an option by its name without dashes; nil when it is not given.
func (w *Worker) Option(name string) *Option {
	for i := range w.Options {
		if w.Options[i].Name == name {
			return &w.Options[i]
		}
	}
	return nil
}

// Option is one option of a command line as written.
type Option struct {
	Name string
	Span source.Span // the name with its dashes
	// Value is the raw text; Unknown where it holds a variable or a template. Absent where the option stands without a value.
	Value Value[string]
}

// OptionFault is an option of a worker's command that does not do what it says.
type OptionFault struct {
	// Command is artisan's: queue:work.
	Command string
	Option  Option
	Kind    FaultKind
	// Near is the name of an option that the command does have and that is close to this one, "" for none.
	Near string
}

// FaultKind is what is wrong with an option.
type FaultKind uint8

const (
	// UnknownOption is one that the command of this version does not have: artisan exits with 1 at once.
	UnknownOption FaultKind = iota
	// CrashingValue is a --timeout that is no number: the worker dies after it reserved a job.
	CrashingValue
	// ZeroValue is a text without a number that counts as 0: --tries=three.
	ZeroValue
)

// Command is a command line.
type Command struct {
	Text  string
	Span  source.Span
	Words []Word
}

// Word is one word of a command after quotes were taken off.
type Word struct {
	Text string
	Span source.Span
	// Why says why the word's text is not known (a variable, a template); "" when it is.
	Why string
}
