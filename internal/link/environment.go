package link

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Environment is one coherent set of variables that an application is judged in. It implements phpeval.Env.
type Environment struct {
	queue.Environment
	// File is the env file that counts, nil for none.
	File *dotenv.File
	// Given are variables set on qlint's command line or in its settings; they win over everything.
	Given map[string]Given
	// Programs are the variables that process managers set for the application's workers, by name.
	Programs map[string][]queue.Variable
	// Inside says that the environment is that of one deployment, Deployment: a platform's file, or "" for containers.
	Inside     bool
	Deployment string
	// Away are the deployments that have an environment of their own, so that their workers do not run in this one.
	Away []string
	// Elsewhere says why a variable that was not found may be set all the same (a file whose reader knows it might); "" where
	// nothing does.
	Elsewhere func(name string) string
}

// Given is a variable stated by hand.
type Given struct {
	Value  string
	Origin *queue.Origin
}

// Lookup answers in the order of strength: what was given by hand, what starts the worker, the env file.
func (e *Environment) Lookup(name string) phpeval.Variable {
	if g, ok := e.Given[name]; ok {
		return phpeval.Variable{State: phpeval.VariableSet, Text: g.Value, Origin: g.Origin}
	}
	if set := e.Programs[name]; len(set) > 0 {
		return e.fromPrograms(name, set)
	}
	if e.File != nil {
		if entry := e.File.Last(name); entry != nil {
			return e.fromFile(name, entry)
		}
	}
	if e.Elsewhere != nil {
		if why := e.Elsewhere(name); why != "" {
			return phpeval.Variable{State: phpeval.VariableUnknown, Why: why}
		}
	}
	text := name + " is set nowhere"
	if e.File != nil {
		text = name + " is not set in " + e.File.Source.Path
	}
	return phpeval.Variable{State: phpeval.VariableUnset, Origin: &queue.Origin{Via: queue.ViaEnvDefault, Text: text, Variable: name}}
}

func (e *Environment) fromFile(name string, entry *dotenv.Entry) phpeval.Variable {
	if entry.TooLong {
		return phpeval.Variable{State: phpeval.VariableUnknown, Why: name + " is blown up by its references"}
	}
	if i := slices.IndexFunc(entry.References, func(r dotenv.Reference) bool { return !r.Found }); i >= 0 {
		return phpeval.Variable{State: phpeval.VariableUnknown, Why: name + " refers to ${" + entry.References[i].Name + "}, which is set elsewhere if at all"}
	}
	origin := &queue.Origin{Via: queue.ViaEnvFile, Span: entry.ValueSpan, Variable: name, Text: fmt.Sprintf("%s in %s", name, e.File.Source.Path)}
	if entry.Null {
		return phpeval.Variable{State: phpeval.VariableRemoved, Origin: origin}
	}
	return phpeval.Variable{State: phpeval.VariableSet, Text: entry.Value, Origin: origin}
}

// fromPrograms is a variable that process managers set: one value where all of them agree.
func (e *Environment) fromPrograms(name string, set []queue.Variable) phpeval.Variable {
	first := e.passed(name, set[0])
	for _, other := range set[1:] {
		if v := e.passed(name, other); v.State != first.State || v.Text != first.Text {
			return phpeval.Variable{State: phpeval.VariableUnknown, Why: "process managers set " + name + " differently"}
		}
	}
	return first
}

// passed is what one process manager sets. Where it passes a variable of its own environment on, what was given by hand and the env file
// say what that is, before its default.
func (e *Environment) passed(name string, v queue.Variable) phpeval.Variable {
	if g, ok := e.Given[v.Passes]; ok && v.Passes != "" {
		return phpeval.Variable{State: phpeval.VariableSet, Text: g.Value, Origin: g.Origin}
	}
	if e.File != nil && v.Passes != "" {
		if entry := e.File.Last(v.Passes); entry != nil && !entry.Null {
			return e.fromFile(v.Passes, entry)
		}
	}
	value, ok := v.Value.Get()
	if !ok {
		return phpeval.Variable{State: phpeval.VariableUnknown, Why: v.Value.Why()}
	}
	origin := &queue.Origin{Via: queue.ViaEnvFile, Span: v.Span}
	if from := v.Value.Origin(); from != nil {
		*origin = *from
	}
	origin.Variable = name
	return phpeval.Variable{State: phpeval.VariableSet, Text: value, Origin: origin}
}

// EnvFileKind says how much an env file proves.
type EnvFileKind uint8

const (
	// NotCounted files serve tests and tools, or a developer's machine.
	NotCounted EnvFileKind = iota
	// Example files prove what they set and nothing about what they leave out.
	Example
	// Evidence files are used in production or like it.
	Evidence
)

// ClassifyEnvFile says what an env file proves by its name (without folder). A `.env` reaches this only where git does not ignore it.
func ClassifyEnvFile(name string) EnvFileKind {
	rest, ok := strings.CutPrefix(name, ".env")
	if !ok || rest != "" && rest[0] != '.' {
		return NotCounted
	}
	if rest == "" {
		return Evidence
	}
	rest = rest[1:]
	for _, prefix := range []string{"test", "ci", "travis", "dusk", "unit-tests", "phpunit", "local", "dev", "sail", "github", "gitlab"} {
		if strings.HasPrefix(rest, prefix) {
			return NotCounted
		}
	}
	for _, prefix := range []string{"production", "prod", "staging"} {
		if strings.HasPrefix(rest, prefix) {
			return Evidence
		}
	}
	for _, prefix := range []string{"example", "dist", "docker", "sample", "default", "template"} {
		if strings.HasPrefix(rest, prefix) {
			return Example
		}
	}
	return NotCounted
}

// EnvFiles lists the env files of an application's folder that count, evidence first.
func EnvFiles(tree *source.Tree, root string) (evidence, examples []string) {
	for _, p := range tree.Under(root) {
		if path.Dir(p) != path.Clean(root) && (root != "" || path.Dir(p) != ".") {
			continue
		}
		switch ClassifyEnvFile(path.Base(p)) {
		case Evidence:
			evidence = append(evidence, p)
		case Example:
			examples = append(examples, p)
		}
	}
	return evidence, examples
}
