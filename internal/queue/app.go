package queue

import (
	"path"

	"github.com/qlint-dev/qlint/internal/source"
)

// App is one application as it stands in one environment. What belongs to no application (a lone process-manager file) is held by
// an App without a framework.
type App struct {
	// Root is the application's folder within the repository, "" at its root.
	Root string
	// Framework is "laravel", or "" where no application was found.
	Framework string
	Versions  Versions
	// Environment is the environment that the values were evaluated in.
	Environment Environment

	// DefaultConnection is the name of the connection that jobs without one of their own are pushed to.
	DefaultConnection Value[string]
	Connections       []*Connection
	// MoreConnections says why connections may exist that no configuration file names (a package with a queue driver,
	// Queue::extend, configuration set at run time, an unreadable file); "" when the list is complete.
	MoreConnections string

	// Brokers are the queues that infrastructure as code declares.
	Brokers []*BrokerQueue

	Workers []*Worker
	// Drains are workers of other frameworks, of which only the stop is judged.
	Drains []*Drain
	// Leases are those of brokers that other frameworks use.
	Leases []*Lease
	// Renewals are leases that workers of other frameworks renew.
	Renewals []*Renewal
	// Postings are what other frameworks put on queues, Takers what takes it from there, all of it for production; Retries are what their job
	// classes say of attempts.
	Postings []*Posting
	Takers   []*Taker
	Retries  []*Retry
	// Idle are settings of other frameworks that nothing reads.
	Idle []*Idle
	// MoreWorkers says why workers may run that are not among Workers (code that starts queue:work, a schedule); "" when nothing
	// that was found says so.
	MoreWorkers string
	// Horizon says that Laravel Horizon is installed and configured: its supervisors are among Workers.
	Horizon bool
	// Plan is what Horizon's configuration says of environments; the zero plan where it is not known.
	Plan     HorizonPlan
	Jobs     []*Job
	Programs []*Program
	// Managers are the configurations of process managers that start the application's workers or its scheduler.
	Managers []*ManagerFile
	// Caches are the stores of the application's cache, which keep locks.
	Caches Caches
	// UnqueuedUnique are classes that ask to be unique and are never queued.
	UnqueuedUnique []UnqueuedUnique
	// Restarts are the places that call queue:restart, Deaf those that keep workers from looking for its signal.
	Restarts, Deaf []source.Span
	// FailedJobs are the keys of queue.failed, which say where failed jobs are kept.
	FailedJobs map[string]Setting
	// Schema is what the application's migrations leave behind; nil outside applications.
	Schema *Schema
	// FailureWatch says what is told of failed jobs beside the jobs themselves: a listener, a package; "" where nothing was found.
	FailureWatch string
	// UnreadVariables are variables about clocks and counts of queues that env files set and nothing reads.
	UnreadVariables []UnreadVariable
	// Refusals are what a process manager refuses to start with.
	Refusals []Refusal
	// Problems are files that matter and could not be read or parsed.
	Problems []Problem

	// Dispatches are the places that put jobs on a queue within a transaction or with a delay, Batches those that put several there.
	Dispatches []*Dispatch
	Batches    []*Batch
	// DefaultDatabase is the name of the database connection that code uses which names none.
	DefaultDatabase Value[string]
	// Databases and Redis are the connections of config/database.php, Servers those that the repository declares.
	Databases, Redis []*Database
	// RedisClient is what speaks to Redis: phpredis, predis; Absent where config/database.php does not say.
	RedisClient Value[string]
	Servers     []*Server
	// EnvFile is what is wrong with the environment's env file; nil where none counts.
	EnvFile *EnvFile
	// Schedule is what the scheduler runs.
	Schedule Schedule
	// Schedulers are the processes that run it, Deploys the scripts that switch the application's code.
	Schedulers []*Scheduler
	Deploys    []*Deploy
	// Mentions maps commands that prune, record or watch queues to a file that names them. Watcher is what watches how many jobs wait, ""
	// where nothing was found.
	Mentions map[string]string
	Watcher  string
}

// Connection returns the connection of that name, nil when there is none.
func (a *App) Connection(name string) *Connection {
	for _, c := range a.Connections {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Environment is one coherent set of environment variables.
type Environment struct {
	// Name is how reports call it: the env file's path within the application, "" where no env file counts.
	Name string
	// Evidence says that the file states what production or a like environment uses; an example file does so only for the
	// variables that it sets.
	Evidence bool
	// Example is the path of an example file below the variables that a deployment sets: what only it says is no evidence. "" for none.
	Example string
	// Containers are the files whose containers run in this environment; none where it is that of an env file alone.
	Containers []string
	// AppEnv is APP_ENV.
	AppEnv Value[string]
}

// Proves says that a variable's step in a value's way counts as evidence of production: a file of it sets the variable, or a deployment.
func (e Environment) Proves(step *Origin) bool {
	at := step.Span.Path()
	if !e.Evidence { // an example's variables or none: a container or a program may set some all the same
		return step.Via == ViaEnvFile && !step.Span.IsZero() && path.Base(at) != e.Name
	}
	return e.Example == "" || at != e.Example
}

// Problem is a file that matters and that could not be read or parsed as a whole.
type Problem struct {
	// Span is the place of the fault, or the file's start.
	Span source.Span
	// Reason is what is wrong, lower case, without a full stop.
	Reason string
	// Kept says what of the file is still used, "" for nothing.
	Kept string
}
