package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/internal/queue"
)

// addManager keeps what a configuration of a process manager says beside its programs. What hangs on the machine is no fault of the file,
// and what a template makes of the file is not known.
func (a *application) addManager(p *parsed, config *process.Config, development string) {
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
	file.Unknown, file.CutValues, file.Truncated = config.UnknownKeys(), config.CutValues(), config.Truncated
	for _, i := range config.Includes {
		file.Includes = append(file.Includes, queue.IncludePattern{
			Pattern: i.Pattern, Span: i.Span, Files: len(i.Files), Empty: i.Unmatched() && !p.mayFill(config.Root.Path, i.Pattern),
		})
	}
	if section := config.Syntax.Section("include"); section != nil {
		for _, part := range section.Parts {
			if part.NameSpan.Path() != config.Root.Path {
				file.Ignored = append(file.Ignored, part.NameSpan)
			}
		}
	}
	p.stayingInFront(config, file)
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

// mayFill says that something in the repository may put files where a pattern looks for them, or the file itself elsewhere: a Dockerfile, a
// script or a manifest that names the file, or the pattern's folder.
func (p *parsed) mayFill(file, pattern string) bool {
	if folder := path.Join(path.Dir(file), path.Dir(pattern)); len(p.tree.Under(folder)) == 0 {
		return true // the folder itself comes from elsewhere
	}
	words := []string{path.Base(file)}
	if folder := path.Base(path.Dir(pattern)); folder != "." && folder != ".." && !strings.ContainsAny(folder, "*?[") {
		words = append(words, folder)
	}
	for _, at := range p.tree.Paths() {
		base := path.Base(at)
		if !strings.Contains(base, "ockerfile") && base != "Makefile" && !slices.Contains(fillers, path.Ext(base)) || at == file {
			continue
		}
		f, err := p.tree.Read(at)
		if err != nil {
			return true
		}
		for _, word := range words {
			if bytes.Contains(f.Data, []byte(word)) {
				return true
			}
		}
	}
	return false
}

// fillers are the kinds of files that copy files: scripts, manifests, roles of Ansible.
var fillers = []string{".sh", ".bash", ".yml", ".yaml", ".tf", ".mk", ".toml", ".nix"}
