package laravel

import (
	"slices"
	"time"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Evaluate fills the configuration side of the model for the environment of a world that this application made.
func (a *Application) Evaluate(w *phpeval.World) *queue.App {
	app := &queue.App{Root: a.Root, Framework: "laravel", Versions: a.Versions, Horizon: a.HasHorizon()}
	a.evaluateQueue(w, app)
	app.Databases, app.Redis = databases(a.Databases(w)), databases(a.Redis(w))
	app.RedisClient = text(w.ConfigValue("database.redis.client").AsScalar(), "database.redis.client is no text")
	app.DefaultDatabase = text(w.ConfigValue("database.default").AsScalar(), "database.default is no text")
	a.evaluateCaches(w, app)
	if app.Horizon {
		h := a.Horizon(w)
		app.Workers = h.Supervisors
		app.Plan = queue.HorizonPlan{Chosen: h.Environment, Open: h.Open}
		for _, e := range h.Environments {
			app.Plan.Environments = append(app.Plan.Environments, queue.HorizonEnvironment{
				Name: e.Name, Span: e.Span, Inherited: e.Inherited, Mixed: e.Mixed,
			})
		}
	}
	for _, why := range []string{a.findChanges().connections, a.Composer.queuePackage()} {
		if app.MoreConnections == "" {
			app.MoreConnections = why
		}
	}
	app.Problems = append(app.Problems, a.problems...)
	return app
}

// evaluateQueue reads the configuration of queues with what the framework has under it.
func (a *Application) evaluateQueue(w *phpeval.World, app *queue.App) {
	config := united(w.ConfigValue("queue"), 3)
	switch {
	case config.Kind == phpeval.Unknown:
		app.MoreConnections = config.Why
		app.DefaultConnection = queue.NotKnown[string](config.Why, config.Origin)
		return
	case config.Kind != phpeval.Array:
		why := "config/queue.php returns no array"
		if at := a.ConfigFile("queue"); at != "" {
			if u := a.Unit(at); u != nil && len(u.Tree.Errors) == 0 {
				app.Problems = append(app.Problems, queue.Problem{Span: u.File.Whole(), Reason: "it returns no array", Kept: "the connections are not known"})
			}
		}
		if !a.HasConfig("queue") {
			why = "there is no config/queue.php"
		}
		app.MoreConnections = why
		app.DefaultConnection = queue.NotKnown[string](why, config.Origin)
		return
	}
	app.DefaultConnection = defaultConnection(config)
	app.FailedJobs = settings(member(config, "failed"), "driver", "database", "table")
	a.addConnections(app, config)
	if name, ok := app.DefaultConnection.Get(); ok && name == "null" && app.Connection("null") == nil {
		app.Connections = append(app.Connections, nullConnection(app.DefaultConnection.Origin()))
	}
}

// defaultConnection is queue.default; null is the "null" driver (Laravel: Queue/QueueManager.php).
func defaultConnection(config phpeval.Value) queue.Value[string] {
	e, found, known := config.Lookup("default")
	switch {
	case !known && !found:
		return queue.NotKnown[string](config.Array.Open, config.Origin)
	case !found:
		return queue.Is("null", config.Origin)
	}
	return eachOf(e.Value.AsScalar(), func(v queue.Value[queue.Scalar]) queue.Value[string] {
		if s, _ := v.Get(); s.Kind == queue.NullScalar {
			return queue.Is("null", v.Origin())
		}
		return text(v, "queue.default is no text")
	})
}

// nullConnection is the one that the framework makes for a default of null: it drops every job.
func nullConnection(from *queue.Origin) *queue.Connection {
	return &queue.Connection{
		Name: "null", Span: from.Place(), Driver: queue.Is("null", from), Lease: queue.NotSet[time.Duration](nil),
		Queue: queue.NotSet[string](nil), Settings: map[string]queue.Setting{},
	}
}

func (a *Application) addConnections(app *queue.App, config phpeval.Value) {
	e, found, known := config.Lookup("connections")
	switch {
	case !found && known, found && e.Value.IsNull():
		return
	case !found:
		app.MoreConnections = config.Array.Open
		return
	case e.Value.Kind == phpeval.Unknown:
		app.MoreConnections = e.Value.Why
		return
	case e.Value.Kind != phpeval.Array:
		app.MoreConnections = "the connections of config/queue.php are not one array"
		return
	}
	app.MoreConnections = cmpWhy(e.Value.Array.Open, config.Array.Open)
	for _, entry := range e.Value.Array.Entries {
		if entry.Value.IsNull() {
			continue // the same as a connection that is not configured
		}
		c := a.connection(entry)
		app.Connections = append(app.Connections, c)
		if driver, ok := c.Driver.Get(); ok && !slices.Contains(ownDrivers, driver) && app.MoreConnections == "" {
			app.MoreConnections = "what brings the queue driver \"" + driver + "\" may define connections"
		}
	}
}

// ownDrivers are the queue drivers of Laravel itself (Queue/QueueServiceProvider.php, 13).
var ownDrivers = []string{"null", "sync", "deferred", "background", "failover", "database", "redis", "beanstalkd", "sqs"}

// keySpan is where an entry of a configuration file is: its key, or its value where a function made the key; zero where it is the
// framework's own.
func keySpan(e phpeval.Entry) source.Span {
	if e.KeySpan.IsZero() && !foreign(e.Value) {
		return e.Value.Origin.Place()
	}
	return e.KeySpan
}
