// Package settings reads qlint.toml: which rules run and how severe they are, what is left out, and facts that no file of the repository
// states.
package settings

import (
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

// Names are those that a settings file may have, the first one first.
var Names = [...]string{"qlint.toml", ".qlint.toml"}

// Settings is one settings file. Every field is the zero value where the file says nothing.
type Settings struct {
	File *source.File
	// Base is the folder within the repository that globs are relative to, "" for its root. Read leaves it empty.
	Base string
	// Exclude are globs of paths that are left out.
	Exclude []string
	Rules   []Rule
	Assume  Assume
	Ignores []Ignore
	// GoCheck says that check looks at Go packages too.
	GoCheck     bool
	Connections []Connection
	Workers     []Worker
	Jobs        []Job
}

// Rule is one line of [rules]: a level for every rule that its pattern means.
type Rule struct {
	Pattern string
	// Off switches the rules off; Severity counts otherwise.
	Off      bool
	Severity diag.Severity
}

// Stated is a value with the place where it is written.
type Stated[T any] struct {
	Value T
	Span  source.Span
	// Set says that the file states it.
	Set bool
}

// Assume holds facts that no file of the repository states.
type Assume struct {
	// StopGrace is the time between stop signal and SIGKILL, for workers of which nothing says what stops them.
	StopGrace Stated[time.Duration]
	// Environment is the only one that is judged.
	Environment Stated[string]
	// LongestJob is the limit of workers whose own is not known.
	LongestJob Stated[time.Duration]
	// Env are variables in every environment.
	Env []Variable
}

// Variable is an environment variable.
type Variable struct {
	Name, Value string
	Span        source.Span
}

// Ignore takes back findings of some rules in some files.
type Ignore struct {
	// Path is a glob of paths.
	Path   string
	Rules  []string
	Reason string
	// Until is the last day on which the entry counts, zero without one.
	Until time.Time
	Span  source.Span
}

// Connection is a queue that qlint has no reader for.
type Connection struct {
	Name Stated[string]
	// Lease is how long a reserved job stays hidden from other workers: visibility timeout, ack deadline, TTR.
	Lease Stated[time.Duration]
	Span  source.Span
}

// Worker is a program that takes jobs from a connection.
type Worker struct {
	// Command is a glob over a whole command after its wrappers were taken off.
	Command    Stated[string]
	Connection Stated[string]
	Timeout    Stated[time.Duration]
	Tries      Stated[int]
	Span       source.Span
}

// Job is a job that runs on a connection.
type Job struct {
	Name       Stated[string]
	Connection Stated[string]
	Timeout    Stated[time.Duration]
	Span       source.Span
}

// Level is what the settings say of a rule: the last line that means it wins.
func (s *Settings) Level(d *ruledoc.Doc) (level Rule, set bool) {
	if s == nil {
		return Rule{}, false
	}
	for _, r := range s.Rules {
		if d.Matches(r.Pattern) {
			level, set = r, true
		}
	}
	return level, set
}

// Adjust gives a finding the severity that the settings ask for. A finding that is weaker than its rule usually is (likely, development
// only) stays as weak, unless the settings make the rule weaker still.
func (s *Settings) Adjust(found *diag.Diagnostic, d *ruledoc.Doc) {
	level, set := s.Level(d)
	switch {
	case !set || level.Off:
	case found.Severity >= d.Severity:
		found.Severity = level.Severity
	default:
		found.Severity = min(found.Severity, level.Severity)
	}
}
