package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var uniqueLockStore = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL403", Slug: "unique-lock-store", Severity: diag.Error,
		Summary: "the cache store of unique and overlap locks does not hold other processes back",
		Why: "Unique jobs and `WithoutOverlapping` keep their locks in the application's default cache store (a unique job's `uniqueVia()` may name " +
			"another). What the store is decides what the lock is worth:\n\n* `apc`, `octane`, `session` and `storage` have no locks at all (`file` before " +
			"8.15 and `database` before 7.26 neither): asking for one fails, so that the job is never dispatched, or never runs. An error.\n" +
			"* `array` lives in one process: every other process takes the same lock. `null` grants every lock. A failover store falls back to one of its " +
			"members; with `array` among them its locks are gone exactly when the first store is. A warning.\n* `file` holds on one host, or on several with a shared " +
			"folder. Information.\n\nTests are not looked at. The rule is silent where the store is not known, and for jobs that run inline only.",
		Fix: "Use `redis`, `database`, `memcached` or `dynamodb` as the default store, or name such a store in `uniqueVia()`.",
		Bad: queueConfig("90") + `-- config/cache.php --
<?php

return [
    'default' => 'array', // want QL403/warning
    'stores' => [
        'array' => ['driver' => 'array'],
    ],
];
` + uniqueExample(`    public $uniqueFor = 3600;

    public function handle(): void {}
`, ""),
		Good: queueConfig("90") + redisCache + uniqueExample(`    public $uniqueFor = 3600;

    public function handle(): void {}
`, ""),
		References: []string{"https://laravel.com/docs/12.x/queues#unique-jobs", "https://laravel.com/docs/12.x/cache#atomic-locks"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, l := range lockUses(app) {
			if d := l.report(app); d != nil {
				out = append(out, d)
			}
		}
		return out
	},
}

// lockUse is one selection of a store with the locks that are kept there.
type lockUse struct {
	keeper keeper
	places []diag.Place
	jobs   []*queue.Job
}

// lockUses lists the stores that keep locks of jobs, by what selects them.
func lockUses(app *queue.App) []*lockUse {
	var out []*lockUse
	use := func(j *queue.Job, store queue.Value[string], at diag.Place) {
		k, known := keeperOf(app, store)
		if !known {
			return
		}
		i := slices.IndexFunc(out, func(l *lockUse) bool { return l.keeper.name == k.name && l.keeper.from.Place() == k.from.Place() })
		if i < 0 {
			i = len(out)
			out = append(out, &lockUse{keeper: k})
		}
		if l := out[i]; !slices.ContainsFunc(l.places, func(p diag.Place) bool { return p.Span == at.Span }) {
			l.places = append(l.places, at)
			l.jobs = append(l.jobs, j)
		}
	}
	for _, j := range app.Jobs {
		if j.Abstract || !reachesQueue(j) {
			continue
		}
		if u := j.Unique; u != nil && certainly(u.Asked, true) {
			use(j, u.Store, diag.Place{Span: u.Span, Role: diag.RoleGuard, Label: j.Name + " is unique"})
		}
		for _, m := range j.Middleware {
			if m.Kind == queue.WithoutOverlapping {
				use(j, defaultStore(), diag.Place{Span: m.Span, Role: diag.RoleGuard, Label: "the lock of " + j.Name + " against overlapping"})
			}
		}
	}
	return out
}

func (l *lockUse) report(app *queue.App) *diag.Diagnostic {
	k := l.keeper
	severity, message, outcome := weakness(app, k)
	if message == "" {
		return nil
	}
	own, rest := l.places[0], l.places[1:]
	if at, written := storePlace(k); written {
		own, rest = at, l.places
	}
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    own,
		Message:  fmt.Sprintf("locks of %s are kept in the cache store %q, %s", names(jobNames(l.jobs)), k.name, message),
		Related:  rest,
		Outcome:  outcome,
		Fix:      "use redis, database, memcached or dynamodb as the cache's default store",
		Names:    []string{"cache store", k.name},
		Cause:    "cache store of locks in " + app.Root,
	}
	d.Related = append(d.Related, variablePlaces(k.from)...)
	return settle(d, k.from)
}

// weakness says how a store fails to hold other processes back; no message where it does not, or where that is not known.
func weakness(app *queue.App, k keeper) (severity diag.Severity, message, outcome string) {
	if member := weakMember(app, k); member != "" {
		return diag.Warning, fmt.Sprintf("which falls back to %q, of which each process has its own", member),
			"while its first store cannot be reached every process takes the same lock: instances run at once just then"
	}
	switch k.scope {
	case queue.NoLocks:
		return diag.Error, fmt.Sprintf("whose driver %s has no locks", k.driver),
			"asking for the lock throws: unique jobs are never dispatched, and jobs with WithoutOverlapping fail before they run"
	case queue.NoScope:
		return diag.Warning, "which grants every lock", "the lock holds nothing back: instances run at once"
	case queue.ProcessScope:
		return diag.Warning, "of which each process has its own", "another process takes the same lock: instances run at once"
	case queue.HostScope:
		return diag.Info, "which holds on one host only", "on a second host another worker takes the same lock, unless both share the folder"
	}
	return diag.Info, "", ""
}

// weakMember is the first store of a failover store that lives in one process; "" for other stores.
func weakMember(app *queue.App, k keeper) string {
	store := app.Caches.Store(k.name)
	members, _ := store.Members.Get()
	for _, name := range members {
		if m := app.Caches.Store(name); m != nil {
			if scope := m.Locks(app.Versions.Framework); scope == queue.ProcessScope || scope == queue.NoScope {
				return name
			}
		}
	}
	return ""
}
