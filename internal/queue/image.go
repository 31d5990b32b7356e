package queue

import "github.com/qlint-dev/qlint/internal/source"

// Image is what containers start from, as far as a Dockerfile of the repository says.
type Image struct {
	// Base is the image that the Dockerfile builds upon, Span where it is named.
	Base string
	Span source.Span
	// Signals says whether PHP can handle signals and alarms: it has ext-pcntl, and no php.ini switches its functions off.
	Signals Value[bool]
}
