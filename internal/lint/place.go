package lint

import (
	"path"

	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/queue"
)

// started is a process manager's program before it is known whose workers its command starts.
type started struct {
	program *queue.Program
	// parse reads the workers, and the scheduler, that the command starts.
	parse func(worker.Options) []*worker.Command
	// variables are those that the manager sets, nil for the program's own.
	variables lookup
	// words are those of the command, for a worker that the settings declare.
	words []worker.Word
}

// place gives a program to the application whose artisan it runs, or in whose folder its file lies.
func (p *parsed) place(s started, stray *application) {
	owner := p.owner(s.program.Span.Path(), stray)
	set := s.variables
	if set == nil {
		set = s.program.Variable
	}
	options := worker.Options{Package: p.packagesNear(path.Dir(s.program.Span.Path())), Variable: p.startedWith(set)}
	commands := s.parse(options)
	if by := p.byArtisan(commands); by != nil {
		owner = by
	}
	if owner.laravel != nil {
		options.Laravel = owner.laravel.Versions.Framework
		commands = s.parse(options)
	}
	if s.program.Development == "" {
		s.program.Development = developmentFile(s.program.Span.Path())
	}
	worker.Assign(s.program, commands)
	entry := &program{Program: s.program}
	for _, c := range commands {
		if c.Worker != nil {
			entry.workers = append(entry.workers, c.Worker)
		}
	}
	if len(entry.workers) > 0 {
		owner.programs = append(owner.programs, entry)
	} else {
		owner.others = append(owner.others, other{program: s.program, words: s.words, options: options})
	}
}

// onHost says that a manager's programs run in the environment of a machine, or of a platform's process, and not in that of a container.
func onHost(m queue.Manager) bool {
	switch m {
	case queue.Supervisor, queue.Systemd, queue.PM2, queue.Circus, queue.S6, queue.S6Overlay, queue.Runit, queue.Procfile, queue.Heroku, queue.Dokku, queue.Cron:
		return true
	}
	return false
}
