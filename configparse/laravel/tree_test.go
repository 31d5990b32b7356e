package laravel

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// treeOf is a repository of the given files.
func treeOf(files map[string]string) *source.Tree {
	fsys := fstest.MapFS{}
	for p, text := range files {
		fsys[p] = &fstest.MapFile{Data: []byte(text)}
	}
	return source.NewTree(fsys, slices.Collect(maps.Keys(files)))
}

// variables are an environment in which only these are set.
type variables map[string]string

func (v variables) Lookup(name string) phpeval.Variable {
	if text, ok := v[name]; ok {
		return phpeval.Variable{
			State: phpeval.VariableSet, Text: text,
			Origin: &queue.Origin{Via: queue.ViaEnvFile, Text: name + " in .env", Variable: name},
		}
	}
	return phpeval.Variable{State: phpeval.VariableUnset, Origin: &queue.Origin{Via: queue.ViaEnvDefault, Text: name + " is set nowhere", Variable: name}}
}

// lockOf is a composer.lock of "name version" pairs.
func lockOf(packages ...string) string {
	var entries []string
	for _, p := range packages {
		name, version, _ := strings.Cut(p, " ")
		entries = append(entries, `{"name": "`+name+`", "version": "`+version+`", "require": {"php": "^8.2"}}`)
	}
	return `{"packages": [` + strings.Join(entries, ",\n") + `], "packages-dev": []}`
}

// appWith is an application of Laravel in a version, with further files.
func appWith(version string, files map[string]string) map[string]string {
	all := map[string]string{
		"artisan":        "",
		"composer.json":  `{"require": {"laravel/framework": "^` + strings.TrimPrefix(version, "v") + `"}}`,
		"composer.lock":  lockOf("laravel/framework " + version),
		"config/app.php": `<?php return ['env' => env('APP_ENV', 'production')];`,
	}
	maps.Copy(all, files)
	return all
}

// evaluate opens the application at the top of a repository and evaluates it.
func evaluate(t *testing.T, files map[string]string, env variables) (*Application, *queue.App, *phpeval.World) {
	t.Helper()
	a := Open(treeOf(files), "")
	w := a.World(env, phpeval.NewClasses())
	return a, a.Evaluate(w), w
}
