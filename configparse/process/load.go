// Package process turns process managers' configurations into programs. Supervisor's are loaded as supervisord does it, include
// files, groups, `%` expansions and the checks of values included (options.py, ServerOptions.read_config, 4.2 and 4.3).
package process

import (
	"path"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Options say what is known of the machine on which supervisord runs. The zero value knows nothing.
type Options struct {
	// Environment is the whole environment that starts supervisord; nil where it is not known, so that %(ENV_X)s is Unknown
	// unless the configuration itself sets X.
	Environment map[string]string
	// Here is the absolute folder that the root file stands in, "" where it is not known.
	Here string
	// Host is the name of the machine, "" where it is not known.
	Host string
}

// Config is one configuration of supervisord: a root file with what it includes, or a file that others include.
type Config struct {
	Root *source.File
	// Files are those that were read, the root first.
	Files []*source.File
	// Fragment says that there is no [supervisord] section: another file includes this one.
	Fragment bool
	// Template says that a template language or a script fills the files in: lines that Supervisor would not accept are no
	// fault of theirs.
	Template bool
	Includes []Include
	// Programs are in the order in which supervisord starts them, as far as their priorities are known.
	Programs []Program
	Groups   []Group
	// Refusals are why supervisord does not start, in the order in which it checks; it tells only the first.
	Refusals []queue.Refusal
	// SpawnErrors are commands that supervisord accepts and cannot start.
	SpawnErrors []queue.Refusal
	// Swallowed are keys and headers that became part of the value before them.
	Swallowed []supervisor.Swallowed
	// Truncated are variables of which Supervisor drops a part without a word.
	Truncated []queue.TruncatedVariable
	// Cut says what of the configuration was left out because there is too much of it, "" for nothing.
	Cut string
	// Daemon are the keys of [supervisord] as written.
	Daemon map[string]queue.Setting
	// Syntax is the merged configuration, for rules about single sections.
	Syntax *supervisor.Config
}

// Program is a program together with the text of its command, which knows the place of every byte.
type Program struct {
	*queue.Program
	CommandText supervisor.Text
}

// Group is what supervisord starts and stops together. A program that no [group:x] names is a group of its own.
type Group struct {
	Name     string
	Span     source.Span
	Priority queue.Value[int]
	Programs []*queue.Program
}

// Include is one pattern of [include] files.
type Include struct {
	Pattern string
	Span    source.Span
	Files   []*source.File
	// Why says why the pattern's files are not known or that there are none, "" when they were read.
	Why string
}

// Load reads a configuration from its root file. Files that it includes come from the tree and from nowhere else.
func Load(tree *source.Tree, root *source.File, options Options) *Config {
	return load(tree, root, supervisor.Parse(root), options)
}

func load(tree *source.Tree, root *source.File, file *supervisor.File, options Options) *Config {
	l := newLoader(tree, root, options)
	l.run(file)
	return l.out
}

func newLoader(tree *source.Tree, root *source.File, options Options) *loader {
	l := &loader{
		tree: tree, options: options, root: root,
		out: &Config{Root: root, Syntax: &supervisor.Config{}, Daemon: map[string]queue.Setting{}},
		env: supervisor.Names{}, refused: map[queue.Refusal]bool{},
	}
	l.machine()
	return l
}

// run loads the configuration in supervisord's order.
func (l *loader) run(file *supervisor.File) {
	l.add(file)
	l.include()
	defaults := l.out.Syntax.Defaults.Options()
	l.defaults = defaults[:min(len(defaults), maxDefaults)]
	l.out.Fragment = l.out.Syntax.Section("supervisord") == nil
	l.daemon()
	l.plugins()
	l.programs()
	l.servers()
}

// loader holds what supervisord knows while it loads.
type loader struct {
	tree    *source.Tree
	options Options
	root    *source.File
	out     *Config

	env    supervisor.Names // ENV_* and here
	envWhy string           // why other ENV_* are not known, "" when there are none
	here   supervisor.Name
	host   supervisor.Name
	global []queue.Variable // of [supervisord]
	// defaults are the options of [DEFAULT].
	defaults []*supervisor.Option
	// hereInText says that Supervisor replaces %(here)s in the text, by the folder of each file, because there is an [include].
	hereInText bool
	// openWhy says why sections may hold more keys than were read.
	openWhy string
	// customEvents says that plugins may define events.
	customEvents bool
	// silent says that values are only tried.
	silent  bool
	refused map[queue.Refusal]bool
}

// machine sets the names that the machine gives.
func (l *loader) machine() {
	if l.options.Environment == nil {
		l.envWhy = "the environment that starts supervisord sets it"
	}
	for name, value := range l.options.Environment {
		l.env["ENV_"+name] = supervisor.Name{Text: value}
	}
	l.here = supervisor.Name{Text: l.options.Here}
	if l.options.Here == "" {
		l.here.Why = "%(here)s is the folder that the file is installed in"
	}
	l.env["here"] = l.here
	l.host = supervisor.Name{Text: l.options.Host}
	if l.options.Host == "" {
		l.host.Why = "%(host_node_name)s is the name of the machine"
	}
}

// add reads a file into the configuration. A template's odd lines are no refusals.
func (l *loader) add(f *supervisor.File) {
	l.out.Files = append(l.out.Files, f.Source)
	l.out.Syntax.Add(f)
	l.out.Template = l.out.Template || f.Template
	if message := f.Refusal(l.path(f.Source)); message != "" && !f.Template {
		l.out.Refusals = append(l.out.Refusals, queue.Refusal{Manager: queue.Supervisor, Span: f.Errors[0].Span, Message: message})
	}
	for _, s := range f.Sections {
		for _, o := range s.Options {
			l.out.Swallowed = append(l.out.Swallowed, o.Swallowed...)
		}
	}
}

// path is how Supervisor's messages call a file.
func (l *loader) path(f *source.File) string {
	if l.options.Here == "" {
		return f.Path
	}
	return path.Join(l.folder(f), path.Base(f.Path))
}

// folder is the absolute folder of a file, "" where it is not known.
func (l *loader) folder(f *source.File) string {
	if l.options.Here == "" {
		return ""
	}
	return path.Join(l.options.Here, relative(path.Dir(l.root.Path), path.Dir(f.Path)))
}
