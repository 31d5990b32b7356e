package worker

import (
	"bytes"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// ParseScript reads a script that runs as a process: the shell that reads it stands before every command that it does not become. at is
// where the script is named.
func ParseScript(file *source.File, at source.Span, o Options) []*Command {
	r := &reader{options: o}
	r.file(file, "", at, bare())
	return r.found
}

// execShell reads `sh -c 'script'` and `sh script`.
func (r *reader) execShell(name string, words []Word, c context) {
	wrap := queue.Wrapper{Name: name, Span: words[0].span()}
	for i := 1; i < len(words); i++ {
		text := words[i].Text
		switch {
		case strings.HasPrefix(text, "--"):
			if text == "--rcfile" || text == "--init-file" {
				i++
			}
		case strings.HasPrefix(text, "-") && strings.Contains(text, "c"):
			if i+1 < len(words) && strings.HasPrefix(words[i+1].Text, "-") && words[i+1].Text == "--" {
				i++
			}
			if i+1 < len(words) {
				r.script(words[i+1], r.shellOf(name, &wrap), c)
			}
			return
		case strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+"):
			if text == "-o" || text == "+o" || text == "-O" || text == "+O" || strings.HasSuffix(text, "o") {
				i++
			}
		default:
			r.shellFile(wrap, words[i:], c)
			return
		}
	}
}

// shellFile reads the script that a shell is told to read; its own words may start a worker: `sh entrypoint.sh php artisan …`.
func (r *reader) shellFile(wrap queue.Wrapper, words []Word, c context) {
	if r.followed(words[0], words, c) {
		return
	}
	c = c.wrapped(wrap)
	if next := r.unknownWrapper(base(words[0].Text), words, &c); next != nil {
		r.exec(next, c)
	}
}

// shellOf is a shell by the name that it is started with.
func (r *reader) shellOf(name string, wrap *queue.Wrapper) shellKind {
	if name == "sh" && r.options.Shell != "" {
		name = r.options.Shell
	}
	return shellKind{name: name, wrap: wrap}
}

var (
	// execsArguments is a script's line that becomes its arguments, behind what does so too; runsArguments one that waits for them.
	execsArguments = pattern.New(`(?m)^[ \t]*exec[ \t][^\n]*"\$(?:@|\{@\})"`)
	runsArguments  = pattern.New(`(?m)^[ \t]*"\$(?:@|\{@\})"[ \t]*$`)
	interpreter    = pattern.New(`^#![ \t]*(\S+)(?:[ \t]+(\S+))?`)
)

// followed reads the script of the repository that a word names; false where there is none, or none that starts a worker itself.
func (r *reader) followed(script Word, words []Word, c context) bool {
	if r.options.Script == nil || script.Why != "" || r.depth >= maxDepth || r.follows >= maxFollows {
		return false
	}
	file := r.options.Script(script.Text)
	if file == nil || len(file.Data) > maxScript {
		return false
	}
	r.follows++
	before := r.count()
	if len(words) > 1 {
		wrap := queue.Wrapper{Name: base(script.Text), Span: script.span()}
		switch {
		case execsArguments.Match(file.Data):
			wrap.Relay = queue.Replaces
		case runsArguments.Match(file.Data):
			wrap.Relay, wrap.Why = queue.Keeps, "without exec"
		}
		inner := c.wrapped(wrap)
		if next := r.unknownWrapperWords(words); next != nil {
			r.exec(next, inner)
			return r.count() > before
		}
	}
	r.depth++
	defer func() { r.depth-- }()
	r.file(file, base(script.Text), script.span(), c)
	return r.count() > before
}

// file reads a script's commands with the shell that reads it around them.
func (r *reader) file(file *source.File, name string, at source.Span, c context) {
	if name == "" {
		name = base(file.Path)
	}
	kind := r.shellOf(interpreterOf(file.Data), &queue.Wrapper{Name: name, Span: at})
	kind.file = true
	if !shells[kind.name] {
		kind = shellKind{} // execline and the like become their commands, or nobody knows
	}
	r.shell(string(file.Data), In(file, 0), kind, c)
}

// interpreterOf is the name of the program that reads a script: sh where the first line does not say.
func interpreterOf(data []byte) string {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	m := interpreter.FindSubmatch(first)
	if m == nil {
		return "sh"
	}
	name, argument := base(string(m[1])), string(m[2])
	if slices.Contains([]string{"env", "with-contenv"}, name) && argument != "" {
		return base(argument)
	}
	return name
}

// script reads a word that a shell reads.
func (r *reader) script(w Word, kind shellKind, c context) {
	if r.depth >= maxDepth {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	r.shell(w.Text, w.At, kind, c)
}
