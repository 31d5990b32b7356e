package unit

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/systemd"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// written is where an assignment stands.
func written(a *systemd.Assignment) *queue.Origin {
	return &queue.Origin{Via: queue.ViaLiteral, Span: place(a), Text: a.Key + "=" + a.Value.String}
}

// place is an assignment's value, its key where the value is empty.
func place(a *systemd.Assignment) source.Span {
	if a.Value.String == "" {
		return a.KeySpan
	}
	return a.Value.Whole()
}

// unknown says why an assignment's value is not known, "" when it is.
func unknown(a *systemd.Assignment) string {
	if a.Value.Why != "" {
		return a.Value.Why
	}
	return a.Conditional
}

// span reads a clock of which 0 and infinity switch the limit off. why says what keeps it from being known: systemd's own text where
// systemd cannot read it either.
func span(a *systemd.Assignment) (v queue.Value[time.Duration], why string) {
	if why := unknown(a); why != "" {
		return v, why
	}
	usec, err := systemd.ParseSpan(a.Value.String)
	if err != nil {
		return v, "Failed to parse time value, ignoring: " + a.Value.String
	}
	if usec == 0 || usec > math.MaxInt64/uint64(time.Microsecond) {
		return queue.NoLimit[time.Duration](written(a)), ""
	}
	return queue.Is(time.Duration(usec)*time.Microsecond, written(a)), ""
}

// timeoutStop reads TimeoutStopSec= and TimeoutSec=, which sets it too: the last one that systemd can read counts.
func (r *reader) timeoutStop(fallback queue.Value[time.Duration]) queue.Value[time.Duration] {
	value := fallback
	if r.unit.Lone {
		value = queue.NotKnown[time.Duration](loneUnit, nil)
	}
	for _, a := range r.unit.Assignments("Service") {
		if a.Key != "TimeoutStopSec" && a.Key != "TimeoutSec" {
			r.noteUnknownKey(a)
			continue
		}
		v, why := span(a)
		switch {
		case why == "":
			value = v
			r.program.Unit.Ignored = nil // what was passed over before no longer matters
		case unknown(a) != "":
			value = queue.NotKnown[time.Duration](why, written(a))
		default:
			r.ignored(a, place(a), a.Key, why)
		}
	}
	return value
}

const loneUnit = "the unit's own file is not in the repository"

func (r *reader) ignored(a *systemd.Assignment, at source.Span, meant, reason string) {
	r.program.Unit.Ignored = append(r.program.Unit.Ignored, queue.IgnoredSetting{
		Key: a.Key, Text: a.Value.String, Span: at, Meant: meant, Reason: reason,
	})
}

// noteUnknownKey notes a key that systemd does not know and that comes near to that of the grace.
func (r *reader) noteUnknownKey(a *systemd.Assignment) {
	const meant = "TimeoutStopSec"
	known := []string{"TimeoutStartSec", "TimeoutAbortSec", "TimeoutStartFailureMode", "TimeoutStopFailureMode", "TimeoutCleanSec"}
	if unknown(a) != "" || slices.Contains(known, a.Key) || queue.Distance(strings.ToLower(a.Key), strings.ToLower(meant)) > 2 {
		return
	}
	r.ignored(a, a.KeySpan, meant, "Unknown key '"+a.Key+"' in section [Service], ignoring.")
}

// misplaced notes a grace in a section in which systemd does not look for one.
func (r *reader) misplaced() {
	for _, section := range []string{"Unit", "Install"} {
		for _, a := range r.unit.All(section, "TimeoutStopSec") {
			if unknown(a) == "" {
				r.ignored(a, a.KeySpan, a.Key, "Unknown key '"+a.Key+"' in section ["+section+"], ignoring.")
			}
		}
	}
}

// signals by number, as systemd takes them.
var signals = map[string]int{
	"HUP": 1, "INT": 2, "QUIT": 3, "ILL": 4, "TRAP": 5, "ABRT": 6, "BUS": 7, "FPE": 8, "KILL": 9, "USR1": 10, "SEGV": 11, "USR2": 12,
	"PIPE": 13, "ALRM": 14, "TERM": 15, "STKFLT": 16, "CHLD": 17, "CONT": 18, "STOP": 19, "TSTP": 20, "TTIN": 21, "TTOU": 22, "URG": 23,
	"XCPU": 24, "XFSZ": 25, "VTALRM": 26, "PROF": 27, "WINCH": 28, "IO": 29, "PWR": 30, "SYS": 31,
}

// signal reads a signal's name, with SIG or without, or its number.
func signal(text string) (string, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		for name, number := range signals {
			if number == n {
				return name, true
			}
		}
		return "", false
	}
	name := strings.TrimPrefix(text, "SIG")
	_, known := signals[name]
	return name, known
}

// last reads a key of which the last assignment that systemd takes counts.
func last[T any](r *reader, key string, fallback queue.Value[T], read func(string) (T, bool)) queue.Value[T] {
	value := fallback
	if r.unit.Lone {
		value = queue.NotKnown[T](loneUnit, nil)
	}
	for _, a := range r.unit.All("Service", key) {
		if why := unknown(a); why != "" {
			value = queue.NotKnown[T](why, written(a))
		} else if v, ok := read(a.Value.String); ok {
			value = queue.Is(v, written(a))
		}
	}
	return value
}

// among reads one of some words.
func among(words ...string) func(string) (string, bool) {
	return func(text string) (string, bool) { return text, slices.Contains(words, text) }
}

func manager[T any](v T, key string) queue.Value[T] {
	return queue.Is(v, &queue.Origin{Via: queue.ViaManagerDefault, Text: "systemd's default of " + key})
}

// grace is how long the worker has between the stop signal and SIGKILL. What systemd runs to stop it may wait for it, or leave at once.
func (r *reader) grace(stop queue.Value[time.Duration]) queue.Value[time.Duration] {
	if kind, ok := r.program.Unit.Type.Get(); ok && kind == "oneshot" {
		return queue.NotKnown[time.Duration]("a oneshot unit ends by itself", stop.Origin())
	}
	if mode, ok := r.program.Unit.KillMode.Get(); ok && mode == "none" {
		return queue.NotKnown[time.Duration]("KillMode=none stops nothing", stop.Origin())
	}
	kill := last(r, "SendSIGKILL", manager(true, "SendSIGKILL"), systemd.ParseBool)
	switch kills, ok := kill.Get(); {
	case !ok && kill.Why() == loneUnit: // few units switch it off
	case !ok:
		return queue.NotKnown[time.Duration](kill.Why(), stop.Origin())
	case !kills:
		return queue.NoLimit[time.Duration](kill.Origin())
	}
	for _, a := range r.unit.List("Service", "ExecStop") {
		commands, err := systemd.ParseExec(a.Value)
		if err != nil {
			continue
		}
		for _, c := range commands {
			if unknown(a) != "" || !leavesAtOnce(c) {
				return queue.NotKnown[time.Duration]("ExecStop may wait for the worker", stop.Origin())
			}
		}
	}
	return stop
}

// leavesAtOnce says that a command of ExecStop only tells the worker to stop.
func leavesAtOnce(c systemd.Exec) bool {
	var words []string
	for _, w := range c.Words {
		words = append(words, w.String)
	}
	switch path.Base(words[0]) {
	case "kill", "pkill", "true", "echo":
		return true
	case "supervisorctl":
		return slices.Contains(words, "shutdown")
	}
	return slices.ContainsFunc(words, func(w string) bool { return w == "queue:restart" || w == "horizon:terminate" }) &&
		!slices.Contains(words, "--wait")
}
