package queue

import "github.com/qlint-dev/qlint/internal/source"

// Unit is what only a unit of systemd has.
type Unit struct {
	// Type is the service's type: simple, exec, forking, oneshot, notify …
	Type Value[string]
	// KillMode is control-group (the default), mixed, process or none.
	KillMode Value[string]
	// Ignored are assignments of a clock that systemd passes over.
	Ignored []IgnoredSetting
}

// IgnoredSetting is an assignment that a process manager passes over with a warning, if at all.
type IgnoredSetting struct {
	// Key is the key as written, Text the value.
	Key, Text string
	// Span is the value, or the key where that is what the manager does not know.
	Span source.Span
	// Meant is the key that was meant: Key itself, or the one that it comes near to.
	Meant string
	// Reason is the manager's own text.
	Reason string
}
