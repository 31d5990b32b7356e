package process

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// The kinds of sections that make programs.
const (
	programKind  = "program"
	listenerKind = "eventlistener"
	fcgiKind     = "fcgi-program"
)

// programs makes groups and programs in the order in which Supervisor does (process_groups_from_parser): [group:x] first, then
// what no group took.
func (l *loader) programs() {
	grouped := map[string]bool{}
	for _, m := range l.out.Syntax.Sections {
		if strings.HasPrefix(m.Name, "group:") {
			l.group(m, grouped)
		}
	}
	for _, kind := range []string{programKind, listenerKind, fcgiKind} {
		for _, m := range l.out.Syntax.Sections {
			if strings.HasPrefix(m.Name, kind+":") && !grouped[m.Name] && !l.full() {
				l.single(m, kind)
			}
		}
	}
	slices.SortStableFunc(l.out.Groups, func(a, b Group) int {
		pa, knownA := a.Priority.Get()
		pb, knownB := b.Priority.Get()
		if !knownA || !knownB {
			return 0
		}
		return cmp.Or(cmp.Compare(pa, pb), strings.Compare(a.Name, b.Name))
	})
}

// maxPrograms bounds what one configuration makes.
const maxPrograms = 10000

// full says that no more programs are made, and notes it.
func (l *loader) full() bool {
	if len(l.out.Programs) < maxPrograms {
		return false
	}
	l.out.Cut = fmt.Sprintf("more than %d programs", maxPrograms)
	return true
}

// nameSpan is the part of a section's header behind the colon.
func nameSpan(m *supervisor.Merged) source.Span {
	span := m.Parts[0].NameSpan
	span.Start += strings.IndexByte(m.Name, ':') + 1
	return span
}

// sectionName checks the name behind the colon. A name that a template fills in is not checked.
func (l *loader) sectionName(m *supervisor.Merged, program *supervisor.Merged) string {
	_, name, _ := strings.Cut(m.Name, ":")
	trimmed, err := processName(name)
	if err != nil && m.Parts[0].Why == "" {
		l.refuseIn(program, queue.Refusal{Span: nameSpan(m), Message: err.Error(), Section: m.Name})
	}
	return trimmed
}

// group makes a [group:x] with the programs that it names.
func (l *loader) group(m *supervisor.Merged, grouped map[string]bool) {
	name := l.sectionName(m, nil)
	programs := l.get(m, "programs", nil, scope{})
	priority := value(l, l.get(m, "priority", nil, scope{}), 999, integer)
	g := Group{Name: name, Span: nameSpan(m), Priority: priority}
	text, _ := programs.known()
	// Supervisor's message names the program before, which is a slip of its own.
	shown := m.Name
	for _, p := range listOfStrings(text) {
		section, kind := l.out.Syntax.Section("program:"+p), programKind
		fcgi := l.out.Syntax.Section("fcgi-program:" + p)
		switch {
		case section == nil && fcgi == nil:
			l.missingProgram(programs, shown, p)
			continue
		case section != nil && fcgi != nil:
			l.refuseValue(programs, programs.span(), fmt.Sprintf("[%s] name %s is ambiguous (exists as program and fcgi-program)", shown, p))
		case section == nil:
			section, kind = fcgi, fcgiKind
		}
		if l.full() {
			break
		}
		shown = section.Name
		grouped[section.Name] = true
		g.Programs = append(g.Programs, l.program(section, kind, name))
	}
	l.out.Groups = append(l.out.Groups, g)
}

// missingProgram refuses a group's program that no section defines; in a configuration that was not read whole another file may.
func (l *loader) missingProgram(s setting, shown, name string) {
	if l.out.Fragment || l.openWhy != "" || l.out.Template {
		return
	}
	l.refuseValue(s, s.span(), fmt.Sprintf("[%s] names unknown program or fcgi-program %s", shown, name))
}

// single makes a program that is a group of its own.
func (l *loader) single(m *supervisor.Merged, kind string) {
	_, name, _ := strings.Cut(m.Name, ":")
	defaultPriority := 999
	if kind == listenerKind {
		defaultPriority = -1
	} else {
		name = l.sectionName(m, nil)
	}
	g := Group{Name: name, Span: nameSpan(m), Priority: value(l, l.get(m, "priority", nil, scope{}), defaultPriority, integer)}
	switch kind {
	case listenerKind:
		l.listener(m)
	case fcgiKind:
		l.fcgi(m, name)
	}
	g.Programs = append(g.Programs, l.program(m, kind, name))
	l.out.Groups = append(l.out.Groups, g)
}
