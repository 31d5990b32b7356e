package queue

import "github.com/qlint-dev/qlint/internal/source"

// Image is what containers start from, as far as a Dockerfile of the repository says.
type Image struct {
	// Base is the image that the Dockerfile builds upon, Span where it is named.
	Base string
	Span source.Span
	// Signals says whether PHP can handle signals and alarms: it has ext-pcntl, and no php.ini switches its functions off.
	Signals Value[bool]
	// Memory is the memory_limit that files of the repository set for PHP's command line there, as it is written: 256M. Absent where none does.
	Memory Value[string]
}
