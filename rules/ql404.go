package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var uniqueHasNoEffect = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL404", Slug: "unique-has-no-effect", Severity: diag.Warning,
		Summary: "a class asks to be unique, and nothing takes its lock",
		Why: "`ShouldBeUnique` is looked at in one place: where `dispatch()` (or the scheduler's `job()`) puts a job on the queue. It does nothing\n\n" +
			"* on a class that is not `ShouldQueue`: it runs at once, as often as it is called;\n* on notifications and mailables, and on listeners before " +
			"Laravel 12.50;\n* where the job gets onto the queue by another way: `Bus::batch()`, `Bus::dispatch()`, `Queue::push()` and its kin put it there " +
			"without asking for the lock, so that instances pile up as if it were not unique.\n\nThe rule is silent where a parent or interface of a " +
			"package may make the class `ShouldQueue`.",
		Fix: "Dispatch the job by `dispatch()`; make the class `ShouldQueue`; or take a lock of your own in `handle()` (`Cache::lock()`), or " +
			"`WithoutOverlapping`, which works on every way.",
		Bad: queueConfig("90") + redisCache + uniqueExample(`    public $uniqueFor = 3600;

    public function handle(): void {}
`, "") + `-- app/Actions/SendReports.php --
<?php

namespace App\Actions;

use App\Jobs\Report;
use Illuminate\Support\Facades\Queue;

class SendReports
{
    public function __invoke(): void
    {
        Queue::push(new Report); // want QL404
    }
}
`,
		Good: queueConfig("90") + redisCache + uniqueExample(`    public $uniqueFor = 3600;

    public function handle(): void {}
`, "") + `-- app/Actions/SendReports.php --
<?php

namespace App\Actions;

use App\Jobs\Report;

class SendReports
{
    public function __invoke(): void
    {
        Report::dispatch();
    }
}
`,
		References: []string{
			"https://laravel.com/docs/12.x/queues#unique-jobs",
			"https://github.com/laravel/framework/blob/12.x/src/Illuminate/Foundation/Bus/PendingDispatch.php",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, u := range app.UnqueuedUnique {
			out = append(out, &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: u.Span, Role: diag.RoleGuard, Label: "without ShouldQueue nothing looks at this"},
				Message:  u.Name + " is to be unique, but it is not ShouldQueue",
				Outcome:  "it runs at once wherever it is dispatched, as often as it is",
				Fix:      "make it ShouldQueue, or take Cache::lock() in its handle()",
				Names:    []string{u.Class},
				Cause:    "uniqueness of " + u.Class,
			})
		}
		for _, j := range app.Jobs {
			if j.Unique == nil || j.Abstract {
				continue
			}
			switch {
			case certainly(j.Unique.Asked, false):
				out = append(out, neverAsked(j))
			case certainly(j.Unique.Asked, true) && len(j.Bypasses) > 0:
				out = append(out, bypassed(j))
			}
		}
		return out
	},
}

func neverAsked(j *queue.Job) *diag.Diagnostic {
	return &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: j.Unique.Span, Role: diag.RoleGuard, Label: "nothing looks at this"},
		Message:  fmt.Sprintf("%s is to be unique, but %s", j.Name, j.Unique.Asked.Origin().Text),
		Outcome:  "instances pile up as if it were not unique",
		Fix:      "hold instances back in the code itself, by Cache::lock() or WithoutOverlapping",
		Names:    []string{j.Class},
		Cause:    "uniqueness of " + j.Class,
	}
}

func bypassed(j *queue.Job) *diag.Diagnostic {
	first := j.Bypasses[0]
	by, _, _ := strings.Cut(first.By, "(")
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: first.Span, Role: diag.RoleElsewhere, Label: "onto the queue without the lock, by " + by + "()"},
		Message:  fmt.Sprintf("%s is unique, but %s() puts it on the queue without asking for its lock", j.Name, by),
		Related:  []diag.Place{{Span: j.Unique.Span, Role: diag.RoleGuard, Label: "looked at by dispatch() and schedules alone"}},
		Outcome:  "it gets onto the queue although another instance waits or runs, and when it ends it may give that one's lock back",
		Fix:      "use " + j.Name + "::dispatch(), or WithoutOverlapping, which works on every way",
		Names:    []string{j.Class, "bypass"},
		Cause:    "uniqueness of " + j.Class,
	}
	if j.Unique.UntilProcessing {
		d.Outcome = "it gets onto the queue although another instance waits, and when it starts it may give that one's lock back"
	}
	for _, b := range j.Bypasses[1:] {
		d.Related = append(d.Related, diag.Place{Span: b.Span, Role: diag.RoleElsewhere, Label: "here too"})
	}
	return d
}
