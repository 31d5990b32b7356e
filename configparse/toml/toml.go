// Package toml reads TOML with the place of every key and value.
package toml

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	library "github.com/BurntSushi/toml"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxSize is the largest file that is parsed, in bytes; maxDepth is how deep tables and arrays may stand within each other.
const (
	maxSize  = 1 << 20
	maxDepth = 100
)

// File is one TOML file.
type File struct {
	Source *source.File
	// Root is the file as a mapping; nil where it could not be parsed: a fault anywhere in TOML is one of the whole.
	Root *document.Node
	// Error is why the file could not be parsed, nil where it could.
	Error *Error
}

// Error is a fault of a file.
type Error struct {
	Message string
	Span    source.Span
}

// Parse reads a file.
func Parse(f *source.File) *File {
	out := &File{Source: f}
	if why := tooMuch(f.Data); why != "" {
		out.Error = &Error{why, f.Whole()}
		return out
	}
	var tree map[string]any
	if _, err := library.Decode(string(f.Data), &tree); err != nil {
		out.Error = fault(f, err)
		return out
	}
	b := &builder{Scan(f), map[string]Place{}}
	b.findImplied()
	out.Root = b.table("", tree, f.Whole(), 0)
	return out
}

// tooMuch says why a text is not parsed: its size, or brackets within brackets.
func tooMuch(data []byte) string {
	if len(data) > maxSize {
		return fmt.Sprintf("it is larger than %d KiB", maxSize>>10)
	}
	depth := 0
	for _, c := range data {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		case '\n':
			if depth < 3 {
				depth = 0 // brackets in texts and comments
			}
		}
		if depth > maxDepth {
			return fmt.Sprintf("brackets stand more than %d deep", maxDepth)
		}
	}
	return ""
}

func fault(f *source.File, err error) *Error {
	e := &Error{Message: err.Error(), Span: f.Whole()}
	if p := (library.ParseError{}); errors.As(err, &p) {
		e.Span = f.Span(p.Position.Start, p.Position.Start+max(p.Position.Len, 1))
		e.Message = cmp.Or(p.Message, strings.TrimPrefix(err.Error(), "toml: "))
	}
	return e
}

// builder turns the library's values into nodes with places.
type builder struct {
	*Positions
	// implied are the places of tables that are written by what stands in them alone: of `a.b = 1` a, of `[[a]]` the array.
	implied map[string]Place
}

func (b *builder) findImplied() {
	for _, path := range b.Order {
		at := b.Places[path]
		for i := strings.LastIndex(path, Separator); i > 0; i = strings.LastIndex(path[:i], Separator) {
			if _, known := b.implied[path[:i]]; known {
				break
			}
			b.implied[path[:i]] = Place{Key: at.Key}
		}
	}
}

func (b *builder) place(path string) Place {
	if at, written := b.Places[path]; written {
		return at
	}
	return b.implied[path]
}

func (b *builder) table(path string, table map[string]any, at source.Span, depth int) *document.Node {
	out := &document.Node{Kind: document.Mapping, Span: at}
	if depth > maxDepth {
		out.Why = "tables stand too deep"
		return out
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		below := key
		if path != "" {
			below = path + Separator + key
		}
		at := b.place(below)
		out.Entries = append(out.Entries, &document.Entry{Key: key, Span: at.Key, Value: b.value(below, table[key], at, depth+1)})
	}
	slices.SortStableFunc(out.Entries, func(x, y *document.Entry) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	return out
}

func (b *builder) value(path string, v any, at Place, depth int) *document.Node {
	span := at.Value
	if span.IsZero() {
		span = at.Key
	}
	list := func(n int, item func(i int) any) *document.Node {
		out := &document.Node{Kind: document.Sequence, Span: span}
		for i := range n {
			below := path + Separator + strconv.Itoa(i)
			out.Items = append(out.Items, b.value(below, item(i), b.place(below), depth+1))
		}
		return out
	}
	switch v := v.(type) {
	case map[string]any:
		return b.table(path, v, span, depth)
	case []map[string]any:
		return list(len(v), func(i int) any { return v[i] })
	case []any:
		return list(len(v), func(i int) any { return v[i] })
	case string:
		out := &document.Node{Kind: document.Scalar, Text: v, Quoted: true, Span: span}
		if inner := span; inner.Text() == `"`+v+`"` || inner.Text() == "'"+v+"'" {
			out.Bytes = func(start, end int) source.Span { return inner.File.Span(inner.Start+1+start, inner.Start+1+end) }
		}
		return out
	case float64:
		return &document.Node{Kind: document.Scalar, Text: strconv.FormatFloat(v, 'f', -1, 64), Span: span}
	}
	return &document.Node{Kind: document.Scalar, Text: fmt.Sprint(v), Span: span}
}
