package dockerfile

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxCopies bounds the copies and variables of one image.
const maxCopies = 2000

// Image is what a container of a stage starts with, as far as the Dockerfile says; its base image may add to it.
type Image struct {
	// Base is the image that the stage, or the stages it is made from, start from, with the defaults of ARG filled in; BaseSpan is where it
	// is named.
	Base     string
	BaseSpan source.Span
	// Entrypoint and Cmd are nil where the Dockerfile sets none.
	Entrypoint, Cmd *Instruction
	StopSignal      *Instruction
	// Shell is the SHELL instruction that counts for the shell form of Entrypoint and Cmd, nil where it is /bin/sh.
	Shell *Instruction
	// Runs are the RUN instructions, in order.
	Runs []*Instruction
	Env  []Variable
	// Copies are what COPY and ADD bring from the build context, in order.
	Copies []Copy
}

// Variable is one `name=value` of ENV.
type Variable struct {
	Name  string
	Value Word // the value alone
	// Why says why the value is not known, "" when it is.
	Why string
}

// Copy is what one COPY or ADD brings into the image.
type Copy struct {
	// Sources are paths or patterns within the build context, Target where they go.
	Sources []string
	Target  string
	// Heredocs are written to the target instead.
	Heredocs []Heredoc
}

// Image is the image of a stage, "" for the last one, with arguments over the defaults of ARG; nil where the file has no such stage.
func (f *File) Image(target string, arguments map[string]string) *Image {
	stage := f.Stage(strings.ToLower(target))
	if stage == nil {
		return nil
	}
	chain := []*Stage{stage}
	for s := stage.Parent; s != nil && !slices.Contains(chain, s); s = s.Parent {
		chain = append(chain, s)
	}
	slices.Reverse(chain)
	out := &Image{Base: f.expand(chain[0].Base, arguments), BaseSpan: chain[0].BaseSpan}
	for _, s := range chain {
		out.add(s)
	}
	return out
}

var argument = pattern.New(`\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::-([^}$]*))?\})`)

// expand fills the arguments that stand before the first stage into an image's name. One without a value stays as it is written.
func (f *File) expand(base string, arguments map[string]string) string {
	return argument.ReplaceAllStringFunc(base, func(text string) string {
		m := argument.FindStringSubmatch(text)
		name := m[1] + m[2]
		if value, given := arguments[name]; given {
			return value
		}
		for _, i := range slices.Backward(f.Arguments) {
			if key, value, given := strings.Cut(i.Text, "="); key == name && given {
				return strings.Trim(value, `"'`)
			}
		}
		if m[3] != "" {
			return m[3]
		}
		return text
	})
}

// add lays a stage over what it is made from. An ENTRYPOINT drops the CMD of the stages below it.
func (m *Image) add(s *Stage) {
	own := false
	for _, i := range s.Instructions {
		switch i.Name {
		case "CMD":
			m.Cmd, own = i, true
		case "ENTRYPOINT":
			m.Entrypoint = i
			if !own {
				m.Cmd = nil
			}
		case "STOPSIGNAL":
			m.StopSignal = i
		case "SHELL":
			m.Shell = i
		case "RUN":
			if len(m.Runs) < maxCopies {
				m.Runs = append(m.Runs, i)
			}
		case "ENV":
			if len(m.Env) < maxCopies {
				m.Env = append(m.Env, i.variables()...)
			}
		case "COPY", "ADD":
			if c, ok := i.copy(); ok && len(m.Copies) < maxCopies {
				m.Copies = append(m.Copies, c)
			}
		}
	}
}

// variables reads `ENV a=b c="d e"`, or `ENV a b` of old.
func (i *Instruction) variables() []Variable {
	words := i.shellWords()
	if len(words) > 0 && !strings.Contains(words[0].Text, "=") {
		name, _, found := strings.Cut(i.Text, " ")
		if !found {
			return nil
		}
		start := len(i.Text) - len(strings.TrimLeft(i.Text[len(name):], " \t"))
		return []Variable{variable(name, Word{Text: i.Text[start:], file: i.file, offsets: i.offsets[start:]})}
	}
	var out []Variable
	for _, w := range words {
		name, value, found := strings.Cut(w.Text, "=")
		if !found || name == "" {
			continue
		}
		v := Word{Text: value, file: w.file, offsets: w.offsets[len(name)+1:]}
		if value == "" {
			v.offsets = w.offsets[:len(name)]
		}
		out = append(out, variable(name, v))
	}
	return out
}

func variable(name string, value Word) Variable {
	v := Variable{Name: name, Value: value}
	if strings.Contains(value.Text, "$") {
		v.Why = "the build fills in " + value.Text
	}
	return v
}

// copy reads a COPY or ADD; false for what comes from another stage.
func (i *Instruction) copy() (Copy, bool) {
	if slices.ContainsFunc(i.Flags, func(f string) bool { return strings.HasPrefix(f, "--from=") }) {
		return Copy{}, false
	}
	words := i.Words
	if !i.Exec {
		words = i.shellWords()
	}
	if len(words) < 2 {
		return Copy{}, false
	}
	c := Copy{Target: words[len(words)-1].Text, Heredocs: i.Heredocs}
	for _, w := range words[:len(words)-1] {
		if !strings.HasPrefix(w.Text, "<<") {
			c.Sources = append(c.Sources, w.Text)
		}
	}
	return c, true
}
