package discover

import (
	"os"
	"path/filepath"
	"strings"
)

// infoExclude reads the ignore file of a clone that is not committed, .git/info/exclude; nil where there is none. In a work tree of its own
// or a submodule `.git` is a file that names the folder of git.
func infoExclude(root string) []byte {
	dir := filepath.Join(root, ".git")
	if text := smallFile(dir); text != nil {
		to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
		if !ok {
			return nil
		}
		dir = against(root, to)
	}
	if common := smallFile(filepath.Join(dir, "commondir")); common != nil {
		dir = against(dir, strings.TrimSpace(string(common)))
	}
	return smallFile(filepath.Join(dir, "info", "exclude"))
}

func against(base, to string) string {
	if filepath.IsAbs(to) {
		return to
	}
	return filepath.Join(base, to)
}

// smallFile reads a regular file as far as an ignore file counts; nil where it can't.
func smallFile(at string) []byte {
	info, err := os.Stat(at)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(at)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, _, err := readStart(file)
	if err != nil {
		return nil
	}
	return data
}
