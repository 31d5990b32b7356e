package worker

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// shellKind is the shell that reads a text; the zero value is one that nothing is known of.
type shellKind struct {
	name string
	// file says that the text is a script's: no shell replaces itself by the last command of one.
	file bool
	// wrap is the shell itself, where it stands between the manager and the command.
	wrap *queue.Wrapper
}

// onDash are the systems whose /bin/sh does not replace itself by its last command.
const onDash = "where sh is dash, as on Debian and Ubuntu"

// relay is what a shell makes of the signal that is to stop one of its commands. Measured: dash 0.5.12 never replaces itself by its last
// simple command; bash 5.2 does for `A`, `cd x && A`, `cd x; A`, `V=1 A`, not with a redirection; busybox 1.35 with one too; no shell does
// in a script. A shell that stays ends at the signal, whatever runs below it. A trap that kills is run at once where the shell waits, and
// ends that wait: without another one the shell ends before its command does.
func (w *walker) relay(p position, execs, redirected bool) queue.Wrapper {
	out := *w.kind.wrap
	switch {
	case p.unsure:
		return out
	case p.background && w.traps.kills:
		out.Relay = queue.Forwards
		if !w.traps.waits {
			out.Relay, out.Why = queue.Leaves, "in the background, and the shell ends as soon as its trap ran"
		}
		return out
	case p.main && execs:
		out.Relay = queue.Replaces
		return out
	case p.main && p.tail && !w.traps.any && !w.kind.file:
		out.Relay, out.Where = w.kind.last(redirected)
	default:
		out.Relay = queue.Keeps
	}
	if out.Relay == queue.Keeps {
		out.Why = cmp.Or(p.why, "without exec")
	}
	return out
}

// last is what a shell makes of the signal when it runs the last simple command of the text that it was given by -c.
func (k shellKind) last(redirected bool) (relay queue.Relay, where string) {
	switch k.name {
	case "bash", "zsh":
		if redirected {
			return queue.Keeps, ""
		}
		return queue.Replaces, ""
	case "ash":
		return queue.Replaces, ""
	case "sh":
		return queue.Keeps, onDash
	case "dash":
		return queue.Keeps, ""
	}
	return queue.RelayUnknown, ""
}

// trapping is what a text's traps do on the stop signal.
type trapping struct {
	// any says that there is one, kills that it signals something, waits that the shell waits for its commands after that.
	any, kills, waits bool
}

var (
	killCommand = pattern.New(`(?:^|[\s;&|({"'])kill\s`)
	waitCommand = pattern.New(`(?:^|[\s;&|({"'])wait\b`)
)

// trapsOf looks for traps of a text. What a trap's function does stands in the text as well: that the text kills is taken as the trap's doing.
func trapsOf(file *syntax.File, text string) trapping {
	var out trapping
	if !strings.Contains(text, "trap") {
		return out
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) < 3 || call.Args[0].Lit() != "trap" {
			return true
		}
		action := strings.Trim(text[call.Args[1].Pos().Offset():call.Args[1].End().Offset()], `"'`)
		if action == "-" {
			return true
		}
		for _, signal := range call.Args[2:] {
			switch strings.TrimPrefix(strings.ToUpper(signal.Lit()), "SIG") {
			case "TERM", "QUIT", "INT", "EXIT", "0", "15", "3", "2", "":
				out.any = true
				out.kills = out.kills || action != "" && killCommand.MatchString(text)
				out.waits = out.waits || waitCommand.MatchString(action)
			}
		}
		return true
	})
	waits := len(waitCommand.FindAllStringIndex(text, -1))
	out.waits = out.waits || waits > 1
	return out
}
