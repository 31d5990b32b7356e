package rules

import (
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var debounceWithUnique = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL408", Slug: "debounce-with-unique", Severity: diag.Error,
		Summary: "a class is debounced and unique at once",
		Why: "A debounced job lets the latest dispatch win, a unique one the first. The framework refuses the pair: since 13.6, when a class with " +
			"`#[DebounceFor]` (or `$debounceFor`) that is `ShouldBeUnique` is dispatched, it throws a LogicException. Listeners too. Nothing is queued, and for a job the " +
			"unique lock has been taken by then.\n\nThe rule is silent where the framework may be older, to which the attribute means nothing.",
		Fix: "Decide for one of the two.",
		Bad: strings.Replace(queueConfig("90"), "^12.0", "^13.6", 1) + `-- app/Jobs/Index.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Queue\Attributes\DebounceFor;

#[DebounceFor(30)] // want QL408
class Index implements ShouldQueue, ShouldBeUnique
{
    use Queueable;

    public $uniqueFor = 3600;

    public function handle(): void {}
}
`,
		Good: strings.Replace(queueConfig("90"), "^12.0", "^13.6", 1) + `-- app/Jobs/Index.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Queue\Attributes\DebounceFor;

#[DebounceFor(30)]
class Index implements ShouldQueue
{
    use Queueable;

    public function handle(): void {}
}
`,
		References: []string{"https://github.com/laravel/framework/blob/13.x/src/Illuminate/Foundation/Bus/PendingDispatch.php"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, j := range app.Jobs {
			if j.Unique == nil || j.Abstract || !certainly(j.Unique.Asked, true) || !debounced(j) {
				continue
			}
			out = append(out, &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleGuard, j.Debounce.Origin(), j.Span, "the latest dispatch wins"),
				Message:  j.Name + " is debounced and unique at once",
				Related:  []diag.Place{{Span: j.Unique.Span, Role: diag.RoleGuard, Label: "the first dispatch wins"}},
				Outcome:  "every dispatch throws a LogicException: nothing is queued",
				Fix:      "remove #[DebounceFor] or ShouldBeUnique",
				Names:    []string{j.Class},
				Cause:    "uniqueness of " + j.Class,
			})
		}
		return out
	},
}

// debounced says that a class is known to be debounced.
func debounced(j *queue.Job) bool {
	all, ok := j.Debounce.Each()
	return ok && !slices.ContainsFunc(all, queue.Value[time.Duration].IsAbsent)
}
