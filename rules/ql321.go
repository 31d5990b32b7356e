package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var unknownConnection = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL321", Slug: "unknown-connection", Severity: diag.Error,
		Summary: "a queue connection is named that is configured nowhere",
		Why: `A job, worker, Horizon supervisor, failover list or the default names a connection that neither config/queue.php nor the framework's own
file (merged under it since Laravel 11) defines. Pushing a job there, or starting the worker, is an InvalidArgumentException.

Where a package or the application's own code may define connections the rule speaks only of names that are one or two letters away from an
existing one.`,
		Fix: `Correct the name, or define the connection in config/queue.php.`,
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work reddis --tries=3 ; want QL321
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://laravel.com/docs/12.x/queues#connections-vs-queues"},
	},
	Check: checkConnectionNames,
}

func checkConnectionNames(app *queue.App) []*diag.Diagnostic {
	if app.Framework == "" {
		return nil // without an application nothing says which connections exist
	}
	var out []*diag.Diagnostic
	check := func(v queue.Value[string], fallback source.Span, role diag.Role, who, name string, development bool) {
		connection, ok := v.Get()
		if !ok || app.Connection(connection) != nil || connection == "null" {
			return
		}
		near := nearestConnection(app, connection)
		if near == "" && app.MoreConnections != "" {
			return
		}
		out = append(out, soften(reportConnection(app, v, fallback, role, who, name, near), development))
	}
	check(app.DefaultConnection, source.Span{}, diag.RoleSelects, "queue.default", "default", false)
	for _, w := range app.Workers {
		if w.Kind != queue.HorizonMaster {
			check(w.Connection, w.Span, diag.RoleWorker, describeWorker(w), w.Name, w.Development != "")
		}
	}
	for _, c := range app.Connections {
		members, _ := c.Members.Get()
		if c.Span.IsZero() {
			continue // the framework's own names what the framework has
		}
		for _, member := range members {
			check(queue.Is(member, c.Members.Origin()), c.Span, diag.RoleSelects, fmt.Sprintf("the failover connection %q", c.Name), c.Name, false)
		}
	}
	for _, j := range app.Jobs {
		check(j.Connection, j.Span, diag.RoleSelects, j.Name, j.Class, false)
	}
	return distinct(out)
}

func reportConnection(app *queue.App, v queue.Value[string], fallback source.Span, role diag.Role, who, name, near string) *diag.Diagnostic {
	connection, _ := v.Get()
	var have []string
	for _, c := range app.Connections {
		have = append(have, c.Name)
	}
	slices.Sort(have)
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    place(role, v.Origin(), fallback, fmt.Sprintf("%q is no connection", connection)),
		Message:  fmt.Sprintf("%s names the queue connection %q, which is configured nowhere", who, connection),
		Outcome:  "the worker does not start, or the dispatch throws an InvalidArgumentException",
		Fix:      "use one of " + strings.Join(have, ", "),
		Names:    []string{name, connection},
		Cause:    "connection " + connection,
	}
	if near != "" {
		d.Fix = fmt.Sprintf("did you mean %q? (configured: %s)", near, strings.Join(have, ", "))
	}
	return settle(d, v.Origin())
}

// nearestConnection is an existing name that is at most two letters away.
func nearestConnection(app *queue.App, name string) string {
	best, distance := "", 3
	for _, c := range app.Connections {
		if d := queue.Distance(c.Name, name); d < distance && d < len(name) {
			best, distance = c.Name, d
		}
	}
	return best
}

// distinct drops findings at a place that another finding of the rule has already: Horizon environments that share defaults.
func distinct(all []*diag.Diagnostic) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, d := range all {
		if !slices.ContainsFunc(out, func(x *diag.Diagnostic) bool { return x.Place.Span == d.Place.Span && x.Message == d.Message }) {
			out = append(out, d)
		}
	}
	return out
}
