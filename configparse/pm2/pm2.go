// Package pm2 reads the files in which PM2's processes are declared: ecosystem.config.js and its kin in JavaScript, JSON and YAML. Nothing
// is run: what is no literal is not known. Settings and defaults are PM2's (lib/API/schema.json, constants.js of version 5).
package pm2

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/jsobject"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Process is one entry of `apps`.
type Process struct {
	*queue.Program
	// Words are those of the command. A script that is a whole command line is given to bash.
	Words []queue.Word
}

var fileName = pattern.New(`^(?:ecosystem|pm2|process|processes)(?:[._-][\w.-]*)?\.(?:js|cjs|mjs|json|json5|yml|yaml)$`)

// Is says whether a path may be that of such a file.
func Is(at string) bool {
	base := path.Base(at)
	begins := strings.HasPrefix(base, "ecosystem") || strings.HasPrefix(base, "pm2") || strings.HasPrefix(base, "process")
	return begins && fileName.MatchString(base) || strings.HasSuffix(at, ".pm2.json")
}

// IsYAML says that the file has to be read by Load's caller as YAML.
func IsYAML(at string) bool { return strings.HasSuffix(at, ".yml") || strings.HasSuffix(at, ".yaml") }

// maxApps bounds what is read of one file.
const maxApps = 1000

// Load reads the processes of a file.
func Load(file *source.File) []*Process { return FromTree(jsobject.Parse(file), file) }

// FromTree reads the processes of what a file exports: {apps: […]}, a list of them, or one alone.
func FromTree(root *jsobject.Node, file *source.File) []*Process {
	if root == nil {
		return nil
	}
	list := []*jsobject.Node{root}
	if apps := root.Get("apps"); apps != nil {
		list = []*jsobject.Node{apps}
	}
	if list[0].Kind == jsobject.Array {
		list = list[0].Items
	}
	var out []*Process
	for _, n := range list {
		if n.Kind == jsobject.Object && len(out) < maxApps && (n.Get("script") != nil || n.Get("exec") != nil || n.Get("cmd") != nil) {
			out = append(out, process(n, file))
		}
	}
	return out
}

func process(n *jsobject.Node, file *source.File) *Process {
	p := &queue.Program{Manager: queue.PM2, Kind: "process", Settings: map[string]queue.Setting{}, Span: file.Span(n.Span.Start, min(n.Span.Start+1, n.Span.End))}
	out := &Process{Program: p, Words: command(n)}
	if name := n.Get("name"); name != nil && name.Kind == jsobject.String {
		p.Name, p.Span = name.Text, name.Inner
	} else if script := n.Get("script"); script != nil && script.Kind == jsobject.String {
		p.Name = strings.TrimSuffix(path.Base(script.Text), path.Ext(script.Text))
	}
	open := ""
	if n.Open {
		open = "the entry may hold more than is seen"
	}
	p.StopWait = killTimeout(n, open)
	p.StopSignal = queue.Is("INT", fallback("PM2's stop signal"))
	if n.Get("shutdown_with_message") != nil {
		p.StopSignal = queue.NotKnown[string]("shutdown_with_message sends a message in place of a signal", nil)
	}
	p.Processes = instances(n, open)
	p.Restart, p.StartLimit = restart(n, open), startLimit(n, open)
	p.Environment = environment(n)
	if len(out.Words) > 0 {
		p.Command = line(out.Words)
	}
	return out
}

func fallback(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaManagerDefault, Text: text}
}

func written(key string, n *jsobject.Node) *queue.Origin {
	return &queue.Origin{Via: queue.ViaLiteral, Span: n.Span, Text: key + ": " + n.Span.Text()}
}

// killTimeout is kill_timeout, a number of milliseconds.
func killTimeout(n *jsobject.Node, open string) queue.Value[time.Duration] {
	v := n.Get("kill_timeout")
	switch {
	case v == nil && open != "":
		return queue.NotKnown[time.Duration](open, nil)
	case v == nil || v.Kind == jsobject.Null:
		return queue.Is(1600*time.Millisecond, fallback("PM2's default of kill_timeout"))
	}
	ms, ok := v.Float()
	if v.Kind == jsobject.String {
		x, err := strconv.ParseFloat(v.Text, 64)
		ms, ok = x, err == nil
	}
	if !ok || ms < 0 || ms > 1e12 {
		return queue.NotKnown[time.Duration]("it is no number of milliseconds", written("kill_timeout", v))
	}
	return queue.Is(time.Duration(ms)*time.Millisecond, written("kill_timeout", v))
}

func instances(n *jsobject.Node, open string) queue.Value[int] {
	v := n.Get("instances")
	switch x, ok := v.Float(); {
	case v == nil && open == "":
		return queue.Is(1, fallback("PM2 starts one process"))
	case ok && x > 0 && x < 1e6:
		return queue.Is(int(x), written("instances", v))
	}
	return queue.NotKnown[int]("the machine's processors decide how many run", nil)
}

// restart is autorestart; PM2 starts a process again whatever its exit code was, but for those of stop_exit_codes.
func restart(n *jsobject.Node, open string) queue.Restart {
	out := queue.Restart{Setting: "autorestart: true", Wanted: "autorestart: true", AfterSuccess: queue.Is(true, fallback("PM2's default of autorestart"))}
	if open != "" {
		out.AfterSuccess = queue.NotKnown[bool](open, nil)
	}
	if v := n.Get("autorestart"); v != nil {
		out.Setting = "autorestart: " + v.Text
		out.AfterSuccess = queue.NotKnown[bool]("it is no literal", written("autorestart", v))
		if v.Kind == jsobject.Bool {
			out.AfterSuccess = queue.Is(v.Text == "true", written("autorestart", v))
		}
	}
	if codes := n.Get("stop_exit_codes"); codes != nil {
		again, _ := out.AfterSuccess.Get()
		zero := codes.Kind != jsobject.Array && codes.Text == "0" || slices.ContainsFunc(codes.Items, func(c *jsobject.Node) bool { return c.Text == "0" })
		if zero && again {
			out.Setting, out.Wanted = "stop_exit_codes: [0]", "stop_exit_codes without 0"
			out.AfterSuccess = queue.Is(false, written("stop_exit_codes", codes))
		}
	}
	if v := n.Get("cron_restart"); v != nil {
		out.AfterSuccess = queue.NotKnown[bool]("cron_restart starts it again", nil)
	}
	return out
}

// environment is env: what PM2 sets where it is started without --env.
func environment(n *jsobject.Node) []queue.Variable {
	var out []queue.Variable
	env := n.Get("env")
	if env == nil {
		return nil
	}
	for _, m := range env.Members {
		origin := &queue.Origin{Via: queue.ViaEnvFile, Span: m.Value.Span, Variable: m.Key, Text: m.Key + " in " + m.Span.Path()}
		v := queue.NotKnown[string]("it is no literal", origin)
		switch m.Value.Kind {
		case jsobject.String, jsobject.Number, jsobject.Bool:
			v = queue.Is(m.Value.Text, origin)
		}
		for _, other := range n.Members {
			if strings.HasPrefix(other.Key, "env_") && other.Value.Get(m.Key) != nil {
				v = queue.NotKnown[string](other.Key+" sets it otherwise", origin)
			}
		}
		out = append(out, queue.Variable{Name: m.Key, Span: m.Span, Value: v})
	}
	return out
}
