package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var sharedBackendShortestLease = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL119", Slug: "shared-backend-shortest-lease", Severity: diag.Warning,
		Summary: "workers of two database connections poll the same table and queue: the smaller lease rules both",
		Why: "A second connection with a longer `retry_after` is the usual way to run long jobs. On the database driver the lease is counted by the worker " +
			"that polls, not by the one that runs the job: where workers of both connections take the same queue of the same table, those with the shorter " +
			"`retry_after` take the other's jobs while they run.\n\nOn redis the lease is stamped by the worker that runs the job, so the rule is silent there. It " +
			"needs a declared worker for each of the two connections, with a queue in common.",
		Fix: "Give the long jobs a queue of their own that only the long connection's workers take, or both connections the same `retry_after`.",
		Bad: sharedTable + `-- supervisor/queue.conf --
[program:short]
command=php artisan queue:work database --tries=3
autorestart=true
stopwaitsecs=70

[program:long]
command=php artisan queue:work long --tries=3 --timeout=600
autorestart=true
stopwaitsecs=700
`,
		Good: strings.TrimSuffix(strings.Replace(sharedTable, " // want QL119", "", 1), sharedTableEnd) + `        'long' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'long', 'retry_after' => 900],
    ],
];
-- supervisor/queue.conf --
[program:short]
command=php artisan queue:work database --tries=3
autorestart=true
stopwaitsecs=70

[program:long]
command=php artisan queue:work long --tries=3 --timeout=600
autorestart=true
stopwaitsecs=700
`,
		References: []string{"https://github.com/laravel/framework/blob/12.x/src/Illuminate/Queue/DatabaseQueue.php"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for i, a := range app.Connections {
			for _, b := range app.Connections[i+1:] {
				if d := sharedLease(app, a, b); d != nil {
					out = append(out, d)
				}
			}
		}
		return out
	},
}

const (
	sharedTableEnd = `        'long' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 900],
    ],
];
`
	sharedTable = `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'database',
    'connections' => [
        'database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90], // want QL119
` + sharedTableEnd
)

func sharedLease(app *queue.App, a, b *queue.Connection) *diag.Diagnostic {
	short, ok := a.Lease.Get()
	long, known := b.Lease.Get()
	if !ok || !known || short == long || short <= 0 || long <= 0 || driverOf(a) != "database" || driverOf(b) != "database" ||
		!sameSetting(a, b, "table") || !sameSetting(a, b, "connection") {
		return nil
	}
	if short > long {
		a, b, short, long = b, a, long, short
	}
	for _, w := range polling(app, a) {
		for _, x := range polling(app, b) {
			shared := commonQueue(w, x)
			if shared == "" {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    leasePlace(a, a.Lease),
				Message:  fmt.Sprintf("workers of %q and %q take the queue %q of one table: the lease of both is %s, not %s", a.Name, b.Name, shared, secs(short), secs(long)),
				Related: []diag.Place{
					leasePlace(b, b.Lease),
					{Span: w.Span, Role: diag.RoleWorker, Label: fmt.Sprintf("polls with the lease of %s", secs(short))},
					{Span: x.Span, Role: diag.RoleWorker, Label: fmt.Sprintf("its jobs are taken from it after %s", secs(short))},
				},
				Outcome: fmt.Sprintf("a job of %q that runs longer than %s is handed to a worker of %q while it runs", b.Name, secs(short), a.Name),
				Fix:     fmt.Sprintf("give %q a queue of its own", b.Name),
				Names:   []string{a.Name, b.Name},
				Cause:   leaseCause(app, a),
			}
			return settle(d, a.Lease.Origin(), b.Lease.Origin(), w.Connection.Or(app.DefaultConnection).Origin(), x.Connection.Or(app.DefaultConnection).Origin())
		}
	}
	return nil
}

// sameSetting says that two connections are known to have the same text, or both nothing, under a key.
func sameSetting(a, b *queue.Connection, key string) bool {
	x, y := a.Setting(key), b.Setting(key)
	s, ok := x.Get()
	t, known := y.Get()
	empty := func(v queue.Value[queue.Scalar], s queue.Scalar, ok bool) bool {
		return v.IsAbsent() || ok && s.Kind == queue.NullScalar
	}
	if empty(x, s, ok) || empty(y, t, known) {
		return empty(x, s, ok) && empty(y, t, known)
	}
	return ok && known && s == t
}

// polling lists the production workers of a connection.
func polling(app *queue.App, c *queue.Connection) []*queue.Worker {
	var out []*queue.Worker
	for _, w := range app.Workers {
		if w.On == c && w.Development == "" && w.Kind != queue.HorizonMaster {
			out = append(out, w)
		}
	}
	return out
}

// queuesOf are the queues that a worker takes, its connection's own where it names none.
func queuesOf(w *queue.Worker) ([]string, bool) {
	if w.On == nil {
		return nil, false
	}
	own := queue.Map(w.On.Queue, func(q string) ([]string, bool) { return []string{q}, true }, "")
	return w.Queues.Or(own).Get()
}

// commonQueue is a queue that two workers take, "" where none is known.
func commonQueue(a, b *queue.Worker) string {
	x, ok := queuesOf(a)
	y, known := queuesOf(b)
	if !ok || !known {
		return ""
	}
	for _, name := range x {
		if slices.Contains(y, name) {
			return name
		}
	}
	return ""
}
