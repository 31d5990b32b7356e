package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var workerOnOtherConnection = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL322", Slug: "worker-on-other-connection", Severity: diag.Warning,
		Summary: "jobs go to a connection that no declared worker reads",
		Why: "Jobs without a connection of their own are pushed to the default one. Where every declared worker reads another, they wait for ever: nothing " +
			"fails, nothing runs.\n\nThe rule asks for evidence of production: a default written into config/queue.php as it is, or set by an env file of production " +
			"or the like or by the containers that run the application. An example file is none. Connections of the same driver may share their queues and " +
			"are silent, as are failover and inline drivers.",
		Fix: "Start a worker for the default connection, or set QUEUE_CONNECTION to the one that is read.",
		Bad: twoConnections("'database'") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
		Good: twoConnections("'redis'") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.MoreWorkers != "" {
			return nil
		}
		name, ok := app.DefaultConnection.Get()
		c := app.Connection(name)
		origin := app.DefaultConnection.Origin()
		if !ok || c == nil || !c.Leased() || developmentOnly(app) || !provesProduction(app, origin) {
			return nil
		}
		var readers []*queue.Worker
		for _, w := range app.Workers {
			switch {
			case w.Kind == queue.HorizonMaster:
			case w.On == nil, sharesBackend(w.On, c):
				return nil
			case w.Development == "":
				readers = append(readers, w)
			}
		}
		if len(readers) == 0 || len(app.Jobs) == 0 {
			return nil
		}
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleSelects, origin, c.Span, fmt.Sprintf("jobs go to %q by default", name)),
			Message:  fmt.Sprintf("jobs go to %q by default, but every declared worker reads another connection", name),
			Outcome:  "jobs without a connection of their own wait for ever, without an error",
			Fix:      fmt.Sprintf("start a worker for %q, or make %q the default", name, readers[0].On.Name),
			Names:    []string{name},
			Cause:    "default connection",
		}
		for _, w := range readers[:min(3, len(readers))] {
			d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: fmt.Sprintf("reads %q", w.On.Name)})
		}
		return []*diag.Diagnostic{d}
	},
}

// twoConnections is an application with a redis and a database connection and one job.
func twoConnections(standard string) string {
	want := ""
	if standard == "'database'" {
		want = " // want QL322"
	}
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => ` + standard + `,` + want + `
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
        'database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90],
    ],
];
` + jobExample("Report", "    public $tries = 1;\n")
}

// provesProduction says that a value holds in production: written as it is, or set in an environment that counts as evidence.
func provesProduction(app *queue.App, o *queue.Origin) bool {
	if o.Place().IsZero() || len(o.OpenVariables()) > 0 {
		return false
	}
	proved := true
	o.Steps(func(step *queue.Origin) bool {
		if step.Via == queue.ViaEnvFile || step.Via == queue.ViaEnvFlag {
			proved = proved && app.Environment.Proves(step)
		}
		return true
	})
	return proved
}
