package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/laravel"
	"github.com/qlint-dev/qlint/configparse/migration"
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/configparse/queueable"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/parallel"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// parsed is a repository after every file was parsed, whatever the environment.
type parsed struct {
	tree         *source.Tree
	applications []*application
	// setters may set environment variables that no reader sees.
	setters setters
	// outer are the containers that run a supervisord, by the paths of its configuration.
	outer map[string][]*outer
	// overlays are the containers whose s6-overlay runs a service, by the path of the service's run script.
	overlays map[string][]*container.Container
	// given are the variables stated by hand.
	given map[string]link.Given
	// envFiles are the variables that the applications' env files set, by name: the path of a file that does. nil until it is asked.
	envFiles map[string]string
	// scripts are the paths of what may be shell scripts, by their last part.
	scripts map[string][]string
	// daemons are the units that run a supervisord.
	daemons []*daemon
	// unseen are files of variables that units read and that the repository does not hold.
	unseen []string
	// strays are programs of no application that start no worker of the framework's.
	strays []other
}

// program is a process manager's program with the workers that its command starts.
type program struct {
	*queue.Program
	workers []*queue.Worker
	// deployment is the one that it belongs to: a hosting platform's file, "" for containers.
	deployment string
}

// parse reads applications, classes and programs. What belongs to no application is one of its own, the last.
func parse(s *scanned, given map[string]link.Given) *parsed {
	p := &parsed{tree: s.tree, given: given}
	var units []*phpeval.Unit
	parallel.Do(
		func() { p.applications = parallel.Map(laravel.FindRoots(s.tree), p.open) },
		func() { units = parseFiles(s.tree, s.found[phpFile]) },
	)
	p.addClasses(units)
	p.addHeirs(s)
	p.noteKinds(s)
	stray := &application{}
	parallel.Do(p.readCode, func() { p.load(s, stray) })
	p.strays = stray.others
	if len(stray.drains)+len(stray.leases)+len(stray.renewals)+len(stray.retries)+len(stray.idle)+len(stray.takers)+len(stray.brokers)+len(stray.programs)+len(stray.scripts)+len(stray.refusals)+len(stray.problems) > 0 {
		p.applications = append(p.applications, stray)
	}
	return p
}

// load reads everything around the applications' code.
func (p *parsed) load(s *scanned, stray *application) {
	p.parseMigrations(s)
	p.loadContainers(s, stray, p.loadPlatforms(s, stray))
	p.loadBrokers(s, stray)
	p.loadUnits(s, stray)
	p.loadHosts(s, stray)
	p.loadManagers(s, stray)
	p.loadScripts(s, stray)
	p.loadRestarts(s, stray)
	p.loadDeploys(s, stray)
	p.loadMentions(s, stray)
	for _, u := range s.unread {
		span := source.New(u.Path, nil).Whole()
		owner := p.owner(u.Path, stray)
		owner.problems = append(owner.problems, queue.Problem{Span: span, Reason: "cannot be read: " + u.Reason})
	}
	p.loadSidekiq(stray)
	p.loadSolidQueue(stray)
	p.loadPython(s, stray)
	p.loadMessenger(stray)
	p.loadActiveJobs(stray)
	p.loadBullMQ(stray)
}

// owner is the application whose folder holds a path, the innermost one; the only one of a repository owns everything.
func (p *parsed) owner(at string, stray *application) *application {
	var best *application
	for _, a := range p.applications {
		if a.laravel == nil {
			continue
		}
		if (a.root == "" || strings.HasPrefix(at, a.root+"/")) && (best == nil || len(a.root) > len(best.root)) {
			best = a
		}
	}
	switch {
	case best != nil:
		return best
	case len(p.applications) == 1:
		return p.applications[0]
	}
	return stray
}

// open reads what of an application does not depend on its classes.
func (p *parsed) open(root string) *application {
	a := &application{root: root, laravel: laravel.Open(p.tree, root), classes: phpeval.NewClasses()}
	a.laravel.Changing = []string{}
	a.classes.Outside = queueable.Outside
	a.classes.Lacks = func(class string, kind phpeval.MemberKind, name string) bool {
		return queueable.Lacks(class, kind, name) || migration.Lacks(class, kind, name)
	}
	a.classes.Find = queueable.NewFinder(p.tree, root, a.laravel.Composer.Autoload, a.laravel.Unit).Find
	return a
}

// addHeirs parses the files whose classes extend queued ones and show no mark themselves.
func (p *parsed) addHeirs(s *scanned) {
	for _, a := range p.applications {
		for heirs := s.survey.Heirs(a.classes); len(heirs) > 0; heirs = s.survey.Heirs(a.classes) {
			p.addClasses(parseFiles(s.tree, heirs))
		}
	}
}

// readCode reads what each application's classes say of queues.
func (p *parsed) readCode() {
	for _, a := range p.applications {
		a.code = queueable.Read(a.classes, a.units)
	}
}

// noteKinds tells the applications which of their files may do more than hold classes.
func (p *parsed) noteKinds(s *scanned) {
	for _, at := range s.found[changeFile] {
		if a := p.owner(at, nil); a != nil {
			a.laravel.Changing = append(a.laravel.Changing, at)
		}
	}
	for _, at := range s.found[starterFile] {
		if a := p.owner(at, nil); a != nil {
			if u := a.laravel.Unit(at); u != nil {
				a.starters = append(a.starters, u)
			}
		}
	}
	for _, at := range s.found[registerFile] {
		if a := p.owner(at, nil); a != nil {
			a.registersWorker = true
		}
	}
}

// addClasses hands files to the applications that they belong to.
func (p *parsed) addClasses(units []*phpeval.Unit) {
	for _, u := range units {
		if u == nil {
			continue
		}
		if a := p.owner(u.File.Path, nil); a != nil {
			a.laravel.AddUnit(u)
			a.classes.Add(u)
			a.units = append(a.units, u)
			a.noteSyntax(u)
		}
	}
}

// parseFiles parses PHP files; nil for one that cannot be read.
func parseFiles(tree *source.Tree, paths []string) []*phpeval.Unit {
	return parallel.Map(paths, func(at string) *phpeval.Unit {
		file, err := tree.Read(at)
		if err != nil {
			return nil
		}
		return phpeval.NewUnit(file, php.Parse(file.Data))
	})
}

// noteSyntax reports a class file that PHP would not load.
func (a *application) noteSyntax(u *phpeval.Unit) {
	if len(u.Tree.Errors) == 0 || !bytes.Contains(u.File.Data, []byte("ShouldQueue")) {
		return
	}
	e := u.Tree.Errors[0]
	a.problems = append(a.problems, queue.Problem{
		Span:   u.File.Span(int(e.Pos), int(e.End)),
		Reason: "PHP cannot parse it: " + e.Message,
		Kept:   "the classes and members around the fault are still used",
	})
}

// loadManagers loads every configuration of a process manager once: root files with what they include, then the fragments that nothing
// includes.
func (p *parsed) loadManagers(s *scanned, stray *application) {
	included := map[string]bool{} // by path, links followed
	var fragments []*source.File
	files := s.files(managerFile)
	for _, file := range files {
		if !bytes.Contains(file.Data, []byte("[include]")) && !bytes.Contains(file.Data, []byte("[supervisord]")) {
			fragments = append(fragments, file)
			continue
		}
		if p.repeats(file, files) {
			continue
		}
		config := process.Load(s.tree, file, process.Options{})
		for _, f := range config.Files {
			included[s.tree.Target(f.Path)] = true
		}
		p.addConfig(config, stray)
	}
	for _, file := range fragments {
		if !included[s.tree.Target(file.Path)] && !p.repeats(file, files) {
			p.addConfig(process.Load(s.tree, file, process.Options{}), stray)
		}
	}
	for _, file := range s.files(scriptFile) {
		for _, config := range process.LoadScript(file, process.Options{}) {
			p.addConfig(config, stray)
		}
	}
}

// repeats says that a file is a symbolic link to another one of some files, or to what another link before it leads to.
func (p *parsed) repeats(file *source.File, files []*source.File) bool {
	to := p.tree.Target(file.Path)
	return to != file.Path && slices.ContainsFunc(files, func(f *source.File) bool {
		return f.Path == to || f.Path < file.Path && p.tree.Target(f.Path) == to
	})
}

// addConfig gives each program to the application whose artisan it runs, or in whose folder its file lies.
func (p *parsed) addConfig(config *process.Config, stray *application) {
	dev := developmentFile(config.Root.Path)
	var starts *application
	for _, loaded := range config.Programs {
		owner := p.owner(loaded.Span.Path(), stray)
		options := p.managerOptions(config)
		options.Variable = p.programVariables(loaded.Program, config)
		commands := worker.ParseCommand(loaded.CommandText, options)
		if by := p.byArtisan(commands); by != nil {
			owner = by
		}
		if owner.laravel != nil {
			options.Laravel = owner.laravel.Versions.Framework
			commands = worker.ParseCommand(loaded.CommandText, options)
		}
		loaded.Outer, loaded.Images = p.outerStages(config)
		loaded.Development = dev
		if dev == "" && len(loaded.Outer) == 0 && p.isSail(config.Root.Path) {
			loaded.Development = "it is Laravel Sail's"
		}
		worker.Assign(loaded.Program, commands)
		for _, o := range p.containersOf(config) {
			owner.addSchedulers(o.Program, commands)
		}
		entry := &program{Program: loaded.Program}
		for _, c := range commands {
			if c.Worker != nil {
				entry.workers = append(entry.workers, c.Worker)
			}
		}
		if len(entry.workers) > 0 {
			owner.programs = append(owner.programs, entry)
		} else {
			owner.others = append(owner.others, other{program: loaded.Program, words: worker.CommandWords(loaded.CommandText), options: options})
		}
		if starts == nil && len(commands) > 0 {
			starts = owner
		}
	}
	if starts == nil && len(config.Refusals)+len(config.CutValues()) > 0 && bytes.Contains(config.Root.Data, []byte("artisan")) {
		starts = p.owner(config.Root.Path, stray) // too broken to hold a program
	}
	if starts != nil {
		starts.addManager(p, config, dev)
		p.placeDaemons(config, starts)
	}
}

// byArtisan finds the application of a repository with several by the folder that a command's artisan lies in.
func (p *parsed) byArtisan(commands []*worker.Command) *application {
	var found *application
	for _, c := range commands {
		artisan, ok := c.Artisan.Get()
		if !ok {
			continue
		}
		for _, a := range p.applications {
			if a.root != "" && path.Base(path.Dir(artisan)) == path.Base(a.root) {
				if found != nil && found != a {
					return nil
				}
				found = a
			}
		}
	}
	return found
}

// isSail says that a file lies among those of Laravel Sail's image, whose entry point knows Sail's user.
func (p *parsed) isSail(at string) bool {
	file, err := p.tree.Read(path.Join(path.Dir(at), "start-container"))
	return err == nil && bytes.Contains(file.Data, []byte("sail"))
}

// developmentFile says why a path serves development only, "" when it does not.
func developmentFile(at string) string {
	for part := range strings.SplitSeq(strings.ToLower(at), "/") {
		words := strings.FieldsFunc(part, func(r rune) bool { return r == '.' || r == '-' || r == '_' })
		for _, word := range words {
			if slices.Contains([]string{"dev", "local", "sail", "development", "devcontainer", "ddev", "lando", "laradock", "docksal", "testing", "test", "tests", "storage", "example", "examples", "dist", "sample"}, word) {
				return "the path " + at + " says " + word
			}
		}
	}
	return ""
}
