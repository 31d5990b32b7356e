package lint

import (
	"bytes"
	"slices"
	"sync"

	"github.com/qlint-dev/qlint/internal/ignore"
	"github.com/qlint-dev/qlint/internal/source"
)

// marks collects, from several goroutines, what each kept file is good for.
type marks struct {
	*scanned
	mu sync.Mutex
}

// keep is shown the bytes of a file and says whether to keep it.
func (m *marks) keep(p string, data []byte) bool {
	kind := kindOf(p)
	marked := bytes.Contains(data, []byte(ignore.Mark))
	interesting := m.interesting(kind, p, data)
	if !interesting && !marked {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if marked {
		m.marked = append(m.marked, p)
	}
	if !interesting {
		return true
	}
	switch kind {
	case phpFile:
		if !isConfig(p) {
			m.php = append(m.php, p)
		}
	case managerFile:
		m.managers = append(m.managers, p)
	case scriptFile:
		m.scripts = append(m.scripts, p)
	case setterFile:
		m.setters = append(m.setters, p)
	}
	return true
}

// settle puts everything into an order that no goroutine decides.
func (m *marks) settle() {
	slices.Sort(m.php)
	slices.Sort(m.managers)
	slices.Sort(m.scripts)
	slices.Sort(m.setters)
	slices.Sort(m.marked)
}

// withMarks are the files that may hold ignore comments.
func (s *scanned) withMarks() []*source.File {
	var out []*source.File
	for _, p := range s.tree.Paths() {
		if _, marked := slices.BinarySearch(s.marked, p); !marked && kindOf(p) != namedFile {
			continue
		}
		if file, err := s.tree.Read(p); err == nil {
			out = append(out, file)
		}
	}
	return out
}
