package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var failoverOrder = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL506", Slug: "failover-order", Severity: diag.Warning,
		Summary: "a failover connection that leads to itself, drops jobs, or puts them where no worker looks",
		Why: "A failover connection (Laravel 12.34) pushes a job to the first of its members that takes it. A worker of the failover connection itself reads the first member " +
			"alone, so each member that hands jobs to workers needs a worker of its own. A member with the `null` driver drops the job without an error. A connection that " +
			"has itself among its members, directly or through another failover, calls itself without end.\n\nThat no worker reads a member is said only where workers are " +
			"declared and all of them are known.",
		Fix:        "List connections that keep jobs, and start a worker for each that is not run inline.",
		Bad:        failoverExample("'redis', 'table'", " // want QL506") + programExample("php artisan queue:work redis --tries=1"),
		Good:       failoverExample("'redis', 'sync'", "") + programExample("php artisan queue:work redis --tries=1"),
		References: []string{"https://laravel.com/docs/12.x/queues#queue-failover"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			members, ok := c.Members.Get()
			if !ok || !surelyUsed(app, c) || c.Span.IsZero() {
				continue
			}
			if leadsTo(app, c, c.Name, map[string]bool{}) {
				out = append(out, failoverFinding(c, diag.Error, "leads back to itself", "the first push calls itself until PHP runs out of memory", "take it out of its own members"))
				continue
			}
			for i, name := range members {
				if found := memberFinding(app, c, name, i); found != nil {
					out = append(out, found)
				}
			}
		}
		return out
	},
}

// surelyUsed says that a connection is the default, that a declared worker reads it, or that a job can go nowhere else.
func surelyUsed(app *queue.App, c *queue.Connection) bool {
	if name, ok := app.DefaultConnection.Get(); ok && name == c.Name {
		return true
	}
	return slices.ContainsFunc(app.Workers, func(w *queue.Worker) bool { return w.On == c }) ||
		slices.ContainsFunc(app.Jobs, func(j *queue.Job) bool { return len(j.Candidates) == 1 && j.Candidates[0].Connection == c })
}

// leadsTo says that a failover connection reaches a name through its members.
func leadsTo(app *queue.App, c *queue.Connection, name string, seen map[string]bool) bool {
	if c == nil || seen[c.Name] {
		return false
	}
	seen[c.Name] = true
	members, _ := c.Members.Get()
	return slices.Contains(members, name) || slices.ContainsFunc(members, func(m string) bool { return leadsTo(app, app.Connection(m), name, seen) })
}

// memberFinding judges one member of a failover connection.
func memberFinding(app *queue.App, c *queue.Connection, name string, at int) *diag.Diagnostic {
	member := app.Connection(name)
	if member == nil {
		return nil
	}
	if driverOf(member) == "null" {
		d := failoverFinding(c, diag.Warning, fmt.Sprintf("has %q among its members, which drops every job", name),
			"when the members before it fail, jobs are lost without an error", "take it out of the members")
		d.Names = append(d.Names, name)
		return d
	}
	if !member.Leased() || !allWorkersKnown(app) || len(polling(app, member)) > 0 {
		return nil
	}
	outcome := fmt.Sprintf("when the members before it fail, jobs are put on %q and wait there for ever", name)
	if at == 0 {
		outcome = fmt.Sprintf("jobs are put on %q and wait there for ever", name)
	}
	d := failoverFinding(c, diag.Warning, fmt.Sprintf("puts jobs on %q, which no declared worker reads", name), outcome, fmt.Sprintf("start queue:work %s", name))
	d.Names = append(d.Names, name)
	if !member.Span.IsZero() {
		d.Related = append(d.Related, diag.Place{Span: member.Span, Role: diag.RoleOrigin, Label: "this member"})
	}
	return settle(d, member.Driver.Origin())
}

// allWorkersKnown says that workers are declared for production, and that the connection of each is known.
func allWorkersKnown(app *queue.App) bool {
	found := false
	for _, w := range app.Workers {
		if w.Kind == queue.HorizonMaster {
			continue
		}
		if w.On == nil {
			return false
		}
		found = found || w.Development == ""
	}
	return found && app.MoreWorkers == ""
}

func failoverFinding(c *queue.Connection, severity diag.Severity, what, outcome, fix string) *diag.Diagnostic {
	at := orSpan(c.Members.Origin().Place(), c.Span)
	return &diag.Diagnostic{
		Severity: severity,
		Place:    diag.Place{Span: opens(at), Role: diag.RoleSelects, Label: "tried in this order"},
		Message:  fmt.Sprintf("the failover connection %q %s", c.Name, what),
		Outcome:  outcome,
		Fix:      fix,
		Names:    []string{c.Name},
		Cause:    "failover " + c.Name,
	}
}

// failoverExample is an application with a failover connection of the given members.
func failoverExample(members, comment string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.40"}}
-- config/queue.php --
<?php

return [
    'default' => 'failover',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
        'table' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90],
        'sync' => ['driver' => 'sync'],
        'failover' => [
            'driver' => 'failover',
            'connections' => [` + members + `],` + comment + `
        ],
    ],
];
`
}
