package unit

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/systemd"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// environment reads the variables that the service sets: Environment=, and over it the files of EnvironmentFile=.
func (r *reader) environment() {
	for _, a := range r.unit.List("Service", "Environment") {
		words, _ := systemd.Words(a.Value)
		for _, w := range words {
			r.variable(systemd.Specifiers(w, r.names), a.Conditional)
		}
	}
	for _, a := range r.unit.List("Service", "EnvironmentFile") {
		r.environmentFile(a)
	}
	if r.unit.Lone {
		r.open = loneUnit
	}
	r.program.Environment = r.variables
}

// variable is `NAME=value`.
func (r *reader) variable(w systemd.Text, conditional string) {
	name, value, ok := strings.Cut(w.String, "=")
	if !ok || !isName(name) {
		return
	}
	span := w.Span(len(name)+1, len(w.String))
	origin := &queue.Origin{Via: queue.ViaEnvFile, Span: span, Variable: name, Text: name + " in " + span.Path()}
	v := queue.Is(value, origin)
	if conditional != "" || w.Why != "" {
		v = queue.NotKnown[string](conditional+w.Why, origin)
	}
	r.set(queue.Variable{Name: name, Span: w.Span(0, len(name)), Value: v})
}

func (r *reader) set(v queue.Variable) {
	r.variables = slices.DeleteFunc(r.variables, func(x queue.Variable) bool { return x.Name == v.Name })
	r.variables = append(r.variables, v)
}

var variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

func isName(s string) bool { return variableName.MatchString(s) }

// environmentFile reads a file of the repository, or notes that there may be more variables than are seen.
func (r *reader) environmentFile(a *systemd.Assignment) {
	at := strings.TrimPrefix(systemd.Specifiers(a.Value, r.names).String, "-")
	f := EnvironmentFile{Path: at, Span: place(a)}
	if unknown(a) == "" && path.IsAbs(at) {
		f.File = r.inTree(path.Clean(at), a)
	}
	r.out.EnvironmentFiles = append(r.out.EnvironmentFiles, f)
	if f.File == nil {
		r.open = "EnvironmentFile=" + at + " may set it"
		return
	}
	for _, line := range systemd.ParseVariables(f.File) {
		r.variable(line, "")
	}
}

// inTree finds the file of the repository that a path of the machine stands for: the application lies in WorkingDirectory, or where the
// command's artisan does.
func (r *reader) inTree(at string, a *systemd.Assignment) *source.File {
	var folders []string
	for _, w := range r.unit.List("Service", "WorkingDirectory") {
		folders = append(folders, strings.TrimPrefix(w.Value.String, "-"))
	}
	for _, e := range r.unit.List("Service", "ExecStart") {
		words, _ := systemd.Words(e.Value)
		for _, w := range words {
			if path.Base(w.String) == "artisan" && path.IsAbs(w.String) {
				folders = append(folders, path.Dir(w.String))
			}
		}
	}
	for _, folder := range folders {
		rest, ok := strings.CutPrefix(at, path.Clean(folder)+"/")
		if !ok {
			continue
		}
		for root := path.Dir(a.Section.File.Source.Path); ; root = path.Dir(root) {
			if r.tree.Has(path.Join(root, "composer.json")) || root == "." {
				file, err := r.tree.Read(path.Join(root, rest))
				if err != nil {
					return nil
				}
				return file
			}
		}
	}
	return nil
}

var reference = pattern.New(`\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)`)

// expand fills the unit's own variables into a word: `${X}` within it, `$X` as a word of its own, which is split at blanks. A variable
// that the unit does not set leaves the word unknown.
func (r *reader) expand(w systemd.Text) []queue.Word {
	if name, ok := strings.CutPrefix(w.String, "$"); ok && isName(name) {
		value, why := r.lookup(name)
		if why != "" {
			return []queue.Word{{Text: w.String, Span: w.Whole(), Why: why}}
		}
		var out []queue.Word
		for _, part := range strings.Fields(value) {
			out = append(out, queue.Word{Text: part, Span: w.Whole()})
		}
		return out
	}
	word := queue.Word{Span: w.Whole()}
	word.Text = reference.ReplaceAllStringFunc(w.String, func(found string) string {
		if found == "$$" {
			return "$"
		}
		if found[1] != '{' {
			return found // it counts as a word of its own only
		}
		value, why := r.lookup(found[2 : len(found)-1])
		if why != "" {
			word.Why = why
			return found
		}
		return value
	})
	return []queue.Word{word}
}

func (r *reader) lookup(name string) (value, why string) {
	for _, v := range r.variables {
		if v.Name != name {
			continue
		}
		if text, ok := v.Value.Get(); ok && r.open == "" {
			return text, ""
		}
		return "", "it holds the variable $" + name
	}
	return "", "it holds the variable $" + name
}
