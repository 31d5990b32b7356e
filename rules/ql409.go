package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var uniqueWithoutID = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL409", Slug: "unique-without-id", Severity: diag.Warning,
		Summary: "one lock for all instances of a job that has parameters",
		Why: "A unique job's lock is named after its class and what `uniqueId()` or `$uniqueId` gives. Without either there is one lock for the whole class, whatever " +
			"the constructor was given: while the job for one order waits or runs, the jobs for all other orders are dropped without a message.\n\nThe rule " +
			"speaks of classes whose constructor has a required parameter, or an optional one that some dispatch passes. It is silent where a parent or " +
			"trait that is not part of the repository may bring the id, and where `displayName()` names the instances.",
		Fix: "Add `uniqueId()` that returns what tells the instances apart.",
		Bad: queueConfig("90") + redisCache + uniqueExample(`    public $uniqueFor = 3600;

    public function __construct(public int $shop) {}

    public function handle(): void {}
`, " // want QL409"),
		Good: queueConfig("90") + redisCache + uniqueExample(`    public $uniqueFor = 3600;

    public function __construct(public int $shop) {}

    public function uniqueId(): string
    {
        return (string) $this->shop;
    }

    public function handle(): void {}
`, ""),
		References: []string{"https://laravel.com/docs/12.x/queues#unique-jobs"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, j := range app.Jobs {
			u := j.Unique
			if u == nil || j.Abstract || j.Kind != queue.PlainJob || !certainly(u.Asked, true) || !certainly(u.HasID, false) || len(u.Parameters) == 0 {
				continue
			}
			of := strings.Join(u.Parameters, ", ")
			out = append(out, &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: u.Span, Role: diag.RoleKey, Label: "one lock for the whole class"},
				Message:  fmt.Sprintf("%s is unique whatever %s is: it has no uniqueId", j.Name, of),
				Outcome:  fmt.Sprintf("while one instance waits or runs, dispatches for any other %s are dropped without a message", of),
				Fix:      fmt.Sprintf("add uniqueId(), made from %s", of),
				Names:    []string{j.Class, "uniqueId"},
				Cause:    "unique lock of " + j.Class,
			})
		}
		return out
	},
}
