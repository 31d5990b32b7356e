package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var restartSignalUnreachable = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL332", Slug: "restart-signal-unreachable", Severity: diag.Error,
		Summary: "queue:restart leaves its signal where no worker sees it",
		Why: "`queue:restart` does not talk to workers. It writes the time into the application's default cache store, and each worker compares it after every job. " +
			"The command ends with success whatever happens to the signal:\n\n* in the `array` store it is gone with the process that wrote it, and the `null` store keeps " +
			"nothing: an error;\n* `apc` and `octane` live in the memory of a web server, which the command line does not share, and `session` in that of a visitor: a " +
			"warning;\n* workers of an application that calls `Queue::withoutInterruptionPolling()` never look: a warning.\n\nThe workers then go on with the code of before " +
			"the deploy. The rule is silent where nothing calls queue:restart, under Horizon (whose `horizon:terminate` sends signals), and where the store is not known. A `file` " +
			"store works on one host.",
		Fix: "Use `redis`, `database`, `memcached`, `dynamodb` or `file` as the default store; or restart the workers through their process manager.",
		Bad: queueConfig("90") + `-- config/cache.php --
<?php

return [
    'default' => 'array',
    'stores' => [
        'array' => ['driver' => 'array'],
    ],
];
` + jobExample("Import", "") + `-- deploy.sh --
#!/bin/sh
git pull
php artisan queue:restart # want QL332
`,
		Good: queueConfig("90") + redisCache + jobExample("Import", "") + `-- deploy.sh --
#!/bin/sh
git pull
php artisan queue:restart
`,
		References: []string{"https://laravel.com/docs/12.x/queues#queue-workers-and-deployment"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if len(app.Restarts) == 0 || app.Horizon || len(app.Jobs)+len(app.Workers) == 0 {
			return nil
		}
		d := &diag.Diagnostic{
			Place: diag.Place{Span: app.Restarts[0], Role: diag.RoleElsewhere, Label: "succeeds, and restarts nothing"},
			Fix:   "use redis, database, memcached, dynamodb or file as the cache's default store, or restart the workers through their process manager",
			Names: []string{"queue:restart"},
			Cause: "restart signal in " + app.Root,
		}
		for _, at := range app.Restarts[1:] {
			d.Related = append(d.Related, diag.Place{Span: at, Role: diag.RoleElsewhere, Label: "here too"})
		}
		k, known := keeperOf(app, defaultStore())
		d.Outcome = "the workers go on with the code of before the deploy, until something else ends them"
		switch reason, severity := unseen(k); {
		case known && reason != "":
			d.Severity = severity
			d.Message = fmt.Sprintf("queue:restart writes into the cache store %q (driver %s), %s", k.name, k.driver, reason)
			if at, written := storePlace(k); written {
				d.Related = append(d.Related, at)
			}
			d.Related = append(d.Related, variablePlaces(k.from)...)
			return []*diag.Diagnostic{settle(d, k.from)}
		case len(app.Deaf) > 0:
			d.Severity = diag.Warning
			d.Message = "queue:restart is called, but the application keeps its workers from looking for the signal"
			d.Related = append(d.Related, diag.Place{Span: app.Deaf[0], Role: diag.RoleOrigin, Label: "workers never look"})
			d.Fix = "remove withoutInterruptionPolling(), or restart the workers through their process manager"
			return []*diag.Diagnostic{d}
		}
		return nil
	},
}

// unseen says why workers do not see what the command line writes into a store; "" where they do, or where that is not known.
func unseen(k keeper) (reason string, severity diag.Severity) {
	switch k.driver {
	case "array":
		return "which is gone when the command ends", diag.Error
	case "null":
		return "which keeps nothing", diag.Error
	case "apc", "octane":
		return "which each process tree has for itself", diag.Warning
	case "session":
		return "which belongs to a visitor", diag.Warning
	}
	return "", diag.Info
}
