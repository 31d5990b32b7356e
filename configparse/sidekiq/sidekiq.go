// Package sidekiq reads how long Sidekiq waits for its jobs when it is told to stop: from its command line and from config/sidekiq.yml.
package sidekiq

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// DefaultTimeout counts where nothing sets another (Sidekiq: lib/sidekiq/config.rb). After that, Sidekiq needs up to HandBack to push what
// is unfinished back to Redis and to exit.
const (
	DefaultTimeout = 25 * time.Second
	HandBack       = 5 * time.Second
)

// Command is what a command line of Sidekiq's says. An option that is not given is Absent, one that a variable may give Unknown.
type Command struct {
	Timeout     queue.Value[time.Duration] // -t, --timeout, in seconds
	Config      queue.Value[string]        // -C, --config: a path
	Environment queue.Value[string]        // -e, --environment
}

// option is one of those that take a value.
type option struct {
	short byte
	long  string
}

var options = []option{
	{'t', "timeout"}, {'C', "config"}, {'e', "environment"}, {'c', "concurrency"}, {'q', "queue"}, {'r', "require"}, {'g', "tag"},
	{'P', "pidfile"}, {'L', "logfile"}, {'i', "index"},
}

// Read reads a command whose wrappers were taken off: `sidekiq …`, `bundle exec sidekiq …`. nil where it is another one.
func Read(line queue.Command) *Command {
	words := line.Words
	if len(words) > 2 && strings.HasPrefix(path.Base(words[0].Text), "bundle") && words[1].Text == "exec" {
		words = words[2:]
	}
	if len(words) == 0 || path.Base(words[0].Text) != "sidekiq" || words[0].Why != "" {
		return nil
	}
	c := &Command{Timeout: queue.NotSet[time.Duration](nil), Config: queue.NotSet[string](nil), Environment: queue.NotSet[string](nil)}
	words = slices.Clone(words[1:])
	for i := range words {
		if w := &words[i]; w.Why == "" && strings.Contains(w.Text, "$") {
			w.Why = "it holds a variable"
		}
	}
	for len(words) > 0 {
		words = c.option(words)
	}
	return c
}

// option reads the first of some words, and its value, and returns the others.
func (c *Command) option(words []queue.Word) []queue.Word {
	w, rest := words[0], words[1:]
	name, value, joined := nameOf(w.Text)
	switch {
	case name == "" && w.Why != "":
		c.open(w)
		return rest
	case name == "":
		return rest
	case !joined && len(rest) == 0:
		return nil
	}
	v := queue.Word{Text: value, Span: w.Span, Why: w.Why}
	if !joined {
		v, rest = rest[0], rest[1:]
	}
	c.set(name, v)
	return rest
}

// nameOf is the long name of an option with a value, and the value where it stands in the same word; "" for any other word. Long names may
// be cut short, as OptionParser has it.
func nameOf(text string) (name, value string, joined bool) {
	if long, ok := strings.CutPrefix(text, "--"); ok {
		cut, value, joined := strings.Cut(long, "=")
		for _, o := range options {
			if cut != "" && strings.HasPrefix(o.long, cut) {
				return o.long, value, joined
			}
		}
		return "", "", false
	}
	if len(text) < 2 || text[0] != '-' {
		return "", "", false
	}
	i := slices.IndexFunc(options, func(o option) bool { return o.short == text[1] })
	if i < 0 {
		return "", "", false
	}
	return options[i].long, strings.TrimPrefix(text[2:], "="), len(text) > 2
}

func (c *Command) set(name string, w queue.Word) {
	origin := &queue.Origin{Via: queue.ViaFlag, Span: w.Span, Text: "--" + name}
	text := queue.Is(w.Text, origin)
	if w.Why != "" {
		text = queue.NotKnown[string](w.Why, origin)
	}
	switch name {
	case "timeout":
		c.Timeout = queue.Map(text, seconds, "it is no whole number of seconds")
	case "config":
		c.Config = text
	case "environment":
		c.Environment = text
	}
}

// open notes a word that may hold any options.
func (c *Command) open(w queue.Word) {
	origin := &queue.Origin{Via: queue.ViaFlag, Span: w.Span, Text: w.Text}
	c.Timeout = queue.NotKnown[time.Duration](w.Why, origin)
	c.Config = queue.NotKnown[string](w.Why, origin)
}

// seconds is a whole number, as OptionParser and YAML read it; a day and more is no timeout that anybody means.
func seconds(text string) (time.Duration, bool) {
	n, err := strconv.Atoi(text)
	return time.Duration(n) * time.Second, err == nil && n >= 0 && n <= 86400
}

// IsConfig says that a path is one where Sidekiq looks for its configuration without being told.
func IsConfig(p string) bool {
	return strings.HasSuffix("/"+p, "/config/sidekiq.yml") || strings.HasSuffix("/"+p, "/config/sidekiq.yml.erb")
}

// Timeout is what a configuration file says, Absent where it says nothing. The file is run through ERB first: what that makes of a value is
// not known. A section with the environment's name counts more than the top.
func Timeout(file *source.File, environment queue.Value[string]) queue.Value[time.Duration] {
	unknown := func(why string) queue.Value[time.Duration] {
		return queue.NotKnown[time.Duration](why, &queue.Origin{Via: queue.ViaConfig, Span: file.Whole(), Text: file.Path})
	}
	if bytes.Count(file.Data, []byte("<%")) != bytes.Count(file.Data, []byte("<%=")) {
		return unknown("ERB decides what " + file.Path + " holds")
	}
	parsed := yaml.Parse(file)
	switch {
	case len(parsed.Errors) > 0 || parsed.Cut != "" || parsed.Placeholders || len(parsed.Documents) > 1:
		return unknown(file.Path + " cannot be read whole")
	case len(parsed.Documents) == 0:
		return queue.NotSet[time.Duration](nil)
	}
	root := parsed.Documents[0].Document()
	if !root.Is(document.Mapping) {
		return unknown(file.Path + " is no mapping")
	}
	for _, e := range root.Children() {
		own := timeoutOf(e.Value)
		if own.IsAbsent() {
			continue
		}
		if name, ok := environment.Get(); ok {
			if name == strings.TrimPrefix(e.Key, ":") {
				return own
			}
			continue
		}
		return unknown("it depends on the environment")
	}
	return timeoutOf(root)
}

// timeoutOf is a mapping's own timeout, as a symbol or as a text.
func timeoutOf(n *document.Node) queue.Value[time.Duration] {
	out := queue.NotSet[time.Duration](nil)
	for _, e := range n.Children() {
		if e.Key != "timeout" && e.Key != ":timeout" {
			continue
		}
		if !out.IsAbsent() {
			return queue.NotKnown[time.Duration]("it is written twice", out.Origin())
		}
		out = queue.Map(e.Value.String(e.Key), seconds, "it is no whole number of seconds")
		if !e.Value.IsSet() || e.Value.Quoted {
			out = queue.NotKnown[time.Duration]("it is no number", &queue.Origin{Via: queue.ViaConfig, Span: e.Span, Text: e.Key})
		}
	}
	return out
}
