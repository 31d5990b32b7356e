package phpeval

import "github.com/qlint-dev/qlint/internal/queue"

// VariableState is what is known of an environment variable.
type VariableState uint8

// The states of a variable.
const (
	// VariableUnknown may be set by something that is not read: env() is Unknown.
	VariableUnknown VariableState = iota
	// VariableUnset is set by nothing that was found: env() gives its default, which the real environment may still override
	// (queue.ViaEnvDefault), and without a default it is Unknown.
	VariableUnset
	// VariableSet has the text of Variable.Text.
	VariableSet
	// VariableRemoved is certainly not set: env() gives its default, and null without one.
	VariableRemoved
)

// Variable is an environment variable as one environment has it.
type Variable struct {
	State VariableState
	// Text is the value as env() gets it: after the env file's quotes and references, before its own coercions.
	Text string
	// Why says why an unknown variable is unknown.
	Why string
	// Origin is where the variable is set, or what says that it is not; may be nil.
	Origin *queue.Origin
}

// Env answers for the variables of one environment.
type Env interface {
	Lookup(name string) Variable
}
