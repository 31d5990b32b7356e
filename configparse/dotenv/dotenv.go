// Package dotenv reads .env files exactly as Laravel's loader (vlucas/phpdotenv 5) does, with the position of every name and
// value. Laravel reads no other dialect: no `export X` of one letter, no `$X` without braces, no `${X:-default}`.
package dotenv

import (
	"bytes"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/source"
)

// File is one .env file. With any error the whole application refuses to boot (phpdotenv throws InvalidFileException at the
// first one); the entries of the other lines are kept all the same.
type File struct {
	Source  *source.File
	Entries []Entry
	Errors  []Error
	// BOM says that the file starts with a byte order mark. phpdotenv drops it since 5.4; before, the first name is invalid.
	BOM bool
	// Lost is the text from a `="` whose quote is never closed to the end of the file: phpdotenv drops it without a word.
	// Zero when nothing is lost.
	Lost source.Span
}

// Entry is one variable of a file, in the order of the file. Of several entries with one name the last one counts.
type Entry struct {
	Name     string
	NameSpan source.Span
	// Null says that the line has no '=': the variable is removed, and env() gives its default.
	Null bool
	// Value is the text after quotes, escapes and ${NAME} were handled, as env() gets it; "" when Null.
	Value string
	// ValueSpan is the value with its quotes, without a comment; empty behind the name when Null.
	ValueSpan source.Span
	// References are the ${NAME} of the value in the order in which they stand.
	References []Reference
	// TooLong says that the references blow the value up beyond what qlint follows: Value is then the text without them
	// resolved, and not what env() gets.
	TooLong bool

	raw  string
	vars []variable
}

// Reference is a ${NAME} that phpdotenv looked up.
type Reference struct {
	Name string
	Span source.Span
	// Entry is the index of the file's entry that gave the text, -1 where the environment did or nothing is known of NAME.
	Entry int
	// Found is false where nothing defines NAME so far: the text `${NAME}` then stays as it is.
	Found bool
}

// Error is a line that phpdotenv refuses.
type Error struct {
	// Message is phpdotenv's own text.
	Message string
	Span    source.Span
}

// variable is a '$' of the raw value at which phpdotenv tries to resolve a reference.
type variable struct {
	at   int // byte offset in raw
	span source.Span
}

// Parse reads a file as phpdotenv reads one from disk, and resolves references from the file alone.
func Parse(file *source.File) *File { return parse(file, true) }

// parse reads a file; fromDisk adds what phpdotenv does to a file but not to a string that it is given: it drops a byte order
// mark and replaces bytes that are no UTF-8.
func parse(file *source.File, fromDisk bool) *File {
	f := &File{Source: file}
	data, start := file.Data, 0
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		f.BOM = true
		if fromDisk {
			start = 3
		}
	}
	if fromDisk && !utf8.Valid(data) {
		data = questionMarks(data)
	}
	for _, line := range f.logicalLines(data, start) {
		f.readEntry(line)
	}
	f.Entries = f.Resolve(nil)
	return f
}

// questionMarks replaces every byte that is no UTF-8 by '?', so that all offsets stay.
func questionMarks(data []byte) []byte {
	out := bytes.Clone(data)
	for i := 0; i < len(out); {
		r, size := utf8.DecodeRune(out[i:])
		if r == utf8.RuneError && size <= 1 {
			out[i] = '?'
			size = 1
		}
		i += size
	}
	return out
}

// Last returns the entry that counts for a name; nil when the file does not have it.
func (f *File) Last(name string) *Entry {
	for i := len(f.Entries) - 1; i >= 0; i-- {
		if f.Entries[i].Name == name {
			return &f.Entries[i]
		}
	}
	return nil
}
