package lint

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/queueable"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/ignore"
	"github.com/qlint-dev/qlint/internal/source"
)

// scanned is what was read of a repository.
type scanned struct {
	tree   *source.Tree
	unread []discover.Unread
	// survey knows of files whose classes may turn out to be queued by what they extend.
	survey *queueable.Survey

	// classKinds are the kinds of files that are named like classes, by folder.
	classKinds sync.Map

	mu sync.Mutex
	// looked counts the files whose bytes were looked at.
	looked int
	// found are the files of each kind, marked those that hold ignore comments.
	found  map[kind][]string
	marked []string
}

func newScanned(tree *source.Tree) *scanned {
	return &scanned{tree: tree, survey: &queueable.Survey{}, found: map[kind][]string{}}
}

// scan reads the files that can matter: everything else is dismissed by its path or by a search in its bytes.
func scan(repo *discover.Repository) *scanned {
	s := newScanned(repo.Tree)
	s.unread = append(s.unread, repo.Unread...)
	s.unread = append(s.unread, repo.Scan(func(p string) discover.Look {
		may := s.kindsOf(p)
		if may == 0 {
			return nil
		}
		return func(data []byte) bool { return s.keep(p, may, data) }
	})...)
	s.settle()
	for _, p := range repo.Passed {
		if matters(p.Path) {
			repo.Tree.Lose(p.Path, p.Reason) // present, and not to be read: that is not the same as absent
		}
	}
	return s
}

// kindsOf is kindsOf, which is asked once for all classes of a folder.
func (s *scanned) kindsOf(p string) kind {
	folder, base := path.Split(p)
	if !isClassName(base) {
		return kindsOf(p)
	}
	if known, ok := s.classKinds.Load(folder); ok {
		return known.(kind)
	}
	k := kindsOf(p)
	s.classKinds.Store(folder, k)
	return k
}

// isClassName says that a file is named like a PHP class, so that the folder alone decides what it may be: no kind looks for such a name.
func isClassName(base string) bool {
	name, ok := strings.CutSuffix(base, ".php")
	if !ok || name == "" || name[0] < 'A' || name[0] > 'Z' || strings.Contains(name, ".") || strings.HasPrefix(name, "Dockerfile") || strings.HasPrefix(name, "Containerfile") {
		return false
	}
	return !strings.Contains(strings.ToLower(name), "cron") // tables of cron
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
		may := kindsOf(p)
		if may == 0 {
			continue
		}
		if file, err := tree.Read(p); err == nil {
			s.keep(p, may, file.Data)
		}
	}
	s.settle()
	return s
}

// keep is shown the bytes of a file and what it may be by its path, from several goroutines, and says whether to keep it.
func (s *scanned) keep(p string, may kind, data []byte) bool {
	text := search.Find(data)
	marked := text.Has(ignore.Mark)
	var is kind
	for i := range readings {
		r := &readings[i]
		if may&r.kind != 0 && (r.has == nil || (r.byPath || text.Meets(masks[i])) && r.has(s, p, text)) {
			is |= r.kind
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looked++
	if is == 0 && !marked {
		return false
	}
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
