package process

import (
	"fmt"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
)

// programReader reads one section as a program (_processes_from_section).
type programReader struct {
	*loader
	m     *supervisor.Merged
	scope scope
	names supervisor.Names
	p     *queue.Program
}

// program makes the program of a section within a group, and its processes.
func (l *loader) program(m *supervisor.Merged, kind, group string) *queue.Program {
	r := l.reader(m, group)
	r.p = &queue.Program{
		Manager: queue.Supervisor, Kind: kind, Name: r.names["program_name"].Text, Span: nameSpan(m), Group: group, Settings: l.written(m),
	}
	numprocs, first := r.values()
	pattern := r.checkNames(numprocs)
	entry := Program{Program: r.p, CommandText: r.processes(pattern, numprocs, first)}
	l.out.Programs = append(l.out.Programs, entry)
	return r.p
}

func (l *loader) reader(m *supervisor.Merged, group string) *programReader {
	name := l.sectionName(m, m)
	return &programReader{loader: l, m: m, scope: scope{program: m}, names: supervisor.Names{
		"program_name": {Text: name, Why: m.Parts[0].Why}, "group_name": {Text: group}, "host_node_name": l.host,
	}}
}

func (r *programReader) get(key string) setting { return r.loader.get(r.m, key, r.names, r.scope) }

// values reads the options that all processes of the program share, in Supervisor's order.
func (r *programReader) values() (numprocs, first queue.Value[int]) {
	p := r.p
	p.Priority = value(r.loader, r.get("priority"), 999, integer)
	p.AutoStart = value(r.loader, r.get("autostart"), true, boolean)
	p.AutoRestart = value(r.loader, r.get("autorestart"), "unexpected", autoRestart)
	p.StartSecs = value(r.loader, r.get("startsecs"), 1, integer)
	p.StartTries = value(r.loader, r.get("startretries"), 3, integer)
	p.StopSignal = value(r.loader, r.get("stopsignal"), "TERM", stopSignal)
	p.StopWait = seconds(value(r.loader, r.get("stopwaitsecs"), 10, integer))
	p.StopAsGroup = value(r.loader, r.get("stopasgroup"), false, boolean)
	kill := r.get("killasgroup")
	p.KillAsGroup = value(r.loader, kill, false, boolean)
	if kill.option == nil && kill.why == "" {
		p.KillAsGroup = p.StopAsGroup
	}
	p.ExitCodes = value(r.loader, r.get("exitcodes"), []int{0}, exitCodes)
	check(r.loader, r.get("redirect_stderr"), boolean)
	numprocs = value(r.loader, r.get("numprocs"), 1, integer)
	first = value(r.loader, r.get("numprocs_start"), 0, integer)
	for _, stream := range []string{"stdout", "stderr"} {
		check(r.loader, r.get(stream+"_capture_maxbytes"), byteSize)
		check(r.loader, r.get(stream+"_events_enabled"), boolean)
	}
	r.get("serverurl")
	r.get("user")
	check(r.loader, r.get("umask"), octal)
	p.Processes = queue.Map(numprocs, func(n int) (int, bool) { return max(n, 0), true }, "")
	return numprocs, first
}

// seconds is a number of seconds as a duration.
func seconds(v queue.Value[int]) queue.Value[time.Duration] {
	return queue.Map(v, func(n int) (time.Duration, bool) { return queue.Clock(float64(n)) }, errTooLarge.Error())
}

// checkNames checks the pattern of the processes' names before it is expanded, and what hangs on it.
func (r *programReader) checkNames(numprocs queue.Value[int]) setting {
	raw := r.scope
	raw.raw = true
	name := r.loader.get(r.m, "process_name", r.names, raw)
	if text, ok := name.known(); ok {
		if _, err := processName(text); err != nil {
			r.refuseValue(name, name.span(), err.Error())
		}
	}
	if n, ok := numprocs.Get(); ok && n > 1 && name.why == "" && !strings.Contains(name.text.String, "%(process_num)") {
		r.refuseValue(r.get("numprocs"), numprocs.Origin().Place(),
			"%(process_num) must be present within process_name when numprocs > 1")
	}
	stop, _ := r.p.StopAsGroup.Get()
	if kill, ok := r.p.KillAsGroup.Get(); ok && stop && !kill {
		r.refuseValue(r.get("killasgroup"), r.p.KillAsGroup.Origin().Place(), "Cannot set stopasgroup=true and killasgroup=false")
	}
	return name
}

// processes reads what each process has of its own, and returns the command's text. Supervisor looks at it only where there is a
// process at all.
func (r *programReader) processes(name setting, numprocs, first queue.Value[int]) supervisor.Text {
	count, countKnown := numprocs.Get()
	start, startKnown := first.Get()
	var one instance
	if countKnown && startKnown && count > 0 {
		one = r.instance(name, r.processNames(count, start))
	} else {
		// Either there is no process, or its number is not known; a fault of the text may not be one of the process.
		r.silent = true
		one = r.instance(name, r.openNames(numprocs))
		r.silent = false
	}
	if countKnown && count > 1 {
		// What hangs on the number differs from process to process.
		r.silent = true
		one = r.instance(name, r.openNames(numprocs))
		r.silent = false
	}
	p := r.p
	p.Environment = over(r.global, one.environment)
	p.Directory, p.ProcessName = one.directory, one.name
	if one.command.option != nil {
		p.Command = command(one.command.text)
		if countKnown && count > 0 {
			r.spawnError(one.command)
		}
	}
	return one.command.text
}

// processNames are the names of the process with a number.
func (r *programReader) processNames(count, number int) supervisor.Names {
	out := supervisor.Names{
		"process_num": {Number: number, IsNumber: true}, "numprocs": {Number: count, IsNumber: true},
	}
	for name, v := range r.names {
		out[name] = v
	}
	return out
}

// openNames are the names of a process whose number is not known.
func (r *programReader) openNames(numprocs queue.Value[int]) supervisor.Names {
	count, ok := numprocs.Get()
	out := r.processNames(count, 0)
	out["process_num"] = supervisor.Name{IsNumber: true, Why: "%(process_num) differs from process to process"}
	if !ok {
		out["numprocs"] = supervisor.Name{IsNumber: true, Why: numprocs.Why()}
	}
	return out
}

// instance is one process.
type instance struct {
	environment []queue.Variable
	directory   queue.Value[string]
	command     setting
	name        queue.Value[string]
}

// instance reads one process, in Supervisor's order.
func (r *programReader) instance(name setting, names supervisor.Names) instance {
	var out instance
	raw := r.scope
	raw.raw = true
	environment := r.loader.get(r.m, "environment", names, raw)
	if environment.option != nil {
		environment = r.expand(environment, "environment", names)
	}
	out.environment = r.loader.environment(environment)
	withVariables(names, out.environment)

	get := func(key string) setting { return r.loader.get(r.m, key, names, r.scope) }
	out.directory = text(get("directory"))
	for _, stream := range []string{"stdout", "stderr"} {
		// The text is expanded twice: `%%` does not survive.
		if file := get(stream + "_logfile"); file.option != nil {
			r.expand(file, stream+"_logfile", names)
		}
		check(r.loader, get(stream+"_logfile_backups"), integer)
		check(r.loader, get(stream+"_logfile_maxbytes"), byteSize)
		check(r.loader, get(stream+"_syslog"), boolean)
	}
	out.command = get("command")
	if out.command.option == nil && out.command.why == "" {
		r.refuseIn(r.m, queue.Refusal{
			Span: out.command.span(), Message: fmt.Sprintf("program section %s does not specify a command", r.m.Name),
			Section: r.m.Name, Option: "command",
		})
	}
	if name.option != nil {
		name = r.expand(name, "process_name", names)
		out.name = text(name)
	} else {
		own := names["program_name"]
		out.name = queue.Is(own.Text, name.fallback())
		if why := name.why + own.Why; why != "" {
			out.name = queue.NotKnown[string](why, nil)
		}
	}
	return out
}

// text is an option's text; Absent where no file sets it.
func text(s setting) queue.Value[string] {
	if s.option == nil && s.why == "" {
		return queue.NotSet[string](nil)
	}
	if t, ok := s.known(); ok {
		return queue.Is(t, s.origin())
	}
	return queue.NotKnown[string](s.why, s.origin())
}

// command splits a command as Supervisor does when it starts the program: no shell reads it.
func command(t supervisor.Text) queue.Command {
	out := queue.Command{Text: t.String, Span: t.Whole()}
	words, _ := shlex.Split(t.Masked())
	for _, w := range words {
		out.Words = append(out.Words, queue.Word{
			Text: unmasked(t, w), Span: t.Span(w.Start, w.End), Why: t.Unknown(w.Start, w.End),
		})
	}
	return out
}

// unmasked is the word's text with unknown parts as they are written.
func unmasked(t supervisor.Text, w shlex.Word) string {
	b := make([]byte, len(w.Text))
	for i := range b {
		b[i] = t.String[w.Offset(i)]
	}
	return string(b)
}

// spawnError notes a command that Supervisor cannot take apart; it finds out when it starts the program.
func (r *programReader) spawnError(s setting) {
	text, ok := s.known()
	if !ok {
		return
	}
	words, err := shlex.Split(text)
	message, at := "command is empty", s.text.Whole()
	switch {
	case err != nil:
		message = fmt.Sprintf("can't parse command %s: %s", supervisor.Repr(text), err.Message)
		at = s.text.Span(err.Offset, err.Offset+1)
	case len(words) > 0:
		return
	}
	r.out.SpawnErrors = append(r.out.SpawnErrors, queue.Refusal{
		Manager: queue.Supervisor, Span: at, Message: message, Section: r.m.Name, Option: s.key,
	})
}
