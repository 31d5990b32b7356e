// Package servicedir reads the service folders of s6 and runit: a `run` script, and beside it files that say how the service is stopped.
package servicedir

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Service is one folder.
type Service struct {
	*queue.Program
	// Run is the script that becomes the service.
	Run *source.File
	// Execline says that the script is one of execline, whose programs replace each other.
	Execline bool
}

// Is says whether a path is that of a run script in a folder that s6 or runit reads.
func Is(at string) bool {
	return path.Base(at) == "run" && path.Dir(path.Dir(at)) != "." || underRunit(at)
}

// underRunit says that a run script lies where runit's services do: etc/service/NAME/run, sv/NAME/run.
func underRunit(at string) bool {
	around := path.Base(path.Dir(path.Dir(at)))
	return path.Base(at) == "run" && (around == "service" || around == "sv" || within(at, "runit"))
}

// within says that one of a path's folders has one of the names.
func within(at string, names ...string) bool {
	for part := range strings.SplitSeq(path.Dir(at), "/") {
		if slices.Contains(names, part) {
			return true
		}
	}
	return false
}

// Load reads the service whose run script it is; nil where nothing says whose it is, or where it runs once and ends.
func Load(tree *source.Tree, run *source.File) *Service {
	folder := path.Dir(run.Path)
	p := &queue.Program{
		Kind: "service", Name: path.Base(folder), Span: shebang(run), Settings: map[string]queue.Setting{},
		Processes: queue.Is(1, defaults("one process of a service")),
		Restart:   queue.Restart{AfterSuccess: restarted(tree, folder)},
	}
	switch {
	case isS6(tree, run):
		if kind, ok := read(tree, path.Join(folder, "type")); ok && kind != "longrun" {
			return nil
		}
		s6(tree, folder, p)
	case within(run.Path, "services.d"):
		overlay(tree, p)
	case underRunit(run.Path):
		p.Manager = queue.Runit
		p.StopSignal = queue.Is("TERM", defaults("runit's stop signal"))
		p.StopWait = queue.NoLimit[time.Duration](defaults("runit kills only when it is told to"))
	default:
		return nil
	}
	return &Service{Program: p, Run: run, Execline: strings.Contains(firstLine(run), "execlineb")}
}

// isS6 says that a folder is one of s6-rc, or of s6 with a file that only it reads.
func isS6(tree *source.Tree, run *source.File) bool {
	folder := path.Dir(run.Path)
	if within(run.Path, "s6-rc.d", "s6", "s6-overlay") {
		return true
	}
	return slices.ContainsFunc([]string{"type", "timeout-kill", "down-signal", "timeout-finish", "notification-fd"}, func(name string) bool {
		return tree.Has(path.Join(folder, name))
	})
}

// s6 reads timeout-kill, a number of milliseconds without which s6 never kills, and down-signal (skarnet.org/software/s6/servicedir.html).
func s6(tree *source.Tree, folder string, p *queue.Program) {
	p.Manager = queue.S6
	p.StopSignal = queue.Is("TERM", defaults("s6's default of down-signal"))
	if text, ok := read(tree, path.Join(folder, "down-signal")); ok {
		p.StopSignal = queue.NotKnown[string]("down-signal holds no signal", place(tree, path.Join(folder, "down-signal")))
		if name := signal(text); name != "" {
			p.StopSignal = queue.Is(name, place(tree, path.Join(folder, "down-signal")))
		}
	}
	p.StopWait = queue.NoLimit[time.Duration](defaults("s6 never kills without timeout-kill"))
	at := path.Join(folder, "timeout-kill")
	if text, ok := read(tree, at); ok {
		if ms, err := strconv.ParseUint(text, 10, 32); err == nil && ms > 0 {
			p.StopWait = queue.Is(time.Duration(ms)*time.Millisecond, place(tree, at))
		}
	}
}

// overlay is a service of s6-overlay's services.d. When its container stops it gets SIGTERM and 3 s (S6_SERVICES_GRACETIME), then SIGTERM
// again with all other processes and 3 s more (S6_KILL_GRACETIME). Both are variables of the container.
func overlay(tree *source.Tree, p *queue.Program) {
	p.Manager = queue.S6Overlay
	p.StopSignal = queue.Is("TERM", defaults("s6-overlay's stop signal"))
	p.StopWait = queue.Is(6*time.Second, defaults("s6-overlay's defaults of S6_SERVICES_GRACETIME (3 s) and S6_KILL_GRACETIME (3 s)"))
	for _, at := range tree.Paths() {
		if !mayset(at) {
			continue
		}
		if file, err := tree.Read(at); err == nil && strings.Contains(string(file.Data), "S6_") && strings.Contains(string(file.Data), "GRACETIME") {
			p.StopWait = queue.NotKnown[time.Duration](at+" sets S6_SERVICES_GRACETIME or S6_KILL_GRACETIME", nil)
			return
		}
	}
}

// mayset says that a file may set variables of a container.
func mayset(at string) bool {
	base := strings.ToLower(path.Base(at))
	switch path.Ext(base) {
	case ".yml", ".yaml", ".env", ".toml":
		return true
	}
	return strings.Contains(base, "dockerfile") || strings.HasPrefix(base, ".env") || within(at, "cont-init.d")
}

// restarted says that the service is started again whatever its status was: always, but for a finish script that takes it down.
func restarted(tree *source.Tree, folder string) queue.Value[bool] {
	if text, ok := read(tree, path.Join(folder, "finish")); ok && (strings.Contains(text, "125") || strings.Contains(text, "-svc") || strings.Contains(text, "sv ") || strings.Contains(text, "halt")) {
		return queue.NotKnown[bool]("the finish script decides", nil)
	}
	return queue.Is(true, defaults("a service is started again"))
}

// read is a file's first line without blanks.
func read(tree *source.Tree, at string) (string, bool) {
	file, err := tree.Read(at)
	if err != nil {
		return "", false
	}
	if path.Base(at) == "finish" {
		return string(file.Data), true
	}
	return strings.TrimSpace(firstLine(file)), true
}

func firstLine(file *source.File) string {
	text, _, _ := strings.Cut(string(file.Data[:min(len(file.Data), 4096)]), "\n")
	return text
}

func shebang(run *source.File) source.Span {
	return run.Span(0, len(strings.TrimRight(firstLine(run), "\r")))
}

func place(tree *source.Tree, at string) *queue.Origin {
	file, err := tree.Read(at)
	if err != nil {
		return nil
	}
	text := strings.TrimSpace(firstLine(file))
	start := strings.Index(string(file.Data), text)
	return &queue.Origin{Via: queue.ViaLiteral, Span: file.Span(start, start+len(text)), Text: path.Base(at) + " holds " + text}
}

func defaults(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaManagerDefault, Text: text}
}

// signal reads a signal's name, with SIG or without, in any case, or its number.
func signal(text string) string {
	name := strings.TrimPrefix(strings.ToUpper(text), "SIG")
	if byNumber, ok := map[string]string{"1": "HUP", "2": "INT", "3": "QUIT", "9": "KILL", "10": "USR1", "12": "USR2", "15": "TERM"}[name]; ok {
		return byNumber
	}
	if slices.Contains([]string{"HUP", "INT", "QUIT", "KILL", "USR1", "USR2", "TERM", "ALRM", "ABRT", "WINCH", "CONT", "STOP"}, name) {
		return name
	}
	return ""
}
