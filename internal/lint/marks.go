package lint

import (
	"slices"
	"sync"
)

// marks collects, from several goroutines, what each kept file is good for.
type marks struct {
	*scanned
	mu sync.Mutex
}

// keep is shown the bytes of a file and says whether to keep it.
func (m *marks) keep(p string, data []byte) bool {
	kind := kindOf(p)
	if !m.interesting(kind, p, data) {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
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
}
