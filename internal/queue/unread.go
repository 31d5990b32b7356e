package queue

import "github.com/qlint-dev/qlint/internal/source"

// UnreadVariable is an environment variable that an env file sets and that nothing in the repository reads. What the framework's own
// configuration reads is not looked at.
type UnreadVariable struct {
	Name string
	// Value is what the first of the files sets.
	Value string
	// Spans are the places that set it, evidence first.
	Spans []source.Span
	// Near is a variable with nearly the same name that the configuration reads and that the file does not set; "" for none.
	Near string
}
