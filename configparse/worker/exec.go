package worker

import (
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// reader collects the commands of one text.
type reader struct {
	options Options
	found   []*Command
	daemons []*Daemon
	wanted  func(queue.Command) bool // nil where no other programs are looked for
	started []*Started
	depth   int // of shells within shells
	follows int // scripts that were followed
}

// maxDepth bounds shells within shells, maxWrappers the wrappers of one command, maxCommands what is collected from one text,
// maxFollows the scripts that are followed from one: scripts that name each other twice and more would else be read without end.
const (
	maxDepth    = 8
	maxWrappers = 32
	maxCommands = 1000
	maxFollows  = 50
)

// context is what stands around a command.
type context struct {
	wrappers   []queue.Wrapper
	limit      queue.Value[time.Duration]
	folder     queue.Value[string]
	background bool
}

// bare is a command with nothing around it.
func bare() context {
	return context{limit: queue.NotSet[time.Duration](nil), folder: queue.NotSet[string](nil)}
}

func (c context) wrapped(w queue.Wrapper) context {
	c.wrappers = append(slices.Clip(c.wrappers), w)
	return c
}

// artisanCommands are those that run workers or start them.
var artisanCommands = []string{
	"queue:work", "queue:listen", "horizon", "horizon:work", "horizon:supervisor", "schedule:work", "schedule:run",
}

var phpName = pattern.New(`^(?:php|lsphp|ea-php|alt-php|frankenphp)[-.0-9a-z]*$`)

// exec reads the words of a command that is started without a shell.
func (r *reader) exec(words []Word, c context) {
	for len(words) > 0 {
		name := base(words[0].Text)
		if name == "busybox" && len(words) > 1 && shells[words[1].Text] {
			words[1].Text = "ash"
			words = words[1:]
			continue
		}
		if r.isWanted(words, c) {
			return
		}
		if name == "supervisord" {
			r.daemon(words, c)
			return
		}
		if shells[name] {
			r.execShell(name, words, c)
			return
		}
		if r.packageScript(name, words, c) {
			return
		}
		if isArtisan(name) || phpName.MatchString(name) || words[0].Why != "" {
			if r.php(words, c) {
				return
			}
		}
		if _, known := wrappers[name]; !known && r.followed(words[0], words, c) {
			return
		}
		next := r.unwrap(name, words, &c)
		if next == nil {
			return
		}
		words = next
	}
}

// unwrap takes one wrapper off and returns the words of the command that it starts, nil where there is none.
func (r *reader) unwrap(name string, words []Word, c *context) []Word {
	w, known := wrappers[name]
	if len(c.wrappers) >= maxWrappers {
		return nil
	}
	if !known {
		return r.unknownWrapper(name, words, c)
	}
	if name == "su" || name == "runuser" {
		return r.switchUser(w, name, words, c)
	}
	wrap := queue.Wrapper{Name: name, Span: words[0].span(), Relay: w.relay, Why: w.why}
	i := w.skipOptions(words, 1)
	switch name {
	case "timeout":
		if i < len(words) {
			c.limit = limit(words[i])
		}
	case "flock":
		if hasOption(words[1:min(i, len(words))], "-F", "--no-fork") {
			wrap.Relay, wrap.Why = queue.Replaces, ""
		}
	case "tini", "docker-init":
		wrap.Group = hasOption(words[1:min(i, len(words))], "-g")
	case "dumb-init":
		wrap.Group = !hasOption(words[1:min(i, len(words))], "-c", "--single-child")
	}
	i += w.positional
	*c = c.wrapped(wrap)
	if i >= len(words) {
		return nil
	}
	if name == "flock" && i+1 < len(words) && (words[i].Text == "-c" || words[i].Text == "--command") {
		r.script(words[i+1], shellKind{name: "sh"}, *c)
		return nil
	}
	return words[i:]
}

// hasOption says whether one of some options is among words.
func hasOption(words []Word, names ...string) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return slices.Contains(names, w.Text) })
}

// suGrace is the time that su and runuser leave a command after they passed SIGTERM on (measured: util-linux 2.38).
const suGrace = 2 * time.Second

// unknownWrapper looks for PHP and artisan behind a command that is not known: an entrypoint script, docker, ssh. Whether signals
// get through it is not known; a rule has to go by its name.
func (r *reader) unknownWrapper(name string, words []Word, c *context) []Word {
	next := r.unknownWrapperWords(words)
	if next != nil && len(c.wrappers) < maxWrappers {
		*c = c.wrapped(foreign(name, words[0].span()))
		return next
	}
	return nil
}

// unknownWrapperWords are the words from PHP or artisan on behind a command that is not known.
func (r *reader) unknownWrapperWords(words []Word) []Word {
	last := len(words) - 1
	for last > 0 && !isArtisan(words[last].Text) {
		last--
	}
	for i := 1; i <= last; i++ {
		b := base(words[i].Text)
		if isArtisan(b) || phpName.MatchString(b) {
			return words[i:]
		}
	}
	return nil
}

// foreign is a wrapper that is not known, or that starts its command out of reach of any signal.
func foreign(name string, at source.Span) queue.Wrapper {
	out := queue.Wrapper{Name: name, Span: at}
	switch name {
	case "docker", "podman", "docker-compose", "sail", "kubectl":
		out.Relay, out.Why = queue.Keeps, "in another container by "+name+", which does not pass the signal on"
	}
	return out
}

// switchUser reads `su user -c 'command'`, `runuser -u user -- command` and their kin.
func (r *reader) switchUser(w wrapper, name string, words []Word, c *context) []Word {
	*c = c.wrapped(r.switcher(name, words[0].span(), w))
	byUser, user := false, false
	for i := 1; i < len(words); i++ {
		text := words[i].Text
		option, value, given := strings.Cut(strings.TrimPrefix(text, "-"), "=")
		switch {
		case text == "--":
			if byUser {
				return words[i+1:]
			}
		case text == "-c" || text == "--command" || text == "--session-command":
			if i+1 < len(words) {
				r.script(words[i+1], shellKind{name: "sh"}, *c)
			}
			return nil
		case option == "-command" && given:
			cut := len(text) - len(value)
			at := words[i].At
			r.script(Word{Text: value, Why: words[i].Why, At: shifted(at, cut)}, shellKind{name: "sh"}, *c)
			return nil
		case strings.HasPrefix(text, "-") && len(text) > 1:
			byUser = byUser || text == "-u" || strings.HasPrefix(text, "--user")
			name := strings.TrimLeft(text, "-")
			if !given && slices.Contains(w.valued, name) {
				i++
			}
		case byUser:
			return words[i:]
		case text == "-" || !user:
			user = user || text != "-"
		}
	}
	return nil
}

// switcher is su or runuser as a wrapper. Busybox's su becomes its command.
func (r *reader) switcher(name string, at source.Span, w wrapper) queue.Wrapper {
	if r.options.Shell == "ash" {
		return queue.Wrapper{Name: name, Span: at, Relay: queue.Replaces}
	}
	return queue.Wrapper{Name: name, Span: at, Relay: w.relay, Grace: suGrace}
}

func shifted(at Place, by int) Place {
	return func(start, end int) source.Span { return at(start+by, end+by) }
}
