package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var dispatchInsideTransaction = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL501", Slug: "dispatch-inside-transaction", Severity: diag.Warning,
		Summary: "a job is dispatched inside a database transaction, on a connection that does not wait for the commit",
		Why: "A job that is pushed to Redis, SQS or beanstalkd is there at once. When that happens inside a database transaction, a quick worker takes it " +
			"before the commit and does not find the row that it is about, or finds the old one; and when the transaction is rolled back the job runs all the " +
			"same, for something that never happened.\n\nThe rule sees `DB::transaction()`, `beginTransaction()` with its `commit()` in one function, closures " +
			"that run within, and methods of the same class that are called from there, such as run a closure in one, and what a model does at its own events where it is made within. It is silent where the connection has `after_commit`, where the job or " +
			"the dispatch says `afterCommit` or `beforeCommit`, where a pending dispatch is returned out of the transaction, in `DB::afterCommit()`, and for the " +
			"`database` driver on the transaction's own database connection, whose row becomes visible with the commit. Some packages' drivers " +
			"for Cloud Tasks, RabbitMQ and Pub/Sub put jobs on the queue at once in their older versions, whatever `after_commit` says. One finding for each connection.",
		Fix: "Set `'after_commit' => true` on the connection, or let the dispatch wait with `->afterCommit()`.",
		Bad: queueConfig("90") + jobExample("SendInvoice", "") + `-- app/Services/Orders.php --
<?php

namespace App\Services;

use App\Jobs\SendInvoice;
use Illuminate\Support\Facades\DB;

class Orders
{
    public function place(array $data): void
    {
        DB::transaction(function () use ($data) {
            $order = Order::create($data);
            SendInvoice::dispatch($order); // want QL501
        });
    }
}
`,
		Good: queueConfig("90") + jobExample("SendInvoice", "") + `-- app/Services/Orders.php --
<?php

namespace App\Services;

use App\Jobs\SendInvoice;
use Illuminate\Support\Facades\DB;

class Orders
{
    public function place(array $data): void
    {
        DB::transaction(function () use ($data) {
            $order = Order::create($data);
            SendInvoice::dispatch($order)->afterCommit();
        });
    }
}
`,
		References: []string{"https://laravel.com/docs/12.x/queues#jobs-and-database-transactions"},
	},
	Check: checkTransactions,
}

func checkTransactions(app *queue.App) []*diag.Diagnostic {
	type early struct {
		connection *queue.Connection
		selected   []*queue.Origin
		sites      []*queue.Dispatch
	}
	var all []*early
	for _, d := range app.Dispatches {
		c, selected := pushedEarly(app, d)
		if c == nil {
			continue
		}
		i := slices.IndexFunc(all, func(e *early) bool { return e.connection == c })
		if i < 0 {
			i = len(all)
			all = append(all, &early{connection: c})
		}
		all[i].selected = append(all[i].selected, selected)
		all[i].sites = append(all[i].sites, d)
	}
	var out []*diag.Diagnostic
	for _, e := range all {
		slices.SortStableFunc(e.sites, func(a, b *queue.Dispatch) int { return source.Compare(a.Span, b.Span) })
		out = append(out, settle(transactionFinding(app, e.connection, e.sites), e.selected...))
	}
	return out
}

// pushedEarly is the connection that a job is pushed to before the transaction around its dispatch is committed; nil where it is not for
// sure. selected is what chose the connection.
func pushedEarly(app *queue.App, d *queue.Dispatch) (c *queue.Connection, selected *queue.Origin) {
	if d.Transaction == nil || !d.AfterCommit.IsAbsent() || d.Job.OnlySync || len(d.Job.Candidates) == 0 {
		return nil, nil
	}
	for _, candidate := range d.Job.Candidates {
		if waitsForCommit(candidate.Connection) != queue.No || !outsideTransaction(app, candidate.Connection, d.Transaction) {
			return nil, nil
		}
	}
	return d.Job.Candidates[0].Connection, d.Job.Candidates[0].Selected
}

func transactionFinding(app *queue.App, c *queue.Connection, sites []*queue.Dispatch) *diag.Diagnostic {
	first := sites[0]
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: first.Span, Role: diag.RoleElsewhere, Label: dispatched(first) + " before the commit"},
		Message:  fmt.Sprintf("%s inside a database transaction, and %q does not wait for its commit", dispatched(first), c.Name),
		Related:  insideOf(first),
		Outcome: "a quick worker takes the job before the commit and finds no row, or the old one; after a rollback it runs for something " +
			"that never happened",
		Fix:   fmt.Sprintf("set 'after_commit' => true on %q, or dispatch with ->afterCommit()", c.Name),
		Names: []string{c.Name},
		Cause: "after_commit of " + c.Name + " in " + app.Root,
	}
	if app.Versions.Framework.AtLeast(8, 19, 0) == queue.No {
		d.Fix = "dispatch the job after the transaction"
	}
	label := fmt.Sprintf("%q without after_commit", c.Name)
	if early := c.IgnoresCommit; early != nil {
		if !c.Setting("after_commit").IsAbsent() {
			label = "its driver passes over this"
		}
		d.Fix = "upgrade the driver's package, or dispatch the job after the transaction"
		d.Related = append(d.Related, diag.Place{Span: early.Place(), Role: diag.RoleOrigin, Label: early.Text})
	}
	if len(sites) > 1 {
		d.Message = fmt.Sprintf("%d places put jobs on %q inside a database transaction, and it does not wait for their commit", len(sites), c.Name)
	}
	at := c.Setting("after_commit").Origin().Place()
	if at = orSpan(at, c.Span); !at.IsZero() {
		d.Related = append(d.Related, diag.Place{Span: at, Role: diag.RoleOrigin, Label: label})
	}
	for _, s := range sites[1:] {
		d.Related = append(d.Related, diag.Place{Span: s.Span, Role: diag.RoleElsewhere, Label: dispatched(s)})
	}
	return d
}

// dispatched says what a place does.
func dispatched(d *queue.Dispatch) string {
	switch {
	case d.Event != "":
		return fmt.Sprintf("%s queues its listener %s", d.Event, d.Job.Name)
	case d.Job.Kind == queue.BroadcastEvent:
		return d.Job.Name + " is broadcast"
	case d.Job.Kind == queue.PlainJob:
		return d.Job.Name + " is dispatched"
	}
	return d.Job.Name + " is queued"
}

// insideOf shows the transaction around a dispatch.
func insideOf(d *queue.Dispatch) []diag.Place {
	out := []diag.Place{{Span: opens(d.Transaction.Span), Role: diag.RoleOrigin, Label: "the transaction begins"}}
	if !d.Transaction.Call.IsZero() {
		label := "its method is called inside"
		if d.Transaction.Event != "" {
			label = "the model is written inside, and fires " + d.Transaction.Event
		}
		out = append(out, diag.Place{Span: opens(d.Transaction.Call), Role: diag.RoleOrigin, Label: label})
	}
	return out
}

// opens is the first line of a span: a call that takes a closure ends far below.
func opens(s source.Span) source.Span {
	text := s.Text()
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' {
			s.End = s.Start + i
			break
		}
	}
	return s
}
