package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/laravel"
	"github.com/qlint-dev/qlint/configparse/migration"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/configparse/queueable"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/parallel"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
)

// application is one application, or what belongs to none, with everything that is read of it once.
type application struct {
	root string
	// laravel is nil for what belongs to no application.
	laravel *laravel.Application
	classes *phpeval.Classes
	units   []*phpeval.Unit
	// starters are files that may start workers; registersWorker says that one may define the command itself.
	starters        []*phpeval.Unit
	registersWorker bool
	code            *queueable.Code
	programs        []*program
	// scripts are the workers that shell scripts start.
	scripts []*queue.Worker
	// others are programs that start no worker of the framework's.
	others []other
	// drains are workers of other frameworks among them.
	drains []*queue.Drain
	// leases are those of brokers that other frameworks use.
	leases []*queue.Lease
	// renewals are leases that workers of other frameworks renew.
	renewals []*queue.Renewal
	// postings, takers and retries are those of other frameworks.
	postings []*queue.Posting
	takers   []*queue.Taker
	retries  []*queue.Retry
	idle     []*queue.Idle
	// declared are settings that state connections, workers and jobs of the application; nil for most.
	declared *settings.Settings
	// brokers are the queues that infrastructure as code declares.
	brokers []*queue.BrokerQueue
	// deployments are the ways in which it runs in production.
	deployments []*deployment
	refusals    []queue.Refusal
	managers    []*queue.ManagerFile
	problems    []queue.Problem
	// restarts and deaf are places that call queue:restart, and that keep workers from looking for its signal.
	restarts, deaf []source.Span
	// migrations are what the schema is made of, which is done once: what they do hangs on no environment.
	migrations migration.Source
	schema     *queue.Schema
	// servers are the database and Redis servers that the repository declares for it.
	servers []*queue.Server

	// schedulers are the containers that run the schedule, deploys the scripts that switch the code, mentions which file names a command.
	schedulers []*queue.Scheduler
	deploys    []*queue.Deploy
	mentions   map[string]string
}

// environments lists those that the application is judged in: one for each env file that counts, evidence first, or a single one without
// a file.
func (a *application) environments(p *parsed, o Options) []*link.Environment {
	given := o.given()
	variables := map[string][]queue.Variable{}
	for _, program := range a.programs {
		if onHost(program.Manager) {
			for _, v := range program.Environment {
				variables[v.Name] = append(variables[v.Name], v)
			}
		}
	}
	var out []*link.Environment
	add := func(file *source.File, name string, evidence bool) {
		env := &link.Environment{Given: given, Programs: variables, Elsewhere: p.elsewhere}
		env.Name, env.Evidence = name, evidence
		if file != nil {
			env.File = dotenv.Parse(file)
		}
		env.AppEnv = appEnv(env)
		out = append(out, env)
	}
	for _, file := range o.EnvFiles {
		add(file, file.Path, true)
	}
	if len(o.EnvFiles) == 0 && a.laravel != nil {
		evidence, examples := link.EnvFiles(p.tree, a.root)
		if len(evidence) > 0 {
			examples = nil // what production uses is stated: an example says nothing more
		}
		for _, at := range slices.Concat(evidence, examples) {
			if name := o.environment(); name != "" && environmentOf(at) == name || !isEnvironment(append(evidence, examples...), name) {
				file, err := p.tree.Read(at)
				if err != nil {
					a.problems = append(a.problems, queue.Problem{Span: source.New(at, nil).Whole(), Reason: "cannot be read: " + source.Plain(err)})
					continue
				}
				add(file, path.Base(at), slices.Contains(evidence, at))
			}
		}
	}
	if len(out) == 0 {
		add(nil, "", false)
	}
	return a.withDeployments(out)
}

// environmentOf is the NAME of .env.NAME.
func environmentOf(at string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path.Base(at), ".env"), ".")
}

// isEnvironment says that one of the env files is that of an environment.
func isEnvironment(files []string, name string) bool {
	return name != "" && slices.ContainsFunc(files, func(at string) bool { return environmentOf(at) == name })
}

// appEnv is APP_ENV; production where nothing sets it, as Laravel's config/app.php has it.
func appEnv(env *link.Environment) queue.Value[string] {
	switch v := env.Lookup("APP_ENV"); v.State {
	case phpeval.VariableSet:
		return queue.Is(v.Text, v.Origin)
	case phpeval.VariableUnknown:
		return queue.NotKnown[string](v.Why, v.Origin)
	default:
		return queue.NotSet[string](v.Origin)
	}
}

// evaluate is the application in one environment. Everything that linking changes is made anew.
func (a *application) evaluate(env *link.Environment) *queue.App {
	app := &queue.App{Root: a.root}
	if a.laravel != nil {
		world := a.laravel.World(env, a.classes)
		app = a.laravel.Evaluate(world)
		for _, c := range app.Connections {
			c.Members = laravel.FailoverMembers(c)
		}
		app.FailureWatch = a.failureWatch()
		outside := world.Fork()
		parallel.Do(
			func() {
				app.Jobs = a.code.Jobs(world, a.laravel.Versions)
				app.Dispatches, app.Batches = a.code.Dispatches(world, app.Jobs, a.laravel.Versions.Framework), a.code.Batches(world, app.Jobs)
				app.Schedule = *a.code.Schedule(world, app.Jobs)
			},
			func() {
				if a.schema == nil {
					a.schema = migration.Read(outside, a.migrations)
				}
				app.Schema = a.schema
				app.UnqueuedUnique = a.code.Unqueued()
			},
		)
	}
	app.Environment = env.Environment
	app.Refusals, app.Managers = a.refusals, a.managers
	app.Restarts, app.Deaf = a.restarts, a.deaf
	app.Problems = append(app.Problems, a.problems...)
	app.EnvFile, app.Servers = envFile(env), a.servers
	for _, q := range a.brokers {
		fresh := *q
		app.Brokers = append(app.Brokers, &fresh)
	}
	for _, d := range a.drains {
		fresh, w := *d, *d.Worker
		fresh.Worker = &w
		app.Drains = append(app.Drains, &fresh)
	}
	app.Leases, app.Renewals = a.leases, a.renewals
	app.Postings, app.Takers, app.Retries, app.Idle = a.postings, a.takers, a.retries, a.idle
	for _, p := range a.programs {
		if !p.runsIn(env) {
			continue
		}
		app.Programs = append(app.Programs, p.Program)
		for _, w := range p.workers {
			fresh := *w
			app.Workers = append(app.Workers, &fresh)
		}
	}
	for _, w := range a.scripts {
		fresh := *w
		app.Workers = append(app.Workers, &fresh)
	}
	if a.laravel != nil {
		app.Workers = append(app.Workers, a.scheduledWorkers(&app.Schedule)...)
	}
	app.Schedulers, app.Deploys, app.Mentions, app.Watcher = a.schedulers, a.deploys, a.mentions, a.watcher()
	a.dropUnknownOptions(app.Workers)
	app.MoreWorkers = a.moreWorkers(&app.Schedule)
	return app
}

// failureWatchers are packages that tell of failed jobs.
var failureWatchers = []string{
	"sentry/sentry-laravel", "bugsnag/bugsnag-laravel", "rollbar/rollbar-laravel", "spatie/laravel-flare", "honeybadger-io/honeybadger-laravel",
	"spatie/laravel-failed-job-monitor", "laravel/nightwatch", "inspector-apm/inspector-laravel",
}

// failureWatch says what tells of failed jobs beside the jobs themselves.
func (a *application) failureWatch() string {
	for _, name := range failureWatchers {
		if a.laravel.Composer.Has(name) {
			return name + " is installed"
		}
	}
	return a.code.FailureWatch()
}
