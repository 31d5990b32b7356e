// Package dockerfile reads Dockerfiles: stages and their instructions with the place of every byte, continued lines joined, here-documents
// taken off (Docker: Dockerfile reference, syntax 1.4 and later). It runs nothing and expands nothing.
package dockerfile

import (
	"github.com/qlint-dev/qlint/internal/source"
)

// maxSize is the largest file that is read, in bytes.
const maxSize = 1 << 20

// File is one Dockerfile.
type File struct {
	Source *source.File
	// Arguments are the ARG instructions before the first stage.
	Arguments []*Instruction
	Stages    []*Stage
	Errors    []Error
}

// Error is what keeps an image from being built.
type Error struct {
	Message string
	Span    source.Span
}

// Stage is a FROM with the instructions behind it.
type Stage struct {
	// Name is what `AS name` calls it, in lower case, "" without one.
	Name string
	// Base is the image or stage as written, BaseSpan where it stands.
	Base     string
	BaseSpan source.Span
	// Parent is the stage that Base names, nil where it is an image.
	Parent       *Stage
	Span         source.Span
	Instructions []*Instruction
}

// Instruction is one instruction of a stage.
type Instruction struct {
	// Name is the keyword in capitals.
	Name string
	Span source.Span // the keyword
	// Flags are the words that start with `--` before the arguments.
	Flags []string
	// Text is what stands behind keyword and flags, lines joined.
	Text string
	// Exec says that the text is a JSON array, whose strings are Words; otherwise a shell reads the text.
	Exec  bool
	Words []Word
	// Heredocs are the here-documents of RUN, COPY and ADD.
	Heredocs []Heredoc

	file    *source.File
	offsets []int
}

// Word is a word with the place of its bytes.
type Word struct {
	Text    string
	file    *source.File
	offsets []int
}

// Heredoc is a here-document.
type Heredoc struct {
	// Name is the delimiter.
	Name string
	Body source.Span
}

// At is the place of the text's bytes from start up to end.
func (i *Instruction) At(start, end int) source.Span {
	return at(i.file, i.offsets, start, end, i.Span)
}

// At is the place of the word's bytes from start up to end.
func (w Word) At(start, end int) source.Span {
	return at(w.file, w.offsets, start, end, source.Span{File: w.file})
}

func at(file *source.File, offsets []int, start, end int, fallback source.Span) source.Span {
	if len(offsets) == 0 {
		return fallback
	}
	start = min(max(start, 0), len(offsets)-1)
	if end <= start {
		return file.Span(offsets[start], offsets[start])
	}
	return file.Span(offsets[start], offsets[min(end, len(offsets))-1]+1)
}

// Stage finds a stage by its name or, for "", the last one; nil where there is none.
func (f *File) Stage(target string) *Stage {
	for i := len(f.Stages) - 1; i >= 0; i-- {
		if target == "" || f.Stages[i].Name == target {
			return f.Stages[i]
		}
	}
	return nil
}
