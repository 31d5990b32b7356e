package laravel

import (
	"fmt"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Evaluate fills the configuration side of the model for the environment of a world.
func (a *Application) Evaluate(w *phpeval.World) *queue.App {
	app := &queue.App{Root: a.Root, Framework: "laravel", Versions: a.Versions}
	app.Horizon = a.HasConfig("horizon") && (a.Composer.Has("laravel/horizon") || a.Composer.Locked == nil && a.Composer.Require == nil)
	a.evaluateQueue(w, app)
	if app.Horizon {
		app.Workers = append(app.Workers, a.horizonSupervisors(w)...)
	}
	if app.MoreConnections == "" {
		app.MoreConnections = a.Runtime
	}
	if app.MoreConnections == "" {
		app.MoreConnections = a.Composer.queueDriver()
	}
	app.Problems = append(app.Problems, a.problems...)
	return app
}

// evaluateQueue reads config/queue.php with the framework's own under it.
func (a *Application) evaluateQueue(w *phpeval.World, app *queue.App) {
	merged := map[string]bool{}
	at := a.configs["queue"]
	var value phpeval.Value
	if at != "" {
		if u := a.Unit(at); u != nil {
			value = w.File(u)
		} else {
			value = phpeval.Value{Why: at + " cannot be read"}
		}
	}
	switch {
	case value.Kind == phpeval.Array:
	case at != "":
		app.MoreConnections = "config/queue.php is not known: " + reason(value)
		app.DefaultConnection = queue.NotKnown[string](reason(value), value.Origin)
	case a.merges == queue.No:
		app.MoreConnections = "there is no config/queue.php"
		app.DefaultConnection = queue.NotKnown[string]("there is no config/queue.php", nil)
	}
	if value.Kind == phpeval.Array {
		a.addConnections(app, value, merged)
		app.DefaultConnection = defaultConnection(value)
	}
	if a.merges == queue.No {
		return
	}
	base := a.frameworkConfig(w)
	if app.DefaultConnection.IsAbsent() || value.Kind != phpeval.Array && at == "" {
		app.DefaultConnection = defaultConnection(base)
		if a.merges == queue.Maybe {
			app.DefaultConnection = queue.NotKnown[string]("it depends on the framework's version", nil)
		}
	}
	a.addBaseConnections(app, base, merged)
}

func reason(v phpeval.Value) string {
	if v.Kind == phpeval.Unknown {
		return v.Why
	}
	return "it does not return an array"
}

// defaultConnection is queue.default; null is the "null" driver (Queue/QueueManager.php).
func defaultConnection(config phpeval.Value) queue.Value[string] {
	e, found, known := config.Lookup("default")
	switch {
	case !known:
		return queue.NotKnown[string]("queue.default is not known", config.Origin)
	case !found:
		return queue.NotSet[string](nil)
	case e.Value.IsNull():
		return queue.Is("null", e.Value.Origin)
	}
	return text(e.Value.AsScalar(), "queue.default is no text")
}

// addConnections adds the connections that the application's own file defines.
func (a *Application) addConnections(app *queue.App, config phpeval.Value, defined map[string]bool) {
	e, found, known := config.Lookup("connections")
	if !known || found && e.Value.Kind != phpeval.Array {
		app.MoreConnections = "the connections of config/queue.php are not all known"
		return
	}
	if !found {
		return
	}
	if e.Value.Array.Open != "" {
		app.MoreConnections = "the connections of config/queue.php are not all known: " + e.Value.Array.Open
	}
	for _, c := range e.Value.Array.Entries {
		name := c.Key.String()
		defined[name] = true
		app.Connections = append(app.Connections, a.connection(name, c, app.Horizon))
	}
}

// addBaseConnections adds those of the framework's own file that the application does not define: one that it does define replaces
// the framework's as a whole.
func (a *Application) addBaseConnections(app *queue.App, base phpeval.Value, defined map[string]bool) {
	e, _, _ := base.Lookup("connections")
	if e.Value.Array == nil {
		return
	}
	for _, c := range e.Value.Array.Entries {
		name := c.Key.String()
		v := since[name]
		has := a.Versions.Framework.AtLeast(v.Major, v.Minor, v.Patch)
		if defined[name] || has == queue.No {
			continue
		}
		app.Connections = append(app.Connections, a.connection(name, c, app.Horizon))
	}
}

// queueDrivers are packages that bring a queue driver of their own; connections that use one may be configured by the package.
var queueDrivers = []string{
	"vladimir-yuldashev/laravel-queue-rabbitmq", "mongodb/laravel-mongodb", "jenssegers/mongodb", "laravel/vapor-core",
	"stackkit/laravel-google-cloud-tasks-queue", "kainxspirits/laravel-pubsub-queue", "bschmitt/laravel-amqp", "iron-io/laravel-iron-queue",
	"enqueue/laravel-queue", "shiftonelabs/laravel-sqs-fifo-queue", "dusterio/laravel-plain-sqs", "halaxa/laravel-queue-dynamodb", "mateusjunges/laravel-kafka",
	"squigg/azure-queue-laravel", "stancl/tenancy", "spatie/laravel-multitenancy",
}

// queueDriver says which installed package may define connections, "" for none.
func (c *Composer) queueDriver() string {
	for _, name := range queueDrivers {
		if c.Has(name) {
			return fmt.Sprintf("the package %s may define connections", name)
		}
	}
	return ""
}
