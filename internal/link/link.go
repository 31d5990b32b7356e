// Package link ties the model together: which connection a worker reads and a job runs on, which jobs a worker may run, and what
// stops a worker. What cannot be linked stays unlinked.
package link

import "github.com/qlint-dev/qlint/internal/queue"

// App links one application in place. It looks only at the application itself, so it can run for each environment on its own.
func App(app *queue.App) {
	passOverDevelopmentDefault(app)
	for _, w := range app.Workers {
		w.On = connectionOf(app, w)
	}
	for _, j := range app.Jobs {
		linkJob(app, j)
	}
	for _, w := range app.Workers {
		linkChain(w)
	}
	for _, d := range app.Drains {
		linkChain(d.Worker)
	}
	linkBrokers(app)
	markUsed(app)
	linkServers(app)
}

// connectionOf is the connection that a worker reads; nil when its name is not known or names nothing.
func connectionOf(app *queue.App, w *queue.Worker) *queue.Connection {
	if w.Kind == queue.HorizonMaster {
		return nil
	}
	name, ok := w.Connection.Or(app.DefaultConnection).Get()
	if !ok {
		return nil
	}
	return app.Connection(name)
}

// markUsed notes what uses each connection. Only used connections are judged: a skeleton's leftover is nobody's problem.
func markUsed(app *queue.App) {
	use := func(c *queue.Connection, by string) {
		if c != nil && c.UsedBy == "" {
			c.UsedBy = by
		}
	}
	if name, ok := app.DefaultConnection.Get(); ok {
		use(app.Connection(name), "the default connection")
	}
	for _, w := range app.Workers {
		use(w.On, "a worker")
	}
	for _, j := range app.Jobs {
		for _, candidate := range j.Candidates {
			use(candidate.Connection, j.Name)
		}
	}
	var leased []*queue.Connection
	for _, c := range app.Connections {
		if c.Leased() {
			leased = append(leased, c)
		}
	}
	if len(leased) == 1 {
		use(leased[0], "the only asynchronous connection")
	}
}
