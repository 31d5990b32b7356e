package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var maxExceptionsWithoutSharedCache = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL209", Slug: "max-exceptions-without-shared-cache", Severity: diag.Warning,
		Summary: "maxExceptions is counted in a cache store that forgets",
		Why: "The exceptions of a job are counted in the application's default cache store, under the job's uuid. The `null` store counts nothing. The `array` " +
			"store counts in one process: a worker that is restarted, or another worker that takes the next attempt, begins at 0 again. The limit then " +
			"does nothing, and a job with many or unlimited attempts goes on failing.\n\nOther stores are shared by the workers of a host at least, and the " +
			"rule is silent.",
		Fix: "Use `redis`, `database`, `memcached`, `dynamodb` or `file` as the default store.",
		Bad: queueConfig("90") + `-- config/cache.php --
<?php

return [
    'default' => 'array',
    'stores' => [
        'array' => ['driver' => 'array'],
    ],
];
` + jobExample("Import", `    public $tries = 12;

    public $maxExceptions = 3; // want QL209
`),
		Good: queueConfig("90") + redisCache + jobExample("Import", `    public $tries = 12;

    public $maxExceptions = 3;
`),
		References: []string{"https://laravel.com/docs/12.x/queues#max-exceptions"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		k, known := keeperOf(app, defaultStore())
		if !known || k.driver != "array" && k.driver != "null" {
			return nil
		}
		limited := func(j *queue.Job) bool {
			n, ok := j.MaxExceptions.Get()
			return ok && n > 0 && !j.Abstract && reachesQueue(j)
		}
		var out []*diag.Diagnostic
		for _, jobs := range byPlace(app.Jobs, limited, func(j *queue.Job) source.Span { return j.MaxExceptions.Origin().Place() }) {
			j := jobs[0]
			n, _ := j.MaxExceptions.Get()
			outcome := "the exceptions are counted by nobody: the job is tried again until its attempts are used up"
			if k.driver == "array" {
				outcome = "every worker process counts for itself, and begins at 0 when it is restarted: the job is tried again until its attempts are used up"
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleCap, j.MaxExceptions.Origin(), j.Span, "never reached"),
				Message:  fmt.Sprintf("%s may throw %s, counted in the cache store %q (driver %s), which workers do not share", names(jobNames(jobs)), count(n, "exception"), k.name, k.driver),
				Outcome:  outcome,
				Fix:      "use redis, database, memcached, dynamodb or file as the cache's default store",
				Names:    []string{j.Class},
				Cause:    "cache store of counters in " + app.Root,
			}
			if at, written := storePlace(k); written {
				d.Related = append(d.Related, at)
			}
			d.Related = append(append(d.Related, variablePlaces(k.from)...), heirs(jobs)...)
			out = append(out, settle(d, j.MaxExceptions.Origin(), k.from))
		}
		return out
	},
}
