package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Relay is what a wrapper makes of the signal that is to stop its command.
type Relay uint8

const (
	// RelayUnknown is a wrapper of which nothing is known.
	RelayUnknown Relay = iota
	// Replaces says that the wrapper becomes the command: there is one process.
	Replaces
	// Forwards says that the wrapper passes the signal on and waits for the command (measured: sudo 1.9, coreutils' timeout; tini, dumb-init).
	Forwards
	// Leaves says that the wrapper passes the signal on and ends without waiting for the command.
	Leaves
	// Cuts says that the wrapper passes the signal on and kills the command after Grace (measured: su and runuser of util-linux 2.38).
	Cuts
	// Keeps says that the command never gets the signal (measured: dash, pipes, flock, npm).
	Keeps
)

// Wrapper is a command that starts another: a shell, sudo, nice, timeout.
type Wrapper struct {
	Name string // "sh", "bash", "sudo", "su", "timeout", "worker.sh" …
	Span source.Span
	// Relay is what becomes of the stop signal.
	Relay Relay
	// Why completes "the command is started …" where the signal does not get through as it should: "in a pipe", "in the background".
	Why string
	// Where names the systems on which Relay holds, "" where it holds on all: a shell called sh is another one elsewhere.
	Where string
	// Grace is the time from the signal to SIGKILL of a wrapper that cuts.
	Grace time.Duration
	// Group says that the wrapper signals everything below it, whatever stands between (tini -g, dumb-init).
	Group bool
}

// Reaches says that the stop signal gets through to the command, and that the wrapper ends no earlier.
func (w Wrapper) Reaches() bool { return w.Relay == Replaces || w.Relay == Forwards }

// Stage is a wrapper that cuts as what stops the worker.
func (w Wrapper) Stage() *StopStage {
	from := &Origin{Via: ViaManagerDefault, Text: w.Name + " of util-linux kills its command so long after SIGTERM"}
	return &StopStage{Kind: "wrapper", Name: w.Name, Span: w.Span, Fixed: true, Grace: Is(w.Grace, from), Signal: Is("TERM", from)}
}

// Barrier is the first of a worker's wrappers that the stop signal does not get through, nil where it gets through all of them or where that
// is not known.
func (w *Worker) Barrier() *Wrapper {
	for i := range w.Wrappers {
		switch x := &w.Wrappers[i]; {
		case x.Group || x.Relay == RelayUnknown:
			return nil
		case x.Relay == Keeps || x.Relay == Leaves:
			return x
		}
	}
	return nil
}

// Cut is the wrapper that kills the worker soon after the signal, nil where there is none or where the signal does not get so far.
func (w *Worker) Cut() *Wrapper {
	for i := range w.Wrappers {
		switch x := &w.Wrappers[i]; x.Relay {
		case Cuts:
			return x
		case RelayUnknown, Keeps, Leaves:
			return nil
		}
	}
	return nil
}

// Signalled says that the stop signal is known to get through every wrapper, or past them to every process.
func (w *Worker) Signalled() bool {
	every := w.Program != nil && w.Program.EveryProcess
	for _, x := range w.Wrappers {
		if !x.Reaches() && x.Relay != Cuts && (!every || x.Relay == RelayUnknown) {
			return false
		}
	}
	return true
}
