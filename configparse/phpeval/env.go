package phpeval

import "github.com/qlint-dev/qlint/internal/queue"

// VariableState is what is known of an environment variable.
type VariableState uint8

const (
	// VariableUnknown may be set by something that is not read.
	VariableUnknown VariableState = iota
	// VariableUnset is set by nothing that was found: env() gives its default, which the real environment may still override.
	VariableUnset
	// VariableSet has the text of Variable.Text.
	VariableSet
)

// Variable is an environment variable as one environment has it.
type Variable struct {
	State VariableState
	// Text is the value as env() gets it: after the env file's quotes and references, before its own coercions.
	Text string
	// Why says why an unknown variable is unknown.
	Why string
	// Origin is where the variable is set.
	Origin *queue.Origin
}

// Env answers for the variables of one environment.
type Env interface {
	Lookup(name string) Variable
}
