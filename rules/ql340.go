package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var storeStopsBeforeWorkers = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL340", Slug: "store-stops-before-workers", Severity: diag.Warning,
		Summary: "supervisord stops the queue's store before the workers that need it to finish",
		Why: "When supervisord itself is stopped (`docker stop`, a reload) it stops its groups one after another, the highest (priority, name) first. A " +
			"redis or database server in the same file that comes before the workers in that order is gone while they finish: the job at hand cannot be deleted " +
			"from its queue and runs again, or fails.\n\nThe default priority is 999, so that names decide: `redis` is stopped before `queue`. The rule compares a " +
			"redis server with workers of redis connections, a MySQL, MariaDB or PostgreSQL server with those of database connections, and is silent about a server " +
			"that is not known to be started (`autostart`).",
		Fix: "Give the store a lower `priority` than the workers: what starts first stops last.",
		Bad: queueConfig("90") + `-- docker/supervisord.conf --
[supervisord]
nodaemon=true

[program:redis] ; want QL340
command=redis-server /etc/redis.conf

[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- docker/supervisord.conf --
[supervisord]
nodaemon=true

[program:redis]
command=redis-server /etc/redis.conf
priority=100

[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://supervisord.org/configuration.html#program-x-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			for _, store := range m.Groups {
				for _, p := range store.Programs {
					if w, group := stoppedAfter(app, m, store, storeKind(p)); w != nil {
						d := storeFinding(p, store, w, group)
						out = append(out, soften(settle(d, store.Priority.Origin(), group.Priority.Origin()), m.Development != ""))
					}
				}
			}
		}
		return out
	},
}

// storeKind is the queue driver whose jobs a program's server holds, "" for any other program.
func storeKind(p *queue.Program) string {
	if starts, ok := p.AutoStart.Get(); !ok || !starts || len(p.Command.Words) == 0 || p.Command.Words[0].Why != "" {
		return ""
	}
	switch baseName(p.Command.Words[0].Text) {
	case "redis-server", "valkey-server":
		return "redis"
	case "mysqld", "mysqld_safe", "mariadbd", "mariadbd-safe", "postgres", "postmaster":
		return "database"
	}
	return ""
}

// stoppedAfter finds a worker of a driver in a group that is stopped after a store's.
func stoppedAfter(app *queue.App, m *queue.ManagerFile, store queue.ProgramGroup, driver string) (*queue.Worker, queue.ProgramGroup) {
	first, ok := store.Priority.Get()
	if driver == "" || !ok {
		return nil, store
	}
	for _, g := range m.Groups {
		own, known := g.Priority.Get()
		if !known || cmp.Or(cmp.Compare(first, own), strings.Compare(store.Name, g.Name)) <= 0 {
			continue
		}
		for _, w := range app.Workers {
			needs := driver == "redis" && w.Kind == queue.HorizonMaster || w.On != nil && driverOf(w.On) == driver
			if needs && w.Program != nil && slices.Contains(g.Programs, w.Program) {
				return w, g
			}
		}
	}
	return nil, store
}

func storeFinding(p *queue.Program, store queue.ProgramGroup, w *queue.Worker, group queue.ProgramGroup) *diag.Diagnostic {
	first, _ := store.Priority.Get()
	own, _ := group.Priority.Get()
	return &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: p.Span, Role: diag.RoleElsewhere, Label: fmt.Sprintf("priority %d, stopped first", first)},
		Message:  fmt.Sprintf("supervisord stops %q before %s, which needs it to finish its job", p.Name, describeWorker(w)),
		Related:  []diag.Place{{Span: w.Span, Role: diag.RoleWorker, Label: fmt.Sprintf("priority %d, stopped after it", own)}},
		Outcome:  "a stop of supervisord takes the store away from a job at work: it cannot be deleted from its queue and runs again, or fails",
		Fix:      fmt.Sprintf("give %q a priority below %d", p.Name, own),
		Names:    []string{p.Name, w.Name},
		Cause:    "priority of " + p.Name,
	}
}

// baseName is the last part of a path.
func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
