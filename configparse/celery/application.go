package celery

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/python"
)

// Of are the settings of the application that -A names, in a repository with several; nil where it is not known which that is. The modules of
// other applications are left out (Celery: celery/app/utils.py, find_app).
func (m *Modules) Of(name string) *Settings {
	main := m.main(name)
	if main == nil {
		return nil
	}
	return read(slices.DeleteFunc(slices.Clone(m.all), func(f *python.File) bool { return f != main && applications(f) > 0 }), m.env, main)
}

// main is the only module that a name may mean: of `shop.jobs:app`, `shop.jobs` and `shop.jobs.app` it is shop/jobs.py, and of a package its
// celery.py.
func (m *Modules) main(name string) *python.File {
	name, _, _ = strings.Cut(name, ":")
	names := []string{name}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		names = append(names, name[:i])
	}
	for _, n := range names {
		at := strings.ReplaceAll(n, ".", "/")
		var found []*python.File
		for _, f := range m.all {
			if isAt(f, at+".py") || isAt(f, at+"/celery.py") || isAt(f, at+"/__init__.py") && applications(f) > 0 {
				found = append(found, f)
			}
		}
		if len(found) == 1 && applications(found[0]) == 1 {
			return found[0]
		} else if len(found) > 0 {
			return nil
		}
	}
	return nil
}

func isAt(f *python.File, at string) bool {
	return f.Source.Path == at || strings.HasSuffix(f.Source.Path, "/"+at)
}

// applications counts the calls of Celery() in a module.
func applications(f *python.File) int {
	n := 0
	for _, c := range f.Calls {
		if c.Name[strings.LastIndexByte(c.Name, '.')+1:] == "Celery" {
			n++
		}
	}
	return n
}
