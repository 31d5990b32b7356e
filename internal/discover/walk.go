package discover

import (
	"errors"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
)

// leftOut are folders that hold no production code of the project itself.
var leftOut = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".idea": true, ".vscode": true,
	"vendor": true, "node_modules": true, "bower_components": true,
	"testdata": true, "fixtures": true, "Fixtures": true, "__fixtures__": true, "__snapshots__": true,
	"stubs": true,
}

// leftOutPaths are left out by their path below an application or the repository.
var leftOutPaths = map[string]bool{
	"storage/framework": true, "storage/logs": true, "bootstrap/cache": true, "public/build": true, "public/vendor": true,
}

// maxFiles bounds a walk; larger trees are no single project.
const maxFiles = 1_000_000

// walker lists a tree in parallel: each folder is one piece of work.
type walker struct {
	fsys    fs.FS
	exclude []string

	mu      sync.Mutex
	paths   []string
	unread  []Unread
	pending sync.WaitGroup
	slots   chan struct{}
}

func (w *walker) run() {
	w.slots = make(chan struct{}, 2*runtime.GOMAXPROCS(0))
	var ignores []*ignoreFile
	if data, err := fs.ReadFile(w.fsys, ".git/info/exclude"); err == nil {
		ignores = append(ignores, parseIgnore("", data))
	}
	w.pending.Add(1)
	w.folder("", ignores)
	w.pending.Wait()
	slices.Sort(w.paths)
	slices.SortFunc(w.unread, func(a, b Unread) int { return cmpStrings(a.Path, b.Path) })
}

func cmpStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// folder lists one folder and starts on those below it.
func (w *walker) folder(dir string, ignores []*ignoreFile) {
	defer w.pending.Done()
	name := dir
	if dir == "" {
		name = "."
	}
	entries, err := fs.ReadDir(w.fsys, name)
	if err != nil {
		w.note(dir, err)
		return
	}
	if i, found := slices.BinarySearchFunc(entries, ".gitignore", func(e fs.DirEntry, n string) int { return cmpStrings(e.Name(), n) }); found && entries[i].Type().IsRegular() {
		if data, err := fs.ReadFile(w.fsys, path.Join(dir, ".gitignore")); err == nil {
			ignores = append(slices.Clip(ignores), parseIgnore(dir, data))
		}
	}
	var files []string
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		isDir := e.IsDir()
		// A symbolic link is read where it leads to a file of the repository; a linked folder is not followed, so that no
		// circle can arise and nothing is read twice.
		if !isDir && !e.Type().IsRegular() && e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		if w.skips(at, e.Name(), isDir, ignores) {
			continue
		}
		if isDir {
			w.descend(at, ignores)
		} else if e.Type().IsRegular() || w.linksToFile(at) {
			files = append(files, at)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.paths) < maxFiles {
		w.paths = append(w.paths, files...)
	}
}

func (w *walker) linksToFile(at string) bool {
	info, err := fs.Stat(w.fsys, at)
	return err == nil && info.Mode().IsRegular()
}

// descend walks a folder in a goroutine of its own while there is room.
func (w *walker) descend(dir string, ignores []*ignoreFile) {
	w.pending.Add(1)
	select {
	case w.slots <- struct{}{}:
		go func() {
			defer func() { <-w.slots }()
			w.folder(dir, ignores)
		}()
	default:
		w.folder(dir, ignores)
	}
}

func (w *walker) skips(at, name string, isDir bool, ignores []*ignoreFile) bool {
	if isDir && (leftOut[name] || leftOutBySuffix(at)) {
		return true
	}
	for i := len(ignores) - 1; i >= 0; i-- {
		if ignored, decided := ignores[i].ignored(at, isDir); decided {
			if ignored {
				return true
			}
			break
		}
	}
	return slices.ContainsFunc(w.exclude, func(glob string) bool {
		ok, err := doublestar.Match(glob, at)
		return err == nil && ok
	})
}

// leftOutBySuffix says whether a path ends in one of leftOutPaths.
func leftOutBySuffix(at string) bool {
	base := path.Base(at)
	parent := path.Base(path.Dir(at))
	return leftOutPaths[parent+"/"+base]
}

func (w *walker) note(dir string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	reason := err.Error()
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		reason = e.Err.Error()
	}
	w.unread = append(w.unread, Unread{Path: dir, Reason: reason})
}
