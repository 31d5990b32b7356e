// Package python reads what Python modules set in so many words: assignments, and calls with their arguments, whose values are literals or follow
// from such. It is no parser of the language: whatever else stands there is passed over, and a value that it computes is not known.
package python

import (
	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxSize is the largest file that is read, in bytes; maxDepth is how deep brackets may stand within each other.
const (
	maxSize  = 1 << 20
	maxDepth = 60
)

// File is one module.
type File struct {
	Source      *source.File
	Assignments []*Assignment
	Calls       []*Call
	// Cut says what was left out, "" for nothing.
	Cut string
}

// Assignment is `a.b.c = value`.
type Assignment struct {
	// Target is the name with its dots.
	Target string
	Span   source.Span // the name
	// Nested says that it stands in a block: it may not run, or belongs to a function or class.
	Nested bool
	// Alone says that no other assignment of the module has the target.
	Alone bool
	value expression
}

// Call is a call with its arguments, wherever it stands.
type Call struct {
	// Name is what is called, with its dots: app.conf.update, shared_task.
	Name string
	Span source.Span // the name
	// Decorates is the function or class that the call is a decorator of, "" for any other call.
	Decorates string
	// Nested says that it stands in a block.
	Nested    bool
	Arguments []*Argument
}

// Argument is one argument; Name is "" for one by position, "**" and "*" for those that are unpacked.
type Argument struct {
	Name  string
	Span  source.Span
	value expression
}

// Environment says why a variable of the environment is not known to be unset; "" where nothing sets it, so that a default counts.
type Environment func(name string) string

// Read reads a module. It never fails: what it does not understand is left out.
func Read(f *source.File) *File {
	out := &File{Source: f}
	data := f.Data
	if len(data) > maxSize {
		data, out.Cut = data[:maxSize], "the module is longer than 1 MiB"
	}
	r := &reader{File: out}
	for _, line := range logicalLines(string(data)) {
		r.statement(line)
	}
	seen := map[string]*Assignment{}
	for _, a := range out.Assignments {
		first := seen[a.Target]
		a.Alone = first == nil
		if first == nil {
			seen[a.Target] = a
		} else {
			first.Alone = false
		}
	}
	return out
}

// Assigned is the only assignment of a name at the top of the module; nil where there is none or several.
func (f *File) Assigned(name string) *Assignment {
	for _, a := range f.Assignments {
		if a.Target == name && a.Alone {
			return a
		}
	}
	return nil
}

// Value evaluates what is assigned.
func (f *File) Value(a *Assignment, env Environment) *document.Node {
	e := &evaluator{file: f, env: env}
	n := e.value(a.value, 0)
	switch {
	case a.Nested:
		return n.Unknown(a.Target + " is set in a block, which may not run")
	case !a.Alone:
		return n.Unknown(a.Target + " is assigned several times")
	}
	return n
}

// Keyword evaluates an argument by its name; nil where the call does not have it. What is unpacked into the call may hold it.
func (f *File) Keyword(c *Call, name string, env Environment) *document.Node {
	e := &evaluator{file: f, env: env}
	for _, a := range c.Arguments {
		switch a.Name {
		case name:
			return e.value(a.value, 0)
		case "**":
			return (&document.Node{Kind: document.Scalar, Span: a.Span}).Unknown("an argument that is unpacked may hold " + name)
		}
	}
	return nil
}

// Positional evaluates an argument by its place; nil where there is none.
func (f *File) Positional(c *Call, n int, env Environment) *document.Node {
	e := &evaluator{file: f, env: env}
	for _, a := range c.Arguments {
		if a.Name != "" {
			continue
		}
		if n == 0 {
			return e.value(a.value, 0)
		}
		n--
	}
	return nil
}

// Keywords lists the names of a call's arguments with their values.
func (f *File) Keywords(c *Call, env Environment) []*document.Entry {
	e := &evaluator{file: f, env: env}
	var out []*document.Entry
	for _, a := range c.Arguments {
		if a.Name != "" && a.Name[0] != '*' {
			out = append(out, &document.Entry{Key: a.Name, Span: a.Span, Value: e.value(a.value, 0)})
		}
	}
	return out
}
