package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/qlint-dev/qlint/internal/baseline"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxSettings bounds settings and baselines, in bytes.
const maxSettings = 16 << 20

// readSmall reads a regular file of a size that fits.
func readSmall(at string) ([]byte, error) {
	info, err := os.Stat(at)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > maxSettings:
		return nil, fmt.Errorf("larger than %d MiB", maxSettings>>20)
	}
	return os.ReadFile(at)
}

// nearestFile is the file of one of the names in a folder or its parents up to the repository's root; "" for none.
func nearestFile(root, folder string, names ...string) string {
	for dir := folder; within(dir, root); dir = filepath.Dir(dir) {
		for _, name := range names {
			at := filepath.Join(dir, name)
			if info, err := os.Lstat(at); err == nil && !info.IsDir() {
				return at
			}
		}
		if dir == root || filepath.Dir(dir) == dir {
			break
		}
	}
	return ""
}

// commonFolder is the folder that all paths lie in.
func commonFolder(paths []string) string {
	common := ""
	for _, p := range paths {
		at, err := filepath.Abs(p)
		if err != nil {
			continue
		}
		if info, err := os.Stat(at); err != nil || !info.IsDir() {
			at = filepath.Dir(at)
		}
		if common == "" {
			common = at
		}
		for !within(at, common) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// relativeName is how a file of the repository is called in findings: by its path within it, else by its absolute one.
func relativeName(root, at string) (name string, inside bool) {
	abs, err := filepath.Abs(at)
	if err != nil {
		return at, false
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !within(abs, root) {
		return filepath.ToSlash(abs), false
	}
	return filepath.ToSlash(rel), true
}

// readSettings reads the file that --config names, or the nearest one; nil where there is none.
func readSettings(root, folder, config string) (*settings.Settings, error) {
	at := config
	if at == "" {
		if at = nearestFile(root, folder, settings.Names[:]...); at == "" {
			return nil, nil
		}
	}
	data, err := readSmall(at)
	if err != nil {
		return nil, fault("--config %s: %s", at, source.Plain(err))
	}
	name, inside := relativeName(root, at)
	file := source.New(name, data)
	read, errs := settings.Read(file, docs())
	if len(errs) > 0 {
		show := relativeTo(root)
		lines := make([]string, len(errs))
		for i, e := range errs {
			p := e.Span.First(source.CodePoints)
			lines[i] = fmt.Sprintf("%s:%d:%d: %s", show(name), p.Line, p.Column, e.Message)
		}
		return nil, usage("%s", strings.Join(lines, "\nqlint: "))
	}
	if config == "" && inside && path.Dir(name) != "." {
		read.Base = path.Dir(name)
	}
	return read, nil
}

// readBaseline reads the file that --baseline names, or the nearest one; nil where there is none.
func readBaseline(root, folder, given string) (*baseline.Baseline, error) {
	at := given
	if at == "" {
		if at = nearestFile(root, folder, baseline.Name); at == "" {
			return nil, nil
		}
	}
	data, err := readSmall(at)
	if err != nil {
		return nil, fault("--baseline %s: %s", at, source.Plain(err))
	}
	name, _ := relativeName(root, at)
	b, err := baseline.Read(source.New(name, data))
	if err != nil {
		return nil, usage("%s: %s", relativeTo(root)(name), err)
	}
	return b, nil
}

// readInput reads what comes on standard input as if it stood in a file.
func readInput(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, source.MaxFileSize+1))
	if err == nil && len(data) > source.MaxFileSize {
		err = source.ErrTooLarge
	}
	if err != nil {
		return nil, fault("standard input: %s", err)
	}
	return data, nil
}

// exists says whether a path is there.
func exists(at string) bool {
	_, err := os.Lstat(at)
	return !errors.Is(err, fs.ErrNotExist)
}
