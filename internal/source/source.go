// Package source holds files as they were read, spans of their bytes, and the lines and columns that a person or a
// format counts.
package source

import (
	"bytes"
	"cmp"
	"sort"
	"strings"
	"sync"
)

// File is one file as it was read. Data must not change after New.
type File struct {
	// Path is relative to the repository's root and uses '/'.
	Path string
	Data []byte

	lineOnce   sync.Once
	lineStarts []int
}

// New returns a file of the repository. The line table is made when the first position is asked for.
func New(path string, data []byte) *File {
	return &File{Path: path, Data: data}
}

// Span returns the bytes from start up to but not including end, cut to the file.
func (f *File) Span(start, end int) Span {
	start = min(max(start, 0), len(f.Data))
	end = min(max(end, start), len(f.Data))
	return Span{File: f, Start: start, End: end}
}

// Whole is the span of the whole file: the place of a finding about a file as such. It starts and ends at the first byte, so
// that no report underlines everything.
func (f *File) Whole() Span { return Span{File: f} }

func (f *File) lines() []int {
	f.lineOnce.Do(func() {
		starts := make([]int, 1, 1+bytes.Count(f.Data, []byte{'\n'}))
		for at := 0; ; {
			i := bytes.IndexByte(f.Data[at:], '\n')
			if i < 0 {
				break
			}
			at += i + 1
			starts = append(starts, at)
		}
		f.lineStarts = starts
	})
	return f.lineStarts
}

// LineCount is the number of lines; a file that ends in a newline has an empty last line.
func (f *File) LineCount() int { return len(f.lines()) }

// Line returns the bytes of a line (from 1) without its line ending; nil outside the file.
func (f *File) Line(n int) []byte {
	starts := f.lines()
	if n < 1 || n > len(starts) {
		return nil
	}
	end := len(f.Data)
	if n < len(starts) {
		end = starts[n] - 1
	}
	return bytes.TrimSuffix(f.Data[starts[n-1]:end], []byte{'\r'})
}

// LineOffset is the byte offset at which a line (from 1) starts.
func (f *File) LineOffset(n int) int {
	starts := f.lines()
	n = min(max(n, 1), len(starts))
	return starts[n-1]
}

// Position is a line and a column, both from 1.
type Position struct {
	Line, Column int
}

// Position counts the line and column of a byte offset. Bytes that are no UTF-8 count as one unit each.
func (f *File) Position(offset int, unit Unit) Position {
	offset = min(max(offset, 0), len(f.Data))
	starts := f.lines()
	line := sort.SearchInts(starts, offset+1) - 1
	return Position{Line: line + 1, Column: 1 + unit.Count(f.Data[starts[line]:offset])}
}

// Span is a half-open range of bytes of one file. The zero Span is no place at all.
type Span struct {
	File       *File
	Start, End int
}

// IsZero says that there is no place.
func (s Span) IsZero() bool { return s.File == nil }

// Text is the source of the span.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return string(s.File.Data[s.Start:s.End])
}

// Path is the file's path, "" without one.
func (s Span) Path() string {
	if s.File == nil {
		return ""
	}
	return s.File.Path
}

// First is the position of the span's first byte; the zero Position without a file.
func (s Span) First(unit Unit) Position {
	if s.File == nil {
		return Position{}
	}
	return s.File.Position(s.Start, unit)
}

// Last is the position just behind the span; the zero Position without a file.
func (s Span) Last(unit Unit) Position {
	if s.File == nil {
		return Position{}
	}
	return s.File.Position(s.End, unit)
}

// Compare orders spans by path, start and end.
func Compare(a, b Span) int {
	return cmp.Or(strings.Compare(a.Path(), b.Path()), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
