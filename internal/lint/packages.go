package lint

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/npm"
	"github.com/qlint-dev/qlint/configparse/worker"
)

// packagesNear finds the scripts that npm, yarn and pnpm run where a file of a folder starts them: those of the package.json in the folder
// that they are told, in the folder itself or the nearest one above it, or in the only one of the repository.
func (p *parsed) packagesNear(folder string) func(folder, script string) *worker.PackageScript {
	return func(told, script string) *worker.PackageScript {
		at := p.packageFile(folder, told)
		if at == "" {
			return nil
		}
		file, err := p.tree.Read(at)
		if err != nil {
			return nil
		}
		s := npm.Find(file, script)
		if s == nil {
			return nil
		}
		return &worker.PackageScript{Text: s.Text, At: s.At}
	}
}

// packageFile is the path of the package.json that a command of a folder reads, "" where that is not known.
func (p *parsed) packageFile(folder, told string) string {
	for at := path.Clean("/" + folder); ; at = path.Dir(at) {
		if !strings.HasPrefix(told, "/") {
			if x := strings.TrimPrefix(path.Join(at, told, "package.json"), "/"); p.tree.Has(x) {
				return x
			}
		}
		if at == "/" {
			break
		}
	}
	only := ""
	for _, at := range p.tree.Paths() {
		if !npm.Is(at) || inFolder(at, "node_modules", "vendor") || development(at) {
			continue
		}
		if only != "" {
			return ""
		}
		only = at
	}
	if told != "" && !strings.HasPrefix(told, "/") && path.Base(path.Dir(only)) != path.Base(path.Clean(told)) {
		return ""
	}
	return only
}
