package discover

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/qlint-dev/qlint/internal/source"
)

// leftOut are folders that hold no production code of the project itself.
var leftOut = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".idea": true, ".vscode": true, ".terraform": true, ".venv": true,
	"vendor": true, "node_modules": true, "bower_components": true,
	"testdata": true, "fixtures": true, "Fixtures": true, "__fixtures__": true, "__snapshots__": true,
	"stubs": true, "docs": true, "doc": true, "documentation": true, "examples": true, "example": true,
}

// leftOutPaths are left out by the end of their path: what a framework writes while it runs or builds.
var leftOutPaths = map[string]bool{
	"storage/framework": true, "storage/logs": true, "bootstrap/cache": true, "public/build": true, "public/vendor": true,
}

// isLeftOut says whether a folder is left out by its path alone.
func isLeftOut(at string) bool {
	base := path.Base(at)
	return leftOut[base] || leftOutPaths[path.Base(path.Dir(at))+"/"+base]
}

const (
	// maxFiles and maxDepth bound a walk; larger trees are no single project.
	maxFiles = 1_000_000
	maxDepth = 200
	// maxIgnoreFile is how much of an ignore file counts, in bytes.
	maxIgnoreFile = 1 << 20
)

// walker lists a tree in parallel: each folder is one piece of work.
type walker struct {
	root    *os.Root
	exclude []string

	mu    sync.Mutex
	paths []string
	links []string
	// resolved are the links that lead to a file of the walk, with the path of that file.
	resolved map[string]string
	unread   []Unread
	passed   []Unread
	cut      bool
	pending  sync.WaitGroup
	slots    chan struct{}
}

func (w *walker) run() {
	w.slots = make(chan struct{}, 2*runtime.GOMAXPROCS(0))
	var ignores []*ignoreFile
	if data := infoExclude(w.root.Name()); data != nil {
		ignores = append(ignores, parseIgnore("", data))
	}
	w.pending.Add(1)
	w.folder("", 0, ignores)
	w.pending.Wait()
	slices.Sort(w.paths)
	w.followLinks()
	slices.SortFunc(w.unread, func(a, b Unread) int { return strings.Compare(a.Path, b.Path) })
}

// folder lists one folder and starts on those below it.
func (w *walker) folder(dir string, depth int, ignores []*ignoreFile) {
	defer w.pending.Done()
	entries, err := list(w.root, dir)
	if err != nil {
		w.note(dir, source.Plain(err))
		return
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".gitignore" && e.Type().IsRegular() }) {
		ignores = w.ignoresOf(dir, ignores)
	}
	var files, links []string
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		link := e.Type()&fs.ModeSymlink != 0
		if w.skips(at, e.IsDir(), ignores) {
			continue
		}
		if !e.IsDir() && !e.Type().IsRegular() && !link {
			w.pass(at, "it is no regular file")
			continue
		}
		switch {
		case e.IsDir():
			w.descend(at, depth+1, ignores)
		case link:
			links = append(links, at)
		default:
			files = append(files, at)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.links = append(w.links, links...)
	if len(w.paths)+len(files) <= maxFiles {
		w.paths = append(w.paths, files...)
	} else if !w.cut {
		w.cut = true
		w.unread = append(w.unread, Unread{dir, fmt.Sprintf("the repository has more than %d files: the rest is not read", maxFiles)})
	}
}

func list(root *os.Root, dir string) ([]fs.DirEntry, error) {
	if dir == "" {
		dir = "."
	}
	file, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return entries(file)
}

// descend walks a folder in a goroutine of its own while there is room.
func (w *walker) descend(dir string, depth int, ignores []*ignoreFile) {
	if depth > maxDepth {
		w.note(dir, fmt.Sprintf("more than %d folders deep", maxDepth))
		return
	}
	w.pending.Add(1)
	select {
	case w.slots <- struct{}{}:
		go func() {
			defer func() { <-w.slots }()
			w.folder(dir, depth, ignores)
		}()
	default:
		w.folder(dir, depth, ignores)
	}
}

// ignoresOf adds a folder's .gitignore to those above it.
func (w *walker) ignoresOf(dir string, above []*ignoreFile) []*ignoreFile {
	at := path.Join(dir, ".gitignore")
	file, err := w.root.Open(at)
	if err != nil {
		w.note(at, source.Plain(err))
		return above
	}
	defer file.Close()
	data, whole, err := readStart(file)
	if err != nil {
		w.note(at, source.Plain(err))
		return above
	}
	if !whole {
		w.note(at, "only its first MiB counts")
	}
	return append(slices.Clip(above), parseIgnore(dir, data))
}

// readStart reads an ignore file as far as it counts; whole is false where lines were cut off.
func readStart(r io.Reader) (data []byte, whole bool, err error) {
	data, err = io.ReadAll(io.LimitReader(r, maxIgnoreFile+1))
	if err != nil || len(data) <= maxIgnoreFile {
		return data, true, err
	}
	return data[:bytes.LastIndexByte(data, '\n')+1], false, nil
}

func (w *walker) skips(at string, isDir bool, ignores []*ignoreFile) bool {
	if isDir && isLeftOut(at) || isIgnored(at, isDir, ignores) {
		return true
	}
	return slices.ContainsFunc(w.exclude, func(glob string) bool {
		ok, err := doublestar.Match(glob, at)
		return err == nil && ok
	})
}

// isIgnored asks the ignore files from the innermost outwards.
func isIgnored(at string, isDir bool, ignores []*ignoreFile) bool {
	for i := len(ignores) - 1; i >= 0; i-- {
		if ignored, decided := ignores[i].ignored(at, isDir); decided {
			return ignored
		}
	}
	return false
}

// followLinks adds each symbolic link that leads to a file of the walk, and no other: a link must not bring back what is ignored or left
// out, a linked folder would be read twice, and a circle leads nowhere. Paths are sorted.
func (w *walker) followLinks() {
	slices.Sort(w.links)
	targets := map[string]string{}
	for _, at := range w.links {
		if to, err := w.root.Readlink(at); err == nil && !path.IsAbs(to) {
			targets[at] = path.Join(path.Dir(at), to)
		}
	}
	regular := w.paths
	w.resolved = map[string]string{}
	for _, at := range w.links {
		to, ok := targets[at]
		for range 40 {
			next, isLink := targets[to]
			if !ok || !isLink {
				break
			}
			to = next
		}
		if _, found := slices.BinarySearch(regular, to); ok && found {
			w.paths = append(w.paths, at)
			w.resolved[at] = to
		} else {
			w.pass(at, "the symbolic link leads to no file of the repository")
		}
	}
	slices.SortFunc(w.passed, func(a, b Unread) int { return strings.Compare(a.Path, b.Path) })
}

func (w *walker) pass(at, reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.passed = append(w.passed, Unread{at, reason})
}

func (w *walker) note(at, reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unread = append(w.unread, Unread{at, reason})
}
