package container

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
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
			entrypoint = words(image.Entrypoint, image)
			if !image.Entrypoint.Exec {
				cmd = nil
			}
		}
		if r.command == nil && r.entrypoint == nil && image.Cmd != nil && (image.Entrypoint == nil || image.Entrypoint.Exec) {
			cmd = words(image.Cmd, image)
		}
	}
	out.init = len(entrypoint) == 0 || entrypoint[0].Text == "/init"
	l.finish(out, entrypoint, cmd)
}

// imageCommand is an image's entrypoint with its own command, or with the arguments given instead.
func imageCommand(image *dockerfile.Image, arguments []Word) (entrypoint, cmd []Word) {
	if image.Entrypoint != nil {
		entrypoint = words(image.Entrypoint, image)
		if !image.Entrypoint.Exec {
			return entrypoint, nil
		}
	}
	if arguments == nil && image.Cmd != nil {
		arguments = words(image.Cmd, image)
	}
	return entrypoint, arguments
}

// finish leaves out an entrypoint that passes the command on.
func (l *loader) finish(out *Container, entrypoint, cmd []Word) {
	out.loader = l
	if len(entrypoint) > 0 {
		entrypoint = l.seeThrough(out, entrypoint, cmd)
	}
	out.Words = slices.Concat(entrypoint, cmd)
	if len(out.Words) == 0 && out.Script == nil {
		out.Why = "the image decides what runs"
	}
	if first := out.Words; len(first) > 0 {
		out.Command = commandLine(first)
	}
}

// seeThrough leaves a script out that replaces itself by its arguments; one that starts the process itself is noted.
func (l *loader) seeThrough(out *Container, entrypoint, cmd []Word) []Word {
	n := 0
	if shell := path.Base(entrypoint[0].Text); len(entrypoint) == 2 && (shell == "sh" || shell == "bash") {
		n = 1
	}
	if name := path.Base(entrypoint[n].Text); name == "docker-php-entrypoint" {
		return nil
	}
	script := out.File(entrypoint[n].Text)
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
func words(i *dockerfile.Instruction, image *dockerfile.Image) []Word {
	if i.Exec {
		out := make([]Word, len(i.Words))
		for k, w := range i.Words {
			out[k] = Word{Text: w.Text, At: w.At}
		}
		return out
	}
	at := func(int, int) source.Span { return i.Span }
	out := []Word{{Text: "sh", At: at}, {Text: "-c", At: at}}
	if image.Shell != nil && image.Shell.Exec && len(image.Shell.Words) > 0 {
		out = out[:0]
		for _, w := range image.Shell.Words {
			out = append(out, Word{Text: w.Text, At: at})
		}
	}
	return append(out, Word{Text: i.Text, At: i.At})
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

// SupervisorFiles are the files of the repository that configure a supervisord in the container: the one that it is told to read, or, for
// "", where the distribution's own is read, those in the folders that it includes. root says that it is the daemon's own file.
func (c *Container) SupervisorFiles(config string) (files []string, root bool) {
	candidates := []string{config}
	if config == "" {
		candidates = []string{"/etc/supervisord.conf", "/etc/supervisor/supervisord.conf"}
	}
	for _, p := range candidates {
		if from := c.at(p); from != "" {
			return []string{from}, true
		}
	}
	if config != "" && config != "/etc/supervisor/supervisord.conf" && config != "/etc/supervisord.conf" {
		return nil, false
	}
	for _, f := range c.files {
		if folder := path.Dir(f.to); folder == "/etc/supervisor/conf.d" || folder == "/etc/supervisor.d" || folder == "/etc/supervisord.d" {
			files = append(files, f.from)
		}
	}
	return files, false
}

// S6Services are the run scripts of the repository that lie where s6-overlay, as the container's first process, starts services from: those of
// services.d, and of s6-rc where a bundle holds them. An image whose own entrypoint is not known has s6-overlay's where it has such files.
func (c *Container) S6Services() []string {
	if !c.init {
		return nil
	}
	var out []string
	for _, f := range c.files {
		folder := path.Dir(f.to)
		if path.Base(f.to) != "run" {
			continue
		}
		switch path.Dir(folder) {
		case "/etc/services.d":
			out = append(out, f.from)
		case "/etc/s6-overlay/s6-rc.d":
			if slices.ContainsFunc(c.files, func(x placed) bool {
				return strings.HasPrefix(x.to, "/etc/s6-overlay/s6-rc.d/") && strings.HasSuffix(x.to, "/contents.d/"+path.Base(folder))
			}) {
				out = append(out, f.from)
			}
		}
	}
	return out
}

// Mentions says that a RUN instruction of the container's image holds a word: what it makes of a file is not known.
func (c *Container) Mentions(word string) bool {
	return c.image != nil && slices.ContainsFunc(c.image.Runs, func(i *dockerfile.Instruction) bool {
		return strings.Contains(i.Text, word) || slices.ContainsFunc(i.Heredocs, func(h dockerfile.Heredoc) bool { return strings.Contains(h.Body.Text(), word) })
	})
}

// plain is a scalar read as it is, the empty text without one.
func plain(n *yaml.Node) text {
	if n == nil {
		return text{node: &yaml.Node{}}
	}
	return literal(n)
}
