// Package supervisor reads Supervisor's configuration files as Supervisor itself does: Python's configparser with the options that
// Supervisor gives it (options.py, UnhosedConfigParser, 4.2 and 4.3), with the place of every section, key and byte of a value.
package supervisor

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// File is one file, or one here-document of a script. Sections stand in the order of the file; one that is opened again stands
// again.
type File struct {
	Source   *source.File
	Sections []*Section
	// Errors are the lines for which Supervisor refuses the file. qlint reads on after them.
	Errors []Error
	// Template says that the file is no finished configuration: it holds placeholders or statements of a template language.
	Template bool
}

// Section is one `[name]` with the options up to the next one.
type Section struct {
	// Name is what stands between the brackets, blanks and case included: both count.
	Name     string
	NameSpan source.Span
	// Why says why the name is not known (a template fills it in), "" when it is.
	Why     string
	Options []*Option
	// Open says why the section may hold keys that are not seen (a template's statement stands in it), "" when it is complete.
	Open string

	File *File
}

// Option is one key with its value.
type Option struct {
	// Key is in lower case, as Supervisor compares it.
	Key     string
	KeySpan source.Span
	// Value is what is left after comments and line ends were cut off; the lines of a value are joined by "\n".
	Value Text
	// Comments are inline comments that were cut off the value's lines: a ';' or '#' behind a blank, in quotes too.
	Comments []source.Span
	// Swallowed are lines of the value that look like a key or section of their own: indented, they continue the value.
	Swallowed []Swallowed
	// Conditional says why the option may not be in the finished file (it stands in a template's statement), "" otherwise.
	Conditional string

	Section *Section
}

// Swallowed is a key or section header that is read as part of a value.
type Swallowed struct {
	// Key is the key in lower case, "" for a section header.
	Key string
	// Section is the name of the section, "" for a key.
	Section string
	// Span is the key, or the header with its brackets.
	Span source.Span
}

// ErrorKind tells the two ways in which a file is refused.
type ErrorKind uint8

const (
	// BadLine is a line that is neither section, key, comment nor continuation.
	BadLine ErrorKind = iota
	// NoSection is a line before the first section header, a byte order mark among them. Python stops there.
	NoSection
)

// Error is a line that Supervisor refuses.
type Error struct {
	Kind ErrorKind
	// Line counts from 1, in the file or here-document.
	Line int
	// Text is the line with its line end as Python reads it.
	Text string
	Span source.Span
}

// Refusal is Supervisor's own text for the file's errors: one message for all bad lines. path is the file's name as Supervisor
// was told it. "" when the file is accepted.
func (f *File) Refusal(path string) string {
	var b strings.Builder
	for _, e := range f.Errors {
		if e.Kind == NoSection {
			// The first such line ends the reading, bad lines are only reported at the end of the file.
			return fmt.Sprintf("File contains no section headers.\nfile: %s, line: %d\n%s", Repr(path), e.Line, Repr(e.Text))
		}
		if b.Len() == 0 {
			b.WriteString("Source contains parsing errors: " + Repr(path))
		}
		fmt.Fprintf(&b, "\n\t[line %2d]: %s", e.Line, Repr(e.Text))
	}
	return b.String()
}

// Find returns the option that counts of a section's own keys: the last one of that name. nil when there is none.
func (s *Section) Find(key string) *Option {
	for i := len(s.Options) - 1; i >= 0; i-- {
		if s.Options[i].Key == key {
			return s.Options[i]
		}
	}
	return nil
}
