//go:build unix

package discover

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/qlint-dev/qlint/internal/source"
)

// A folder opened through os.Root asks for the kind of each entry with a call of its own, and a file for whether it can be waited for: over
// thousands of files that is most of the time. Here the folder's descriptor is used as it is.

// entries lists an open folder.
func entries(folder *os.File) ([]fs.DirEntry, error) {
	fd, err := syscall.Dup(int(folder.Fd()))
	if err != nil {
		return folder.ReadDir(-1)
	}
	plain := os.NewFile(uintptr(fd), folder.Name())
	defer plain.Close()
	return plain.ReadDir(-1)
}

// readEntry reads a regular file of an open folder, by its name there, behind the bytes that the buffer holds. A symbolic link is an error.
func readEntry(folder *os.File, name string, buffer []byte) ([]byte, error) {
	fd, err := retried(func() (int, error) {
		return unix.Openat(int(folder.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return buffer, err
	}
	defer unix.Close(fd) //nolint:errcheck // it was only read
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return buffer, err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return buffer, fmt.Errorf("%w: it is no regular file", fs.ErrInvalid)
	}
	if stat.Size > source.MaxFileSize {
		return buffer, source.ErrTooLarge
	}
	read := func(space []byte) (int, error) {
		return retried(func() (int, error) { return unix.Read(fd, space) })
	}
	if stat.Size == 0 {
		return fill(buffer, 0, read) // files of the kernel's say so and hold something
	}
	// A regular file that gives exactly what it is said to hold, with room for more, is at its end: no second call has to say so.
	buffer = slices.Grow(buffer, int(stat.Size)+1)
	n, err := read(buffer[len(buffer):cap(buffer)])
	if err != nil {
		return buffer, err
	}
	if buffer = buffer[:len(buffer)+n]; n == int(stat.Size) {
		return buffer, nil
	}
	return fill(buffer, 0, read)
}

// retried calls again what a signal interrupted.
func retried(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR { //nolint:errorlint // a bare number
			return n, err
		}
	}
}
