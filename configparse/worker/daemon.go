package worker

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Daemon is a supervisord that a command line or a script starts.
type Daemon struct {
	// Line is the command from supervisord to its last word.
	Line queue.Command
	// Wrappers stand before it, outermost first.
	Wrappers []queue.Wrapper
}

// FindDaemons finds every supervisord that a command starts which is split already.
func FindDaemons(words []Word, o Options) []*Daemon {
	r := &reader{options: o}
	r.exec(words, bare())
	return r.daemons
}

// FindDaemonsInScript finds those that a script starts which runs as a process.
func FindDaemonsInScript(file *source.File, at source.Span, o Options) []*Daemon {
	r := &reader{options: o}
	r.file(file, "", at, bare())
	return r.daemons
}

// daemon notes a supervisord.
func (r *reader) daemon(words []Word, c context) {
	if len(r.daemons) < maxCommands {
		r.daemons = append(r.daemons, &Daemon{Line: line(words), Wrappers: c.wrappers})
	}
}

// Configuration is the path of the configuration that the daemon is told to read, "" where it looks for one itself.
func (d *Daemon) Configuration() string {
	words := d.Line.Words
	for i, w := range words {
		switch {
		case (w.Text == "-c" || w.Text == "--configuration") && i+1 < len(words):
			return words[i+1].Text
		case strings.HasPrefix(w.Text, "--configuration="):
			return strings.TrimPrefix(w.Text, "--configuration=")
		case strings.HasPrefix(w.Text, "-c/"):
			return w.Text[2:]
		}
	}
	return ""
}

// Foreground says that the daemon is told to stay the process that was started; false where its configuration decides.
func (d *Daemon) Foreground() bool {
	return slices.ContainsFunc(d.Line.Words, func(w queue.Word) bool {
		return w.Text == "--nodaemon" || len(w.Text) > 1 && w.Text[0] == '-' && w.Text[1] != '-' && w.Text[1] != 'c' && strings.Contains(w.Text, "n")
	})
}

// Barrier is the first wrapper that the stop signal does not get through; unknown says that it is not known whether it does.
func (d *Daemon) Barrier() (by *queue.Wrapper, unknown bool) {
	for i := range d.Wrappers {
		switch x := &d.Wrappers[i]; {
		case x.Reaches() && !x.Group:
		case x.Relay == queue.Keeps || x.Relay == queue.Leaves:
			return x, false
		default:
			return nil, true
		}
	}
	return nil, false
}
