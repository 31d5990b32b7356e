package queue

import "github.com/qlint-dev/qlint/internal/source"

// EffectKind is what a handler does to the world outside.
type EffectKind uint8

const (
	// RemoteCall asks another service over the network.
	RemoteCall EffectKind = iota
	// Payment asks a payment provider.
	Payment
	// Mail sends a mail or message itself, not by the queue.
	Mail
	// RunningStatus writes into a model that the work has begun, which a later step has to take back.
	RunningStatus
	// OwnPause is a pause that the job makes itself before it is tried again: release(), a middleware that releases.
	OwnPause
)

// String is the kind in a sentence: what the handler does.
func (k EffectKind) String() string {
	return [...]string{"calls another service", "calls a payment provider", "sends mail", "marks its work as begun", "pauses itself"}[k]
}

// Effect is one thing that a handler is seen to do: in handle() or __invoke(), or in a method of the class's own that these call.
type Effect struct {
	Kind EffectKind
	Span source.Span
	// Text is the call as a sentence names it: "Http::post()", "a client of Guzzle".
	Text string
	// Caught says that the class catches what the call throws and does not throw again: its failure does not fail the job.
	Caught bool
}
