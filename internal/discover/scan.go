package discover

import (
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/qlint-dev/qlint/internal/source"
)

// Wants says what a caller wants of a file: nothing, its bytes, or to look at the bytes first.
type Wants uint8

const (
	// Nothing: the file is not read.
	Nothing Wants = iota
	// Bytes: the file is read and kept.
	Bytes
	// Look: the file is read, and kept where keep accepts its bytes.
	Look
)

// Scan reads files in parallel: of each path that wants asks for, the bytes are kept in the tree, or first shown to keep. A file that is
// not kept leaves nothing behind. What matters and can't be read is returned, sorted.
func (r *Repository) Scan(wants func(path string) Wants, keep func(path string, data []byte) bool) []Unread {
	type job struct {
		path string
		look bool
	}
	var jobs []job
	for _, p := range r.Tree.Paths() {
		if w := wants(p); w != Nothing {
			jobs = append(jobs, job{p, w == Look})
		}
	}
	var mu sync.Mutex
	var unread []Unread
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for n := range workers {
		wg.Go(func() {
			var buffer []byte
			for i := n; i < len(jobs); i += workers {
				j := jobs[i]
				data, err := r.read(j.path, buffer[:0])
				if err != nil {
					mu.Lock()
					unread = append(unread, Unread{Path: j.path, Reason: source.Plain(err)})
					mu.Unlock()
					continue
				}
				buffer = data
				if !j.look || keep(j.path, data) {
					r.Tree.Keep(source.New(j.path, slices.Clone(data)))
				}
			}
		})
	}
	wg.Wait()
	slices.SortFunc(unread, func(a, b Unread) int { return cmpStrings(a.Path, b.Path) })
	return unread
}

// read reads a file into a buffer that is reused: most files are looked at once and dropped.
func (r *Repository) read(path string, buffer []byte) ([]byte, error) {
	file, err := r.root.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for {
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, max(32<<10, cap(buffer)))
		}
		n, err := file.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if err == io.EOF {
			return buffer, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buffer) > source.MaxFileSize {
			return nil, source.ErrTooLarge
		}
	}
}
