package queue

import "github.com/qlint-dev/qlint/internal/source"

// Deploy is a script, workflow or recipe that switches an application's code on a host.
type Deploy struct {
	// Span is the step that switches the code, Switch what it does: "rsync to a host".
	Span   source.Span
	Switch string
	// Steps are commands of artisan that run on the host behind it.
	Steps []source.Span
	// Restarts says what restarts the workers, or why something may; "" where nothing does.
	Restarts string
}
