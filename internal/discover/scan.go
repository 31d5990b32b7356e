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

// Look is shown the bytes of a file and says whether to keep it; it must not hold on to them.
type Look func(data []byte) (keep bool)

// maxKept bounds the bytes of all files that are kept in memory.
const maxKept = 1 << 30

// errKept is the reason of files beyond maxKept.
var errKept = fmt.Errorf("more than %d MiB of files that matter", maxKept>>20)

// batchSize is how many files of one folder a goroutine reads at a time.
const batchSize = 64

// batch is files of one folder, which are opened relative to it: opening by the whole path would walk it anew for each file.
type batch struct {
	folder string
	paths  []string
}

// Scan reads files in parallel. It asks for each path how to look at the file, nil for not at all; a file whose bytes are accepted is kept in
// the tree, any other leaves nothing behind. Both questions are asked from several goroutines. What is wanted and can't be read is returned,
// sorted.
func (r *Repository) Scan(ask func(path string) Look) []Unread {
	batches := r.batches()
	s := &scan{repo: r, ask: ask}
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

func (r *Repository) batches() []batch {
	open := map[string]int{} // the folder's batch that has room
	var out []batch
	for _, p := range r.Tree.Paths() {
		folder := path.Dir(p)
		i, ok := open[folder]
		if !ok || len(out[i].paths) == batchSize {
			i = len(out)
			open[folder] = i
			out = append(out, batch{folder: folder})
		}
		out[i].paths = append(out[i].paths, p)
	}
	return out
}

// scan is one run of Scan.
type scan struct {
	repo *Repository
	ask  func(path string) Look
	kept atomic.Int64

	mu     sync.Mutex
	unread []Unread
}

// read reads the files of a batch, with a buffer that is reused: most files are looked at once and dropped.
func (s *scan) read(b batch, buffer []byte) []byte {
	var folder *os.File
	for _, at := range b.paths {
		look := s.ask(at)
		if look == nil {
			continue
		}
		data, held := s.repo.held[at]
		var err error
		if !held {
			if folder == nil {
				if opened, err := s.repo.root.Open(b.folder); err == nil {
					folder = opened
					defer folder.Close()
				}
			}
			data, err = readIn(folder, s.repo.root, at, buffer[:0])
			if cap(data) > cap(buffer) {
				buffer = data
			}
		}
		if err == nil && look(data) {
			if s.kept.Add(int64(len(data))) > maxKept {
				err = errKept
			} else {
				s.repo.Tree.Keep(source.New(at, slices.Clone(data)))
			}
		}
		if err != nil {
			s.mu.Lock()
			s.unread = append(s.unread, Unread{Path: at, Reason: source.Plain(err)})
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
