package modular

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/qlint-dev/qlint/analyzers"
)

// Digest is a hash of everything beside Go code that the passes read when they are run from the working directory: the *.sql files of the modules,
// and their settings. A driver that keeps what a pass said of a package has to forget it when the digest changes.
func Digest() []byte {
	sum := sha256.New()
	for _, dir := range modules() {
		files := analyzers.Inputs(dir)
		at, root := settingsOf(dir)
		if at != "" {
			files = append(files, at)
		}
		fmt.Fprintf(sum, "module %q in %q\n", dir, root)
		for _, f := range files {
			if err := add(sum, f); err != nil {
				fmt.Fprintf(sum, "%q can't be read\n", f)
			}
		}
	}
	return sum.Sum(nil)
}

// add hashes a file's name and text.
func add(sum hash.Hash, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%q %d\n", path, info.Size())
	_, err = io.Copy(sum, f)
	return err
}

// modules are the folders whose packages the go command can judge from the working directory, and those that it takes from disk instead of from
// the module cache: the module or the workspace's modules, and what they replace by folders.
func modules() []string {
	wd, err := os.Getwd()
	if err != nil {
		return nil
	}
	var out []string
	use := func(base, dir string) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(base, dir)
		}
		if dir = filepath.Clean(dir); !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	if root := above(wd, "go.mod"); root != "" {
		use(root, ".")
	} else {
		use(wd, ".")
	}
	if at := workspace(wd); at != "" {
		if data, err := os.ReadFile(at); err == nil {
			if work, err := modfile.ParseWork(at, data, nil); err == nil {
				for _, u := range work.Use {
					use(filepath.Dir(at), filepath.FromSlash(u.Path))
				}
				replaced(work.Replace, func(dir string) { use(filepath.Dir(at), dir) })
			}
		}
	}
	for _, dir := range slices.Clone(out) {
		at := filepath.Join(dir, "go.mod")
		if data, err := os.ReadFile(at); err == nil {
			if mod, err := modfile.Parse(at, data, nil); err == nil {
				replaced(mod.Replace, func(to string) { use(dir, to) })
			}
		}
	}
	return out
}

// replaced gives the folders that stand in for modules.
func replaced(list []*modfile.Replace, use func(dir string)) {
	for _, r := range list {
		if r.New.Version == "" && (strings.HasPrefix(r.New.Path, ".") || filepath.IsAbs(r.New.Path)) {
			use(filepath.FromSlash(r.New.Path))
		}
	}
}

// workspace is the go.work that counts for a folder, "" for none.
func workspace(dir string) string {
	switch at := os.Getenv("GOWORK"); at {
	case "off":
		return ""
	case "", "auto":
		if root := above(dir, "go.work"); root != "" {
			return filepath.Join(root, "go.work")
		}
		return ""
	default:
		return at
	}
}

// above is the nearest folder from dir upwards that holds a file of that name, "" for none.
func above(dir, name string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
