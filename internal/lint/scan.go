package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/laravel"
	"github.com/qlint-dev/qlint/configparse/queueable"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/source"
)

// scanned is what was read of a repository.
type scanned struct {
	tree *source.Tree
	// looked is the number of files whose bytes were looked at.
	looked int
	unread []discover.Unread
	// php are files with queued classes, what belongs to them, or code that changes connections while the application runs.
	// survey knows of files whose classes may turn out to be queued by what they extend.
	php    []string
	survey *queueable.Survey
	// managers are files of process managers, scripts those that write such files or start workers.
	managers, scripts []string
	// setters are files that may set environment variables or declare containers: compose, Kubernetes.
	setters []string
	// marked are files that hold ignore comments.
	marked []string
}

// scan reads the files that can matter: everything else is dismissed by its path or by a search in its bytes.
func scan(repo *discover.Repository) *scanned {
	s := newScanned(repo.Tree)
	s.unread = append(s.unread, repo.Unread...)
	marks := &marks{scanned: s}
	s.unread = append(s.unread, repo.Scan(func(p string) discover.Wants {
		switch kindOf(p) {
		case phpFile, managerFile, scriptFile, setterFile:
			s.looked++
			return discover.Look
		case namedFile:
			s.looked++
			return discover.Bytes
		}
		return discover.Nothing
	}, marks.keep)...)
	marks.settle()
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
	return kindOf(p) == namedFile
}

// scanTree is scan for a tree that lies in memory.
func scanTree(tree *source.Tree) *scanned {
	s := newScanned(tree)
	marks := &marks{scanned: s}
	for _, p := range tree.Paths() {
		if kindOf(p) == otherFile {
			continue
		}
		s.looked++
		if file, err := tree.Read(p); err == nil && kindOf(p) != namedFile {
			marks.keep(p, file.Data)
		}
	}
	marks.settle()
	return s
}

func newScanned(tree *source.Tree) *scanned {
	return &scanned{tree: tree, survey: &queueable.Survey{}}
}

// fileKind is what a path may hold.
type fileKind uint8

const (
	otherFile fileKind = iota
	phpFile
	// managerFile may be a process manager's configuration.
	managerFile
	// scriptFile is a shell script or Dockerfile.
	scriptFile
	// setterFile may set environment variables or declare containers.
	setterFile
	// namedFile matters by its name alone.
	namedFile
)

// kindOf dismisses most files by their path.
func kindOf(p string) fileKind {
	base := path.Base(p)
	switch {
	case base == "composer.json" || base == "composer.lock" || base == "artisan" || strings.HasPrefix(base, ".env"):
		return namedFile
	case development(p):
		return otherFile
	}
	switch ext := path.Ext(base); ext {
	case ".php":
		if strings.HasSuffix(base, ".blade.php") || inFolder(p, "tests", "lang", "views") {
			return otherFile
		}
		return phpFile
	case ".conf", ".ini", ".cfg", ".stub", ".tpl", ".j2", ".erb", ".example", ".dist", ".template", ".supervisor":
		return managerFile
	case ".sh", ".bash":
		return scriptFile
	case ".yml", ".yaml":
		if !strings.HasPrefix(p, ".github/") {
			return setterFile
		}
	case "":
		if strings.HasPrefix(base, "supervisor") || inFolder(p, "supervisor", "supervisord", "conf.d") {
			return managerFile
		}
		if base == "Dockerfile" || base == "entrypoint" || inFolder(p, "bin", "scripts") {
			return scriptFile
		}
	}
	if strings.HasPrefix(base, "Dockerfile") {
		return scriptFile
	}
	return otherFile
}

// development says that a path serves documentation, examples or tests only.
func development(p string) bool { return inFolder(p, "docs", "doc", "examples", "example") }

func inFolder(p string, names ...string) bool {
	for part := range strings.SplitSeq(path.Dir(p), "/") {
		for _, name := range names {
			if strings.EqualFold(part, name) {
				return true
			}
		}
	}
	return false
}

var (
	programMark = []byte("[program:")
	queueMark   = []byte("ueue")
	horizonMark = []byte("horizon.")
	hereMark    = []byte("<<")
)

// interesting says whether a file's bytes may matter.
func (s *scanned) interesting(kind fileKind, p string, data []byte) bool {
	switch kind {
	case phpFile:
		if isConfig(p) || s.survey.Look(p, data) {
			return true
		}
		// What changes connections or starts workers names a queue or Horizon.
		return (bytes.Contains(data, queueMark) || bytes.Contains(data, horizonMark)) &&
			(laravel.ChangesConnections(data) != "" || registersWorker(data) || startsWorker(data))
	case managerFile:
		return bytes.Contains(data, programMark) || bytes.Contains(data, []byte("[supervisord]")) || bytes.Contains(data, []byte("[group:"))
	case scriptFile:
		return bytes.Contains(data, programMark) && bytes.Contains(data, hereMark) || startsWorkers(p, data)
	case setterFile:
		has := func(mark string) bool { return bytes.Contains(data, []byte(mark)) }
		return slices.ContainsFunc(setterMarks, has) || has("services:") && (has("image:") || has("build:")) || has("containers:") && has("kind:")
	}
	return true
}

// setterMarks are what a file that deploys a Laravel application's containers has: one of the variables that decide about queues, artisan,
// or a grace.
var setterMarks = []string{
	"QUEUE", "RETRY_AFTER", "APP_ENV", "HORIZON", "artisan", "stop_grace_period", "terminationGracePeriodSeconds",
}

// isConfig says that a path is a file of an application's configuration.
func isConfig(p string) bool { return inFolder(p, "config") }
