package unit

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/systemd"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// reader reads one unit.
type reader struct {
	*loader
	unit    *systemd.Unit
	program *queue.Program
	out     *Service
	names   map[byte]string
	// variables are those that the unit sets, env why others may be set.
	variables []queue.Variable
	open      string
}

func (l *loader) service(u *systemd.Unit) *Service {
	r := &reader{loader: l, unit: u, names: specifiers(u.Name)}
	r.program = &queue.Program{
		Manager: queue.Systemd, Kind: "unit", Name: u.Name, Span: header(u), Unit: &queue.Unit{}, Settings: settings(u),
		Processes: queue.Is(1, &queue.Origin{Via: queue.ViaManagerDefault, Text: "one process of a unit"}),
	}
	if strings.Contains(u.Name, "@.") {
		r.program.Processes = queue.NotKnown[int]("the instances that are enabled decide", nil)
	}
	r.out = &Service{Program: r.program, Lone: u.Lone}
	r.environment()
	r.commands()
	p := r.program
	p.Directory = last(r, "WorkingDirectory", queue.NotSet[string](nil), r.directory)
	p.Unit.Type = last(r, "Type", r.defaultType(), among("simple", "exec", "forking", "oneshot", "dbus", "notify", "notify-reload", "idle"))
	p.Unit.KillMode = last(r, "KillMode", manager("control-group", "KillMode"), among("control-group", "process", "mixed", "none"))
	p.StopSignal = r.stopSignal()
	stop := r.timeoutStop(l.defaultStop())
	r.misplaced()
	p.StopWait = r.grace(stop)
	mode, known := p.Unit.KillMode.Get()
	p.EveryProcess = known && mode == "control-group"
	p.Restart, p.StartLimit = r.restart(), r.startLimit()
	return r.out
}

// header is the place of what no key says: the header of [Service], or that of the file.
func header(u *systemd.Unit) source.Span {
	for _, f := range u.Files {
		for _, s := range f.Sections {
			if s.Name == "Service" {
				return s.NameSpan
			}
		}
	}
	if len(u.Files) > 0 {
		return u.Files[0].Source.Whole()
	}
	return source.Span{}
}

// settings are the keys of [Service] as they are written; of several the last one.
func settings(u *systemd.Unit) map[string]queue.Setting {
	out := map[string]queue.Setting{}
	for _, a := range u.Assignments("Service") {
		v := queue.Is(queue.Scalar{Kind: queue.StringScalar, Text: a.Value.String}, written(a))
		if why := unknown(a); why != "" {
			v = queue.NotKnown[queue.Scalar](why, written(a))
		}
		out[a.Key] = queue.Setting{Key: a.KeySpan, Value: v}
	}
	return out
}

// specifiers are the letters behind `%` that a unit's name decides. Those of an instance are not known for the template.
func specifiers(name string) map[byte]string {
	whole := strings.TrimSuffix(name, ".service")
	prefix, instance, template := strings.Cut(whole, "@")
	if template && instance == "" {
		return map[byte]string{'p': prefix}
	}
	out := map[byte]string{'n': name, 'N': whole, 'p': prefix, 'i': instance}
	if !strings.ContainsAny(name, `\-`) {
		out['P'], out['I'] = prefix, instance
	}
	return out
}

func (r *reader) directory(text string) (string, bool) {
	text = strings.TrimPrefix(text, "-")
	return text, text != "" && !strings.Contains(text, "%") && text != "~"
}

func (r *reader) defaultType() queue.Value[string] {
	if len(r.out.Commands) == 0 {
		return manager("oneshot", "Type")
	}
	if len(r.unit.All("Service", "BusName")) > 0 {
		return manager("dbus", "Type")
	}
	return manager("simple", "Type")
}

// stopSignal is KillSignal, or what ExecStop sends before.
func (r *reader) stopSignal() queue.Value[string] {
	value := last(r, "KillSignal", manager("TERM", "KillSignal"), signal)
	for _, a := range r.unit.List("Service", "ExecStop") {
		commands, _ := systemd.ParseExec(a.Value)
		for _, c := range commands {
			if sent := sends(c); sent != "" && unknown(a) == "" {
				return queue.Is(sent, written(a))
			}
		}
	}
	return value
}

// sends is the signal that `kill -s QUIT $MAINPID` names, "" where it names none.
func sends(c systemd.Exec) string {
	if path.Base(c.Words[0].String) != "kill" {
		return ""
	}
	for i, w := range c.Words[1:] {
		text := strings.TrimPrefix(w.String, "-")
		switch {
		case w.String == "-s" || w.String == "--signal":
			if i+2 < len(c.Words) {
				name, _ := signal(c.Words[i+2].String)
				return name
			}
		case text != w.String:
			if name, ok := signal(strings.TrimPrefix(text, "-signal=")); ok {
				return name
			}
		}
	}
	return ""
}

// restart says what Restart= makes of an end with status 0.
func (r *reader) restart() queue.Restart {
	value := last(r, "Restart", manager("no", "Restart"), among("no", "on-success", "on-failure", "on-abnormal", "on-watchdog", "on-abort", "always"))
	out := queue.Restart{Setting: "Restart=no", Wanted: "Restart=always"}
	if text, ok := value.Get(); ok {
		out.Setting = "Restart=" + text
	}
	out.AfterSuccess = queue.Map(value, func(text string) (bool, bool) { return text == "always" || text == "on-success", true }, "")
	// A status can be told to restart, or not to.
	for _, key := range []string{"RestartForceExitStatus", "RestartPreventExitStatus", "SuccessExitStatus"} {
		if list := r.unit.List("Service", key); len(list) > 0 && slices.ContainsFunc(list, func(a *systemd.Assignment) bool {
			return unknown(a) != "" || slices.Contains(strings.Fields(a.Value.String), "0")
		}) {
			out.AfterSuccess = queue.NotKnown[bool](key+" names status 0", nil)
		}
	}
	return out
}

// commands reads ExecStart.
func (r *reader) commands() {
	for _, a := range r.unit.List("Service", "ExecStart") {
		if a.Conditional != "" {
			continue
		}
		found, _ := systemd.ParseExec(a.Value)
		for _, c := range found {
			r.out.Commands = append(r.out.Commands, r.command(c))
		}
	}
	if len(r.out.Commands) > 0 {
		r.program.Command = r.out.Commands[0]
	}
}

func (r *reader) command(c systemd.Exec) queue.Command {
	var out queue.Command
	var texts []string
	for _, w := range c.Words {
		w = systemd.Specifiers(w, r.names)
		words := []queue.Word{{Text: w.String, Span: w.Whole(), Why: w.Why}}
		if !c.Has(':') && strings.Contains(w.String, "$") && w.Why == "" {
			words = r.expand(w)
		}
		for _, word := range words {
			texts = append(texts, word.Text)
		}
		out.Words = append(out.Words, words...)
	}
	if len(out.Words) == 0 {
		return out
	}
	out.Span = out.Words[0].Span
	for _, w := range out.Words {
		if w.Span.File == out.Span.File {
			out.Span.End = max(out.Span.End, w.Span.End)
		}
	}
	out.Text = strings.Join(texts, " ")
	return out
}
