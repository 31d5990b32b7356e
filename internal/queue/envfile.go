package queue

import "github.com/qlint-dev/qlint/internal/source"

// EnvFile is what is wrong with the env file of an environment.
type EnvFile struct {
	// Faults are lines with which the application does not start.
	Faults []EnvFault
	// Lost is what an unclosed quote swallows, to the end of the file; zero for nothing.
	Lost source.Span
	// Repeated are variables that are set more than once, to different values.
	Repeated []RepeatedVariable
}

// EnvFault is a line that Laravel's reader of env files refuses.
type EnvFault struct {
	Span source.Span
	// Message is the reader's own text.
	Message string
}

// RepeatedVariable is a variable of which the last value counts.
type RepeatedVariable struct {
	Name        string
	First, Last source.Span
}
