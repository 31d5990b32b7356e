// Package worker reads Laravel's queue workers from command lines: `php artisan queue:work` with its options behind any wrapper, as a
// process manager starts it or as a shell reads it.
package worker

import (
	"slices"
	"time"

	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Command is a worker's, or the scheduler's, command that was found in a command line or script.
type Command struct {
	// Name is artisan's command: queue:work, queue:listen, horizon, horizon:work, horizon:supervisor, schedule:work, schedule:run.
	Name     string
	NameSpan source.Span
	// Artisan is the path of artisan as written.
	Artisan queue.Value[string]
	// Folder is where the shell went before (`cd /srv/app && …`), Absent where it did not.
	Folder queue.Value[string]
	// PHP are the settings of `php -d name=value`.
	PHP []queue.Option
	// Options are artisan's options as written; the worker has them too.
	Options []queue.Option
	// Wrappers stand before artisan, outermost first.
	Wrappers []queue.Wrapper
	// Limit is what `timeout N` grants the command; Absent without it.
	Limit queue.Value[time.Duration]
	// Background says that the shell does not wait for the command (`&`).
	Background bool
	// Line is the command from PHP or artisan to its last word.
	Line queue.Command
	// Worker is what takes jobs; nil for the scheduler.
	Worker *queue.Worker
	// Verdicts say what the framework makes of the numeric options that are given.
	Verdicts map[string]Verdict
}

// Options say what is known of the application.
type Options struct {
	// Laravel is the framework's version, which decides the default of --tries; zero where it is not known.
	Laravel queue.VersionRange
	// Shell is the shell that `sh` is where the command runs: dash, bash, ash (busybox); "" where that is not known.
	Shell string
	// Script finds the script of the repository that a path names on the machine where the command runs, nil for none.
	Script func(path string) *source.File
	// Package finds a script of the package.json in a folder, which is relative to where the command runs, "" for that itself; nil for none.
	Package func(folder, script string) *PackageScript
	// Variable is what sets a variable that the command is started with; nil where nothing is known of those.
	Variable func(name string) (queue.Variable, bool)
}

// Place gives the span of the bytes from start up to end of a text.
type Place func(start, end int) source.Span

// Word is one word of a command line after quotes were taken off.
type Word struct {
	Text string
	// Why says why the text is not known as a whole, "" when it is.
	Why string
	// From says where variables in the word have their values from, nil where it is as written.
	From *queue.Origin
	// At gives the places of the word's bytes.
	At Place
}

func (w Word) span() source.Span { return w.At(0, len(w.Text)) }

// In is a text at one place of a file, byte by byte: a script, or a line of one.
func In(file *source.File, offset int) Place {
	return func(start, end int) source.Span { return file.Span(offset+start, offset+end) }
}

// ParseCommand reads the command of a Supervisor program: no shell splits it.
func ParseCommand(text supervisor.Text, o Options) []*Command {
	return parseSplit(markPlaceholders(text.String, text.Gaps), text.Span, o)
}

// ParseSplit reads a command that is split at blanks and quotes and read by no shell: `command:` of a compose service.
func ParseSplit(text string, at Place, o Options) []*Command {
	return parseSplit(markPlaceholders(text, nil), at, o)
}

func parseSplit(m masked, at Place, o Options) []*Command { return ParseWords(splitWords(m, at), o) }

func splitWords(m masked, at Place) []Word {
	split, _ := shlex.Split(m.text)
	words := make([]Word, len(split))
	for i, w := range split {
		words[i] = m.word(w, at)
	}
	return words
}

// variable is what a shell, or whoever fills in the file before, would expand.
var variable = pattern.New(`\$(?:\{[^}]*\}?|[A-Za-z_][A-Za-z0-9_]*)`)

// ParseWords reads a command that is split already (a JSON array, a program's words).
func ParseWords(words []Word, o Options) []*Command {
	words = slices.Clone(words)
	for i := range words {
		if found := variable.FindString(words[i].Text); found != "" && words[i].Why == "" {
			words[i].Why = "it holds the variable " + found
		}
	}
	r := &reader{options: o}
	r.exec(words, bare())
	return r.found
}

// ParseShell reads a text that a shell reads: a script, the line of a cron table, the command of a container's shell form. Every
// worker's command in it is found.
func ParseShell(text string, at Place, o Options) []*Command {
	r := &reader{options: o}
	r.shell(text, at, shellKind{}, bare())
	return r.found
}

// Assign makes the commands of a process manager's program its workers.
func Assign(p *queue.Program, commands []*Command) {
	for _, c := range commands {
		if w := c.Worker; w != nil {
			w.Program, w.Name, w.Processes, w.Development = p, p.Name, p.Processes, p.Development
		}
	}
}
