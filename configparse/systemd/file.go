// Package systemd reads unit files and their drop-ins as systemd itself does (src/shared/conf-parser.c, extract-word.c, time-util.c of
// version 252), with the place of every section, key and byte of a value.
package systemd

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// File is one unit file or drop-in. Sections stand in the order of the file; one that is opened again stands again.
type File struct {
	Source   *source.File
	Sections []*Section
	// Errors are the lines that systemd passes over. One of them may make it refuse the file.
	Errors []Error
	// Template says that something fills the file in before systemd reads it.
	Template bool
	// Cut says what was left out because there is too much of it, "" for nothing.
	Cut string
}

// Section is one `[Name]` with the assignments up to the next one. Its name's case counts.
type Section struct {
	Name     string
	NameSpan source.Span
	// Ignored says that systemd does not know the section in such a file and passes over all that it holds.
	Ignored     bool
	Assignments []*Assignment

	File *File
}

// Assignment is one `Key=value`; the case of the key counts. Lines that end in a backslash are joined with a blank.
type Assignment struct {
	Key     string
	KeySpan source.Span
	Value   Text
	// Conditional says why the assignment may not be in the finished file (it stands in a template's statement), "" otherwise.
	Conditional string

	Section *Section
}

// Error is a line that systemd passes over.
type Error struct {
	// Line counts from 1, the last one where several are joined.
	Line int
	Span source.Span
	// Message is systemd's own text.
	Message string
	// Refused says that systemd does not load the file at all.
	Refused bool
}

// Unit is a unit file with its drop-ins, in the order in which systemd reads them.
type Unit struct {
	// Name is the unit's with its suffix: `shop.service`, `shop@.service` for a template.
	Name string
	// Files starts with the unit's own file, where there is one.
	Files []*File
	// Lone says that only drop-ins were found: what the unit's own file says is not known.
	Lone bool
}

// Merge puts drop-ins behind a unit's own file, which may be nil, in the order of their names.
func Merge(name string, main *File, dropIns []*File) *Unit {
	u := &Unit{Name: name, Lone: main == nil}
	if main != nil {
		u.Files = append(u.Files, main)
	}
	sorted := slices.Clone(dropIns)
	slices.SortStableFunc(sorted, func(a, b *File) int {
		return strings.Compare(path.Base(a.Source.Path), path.Base(b.Source.Path))
	})
	u.Files = append(u.Files, sorted...)
	return u
}

// All lists the assignments of a key in the order in which they count.
func (u *Unit) All(section, key string) []*Assignment {
	var out []*Assignment
	u.each(section, func(a *Assignment) {
		if a.Key == key {
			out = append(out, a)
		}
	})
	return out
}

// Each calls visit for every assignment of a section in the order in which they count.
func (u *Unit) each(section string, visit func(*Assignment)) {
	for _, f := range u.Files {
		for _, s := range f.Sections {
			if s.Name != section {
				continue
			}
			for _, a := range s.Assignments {
				visit(a)
			}
		}
	}
}

// Assignments lists all assignments of a section in the order in which they count.
func (u *Unit) Assignments(section string) []*Assignment {
	var out []*Assignment
	u.each(section, func(a *Assignment) { out = append(out, a) })
	return out
}

// List is what counts of a key whose assignments add up: those behind the last empty one.
func (u *Unit) List(section, key string) []*Assignment {
	all := u.All(section, key)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Value.String == "" {
			return all[i+1:]
		}
	}
	return all
}

// Template says that something fills one of the files in before systemd reads it.
func (u *Unit) Template() bool {
	return slices.ContainsFunc(u.Files, func(f *File) bool { return f.Template })
}
