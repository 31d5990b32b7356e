package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Manager is what starts and stops programs.
type Manager uint8

const (
	// Supervisor is supervisord.
	Supervisor Manager = iota
)

// String is the manager's name in a sentence.
func (m Manager) String() string { return [...]string{"supervisor"}[m] }

// Program is one entry of a process manager: `[program:x]`.
type Program struct {
	Manager Manager
	// Kind is the section's kind: program, fcgi-program, eventlistener.
	Kind  string
	Name  string
	Span  source.Span // the name in the section's header
	Group string
	// Command is zero when the program has none.
	Command     Command
	ProcessName Value[string]
	Directory   Value[string]
	// Environment is what the manager sets for the program: its own environment= over the manager's.
	Environment []Variable
	Processes   Value[int]
	Priority    Value[int]
	// StopWait is the time between the stop signal and SIGKILL (stopwaitsecs, 10 s where it is not set).
	StopWait    Value[time.Duration]
	StopSignal  Value[string] // TERM, INT, QUIT … without SIG
	StopAsGroup Value[bool]
	KillAsGroup Value[bool]
	AutoStart   Value[bool]
	// AutoRestart is "true", "false" or "unexpected".
	AutoRestart Value[string]
	ExitCodes   Value[[]int]
	StartSecs   Value[int]
	StartTries  Value[int]
	// Settings are the section's keys as written (after continuation lines and comments), for rules about single keys.
	Settings map[string]Setting
	// Development says why the program is not for production; "" for production.
	Development string
}

// Variable is an environment variable that a file sets.
type Variable struct {
	Name  string
	Span  source.Span
	Value Value[string]
}

// StopStage is one thing that stops a worker: it sends a signal, waits, and kills.
type StopStage struct {
	// Kind is how messages call it: "supervisor program".
	Kind string
	Name string
	// Span is the setting's key or value where it is written, the name otherwise: the place of findings.
	Span source.Span
	// Setting is the name of the key that holds the grace: stopwaitsecs.
	Setting string
	Grace   Value[time.Duration]
	Signal  Value[string]
}

// Refusal is why a process manager does not start with a file.
type Refusal struct {
	Manager Manager
	Span    source.Span
	// Message is the manager's own text.
	Message string
	// Section and Option name the setting, "" where it is the file.
	Section, Option string
	// HostDependent refusals hang on users or folders of the machine: no fault of the file.
	HostDependent bool
}
