// Package diag holds what a rule says: the diagnostic, its places, and their order.
package diag

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Severity orders diagnostics from Info to Error.
type Severity uint8

const (
	Info Severity = iota
	Warning
	Error
)

// String is the severity's name on the command line and in every format: info, warning, error.
func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// ParseSeverity reads a severity's name.
func ParseSeverity(name string) (Severity, bool) {
	switch name {
	case "info":
		return Info, true
	case "warning":
		return Warning, true
	case "error":
		return Error, true
	}
	return 0, false
}

// Confidence says whether a diagnostic holds in every environment found.
type Confidence uint8

const (
	// Certain holds in every environment that was found, from values that are written down.
	Certain Confidence = iota
	// Likely holds in at least one environment, or hangs on the default of a variable that nothing found sets.
	Likely
)

// String is the confidence's name in every format: certain, likely.
func (c Confidence) String() string { return [...]string{"certain", "likely"}[c] }

// Role says what a place contributes to a finding.
type Role string

// The roles of cli.md.
const (
	RoleCap       Role = "cap"                // a timeout: how long a job may run
	RoleLease     Role = "lease"              // retry_after, visibility timeout, TTR
	RoleGrace     Role = "grace"              // time between stop signal and SIGKILL
	RoleWorker    Role = "worker"             // a worker's command or supervisor
	RoleSelects   Role = "selects-connection" // what links a job or worker to its connection
	RoleKey       Role = "key"                // a lock's or row's key
	RoleGuard     Role = "guard"
	RoleOrigin    Role = "origin" // a step on the way of a value
	RoleElsewhere Role = "place"  // one more place of the same finding
)

// Place is a span with what stands there in a reader's words.
type Place struct {
	Span  source.Span
	Role  Role
	Label string
}

// Edit replaces a span by a text.
type Edit struct {
	Span source.Span
	Text string
}

// Bar is one line of a timeline: something that runs from Start to End after the first moment. Open bars have no known end.
type Bar struct {
	Label      string
	Start, End time.Duration
	Open       bool
}

// Timeline shows clocks that collide.
type Timeline struct {
	Marks []time.Duration
	Bars  []Bar
}

// Diagnostic is one finding.
type Diagnostic struct {
	Rule, Slug string
	Severity   Severity
	Confidence Confidence
	// Environments names those in which the finding holds; empty when it holds in all.
	Environments []string
	// App is the folder of the application, "" at the root.
	App string
	// Place is the finding's own place: the work, or the stage, that has to change.
	Place   Place
	Message string
	Related []Place
	// Outcome is what will happen, computed from the values.
	Outcome string
	// Fix is what to change.
	Fix      string
	Edits    []Edit
	Timeline *Timeline
	// Names are what the fingerprint hashes beside rule and application: class, connection, program, service. No path, line or value.
	Names []string
	// Core is the message without what is added about variables that nothing sets; "" where nothing is added.
	Core string
	// Cause groups findings that one change would mend: the text report tells them as one story.
	Cause string
}

// Compare is a total order: by place, rule, then everything that can differ.
func Compare(a, b *Diagnostic) int {
	return cmp.Or(
		source.Compare(a.Place.Span, b.Place.Span),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
		slices.Compare(a.Names, b.Names),
		slices.Compare(a.Environments, b.Environments),
		slices.CompareFunc(a.Related, b.Related, func(x, y Place) int {
			return cmp.Or(source.Compare(x.Span, y.Span), strings.Compare(string(x.Role), string(y.Role)), strings.Compare(x.Label, y.Label))
		}),
		strings.Compare(a.App, b.App),
	)
}

// TouchesAny says whether a place of the finding lies at or under one of the paths; without paths, or with the root "", every one
// does.
func (d *Diagnostic) TouchesAny(paths []string) bool {
	if len(paths) == 0 {
		return true
	}
	under := func(at string) bool {
		for _, p := range paths {
			if p == "" || at == p || strings.HasPrefix(at, p+"/") {
				return true
			}
		}
		return false
	}
	return under(d.Place.Span.Path()) || slices.ContainsFunc(d.Related, func(p Place) bool { return under(p.Span.Path()) })
}
