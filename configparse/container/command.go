package container

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// command finds what the container's first process is: the service's entrypoint and command over the image's. A service's entrypoint drops
// the image's command; an image's entrypoint in shell form takes no arguments.
func (l *loader) command(r *raw, image *dockerfile.Image, out *Container) {
	entrypoint, cmd := list(r.entrypoint, r.read), list(r.command, r.read)
	if image != nil {
		if r.entrypoint == nil && image.Entrypoint != nil {
			entrypoint = words(image.Entrypoint, image.Base)
			if !image.Entrypoint.Exec {
				cmd = nil
			}
		}
		if r.command == nil && r.entrypoint == nil && image.Cmd != nil && (image.Entrypoint == nil || image.Entrypoint.Exec) {
			cmd = words(image.Cmd, image.Base)
		}
	}
	files := l.placedFiles(r, image, out.Context)
	l.finish(out, entrypoint, cmd, files)
}

// finish leaves out an entrypoint that passes the command on, and looks for supervisord.
func (l *loader) finish(out *Container, entrypoint, cmd []Word, files []placed) {
	if len(entrypoint) > 0 {
		entrypoint = l.seeThrough(out, entrypoint, cmd, files)
	}
	out.Words = slices.Concat(entrypoint, cmd)
	if len(out.Words) == 0 && out.Script == nil {
		out.Why = "the image decides what runs"
	}
	if first := out.Words; len(first) > 0 {
		out.Command = commandLine(first)
	}
	if at, runs := supervisord(out); runs {
		out.Supervisor = supervisorFiles(at, files)
	}
}

// seeThrough leaves a script out that replaces itself by its arguments; one that starts the process itself is noted.
func (l *loader) seeThrough(out *Container, entrypoint, cmd []Word, files []placed) []Word {
	n := 0
	if shell := path.Base(entrypoint[0].Text); len(entrypoint) == 2 && (shell == "sh" || shell == "bash") {
		n = 1
	}
	if name := path.Base(entrypoint[n].Text); name == "docker-php-entrypoint" {
		return nil
	}
	script := l.entrypointScript(entrypoint[n].Text, files, out.Context)
	switch {
	case script == nil || len(entrypoint) > n+1:
		return entrypoint
	case passesOn.Match(script.Data) && len(cmd) > 0:
		return nil
	}
	out.Script = script
	return entrypoint
}

// words are those of a Dockerfile's command; the shell form is a shell with one argument.
func words(i *dockerfile.Instruction, base string) []Word {
	if i.Exec {
		out := make([]Word, len(i.Words))
		for k, w := range i.Words {
			out[k] = Word{Text: w.Text, At: w.At}
		}
		return out
	}
	shell := "sh"
	if strings.Contains(base, "alpine") {
		shell = "ash" // busybox replaces itself by the last command
	}
	at := func(int, int) source.Span { return i.Span }
	return []Word{{Text: shell, At: at}, {Text: "-c", At: at}, {Text: i.Text, At: i.At}}
}

// commandLine is the words as the model holds a command.
func commandLine(all []Word) queue.Command {
	out := queue.Command{Span: all[0].At(0, len(all[0].Text))}
	texts := make([]string, len(all))
	for i, w := range all {
		span := w.At(0, len(w.Text))
		texts[i] = w.Text
		out.Words = append(out.Words, queue.Word{Text: w.Text, Span: span, Why: w.Why})
		if span.File == out.Span.File {
			out.Span.End = max(out.Span.End, span.End)
		}
	}
	out.Text = strings.Join(texts, " ")
	return out
}

var (
	// directly is a shell's text that is one command, which the shell replaces itself by.
	directly = regexp.MustCompile(`^\s*exec\s+([^;&|\n]+)$`)
	single   = regexp.MustCompile(`^\s*([^;&|\n]+)$`)
)

// supervisord says whether the first process is supervisord, or becomes it, and the path of its configuration; "" for the usual ones.
func supervisord(c *Container) (string, bool) {
	if c.Script != nil {
		m := startsSupervisor.FindSubmatch(c.Script.Data)
		if m == nil {
			return "", false
		}
		split, _ := shlex.Split(string(m[1]))
		texts := make([]string, len(split))
		for i, w := range split {
			texts[i] = w.Text
		}
		return configuration(texts), true
	}
	texts := make([]string, len(c.Words))
	for i, w := range c.Words {
		texts[i] = w.Text
	}
	if form := shellForm(texts); form != nil {
		m := form.FindStringSubmatch(texts[2])
		if m == nil {
			return "", false
		}
		split, _ := shlex.Split(strings.TrimPrefix(strings.TrimSpace(m[1]), "exec "))
		texts = texts[:0]
		for _, w := range split {
			texts = append(texts, w.Text)
		}
	}
	for i, t := range texts {
		switch name := path.Base(t); {
		case name == "supervisord":
			return configuration(texts[i:]), true
		case name == "tini" || name == "dumb-init" || strings.HasPrefix(t, "-"):
		default:
			return "", false
		}
	}
	return "", false
}

// shellForm is what the text of `sh -c text` must look like for the shell to become its command, nil for other words. Bash and busybox
// replace themselves by a single command, dash does not.
func shellForm(texts []string) *regexp.Regexp {
	if len(texts) != 3 || texts[1] != "-c" {
		return nil
	}
	switch path.Base(texts[0]) {
	case "sh", "dash":
		return directly
	case "bash", "ash":
		return single
	}
	return nil
}

// configuration is the path that follows -c.
func configuration(words []string) string {
	for i, w := range words {
		switch {
		case (w == "-c" || w == "--configuration") && i+1 < len(words):
			return words[i+1]
		case strings.HasPrefix(w, "--configuration="):
			return strings.TrimPrefix(w, "--configuration=")
		case strings.HasPrefix(w, "-c") && len(w) > 2 && w[2] == '/':
			return w[2:]
		}
	}
	return ""
}

// supervisorFiles are the files of the repository that configure a supervisord: the one that it is told to read, or where the
// distribution's own is read, those in the folders that it includes.
func supervisorFiles(at string, files []placed) []string {
	candidates := []string{at}
	if at == "" {
		candidates = []string{"/etc/supervisord.conf", "/etc/supervisor/supervisord.conf"}
	}
	for _, p := range candidates {
		if from := find(files, p); from != "" {
			return []string{from}
		}
	}
	if at != "" && at != "/etc/supervisor/supervisord.conf" && at != "/etc/supervisord.conf" {
		return nil
	}
	var out []string
	for _, f := range files {
		if folder := path.Dir(f.to); folder == "/etc/supervisor/conf.d" || folder == "/etc/supervisor.d" || folder == "/etc/supervisord.d" {
			out = append(out, f.from)
		}
	}
	return out
}

// plain is a scalar read as it is, the empty text without one.
func plain(n *yaml.Node) text {
	if n == nil {
		return text{node: &yaml.Node{}}
	}
	return literal(n)
}
