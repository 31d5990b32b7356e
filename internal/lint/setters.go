package lint

import (
	"iter"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/internal/source"
)

// setters are files that no reader reads whole and that may set environment variables.
type setters struct {
	files []*source.File
	once  sync.Once
	// sets holds the first file that something is assigned to a name in: `NAME: x`, `NAME=x`.
	sets map[string]*source.File
}

// elsewhere says which file without a reader may set a variable.
func (p *parsed) elsewhere(name string) string {
	if len(p.unseen) > 0 {
		return name + " may be set by " + p.unseen[0]
	}
	p.setters.once.Do(p.setters.index)
	if file := p.setters.sets[name]; file != nil {
		return name + " may be set by " + file.Path
	}
	return ""
}

func (s *setters) index() {
	s.sets = map[string]*source.File{}
	for _, file := range s.files {
		for name := range assignedIn(string(file.Data)) {
			if s.sets[name] == nil {
				s.sets[name] = file
			}
		}
	}
}

// assignedIn yields the words of a text that something is assigned to. `$NAME` and `{NAME` read a variable.
func assignedIn(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			start := i
			for i < len(text) && isWord(text[i]) {
				i++
			}
			if i == start {
				i++
				continue
			}
			rest := i
			for rest < len(text) && strings.IndexByte(` "'`, text[rest]) >= 0 {
				rest++
			}
			if rest < len(text) && (text[rest] == ':' || text[rest] == '=') && !yield(text[start:i]) {
				return
			}
		}
	}
}

// isWord says that a byte belongs to a name, or makes one of what follows that is read and not set.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '{' || c == '$'
}
