package queue

import "github.com/qlint-dev/qlint/internal/source"

// Idle is a setting of another framework that stands where nothing reads it.
type Idle struct {
	Framework, Name string
	Span            source.Span // the key
	// Why says what is read there, Instead where the setting belongs.
	Why, Instead string
}
