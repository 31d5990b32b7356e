package phpeval

import (
	"slices"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// Class is a class, interface, trait or enum of the application.
type Class struct {
	// Name is the full name as declared, without a leading backslash.
	Name  string
	File  *source.File
	Tree  *php.File
	Names *php.Names
	Decl  *php.Class
}

// Span is the place of the class's name.
func (c *Class) Span() source.Span { return c.SpanOf(&c.Decl.Name) }

// SpanOf is the place of a node of the class's file.
func (c *Class) SpanOf(n php.Node) source.Span {
	start, end := n.Span()
	return c.File.Span(start, end)
}

// Outside is what is known of a class that is not part of the application.
type Outside struct {
	// Ancestors are the full names of all that it extends, implements and uses directly.
	Ancestors []string
	// Properties, Methods and Constants are names that it declares itself. Constants may hold Unknown values.
	Properties, Methods []string
	Constants           map[string]Value
	// Whole says that Properties, Methods and Constants leave nothing out, so that a search through the class is complete.
	Whole bool
}

// Loader finds the file that declares a class of the application, by its full name; nil when none does. It is called at most once
// a name, by one goroutine at a time, and must not call back.
type Loader func(name string) (*source.File, *php.File)

// Classes is the index of the application's own classes, functions and constants. Adding ends before evaluating starts; all other
// methods may be called from several goroutines.
type Classes struct {
	outside map[string]Outside // by lower-case name
	load    Loader

	mu        sync.RWMutex
	byName    map[string][]*Class // by lower-case name
	functions map[string][]*function
	constants map[string][]*constant
	asked     map[string]bool
	added     map[*php.File]bool
}

// NewClasses returns an empty index. outside states facts about classes that are not part of the application, by full name; load
// may be nil.
func NewClasses(outside map[string]Outside, load Loader) *Classes {
	c := &Classes{
		outside:   make(map[string]Outside, len(outside)),
		load:      load,
		byName:    map[string][]*Class{},
		functions: map[string][]*function{},
		constants: map[string][]*constant{},
		asked:     map[string]bool{},
		added:     map[*php.File]bool{},
	}
	for name, facts := range outside {
		c.outside[foldName(name)] = facts
	}
	return c
}

// Add indexes the declarations of a file and returns its classes in order of the source, anonymous ones left out.
func (c *Classes) Add(file *source.File, tree *php.File) []*Class {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.add(file, tree)
}

// Lookup returns the class of that full name, with or without leading backslash, in any case. It is nil when the application does
// not declare it, or declares it more than once.
func (c *Classes) Lookup(name string) *Class {
	if found := c.Declarations(name); len(found) == 1 {
		return found[0]
	}
	return nil
}

// Declarations returns every class of that full name.
func (c *Classes) Declarations(name string) []*Class {
	name = strings.TrimPrefix(name, `\`)
	key := foldName(name)
	c.mu.RLock()
	found, asked := c.byName[key], c.load == nil || c.asked[key]
	c.mu.RUnlock()
	if len(found) > 0 || asked {
		return found
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.asked[key] {
		c.asked[key] = true
		if file, tree := c.load(name); file != nil {
			c.add(file, tree)
		}
	}
	return c.byName[key]
}

// All returns every class that was added or loaded, by path and place.
func (c *Classes) All() []*Class {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var all []*Class
	for _, found := range c.byName {
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b *Class) int { return source.Compare(a.Span(), b.Span()) })
	return all
}

// foldName is a class's or function's name as PHP compares it.
func foldName(name string) string {
	name = strings.TrimPrefix(name, `\`)
	for i := range len(name) {
		if 'A' <= name[i] && name[i] <= 'Z' {
			return lowerASCII(name)
		}
	}
	return name
}

func lowerASCII(s string) string {
	out := []byte(s)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c | 0x20
		}
	}
	return string(out)
}
