package discover

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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

// maxKept bounds the bytes of all files that are kept in memory.
const maxKept = 1 << 30

// errKept is the reason of files beyond maxKept.
var errKept = fmt.Errorf("more than %d MiB of files that matter", maxKept>>20)

// batchSize is how many files of one folder a goroutine reads at a time.
const batchSize = 64

// batch is files of one folder, which are opened relative to it: opening by the whole path would walk it anew for each file.
type batch struct {
	folder string
	files  []wanted
}

type wanted struct {
	path string
	look bool
}

// Scan reads files in parallel: of each path that wants asks for, the bytes are kept in the tree, or first shown to keep, which is called
// from several goroutines and must not hold on to the bytes. A file that is not kept leaves nothing behind. What matters and can't
// be read is returned, sorted.
func (r *Repository) Scan(wants func(path string) Wants, keep func(path string, data []byte) bool) []Unread {
	batches := r.batches(wants)
	s := &scan{repo: r, keep: keep}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(batches)) {
		wg.Go(func() {
			var buffer []byte
			for {
				i := int(next.Add(1)) - 1
				if i >= len(batches) {
					return
				}
				buffer = s.read(batches[i], buffer)
			}
		})
	}
	wg.Wait()
	slices.SortFunc(s.unread, func(a, b Unread) int { return strings.Compare(a.Path, b.Path) })
	return s.unread
}

func (r *Repository) batches(wants func(string) Wants) []batch {
	open := map[string]int{} // the folder's batch that has room
	var out []batch
	for _, p := range r.Tree.Paths() {
		w := wants(p)
		if w == Nothing {
			continue
		}
		folder := path.Dir(p)
		i, ok := open[folder]
		if !ok || len(out[i].files) == batchSize {
			i = len(out)
			open[folder] = i
			out = append(out, batch{folder: folder})
		}
		out[i].files = append(out[i].files, wanted{p, w == Look})
	}
	return out
}

// scan is one run of Scan.
type scan struct {
	repo *Repository
	keep func(path string, data []byte) bool
	kept atomic.Int64

	mu     sync.Mutex
	unread []Unread
}

// read reads the files of a batch, with a buffer that is reused: most files are looked at once and dropped.
func (s *scan) read(b batch, buffer []byte) []byte {
	folder, missing := s.repo.root.Open(b.folder)
	if missing == nil {
		defer folder.Close()
	}
	for _, f := range b.files {
		data, held := s.repo.held[f.path]
		var err error
		if !held {
			data, err = readIn(folder, s.repo.root, f.path, buffer[:0])
			if cap(data) > cap(buffer) {
				buffer = data
			}
		}
		if err == nil && (!f.look || s.keep(f.path, data)) {
			if s.kept.Add(int64(len(data))) > maxKept {
				err = errKept
			} else {
				s.repo.Tree.Keep(source.New(f.path, slices.Clone(data)))
			}
		}
		if err != nil {
			s.mu.Lock()
			s.unread = append(s.unread, Unread{Path: f.path, Reason: source.Plain(err)})
			s.mu.Unlock()
		}
	}
	return buffer
}

// readIn reads a file of an open folder, nil where it could not be opened. What is no plain file of it, such as a symbolic link, is opened
// from the repository's root, which lets nothing lead out of it.
func readIn(folder *os.File, root *os.Root, at string, buffer []byte) ([]byte, error) {
	if folder != nil {
		data, err := readEntry(folder, path.Base(at), buffer)
		if err == nil || errors.Is(err, source.ErrTooLarge) {
			return data, err
		}
	}
	file, err := root.Open(at)
	if err != nil {
		return buffer, err
	}
	defer file.Close()
	return fill(buffer, 0, func(space []byte) (int, error) {
		n, err := file.Read(space)
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return n, err
	})
}

// fill appends what read gives until it gives nothing more. Size is how much to expect.
func fill(buffer []byte, size int, read func([]byte) (int, error)) ([]byte, error) {
	buffer = slices.Grow(buffer, max(size+1, 4<<10))
	for {
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, max(64<<10, cap(buffer)))
		}
		n, err := read(buffer[len(buffer):cap(buffer)])
		if err != nil {
			return buffer, err
		}
		buffer = buffer[:len(buffer)+n]
		if n == 0 {
			return buffer, nil
		}
		if len(buffer) > source.MaxFileSize {
			return buffer, source.ErrTooLarge
		}
	}
}
