// Package solidqueue reads what Solid Queue is told: the command that starts it, and its settings in a Rails application's configuration.
package solidqueue

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/ruby"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// The defaults of lib/solid_queue.rb.
const (
	DefaultShutdown  = 5 * time.Second
	DefaultHeartbeat = 60 * time.Second
	DefaultAlive     = 5 * time.Minute
)

// HandBack is what the supervisor needs after its timeout to end its processes and release their jobs.
const HandBack = time.Second

// Starts says that a command whose wrappers were taken off starts Solid Queue's supervisor: bin/jobs, or the task solid_queue:start.
func Starts(line queue.Command) bool {
	words := line.Words
	if len(words) > 2 && strings.HasPrefix(path.Base(words[0].Text), "bundle") && words[1].Text == "exec" {
		words = words[2:]
	}
	if len(words) > 1 && path.Base(words[0].Text) == "ruby" {
		words = words[1:]
	}
	if len(words) == 0 || words[0].Why != "" {
		return false
	}
	name, rest := words[0].Text, words[1:]
	switch path.Base(name) {
	case "jobs":
		return path.Base(path.Dir(name)) == "bin" && (len(rest) == 0 || rest[0].Text == "start" || strings.HasPrefix(rest[0].Text, "-"))
	case "rake", "rails":
		return slices.ContainsFunc(rest, func(w queue.Word) bool { return w.Text == "solid_queue:start" })
	}
	return false
}

// Settings are those that decide how Solid Queue stops and how it notices dead processes. One that is not set is Absent.
type Settings struct {
	// Shutdown is shutdown_timeout, Heartbeat process_heartbeat_interval, Alive process_alive_threshold.
	Shutdown, Heartbeat, Alive queue.Value[time.Duration]
}

// setting is one of them by its name in Ruby.
type setting struct {
	name string
	of   func(*Settings) *queue.Value[time.Duration]
}

var settings = []setting{
	{"shutdown_timeout", func(s *Settings) *queue.Value[time.Duration] { return &s.Shutdown }},
	{"process_heartbeat_interval", func(s *Settings) *queue.Value[time.Duration] { return &s.Heartbeat }},
	{"process_alive_threshold", func(s *Settings) *queue.Value[time.Duration] { return &s.Alive }},
}

// Configures says that a text may set one of the settings, or all.
func Configures(data []byte) bool {
	text := string(data)
	if !strings.Contains(text, "solid_queue") && !strings.Contains(text, "SolidQueue") {
		return false
	}
	return slices.ContainsFunc(settings, func(s setting) bool { return strings.Contains(text, s.name) })
}

// Read reads the files of a Rails application that decide, those that count less first: config/application.rb, then that of the
// environment. variable says what is known of a variable of the worker's environment.
func Read(files []*source.File, variable ruby.Variable) *Settings {
	out := &Settings{Shutdown: queue.NotSet[time.Duration](nil), Heartbeat: queue.NotSet[time.Duration](nil), Alive: queue.NotSet[time.Duration](nil)}
	for _, file := range files {
		if Configures(file.Data) {
			out.read(file, variable)
		}
	}
	return out
}

func (s *Settings) read(file *source.File, variable ruby.Variable) {
	parsed := ruby.Parse(file)
	for _, one := range settings {
		value, seen := one.of(s), 0
		for _, statement := range parsed.Statements {
			assigned := statement.Assigned("config", "solid_queue", one.name)
			if assigned == nil {
				assigned = statement.Assigned("Rails", "application", "config", "solid_queue", one.name)
			}
			if assigned == nil {
				continue
			}
			seen++
			*value = ruby.Duration(assigned, one.name, variable)
			if !statement.Certain() {
				*value = queue.NotKnown[time.Duration]("it depends on something in "+file.Path, value.Origin())
			}
		}
		// What sets it in another way than by one assignment each is not followed.
		if n := strings.Count(code(file), one.name); n != seen || n > 0 && !parsed.Whole {
			*value = queue.NotKnown[time.Duration](file.Path+" sets it in a way that is not followed", &queue.Origin{Via: queue.ViaConfig, Span: file.Whole(), Text: file.Path})
		}
	}
}

// code is a file's text without the lines that are comments.
func code(file *source.File) string {
	var b strings.Builder
	for line := range strings.Lines(string(file.Data)) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}
