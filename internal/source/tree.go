package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// MaxFileSize is the largest file that is read, in bytes. Configuration and classes are far smaller; what is larger is reported
// as too large and not cut.
const MaxFileSize = 32 << 20

// ErrTooLarge is returned for a file above MaxFileSize.
var ErrTooLarge = fmt.Errorf("larger than %d MiB", MaxFileSize>>20)

// Tree is the files of one repository that may be read. It never leads outside: the file system under it refuses symbolic links
// out of the repository (os.Root). Its methods may be called from several goroutines.
type Tree struct {
	fsys  fs.FS
	paths []string

	mu    sync.Mutex
	files map[string]*File
	lost  map[string]string
	links map[string]string
}

// NewTree returns a tree of the given paths, relative to the file system's root with '/'.
func NewTree(fsys fs.FS, paths []string) *Tree {
	sorted := slices.Clone(paths)
	slices.Sort(sorted)
	return &Tree{fsys: fsys, paths: slices.Compact(sorted), files: map[string]*File{}}
}

// Paths lists every file of the tree, sorted.
func (t *Tree) Paths() []string { return t.paths }

// Link notes that a path of the tree is a symbolic link to another one.
func (t *Tree) Link(at, to string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.links == nil {
		t.links = map[string]string{}
	}
	t.links[at] = to
}

// Target is the path that a symbolic link leads to, the path itself where it is none.
func (t *Tree) Target(at string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if to, ok := t.links[at]; ok {
		return to
	}
	return at
}

// Has says whether the tree holds a file of that path.
func (t *Tree) Has(path string) bool {
	_, found := slices.BinarySearch(t.paths, path)
	return found
}

// Under lists the files below a folder, sorted; all of them for "".
func (t *Tree) Under(folder string) []string {
	if folder == "" {
		return t.paths
	}
	low, _ := slices.BinarySearch(t.paths, folder+"/")
	high, _ := slices.BinarySearch(t.paths, folder+"0") // '0' is the byte after '/'
	return t.paths[low:high]
}

// Read returns a file, the same one at every call. The error names no absolute path.
func (t *Tree) Read(path string) (*File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, ok := t.files[path]; ok {
		return f, nil
	}
	if why, ok := t.lost[path]; ok {
		return nil, fmt.Errorf("%s: %s", path, why)
	}
	if !t.Has(path) {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	data, err := readFile(t.fsys, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, Plain(err))
	}
	f := New(path, data)
	t.files[path] = f
	return f, nil
}

// Lose adds a path that stands in the repository and cannot be read, with the reason: a link that leads nowhere or outside, a pipe. Read
// then fails without touching it. It must not be called while others read.
func (t *Tree) Lose(path, reason string) {
	if t.lost == nil {
		t.lost = map[string]string{}
	}
	t.lost[path] = reason
	if i, found := slices.BinarySearch(t.paths, path); !found {
		t.paths = slices.Insert(slices.Clip(t.paths), i, path)
	}
}

// Keep stores a file that was read elsewhere, so that Read returns it: bytes from standard input, or from a parallel reader.
func (t *Tree) Keep(f *File) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files[f.Path] = f
}

func readFile(fsys fs.FS, path string) ([]byte, error) {
	file, err := fsys.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > MaxFileSize {
		return nil, ErrTooLarge
	}
	data := make([]byte, 0, info.Size()+1)
	return appendAll(data, io.LimitReader(file, MaxFileSize))
}

func appendAll(data []byte, r io.Reader) ([]byte, error) {
	for {
		if len(data) == cap(data) {
			data = slices.Grow(data, 512)
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
}

// Plain is an error's text without the operation and path that fs.PathError puts before it.
func Plain(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		return text[i+2:]
	}
	return text
}
