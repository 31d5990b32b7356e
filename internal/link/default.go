package link

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// passOverDevelopmentDefault forgets a default connection that serves development only, where the repository declares a worker: one that
// runs jobs inline and comes from an env file with APP_ENV=local, any that comes from such a file in an application with a queue driver of
// its own, or, in an application with Horizon, one that no supervisor reads and no production evidence sets.
func passOverDevelopmentDefault(app *queue.App) {
	name, ok := app.DefaultConnection.Get()
	if !ok || !declaresWorker(app) {
		return
	}
	c := app.Connection(name)
	if c == nil {
		return
	}
	driver, known := c.Driver.Get()
	local := false
	if env, ok := app.Environment.AppEnv.Get(); ok {
		local = env == "local" || env == "development" || env == "dev"
	}
	switch {
	case known && inline(driver) && (local || fromDefaultOnly(app) || fromExample(app)):
		app.DefaultConnection = queue.NotKnown[string](
			`the default "`+name+`" is a development setting: a worker is declared, and it cannot read it`, app.DefaultConnection.Origin())
	case local && !defaultIsProved(app) && hasOwnDriver(app):
		app.DefaultConnection = queue.NotKnown[string](
			`the default "`+name+`" is a developer's, and another connection has a driver of the application's own`, app.DefaultConnection.Origin())
	case app.Horizon && !app.Environment.Evidence && !readByHorizon(app, name):
		app.DefaultConnection = queue.NotKnown[string](
			`no Horizon supervisor reads the default "`+name+`"`, app.DefaultConnection.Origin())
	}
}

// hasOwnDriver says that a connection in the repository has a driver that the framework does not bring: nobody writes one for development.
func hasOwnDriver(app *queue.App) bool {
	return slices.ContainsFunc(app.Connections, func(c *queue.Connection) bool {
		driver, known := c.Driver.Get()
		if !known || c.Span.IsZero() || inline(driver) {
			return false
		}
		switch driver {
		case "database", "redis", "sqs", "beanstalkd", "failover":
			return false
		}
		return true
	})
}

// fromDefaultOnly says that the default connection is what env() falls back to, set by nothing.
func fromDefaultOnly(app *queue.App) bool {
	return len(app.DefaultConnection.Origin().OpenVariables()) > 0
}

// fromExample says that in a deployment the default connection is what the example file says, which the deployment does not set.
func fromExample(app *queue.App) bool {
	found := false
	app.DefaultConnection.Origin().Steps(func(step *queue.Origin) bool {
		found = found || step.Via == queue.ViaEnvFile && app.Environment.Example != "" && step.Span.Path() == app.Environment.Example
		return !found
	})
	return found
}

func declaresWorker(app *queue.App) bool {
	for _, w := range app.Workers {
		if w.Development == "" {
			return true
		}
	}
	return false
}

func readByHorizon(app *queue.App, name string) bool {
	for _, w := range app.Workers {
		if w.Kind != queue.HorizonSupervisor {
			continue
		}
		if on, ok := w.Connection.Get(); ok && on == name {
			return true
		}
	}
	return false
}

// defaultIsProved says that the default connection is written into the configuration or set by production evidence: no worker that reads
// another connection then takes the jobs that go to it.
func defaultIsProved(app *queue.App) bool {
	if _, ok := app.DefaultConnection.Get(); !ok {
		return false
	}
	proved := true
	app.DefaultConnection.Origin().Steps(func(step *queue.Origin) bool {
		if step.Via == queue.ViaEnvDefault || step.Via == queue.ViaFrameworkDefault || step.Via == queue.ViaEnvFile && !app.Environment.Proves(step) {
			proved = false
		}
		return proved
	})
	return proved
}
