package worker

import "github.com/qlint-dev/qlint/internal/queue"

// Started is another program than artisan that a command line or a script starts.
type Started struct {
	// Line is the command from the program to its last word.
	Line queue.Command
	// Wrappers stand before it, outermost first.
	Wrappers []queue.Wrapper
}

// FindStarted finds the programs that are wanted, by their words, among all that a command starts which is split already.
func FindStarted(words []Word, o Options, wanted func(queue.Command) bool) []*Started {
	r := &reader{options: o, wanted: wanted}
	r.exec(words, bare())
	return r.started
}

// isWanted notes a program that is looked for.
func (r *reader) isWanted(words []Word, c context) bool {
	if r.wanted == nil || len(r.started) >= maxCommands {
		return false
	}
	command := line(words)
	if !r.wanted(command) {
		return false
	}
	r.started = append(r.started, &Started{Line: command, Wrappers: c.wrappers})
	return true
}

// count is how much was found so far.
func (r *reader) count() int { return len(r.found) + len(r.daemons) + len(r.started) }
