// Package npm reads the scripts of package.json, which npm, yarn and pnpm run by their names.
package npm

import (
	"path"

	"github.com/qlint-dev/qlint/configparse/jsobject"
	"github.com/qlint-dev/qlint/internal/source"
)

// Is says that a path is that of a package.json.
func Is(at string) bool { return path.Base(at) == "package.json" }

// Script is one of a file's scripts.
type Script struct {
	Name, Text string
	span       source.Span
}

// At gives the places of the bytes of a script's text; the whole script where escapes keep them from standing byte by byte.
func (s *Script) At(start, end int) source.Span {
	if s.span.End-s.span.Start != len(s.Text) {
		return s.span
	}
	return s.span.File.Span(s.span.Start+start, s.span.Start+min(end, len(s.Text)))
}

// Find is the script of a name; nil where the file has none, or where it is no text.
func Find(file *source.File, name string) *Script {
	root := jsobject.Parse(file)
	if root == nil || root.Kind != jsobject.Object {
		return nil
	}
	scripts := root.Get("scripts")
	if scripts == nil || scripts.Kind != jsobject.Object {
		return nil
	}
	n := scripts.Get(name)
	if n == nil || n.Kind != jsobject.String {
		return nil
	}
	return &Script{Name: name, Text: n.Text, span: n.Inner}
}
