// Package discover finds a repository's files: where it starts, which of them git ignores, which folders hold other people's code,
// and which files a caller wants to look at.
package discover

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/qlint-dev/qlint/internal/source"
)

// Repository is the folder that is read as a whole.
type Repository struct {
	// Root is its absolute path.
	Root string
	// Tree holds its files.
	Tree *source.Tree
	// Unread are folders that could not be listed, with the reason.
	Unread []Unread
	// Passed are entries that are neither folders nor files of the repository, and so are not in the tree: links that lead nowhere
	// or outside, pipes, sockets, devices.
	Passed []Unread

	root *os.Root
	// held are bytes that stand in for files.
	held map[string][]byte
}

// Unread is a file or folder that could not be read.
type Unread struct {
	Path   string
	Reason string
}

// Close releases the repository's folder.
func (r *Repository) Close() error { return r.root.Close() }

// Find returns the repository that a path belongs to, as an absolute path: the nearest parent with a .git, but a folder that is left
// out of it (vendor, testdata, what git ignores) on the way holds a repository of its own. Without a .git it is the path itself, or
// a file's folder.
func Find(path string) (string, error) {
	at, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(at)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, unwrapPath(err))
	}
	folder := at
	if !info.IsDir() {
		folder = filepath.Dir(at)
	}
	for dir := folder; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return ownProject(dir, folder), nil
		}
		if filepath.Dir(dir) == dir {
			return folder, nil
		}
	}
}

// projectMarks are files that stand at the root of a project.
var projectMarks = []string{"composer.json", "composer.lock", "artisan", "go.mod", "config/queue.php", "qlint.toml", ".qlint.toml"}

// ownProject is the repository's root, or where a left-out folder lies between it and the folder, the nearest parent below that which looks
// like a project's root, else the folder itself.
func ownProject(root, folder string) string {
	rel, err := filepath.Rel(root, folder)
	if err != nil || rel == "." {
		return root
	}
	parts := strings.Split(rel, string(filepath.Separator))
	out := outsideAt(root, parts)
	if out < 0 {
		return root
	}
	for n := len(parts); n > out; n-- {
		dir := filepath.Join(root, filepath.Join(parts[:n]...))
		if slices.ContainsFunc(projectMarks, func(mark string) bool {
			_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(mark)))
			return err == nil
		}) {
			return dir
		}
	}
	return folder
}

// outsideAt is the first part of a folder's path that a walk from the root leaves out, -1 for none.
func outsideAt(root string, parts []string) int {
	var ignores []*ignoreFile
	if data := infoExclude(root); data != nil {
		ignores = append(ignores, parseIgnore("", data))
	}
	for i := range parts {
		above := strings.Join(parts[:i], "/")
		at := filepath.Join(root, filepath.FromSlash(above), ".gitignore")
		if info, err := os.Lstat(at); err == nil && info.Mode().IsRegular() {
			ignores = append(ignores, parseIgnore(above, smallFile(at)))
		}
		folder := strings.Join(parts[:i+1], "/")
		if isLeftOut(folder) || isIgnored(folder, true, ignores) {
			return i
		}
	}
	return -1
}

// unwrapPath is the cause of a file error, whose path the caller names better.
func unwrapPath(err error) error {
	if e, ok := err.(*fs.PathError); ok { //nolint:errorlint // only the outermost wraps a path
		return e.Err
	}
	return err
}

// Open lists the files of the repository at root. Exclude are doublestar globs of further paths to leave out.
func Open(root string, exclude []string) (*Repository, error) {
	for _, glob := range exclude {
		if !doublestar.ValidatePattern(glob) {
			return nil, fmt.Errorf("exclude: %q is no glob", glob)
		}
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", root, unwrapPath(err))
	}
	w := &walker{root: dir, exclude: exclude}
	w.run()
	tree := source.NewTree(dir.FS(), w.paths)
	for at, to := range w.resolved {
		tree.Link(at, to)
	}
	return &Repository{Root: root, Tree: tree, Unread: w.unread, Passed: w.passed, root: dir}, nil
}

// Hold puts bytes in a file's place, whether the file is there or not: an editor's unsaved text. The path is relative with '/'.
func (r *Repository) Hold(path string, data []byte) {
	if r.held == nil {
		r.held = map[string][]byte{}
	}
	r.held[path] = data
	if !r.Tree.Has(path) {
		tree := source.NewTree(r.root.FS(), append(slices.Clone(r.Tree.Paths()), path))
		for _, at := range r.Tree.Paths() {
			if to := r.Tree.Target(at); to != at {
				tree.Link(at, to)
			}
		}
		r.Tree = tree
	}
	for held, data := range r.held {
		r.Tree.Keep(source.New(held, data))
	}
}

// Rel is a path within the repository, relative with '/'; false outside.
func (r *Repository) Rel(path string) (string, bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(r.Root, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	if rel == "." {
		return "", true
	}
	return filepath.ToSlash(rel), true
}
