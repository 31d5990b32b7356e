package lint

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/internal/queue"
)

// addManager keeps what a configuration of a process manager says beside its programs. What hangs on the machine is no fault of the file,
// and what a template makes of the file is not known.
func (a *application) addManager(config *process.Config, development string) {
	file := &queue.ManagerFile{Manager: queue.Supervisor, Template: config.Template, Development: development}
	for _, g := range config.Groups {
		file.Groups = append(file.Groups, queue.ProgramGroup{Name: g.Name, Span: g.Span, Priority: g.Priority, Programs: g.Programs})
	}
	for _, s := range config.Swallowed {
		one := queue.Swallowed{Name: s.Key, Span: s.Span}
		if s.Section != "" {
			one.Name, one.Header = s.Section, true
		}
		file.Swallowed = append(file.Swallowed, one)
	}
	for _, i := range config.Includes {
		file.Includes = append(file.Includes, queue.IncludePattern{Pattern: i.Pattern, Span: i.Span, Files: len(i.Files)})
	}
	if section := config.Syntax.Section("include"); section != nil {
		for _, part := range section.Parts {
			if part.NameSpan.Path() != config.Root.Path {
				file.Ignored = append(file.Ignored, part.NameSpan)
			}
		}
	}
	a.managers = append(a.managers, file)
	if config.Template {
		return
	}
	for _, r := range config.Refusals {
		if !r.HostDependent && !slices.Contains(a.refusals, r) {
			a.refusals = append(a.refusals, r)
		}
	}
}
