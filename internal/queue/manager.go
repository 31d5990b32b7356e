package queue

import "github.com/qlint-dev/qlint/internal/source"

// ManagerFile is one configuration of a process manager as a whole: its root file with what that includes.
type ManagerFile struct {
	Manager Manager
	// Groups are started in this order and stopped one after another in the reverse one, as far as their priorities are known.
	Groups []ProgramGroup
	// Swallowed are keys and headers that became part of the value before them.
	Swallowed []Swallowed
	// Unknown are keys that are nearly those of the manager, CutValues values that a comment ends, Truncated variables of which a part is dropped.
	Unknown   []UnknownKey
	CutValues []CutValue
	Truncated []TruncatedVariable
	// Includes are the patterns of files that the root includes.
	Includes []IncludePattern
	// Ignored are lists of further files in included files: nothing reads them.
	Ignored []source.Span
	// Template says that something fills the files in before the manager reads them.
	Template bool
	// Development says why the file is not for production; "" for production.
	Development string
	// Span is the header of the manager's own section; zero where the file has none.
	Span source.Span
	// StaysInFront says whether the manager stays the process that was started (nodaemon); Unknown where another file may say.
	StaysInFront Value[bool]
	// FirstIn are the containers whose first process is the manager, reading this file and not told to stay in front.
	FirstIn []*Program
}

// ProgramGroup is what a manager starts and stops together; a program that no group names is one of its own.
type ProgramGroup struct {
	Name     string
	Span     source.Span
	Priority Value[int]
	Programs []*Program
}

// Swallowed is a line that was meant as a key or a section's header and that continues the value before it.
type Swallowed struct {
	// Name is the key, or the section.
	Name string
	// Header says that it is a section's header.
	Header bool
	Span   source.Span
}

// IncludePattern is one pattern of included files.
type IncludePattern struct {
	Pattern string
	Span    source.Span
	// Files is how many files of the repository match.
	Files int
	// Empty says that the pattern lies within the repository, matches nothing there, and nothing that was found puts files into its folder.
	Empty bool
}

// UnknownKey is a key that the manager does not read and that is close to one that it does.
type UnknownKey struct {
	Section, Key, Near string
	// Set says that the key which was meant is set too.
	Set  bool
	Span source.Span
}

// CutValue is a value that an inline comment ends within quotes.
type CutValue struct {
	Section, Key string
	// Kept is what is left of the value.
	Kept string
	// Span is what was cut off.
	Span source.Span
}

// TruncatedVariable is a variable of which the manager keeps a part only.
type TruncatedVariable struct {
	Section, Name string
	// Written is the value as far as it goes, Kept what is left of it.
	Written, Kept string
	Span          source.Span
}
