package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/cloud"
	"github.com/qlint-dev/qlint/configparse/container"
	"github.com/qlint-dev/qlint/configparse/deploy"
	"github.com/qlint-dev/qlint/configparse/laravel"
	"github.com/qlint-dev/qlint/configparse/migration"
	"github.com/qlint-dev/qlint/configparse/platform"
	"github.com/qlint-dev/qlint/configparse/queueable"
	"github.com/qlint-dev/qlint/configparse/restart"
	"github.com/qlint-dev/qlint/internal/ignore"
	"github.com/qlint-dev/qlint/internal/marks"
)

// kind is what a file may be. A file may be of several kinds.
type kind uint32

const (
	// namedFile matters by its name alone.
	namedFile kind = 1 << iota
	// configFile is a PHP file of an application's configuration.
	configFile
	// phpFile holds queued classes, what belongs to them, or code that changes connections while the application runs.
	phpFile
	// managerFile is a Supervisor configuration.
	managerFile
	// scriptFile is a shell script or Dockerfile that writes such a configuration or starts workers.
	scriptFile
	// setterFile may set environment variables or declare containers: compose, Kubernetes.
	setterFile
	// changeFile is a PHP file that may set up connections while the application runs, starterFile one that may start workers, registerFile
	// one that may define queue:work itself. They are phpFiles too.
	changeFile
	starterFile
	registerFile
	// migrationFile is a PHP migration, dumpFile what schema:dump wrote.
	migrationFile
	dumpFile
	// migrationsFile has code that loads migrations from further folders.
	migrationsFile
	// unitFile is a unit of systemd or a drop-in for one.
	unitFile
	// platformFile tells a hosting platform what to run.
	platformFile
	// workflowFile starts database servers for tests.
	workflowFile
	// restartFile calls queue:restart, or keeps workers from looking for its signal.
	restartFile
	// procFile is a Procfile, pm2File one of PM2's, circusFile circus.ini, serviceDir the run script of a folder of s6 or runit, cronFile a
	// cron table.
	procFile
	pm2File
	circusFile
	serviceDir
	cronFile
	// terraformFile is Terraform's, templateFile a file in YAML or JSON that may declare queues of a cloud.
	terraformFile
	templateFile
	// deployFile switches an application's code on a host.
	deployFile
	// pythonFile is a Python module that says something of Celery or Django Q.
	pythonFile
	// mentionFile names a command that prunes, records or watches queues.
	mentionFile
)

// reading says how the files of one kind are found: by path first, then by a look at the bytes.
type reading struct {
	kind kind
	// at says whether a file of that path may be of the kind; base and ext are the path's.
	at func(p, base, ext string) bool
	// everywhere says that the folders of documentation and examples count too.
	everywhere bool
	// has says whether its bytes are; nil where the path decides. It asks for words of at least five bytes, all of them listed in
	// words, so that one search finds them, and is asked only where one of them stands in the file, or where the path alone may do.
	has   func(s *scanned, p string, text marks.Text) bool
	words []string
	// byPath says that has may say yes to a file without any of the words.
	byPath bool
}

// readings lists every kind.
var readings = []reading{
	{kind: namedFile, everywhere: true, at: isNamed},
	{kind: configFile, at: isConfig},
	{kind: phpFile, at: isCode, has: hasQueueCode, words: phpWords()},
	{kind: changeFile, at: isCode, has: func(_ *scanned, _ string, text marks.Text) bool { return laravel.ChangesConnections(text) != "" }, words: laravel.ChangeWords()},
	{kind: starterFile, at: isCode, has: func(_ *scanned, _ string, text marks.Text) bool { return startsWorker(text) }, words: starterWords},
	{kind: registerFile, at: isCode, has: func(_ *scanned, _ string, text marks.Text) bool { return registersWorker(text) }, words: registerWords},
	{kind: managerFile, at: isManager, has: hasPrograms, words: managerWords},
	{kind: scriptFile, at: isScript, has: hasScript, words: slices.Concat(workerWords, []string{programWord, "artisan"})},
	{kind: setterFile, at: isSetter, has: hasContainers, words: slices.Concat(serviceWords, setterWords)},
	{kind: migrationFile, everywhere: true, at: func(p, _, _ string) bool { return migration.IsMigration(p) }},
	{kind: dumpFile, everywhere: true, at: func(p, _, _ string) bool { return migration.IsDump(p) }},
	{kind: workflowFile, everywhere: true, at: func(p, _, _ string) bool { return container.IsWorkflow(p) }, has: hasServices, words: []string{"services:"}},
	{kind: migrationsFile, at: isCode, has: func(_ *scanned, _ string, text marks.Text) bool { return text.Has(loadsMigrations) }, words: []string{loadsMigrations}},
	{kind: unitFile, at: isUnit, has: hasUnit, words: unitWords},
	{kind: terraformFile, at: func(p, _, _ string) bool { return cloud.IsTerraform(p) }},
	{kind: templateFile, at: func(p, _, _ string) bool { return cloud.MayDeclare(p) }, has: declaresQueues, words: cloud.Words()},
	{kind: platformFile, at: isPlatform, has: hasProcesses, words: platform.Words(), byPath: true},
	{kind: restartFile, at: mayRestart, has: func(_ *scanned, _ string, text marks.Text) bool { return text.HasAny(restart.Words()...) }, words: restart.Words()},
	{kind: procFile, at: isProcfile, has: mayRunPackage, words: hostWords, byPath: true},
	{kind: pm2File, at: isPM2, has: mayRunPackage, words: hostWords, byPath: true},
	{kind: circusFile, at: isCircus, has: mayRunPackage, words: hostWords, byPath: true},
	{kind: serviceDir, at: isServiceDir, has: hasWorker, words: hostWords},
	{kind: cronFile, at: isCrontab, has: hasWorker, words: hostWords},
	{kind: deployFile, at: isDeployScript, has: func(_ *scanned, _ string, text marks.Text) bool { return text.HasAny(deploy.Words...) }, words: deploy.Words},
	{kind: pythonFile, at: isPythonModule, has: mentionsQueues, words: pythonWords(), byPath: true},
	{kind: mentionFile, at: isMentioner, has: hasMention, words: mentionList},
}

func hasServices(_ *scanned, _ string, text marks.Text) bool { return text.Has("services:") }

const loadsMigrations = "loadMigrationsFrom"

// search looks for the words of every kind, and for ignore comments, at once.
var search = marks.New(allWords()...)

func allWords() []string {
	out := []string{ignore.Mark}
	for _, r := range readings {
		out = append(out, r.words...)
	}
	return out
}

// masks are the words of each kind, in the order of readings.
var masks = func() []marks.Mask {
	out := make([]marks.Mask, len(readings))
	for i, r := range readings {
		out[i] = search.Mask(r.words...)
	}
	return out
}()

// kindsOf are the kinds that a file may be of by its path: most files are dismissed by it.
func kindsOf(p string) kind {
	base := path.Base(p)
	ext := path.Ext(base)
	var out kind
	aside := development(p)
	for _, r := range readings {
		if (!aside || r.everywhere) && r.at(p, base, ext) {
			out |= r.kind
		}
	}
	return out
}

func isNamed(_, base, _ string) bool {
	return base == "composer.json" || base == "composer.lock" || base == "artisan" || strings.HasPrefix(base, ".env")
}

func isPHP(p, base, ext string) bool {
	return ext == ".php" && !strings.HasSuffix(base, ".blade.php") && !strings.HasPrefix(base, "_ide_helper") && !inFolder(p, "tests", "lang", "views")
}

func isConfig(p, base, ext string) bool { return isPHP(p, base, ext) && inFolder(p, "config") }

func isCode(p, base, ext string) bool { return isPHP(p, base, ext) && !inFolder(p, "config") }

func phpWords() []string {
	return slices.Concat(queueable.Words(), queueable.ScheduleWords(), laravel.ChangeWords(), registerWords, starterWords)
}

func hasQueueCode(s *scanned, p string, text marks.Text) bool {
	return s.survey.Look(p, text) || text.HasAny(queueable.ScheduleWords()...) || laravel.ChangesConnections(text) != "" || registersWorker(text) || startsWorker(text)
}

func isManager(p, base, ext string) bool {
	switch ext {
	case ".conf", ".ini", ".cfg", ".stub", ".tpl", ".j2", ".erb", ".example", ".dist", ".template", ".supervisor":
		return true
	case "":
		return strings.HasPrefix(base, "supervisor") || inFolder(p, "supervisor", "supervisord", "conf.d")
	}
	return false
}

const programWord = "[program:"

var managerWords = []string{programWord, "[supervisord]", "[group:"}

func hasPrograms(_ *scanned, _ string, text marks.Text) bool { return text.HasAny(managerWords...) }

func isScript(p, base, ext string) bool {
	return ext == ".sh" || ext == ".bash" || strings.HasPrefix(base, "Dockerfile") ||
		ext == "" && (base == "entrypoint" || inFolder(p, "bin", "scripts"))
}

func hasScript(_ *scanned, p string, text marks.Text) bool {
	return text.HasAll(programWord, "<<") || startsWorkers(p, text)
}

func isSetter(p, _, ext string) bool {
	return (ext == ".yml" || ext == ".yaml") && !strings.HasPrefix(p, ".github/")
}

var (
	serviceWords = []string{"services:", "image:", "build:", "containers:", "kind:"}
	// setterWords are what a file that deploys a Laravel application's containers has: one of the variables that decide about queues,
	// artisan, or a grace.
	setterWords = []string{
		"QUEUE", "RETRY_AFTER", "APP_ENV", "HORIZON", "artisan", "stop_grace_period", "terminationGracePeriodSeconds",
	}
)

func hasContainers(_ *scanned, _ string, text marks.Text) bool {
	return text.HasAny(setterWords...) || text.Has("services:") && text.HasAny("image:", "build:") || text.HasAll("containers:", "kind:")
}

func mayRestart(p, _, _ string) bool {
	return restart.MayHold(p) && !inFolder(p, "tests", "lang", "views")
}

// development says that a path serves documentation, examples or tests only.
func development(p string) bool { return inFolder(p, "docs", "doc", "examples", "example") }

// inFolder says that one of a path's folders has one of the names, whatever their case.
func inFolder(p string, names ...string) bool {
	for {
		folder, rest, found := strings.Cut(p, "/")
		if !found {
			return false
		}
		for _, name := range names {
			if len(name) == len(folder) && strings.EqualFold(folder, name) {
				return true
			}
		}
		p = rest
	}
}
