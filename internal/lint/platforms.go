package lint

import (
	"bytes"
	"path"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/platform"
	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func isPlatform(p, _, _ string) bool { return platform.May(p) }

func hasProcesses(_ *scanned, p string, text marks.Text) bool {
	return platform.ByName(p) || text.HasAny(platform.Words()...)
}

// loadPlatforms loads the files of hosting platforms and returns the paths of those that were read whole.
func (p *parsed) loadPlatforms(s *scanned, stray *application) map[string]bool {
	whole := map[string]bool{}
	for _, file := range s.files(platformFile) {
		result := platform.Read(file)
		if result.Problem != nil {
			owner := p.owner(file.Path, stray)
			owner.problems = append(owner.problems, *result.Problem)
		}
		whole[file.Path] = result.Whole
		for _, process := range result.Processes {
			if process.Manager == queue.Kamal {
				p.openDestinations(process)
			}
			p.addProcess(process, stray)
		}
	}
	return whole
}

// openDestinations makes a role's grace unknown where the file of one of Kamal's destinations may set another: it is merged into the first.
func (p *parsed) openDestinations(process *platform.Process) {
	folder := path.Dir(process.Span.Path())
	for _, at := range p.tree.Under(folder) {
		if path.Dir(at) != folder || !strings.HasPrefix(path.Base(at), "deploy.") || at == process.Span.Path() {
			continue
		}
		file, err := p.tree.Read(at)
		if err != nil || bytes.Contains(file.Data, []byte("_timeout:")) || bytes.Contains(file.Data, []byte("stop_wait_time:")) {
			process.StopWait = queue.NotKnown[time.Duration](at+" may set it for one destination", process.StopWait.Origin())
		}
	}
}

// addProcess gives a platform's process to the application that it runs.
func (p *parsed) addProcess(process *platform.Process, stray *application) {
	owner := p.owner(path.Join(process.Folder, "Dockerfile"), stray)
	options := worker.Options{Package: p.packagesNear(process.Folder), Variable: process.Variable}
	commands := processCommands(process, options)
	if by := p.byArtisan(commands); by != nil {
		owner = by
	}
	if owner.laravel != nil {
		options.Laravel = owner.laravel.Versions.Framework
		commands = processCommands(process, options)
	}
	process.Development = developmentFile(process.Span.Path())
	if process.Development == "" && (strings.Contains(process.Command.Text, "artisan") || container.SetsApplication(process.Environment)) {
		owner.deployment(process.Span.Path()).add(process.Program)
	}
	worker.Assign(process.Program, commands)
	entry := &program{Program: process.Program, deployment: process.Span.Path()}
	for _, c := range commands {
		if c.Worker == nil {
			continue
		}
		if c.Background || process.Shell && len(commands) > 1 {
			c.Worker.Program = nil // the shell stays the first process
		}
		entry.workers = append(entry.workers, c.Worker)
	}
	if len(entry.workers) > 0 {
		owner.programs = append(owner.programs, entry)
	} else {
		owner.others = append(owner.others, other{program: process.Program, words: processWords(process), options: options})
	}
}

// processCommands reads what a process runs.
func processCommands(process *platform.Process, o worker.Options) []*worker.Command {
	if process.Line != nil && process.Shell && openWhy(process.Line) == "" {
		return worker.ParseShell(process.Line.Text, process.Line.At, o)
	}
	return worker.ParseWords(processWords(process), o)
}

func processWords(process *platform.Process) []worker.Word {
	var out []worker.Word
	for _, w := range process.Words {
		out = append(out, worker.Word{Text: w.Text, Why: openWhy(w), At: w.At})
	}
	if process.Line != nil {
		out = append(out, splitLine(process.Line)...)
	}
	return out
}

// splitLine splits a command at its blanks and quotes.
func splitLine(line *document.Node) []worker.Word {
	split, _ := shlex.Split(line.Text)
	out := make([]worker.Word, len(split))
	for i, w := range split {
		out[i] = worker.Word{Text: w.Text, Why: openWhy(line), At: func(start, end int) source.Span {
			if start <= 0 && end >= len(w.Text) {
				return line.At(w.Start, w.End)
			}
			return line.At(w.Offset(start), w.Offset(max(end-1, start))+1)
		}}
	}
	return out
}

// openWhy says why a part of a command is not known: what fills it in may be given from outside.
func openWhy(n *document.Node) string {
	if open := n.Origin.OpenInputs(); n.Why == "" && len(open) > 0 {
		return "it holds " + open[0] + ", which may be given another value"
	}
	return n.Why
}
