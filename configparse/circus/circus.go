// Package circus reads the watchers of circus.ini (circus 0.18, circus/config.py and watcher.py).
package circus

import (
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Watcher is one `[watcher:name]`.
type Watcher struct {
	*queue.Program
	// Command and Arguments are `cmd` and `args`, which follow it.
	Command, Arguments supervisor.Text
}

// Is says whether a path may be that of a configuration of circus.
func Is(at string) bool {
	base := strings.ToLower(path.Base(at))
	return strings.HasPrefix(base, "circus") && (strings.HasSuffix(base, ".ini") || strings.HasSuffix(base, ".conf") || strings.Contains(base, ".ini."))
}

// Load reads a file's watchers. circus reads with Python's configparser, as Supervisor does.
func Load(file *source.File) []*Watcher {
	var out []*Watcher
	for _, s := range supervisor.Parse(file).Sections {
		if name, ok := strings.CutPrefix(s.Name, "watcher:"); ok && s.Why == "" {
			out = append(out, watcher(s, name))
		}
	}
	return out
}

func watcher(s *supervisor.Section, name string) *Watcher {
	span := s.NameSpan
	span.Start += len("watcher:")
	p := &queue.Program{
		Manager: queue.Circus, Kind: "watcher", Name: name, Span: span, Settings: map[string]queue.Setting{},
		StopWait:   value(s, "graceful_timeout", 30*time.Second, seconds),
		StopSignal: value(s, "stop_signal", "TERM", signal),
		Processes:  value(s, "numprocesses", 1, whole),
		AutoStart:  value(s, "autostart", true, boolean),
	}
	again := value(s, "respawn", true, boolean)
	p.Restart = queue.Restart{AfterSuccess: again, Setting: "respawn = False", Wanted: "respawn = True"}
	w := &Watcher{Program: p}
	if o := s.Find("cmd"); o != nil {
		w.Command = o.Value
		p.Command = queue.Command{Text: o.Value.String, Span: o.Value.Whole()}
	}
	if o := s.Find("args"); o != nil {
		w.Arguments = o.Value
	}
	return w
}

// value reads an option. What circus fills in ($(circus.env.X)), and what a template does, is not known.
func value[T any](s *supervisor.Section, key string, fallback T, read func(string) (T, bool)) queue.Value[T] {
	o := s.Find(key)
	if o == nil {
		if s.Open != "" {
			return queue.NotKnown[T](s.Open, nil)
		}
		return queue.Is(fallback, &queue.Origin{Via: queue.ViaManagerDefault, Text: "circus' default of " + key})
	}
	origin := &queue.Origin{Via: queue.ViaLiteral, Span: o.Value.Whole(), Text: key + " = " + o.Value.String}
	why := o.Value.Why()
	if why == "" {
		why = o.Conditional
	}
	if why == "" && (strings.Contains(o.Value.String, "$(") || strings.Contains(o.Value.String, "((")) {
		why = "circus fills in " + o.Value.String
	}
	if why != "" {
		return queue.NotKnown[T](why, origin)
	}
	v, ok := read(o.Value.String)
	if !ok {
		return queue.NotKnown[T]("circus does not take it", origin)
	}
	return queue.Is(v, origin)
}

// seconds is a float of Python.
func seconds(text string) (time.Duration, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(x) || x < 0 || x > math.MaxInt32 {
		return 0, false
	}
	return time.Duration(x * float64(time.Second)), true
}

func whole(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return n, err == nil && n >= 0
}

// boolean reads a boolean (circus/util.py, to_bool).
func boolean(text string) (value, ok bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "1", "yes", "true", "on", "t", "y":
		return true, true
	case "0", "no", "false", "off", "f", "n":
		return false, true
	}
	return false, false
}

// signal reads a signal's name, with SIG or without, or its number.
func signal(text string) (string, bool) {
	name := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "SIG")
	if byNumber, ok := map[string]string{"1": "HUP", "2": "INT", "3": "QUIT", "9": "KILL", "10": "USR1", "12": "USR2", "15": "TERM"}[name]; ok {
		return byNumber, true
	}
	for _, known := range []string{"HUP", "INT", "QUIT", "KILL", "USR1", "USR2", "TERM", "WINCH"} {
		if name == known {
			return name, true
		}
	}
	return "", false
}
