package phpeval

import "github.com/qlint-dev/qlint/internal/queue"

// Env answers what env() reads.
type Env interface {
	Lookup(name string) Variable
}

// VariableState says what is known of an environment variable.
type VariableState uint8

// The states of a variable.
const (
	// VariableUnknown may be set or not: env() gives Unknown with the variable's Why.
	VariableUnknown VariableState = iota
	// VariableSet has the text Text.
	VariableSet
	// VariableNotFound is set by nothing that was found. env() gives its default, as queue.ViaEnvDefault with the variable's name,
	// and Unknown where it has none.
	VariableNotFound
	// VariableUnset is certainly not set: env() gives its default, and null where it has none.
	VariableUnset
)

// Variable is an environment variable as phpdotenv or the process manager hands it over, before env() converts it.
type Variable struct {
	State VariableState
	// Text is the value of VariableSet, without the quotes of the env file.
	Text string
	// Why is the reason of VariableUnknown.
	Why string
	// Origin is where the variable is set, or for the other states what says so ("not set in .env.production"); may be nil.
	Origin *queue.Origin
}
