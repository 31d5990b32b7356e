package lint

import (
	"path"
	"slices"
	"sync"

	"github.com/qlint-dev/qlint/configparse/queueable"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/ignore"
	"github.com/qlint-dev/qlint/internal/source"
)

// scanned is what was read of a repository.
type scanned struct {
	tree *source.Tree
	// may holds the files whose bytes are looked at, with what each may be by its path.
	may    map[string]kind
	unread []discover.Unread
	// survey knows of files whose classes may turn out to be queued by what they extend.
	survey *queueable.Survey

	mu sync.Mutex
	// found are the files of each kind, marked those that hold ignore comments.
	found  map[kind][]string
	marked []string
}

func newScanned(tree *source.Tree) *scanned {
	return &scanned{tree: tree, survey: &queueable.Survey{}, found: map[kind][]string{}, may: map[string]kind{}}
}

// scan reads the files that can matter: everything else is dismissed by its path or by a search in its bytes.
func scan(repo *discover.Repository) *scanned {
	s := newScanned(repo.Tree)
	s.unread = append(s.unread, repo.Unread...)
	s.unread = append(s.unread, repo.Scan(func(p string) discover.Wants {
		k := kindsOf(p)
		if k == 0 {
			return discover.Nothing
		}
		s.may[p] = k
		return discover.Look
	}, s.keep)...)
	s.settle()
	for _, p := range repo.Passed {
		if matters(p.Path) {
			repo.Tree.Lose(p.Path, p.Reason) // present, and not to be read: that is not the same as absent
		}
	}
	return s
}

// matters says that a file would decide something by its mere presence.
func matters(p string) bool {
	switch path.Base(p) {
	case "queue.php", "horizon.php", "database.php", "cache.php":
		return path.Base(path.Dir(p)) == "config"
	case "artisan":
		return false
	}
	return kindsOf(p)&namedFile != 0
}

// scanTree is scan for a tree that lies in memory.
func scanTree(tree *source.Tree) *scanned {
	s := newScanned(tree)
	for _, p := range tree.Paths() {
		k := kindsOf(p)
		if k == 0 {
			continue
		}
		s.may[p] = k
		if file, err := tree.Read(p); err == nil {
			s.keep(p, file.Data)
		}
	}
	s.settle()
	return s
}

// keep is shown the bytes of a file, from several goroutines, and says whether to keep it.
func (s *scanned) keep(p string, data []byte) bool {
	may := s.may[p]
	text := search.Find(data)
	marked := text.Has(ignore.Mark)
	var is kind
	for _, r := range readings {
		if may&r.kind != 0 && (r.has == nil || r.has(s, p, text)) {
			is |= r.kind
		}
	}
	if is == 0 && !marked {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if marked {
		s.marked = append(s.marked, p)
	}
	for _, r := range readings {
		if is&r.kind != 0 {
			s.found[r.kind] = append(s.found[r.kind], p)
		}
	}
	return true
}

// settle puts everything into an order that no goroutine decides.
func (s *scanned) settle() {
	slices.Sort(s.marked)
	for _, paths := range s.found {
		slices.Sort(paths)
	}
}

// files reads the files of a kind, in the order of their paths.
func (s *scanned) files(k kind) []*source.File { return s.read(s.found[k]) }

// withMarks are the files that hold ignore comments.
func (s *scanned) withMarks() []*source.File { return s.read(s.marked) }

func (s *scanned) read(paths []string) []*source.File {
	var out []*source.File
	for _, p := range paths {
		if file, err := s.tree.Read(p); err == nil {
			out = append(out, file)
		}
	}
	return out
}
