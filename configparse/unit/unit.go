// Package unit turns systemd's services into programs: what they start, in which environment, how they are stopped and whether they are
// started again (systemd 252, load-fragment.c and service.c; systemd.service(5), systemd.kill(5)).
package unit

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/systemd"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Service is one service that a repository declares.
type Service struct {
	*queue.Program
	// Commands are those of ExecStart; more than one only for Type=oneshot.
	Commands []queue.Command
	// Lone says that only drop-ins of the service lie in the repository: what its own file says is not known.
	Lone bool
	// EnvironmentFiles are those that the service reads.
	EnvironmentFiles []EnvironmentFile
}

// EnvironmentFile is a file of variables that a service reads.
type EnvironmentFile struct {
	// Path is absolute, as written.
	Path string
	Span source.Span
	// File is the file of the repository that the path stands for; nil where there is none.
	File *source.File
}

// IsUnit says whether a path may be that of a service or of a drop-in for one, templates included: shop.service, shop@.service.j2,
// shop.service.d/override.conf.
func IsUnit(at string) bool {
	if ext := path.Ext(at); ext != ".service" && ext != ".conf" && !slices.Contains(templateSuffixes, ext) {
		return false
	}
	if name, _ := unitName(at); name != "" {
		return true
	}
	return isManagerFile(at)
}

// templateSuffixes are endings behind which the name of the file stands that a template becomes.
var templateSuffixes = []string{".j2", ".erb", ".tpl", ".tmpl", ".template", ".stub", ".dist", ".example", ".sample", ".in", ".epp", ".txt"}

func withoutTemplate(base string) (name string, template bool) {
	for _, suffix := range templateSuffixes {
		if rest, ok := strings.CutSuffix(base, suffix); ok {
			return rest, true
		}
	}
	return base, false
}

// unitName is the name of the unit that a file belongs to, "" for other files, and whether the file is a drop-in.
func unitName(at string) (name string, dropIn bool) {
	base, _ := withoutTemplate(path.Base(at))
	if strings.HasSuffix(base, ".service") && base != ".service" {
		return base, false
	}
	folder := path.Base(path.Dir(at))
	if name, ok := strings.CutSuffix(folder, ".d"); ok && strings.HasSuffix(base, ".conf") && (strings.HasSuffix(name, ".service") || name == "service") {
		return name, true
	}
	return "", false
}

// isManagerFile says that a path is one of the configuration of systemd itself.
func isManagerFile(at string) bool {
	base, _ := withoutTemplate(path.Base(at))
	if base == "system.conf" {
		return true
	}
	return path.Base(path.Dir(at)) == "system.conf.d" && strings.HasSuffix(base, ".conf")
}

// Load reads the services among the files, each with its drop-ins. Files that they refer to come from the tree.
func Load(tree *source.Tree, files []*source.File) []*Service {
	l := &loader{tree: tree, mains: map[string][]*systemd.File{}, dropIns: map[string][]*systemd.File{}}
	for _, file := range files {
		l.add(file)
	}
	return l.services()
}

type loader struct {
	tree *source.Tree
	// mains are the units' own files, dropIns what lies in their folders, by the unit's name.
	mains, dropIns map[string][]*systemd.File
	order          []string
	// manager are the files of systemd's own configuration.
	manager []*systemd.File
}

func (l *loader) add(file *source.File) {
	if isManagerFile(file.Path) {
		l.manager = append(l.manager, systemd.Parse(file, "Manager"))
		return
	}
	name, dropIn := unitName(file.Path)
	if name == "" {
		return
	}
	parsed := systemd.Parse(file, systemd.ServiceSections()...)
	if _, template := withoutTemplate(path.Base(file.Path)); template {
		parsed.Template = true
	}
	if !slices.Contains(l.order, name) {
		l.order = append(l.order, name)
	}
	if dropIn {
		l.dropIns[name] = append(l.dropIns[name], parsed)
	} else {
		l.mains[name] = append(l.mains[name], parsed)
	}
}

// services puts files of a name together. Where several folders hold a unit of the same name, each has the drop-ins beside it.
func (l *loader) services() []*Service {
	var out []*Service
	for _, name := range l.order {
		mains := l.mains[name]
		for _, main := range mains {
			out = append(out, l.service(systemd.Merge(name, main, l.dropInsOf(name, main, len(mains) == 1))))
		}
		if len(mains) == 0 && name != "service" && !strings.HasSuffix(name, "-.service") {
			out = append(out, l.lone(name)...)
		}
	}
	return out
}

// lone is a unit of which only drop-ins were found: an instance of a template, or a unit of the machine.
func (l *loader) lone(name string) []*Service {
	prefix, rest, instance := strings.Cut(strings.TrimSuffix(name, ".service"), "@")
	template := prefix + "@.service"
	if !instance || rest == "" || len(l.mains[template]) == 0 {
		return []*Service{l.service(systemd.Merge(name, nil, l.dropInsOf(name, nil, true)))}
	}
	var out []*Service
	for _, main := range l.mains[template] {
		all := slices.Concat(l.dropInsOf(template, main, len(l.mains[template]) == 1), l.dropIns[name])
		out = append(out, l.service(systemd.Merge(name, main, all)))
	}
	return out
}

// dropInsOf lists the drop-ins of a unit: its own, those for its prefix, and those for all services.
func (l *loader) dropInsOf(name string, main *systemd.File, only bool) []*systemd.File {
	var out []*systemd.File
	for _, folder := range dropInFolders(name) {
		for _, f := range l.dropIns[folder] {
			if only || path.Dir(path.Dir(f.Source.Path)) == path.Dir(main.Source.Path) {
				out = append(out, f)
			}
		}
	}
	return out
}

// dropInFolders are the names before `.d` that count for a unit: shop-queue.service, shop-.service, service.
func dropInFolders(name string) []string {
	out := []string{name}
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '-' && i+1 < len(name) && name[i+1] != '.' {
			out = append(out, name[:i+1]+".service")
		}
	}
	return append(out, "service")
}

// defaultStop is DefaultTimeoutStopSec of systemd's own configuration, or its built-in 90 s.
func (l *loader) defaultStop() queue.Value[time.Duration] {
	value := queue.Is(90*time.Second, &queue.Origin{Via: queue.ViaManagerDefault, Text: "systemd's default of TimeoutStopSec"})
	for _, a := range systemd.Merge("system.conf", nil, l.manager).All("Manager", "DefaultTimeoutStopSec") {
		if v, why := span(a); why == "" {
			value = v
		} else if a.Value.Why != "" || a.Conditional != "" {
			value = queue.NotKnown[time.Duration](why, written(a))
		}
	}
	return value
}
