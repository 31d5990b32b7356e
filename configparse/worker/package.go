package worker

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// PackageScript is one script of a package.json.
type PackageScript struct {
	Text string
	At   Place
}

// packageManager says how a program that runs the scripts of a package.json reads its words.
type packageManager struct {
	// relay is what becomes of a signal sent to it. Measured on SIGTERM: npm 6, 8 and 11 and pnpm 9 pass it on to the shell that runs the
	// script and wait for that; yarn 1 passes it on and ends without waiting.
	relay queue.Relay
	why   string
	// bare says that the word run may be left out, dashes that options of the script have to stand behind `--`.
	bare, dashes bool
}

var packageManagers = map[string]packageManager{
	"npm":     {relay: queue.Forwards, dashes: true},
	"pnpm":    {relay: queue.Forwards, bare: true},
	"yarn":    {relay: queue.Leaves, why: "by yarn, which passes the signal on and does not wait", bare: true},
	"yarnpkg": {relay: queue.Leaves, why: "by yarn, which passes the signal on and does not wait", bare: true},
	"bun":     {},
}

var (
	// lifecycle are the scripts that npm runs without the word run.
	lifecycle = []string{"start", "stop", "test", "restart"}
	// folderOptions name the folder of the package, otherPackages leave it to the workspace which package that is.
	folderOptions = []string{"--prefix", "-C", "--cwd", "--dir"}
	otherPackages = []string{"-w", "--workspace", "--workspaces", "-ws", "--filter", "-F", "-r", "--recursive", "workspace", "workspaces"}
	// managing are the words that are commands of yarn and pnpm, whatever scripts there are.
	managing = []string{"add", "install", "remove", "exec", "dlx", "node", "init", "publish", "create"}
)

// packageCall is a command that runs a script of a package.json.
type packageCall struct {
	folder string
	script string
	rest   []Word
}

// callOf reads the words behind a package manager's name; nil where they run no script, or one of a package that is not named.
func (m packageManager) callOf(words []Word) *packageCall {
	call := &packageCall{}
	run := false
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		name, value, joined := strings.Cut(w.Text, "=")
		switch {
		case w.Why != "" || slices.Contains(otherPackages, name):
			return nil
		case slices.Contains(folderOptions, name):
			if !joined {
				if len(words) == 0 || words[0].Why != "" {
					return nil
				}
				value, words = words[0].Text, words[1:]
			}
			call.folder = value
		case strings.HasPrefix(w.Text, "-"):
		case !run && (w.Text == "run" || w.Text == "run-script"):
			run = true
		case run || m.dashes && slices.Contains(lifecycle, w.Text) || m.bare && !slices.Contains(managing, w.Text):
			if m.dashes && toldElsewhere(words) {
				return nil
			}
			call.script, call.rest = w.Text, m.arguments(words)
			return call
		default:
			return nil
		}
	}
	return nil
}

// toldElsewhere says that npm's own options behind a script's name choose another package.
func toldElsewhere(words []Word) bool {
	for _, w := range words {
		name, _, _ := strings.Cut(w.Text, "=")
		switch {
		case w.Text == "--":
			return false
		case strings.HasPrefix(name, "-") && (slices.Contains(otherPackages, name) || slices.Contains(folderOptions, name)):
			return true
		}
	}
	return false
}

// arguments are the words that a script gets behind its own.
func (m packageManager) arguments(words []Word) []Word {
	var out []Word
	for i, w := range words {
		switch {
		case w.Text == "--":
			return append(out, words[i+1:]...)
		case !m.dashes || !strings.HasPrefix(w.Text, "-"):
			out = append(out, w)
		}
	}
	return out
}

// packageScript reads the script of a package.json that a command runs; false where it is not known which, or where it starts nothing that
// is looked for.
func (r *reader) packageScript(name string, words []Word, c context) bool {
	m, known := packageManagers[name]
	if !known || r.options.Package == nil || words[0].Why != "" || r.depth >= maxDepth || r.follows >= maxFollows || len(c.wrappers) >= maxWrappers {
		return false
	}
	call := m.callOf(words[1:])
	if call == nil {
		return false
	}
	switch folder, ok := c.folder.Get(); {
	case c.folder.IsUnknown():
		return false
	case ok && call.folder == "":
		call.folder = folder
	}
	script := r.options.Package(call.folder, call.script)
	if script == nil {
		return false
	}
	r.follows++
	before := r.count()
	text, at := script.with(call.rest)
	c = c.wrapped(queue.Wrapper{Name: name, Span: words[0].span(), Relay: m.relay, Why: m.why})
	shell := r.shellOf("sh", &queue.Wrapper{Name: "sh", Span: script.At(0, len(script.Text))})
	r.script(Word{Text: text, At: at}, shell, c)
	return r.count() > before
}

// with is a script with the words of a command behind it, in quotes where a shell would take them apart.
func (s *PackageScript) with(rest []Word) (string, Place) {
	type part struct {
		end  int
		word Word
	}
	text := s.Text
	var parts []part
	for _, w := range rest {
		word := w.Text
		if strings.ContainsAny(word, " \t\n'\"\\;&|<>()*?[]#~`") {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		text += " " + word
		parts = append(parts, part{len(text), w})
	}
	return text, func(start, end int) source.Span {
		if start < len(s.Text) || len(parts) == 0 {
			return s.At(start, min(end, len(s.Text)))
		}
		for _, p := range parts {
			if start < p.end {
				return p.word.span()
			}
		}
		return parts[len(parts)-1].word.span()
	}
}
