package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// keeper is the cache store that keeps a lock or a counter.
type keeper struct {
	name, driver string
	scope        queue.LockScope
	// from is what selects the store.
	from *queue.Origin
}

// keeperOf is the store of that name, or where none is named the default one; false where it is not known.
func keeperOf(app *queue.App, named queue.Value[string]) (keeper, bool) {
	choice := named.Or(app.Caches.Default)
	name, ok := choice.Get()
	store := app.Caches.Store(name)
	if !ok || store == nil {
		return keeper{}, false
	}
	driver, ok := store.Driver.Get()
	k := keeper{name: name, driver: driver, scope: store.Locks(app.Versions.Framework), from: choice.Origin()}
	if (driver == "array" || driver == "null") && developmentOnly(app) && !provesProduction(app, k.from) {
		return keeper{}, false // such a store of a developer's example file is not production's
	}
	return k, ok
}

// defaultStore asks for no store in particular.
func defaultStore() queue.Value[string] { return queue.NotSet[string](nil) }

// dayLong says that a lock without an end is kept for a day all the same (Laravel: Cache/DatabaseLock.php, Cache/DynamoDbLock.php).
func (k keeper) dayLong() bool { return k.driver == "database" || k.driver == "dynamodb" }

// endless says that a lock without an end is kept for ever.
func (k keeper) endless() bool {
	return k.driver == "redis" || k.driver == "memcached" || k.driver == "file"
}

// guards says that locks of the store hold other processes back; where that is not known they may.
func (k keeper) guards() bool {
	return k.scope == queue.SharedScope || k.scope == queue.HostScope || k.scope == queue.UnknownScope
}

// lasting says how long a lock without an end lasts, in a store that may not be known.
func (k keeper) lasting() string {
	switch {
	case len(k.from.OpenVariables()) > 0:
	case k.dayLong():
		return fmt.Sprintf("for 24 hours (the %s store's own limit)", k.driver)
	case k.endless():
		return fmt.Sprintf("for ever (the store %q sets no limit of its own)", k.name)
	}
	return "for ever, or on the database and dynamodb stores for 24 hours"
}

// lockedJobs is one middleware with the jobs that pass it.
type lockedJobs struct {
	middleware *queue.Middleware
	jobs       []*queue.Job
}

// byMiddleware groups the jobs whose middleware a test accepts by the place that makes it.
func byMiddleware(app *queue.App, accept func(*queue.Job, *queue.Middleware) bool) []lockedJobs {
	var out []lockedJobs
	for _, j := range app.Jobs {
		for _, m := range j.Middleware {
			if j.Abstract || !accept(j, m) {
				continue
			}
			i := slices.IndexFunc(out, func(l lockedJobs) bool { return l.middleware.Span == m.Span })
			if i < 0 {
				i = len(out)
				out = append(out, lockedJobs{middleware: m})
			}
			out[i].jobs = append(out[i].jobs, j)
		}
	}
	return out
}

// users lists the jobs that share a middleware, where there are several.
func (l lockedJobs) users() []diag.Place {
	if len(l.jobs) < 2 {
		return nil
	}
	out := make([]diag.Place, len(l.jobs))
	for i, j := range l.jobs {
		out[i] = diag.Place{Span: j.Span, Role: diag.RoleElsewhere, Label: j.Name + " passes it too"}
	}
	return out
}

// what calls the jobs that share a middleware.
func (l lockedJobs) what() string { return names(jobNames(l.jobs)) }

// limitOf is the limit that ends a job: its own timeout, or where it has none the longest of the declared workers that take it. Of
// several connections that it may run on, the one with the shortest counts. false where nothing declared says.
func limitOf(j *queue.Job) (limit queue.Value[time.Duration], worker *queue.Worker, ok bool) {
	if !j.Timeout.IsAbsent() {
		limit, ok = smallest(j.Timeout)
		return limit, nil, ok
	}
	for i, c := range j.Candidates {
		t, w, known := longestWorker(c.Workers)
		if !known {
			return limit, nil, false
		}
		if i == 0 || shorter(t, limit) {
			limit, worker, ok = t, w, true
		}
	}
	return limit, worker, ok
}

// longestWorker is the worker with the longest limit among those that enforce theirs in production.
func longestWorker(workers []*queue.Worker) (limit queue.Value[time.Duration], worker *queue.Worker, ok bool) {
	for _, w := range workers {
		if w.Development != "" || w.Once || w.Kind == queue.Listen || w.Kind == queue.HorizonMaster {
			continue
		}
		t, known := smallest(w.Timeout)
		if known && (!ok || shorter(limit, t)) {
			limit, worker, ok = t, w, true
		}
	}
	return limit, worker, ok
}

// shorter compares two limits, of which Infinite is the longest.
func shorter(a, b queue.Value[time.Duration]) bool {
	x, known := a.Get()
	y, _ := b.Get()
	return known && (b.IsInfinite() || x < y)
}

// limitPlace shows what limits a job.
func limitPlace(j *queue.Job, limit queue.Value[time.Duration], w *queue.Worker) diag.Place {
	text := "no limit"
	if t, ok := limit.Get(); ok {
		text = secs(t)
	}
	switch {
	case w == nil:
		return place(diag.RoleCap, limit.Origin(), j.Span, text+": the job's own limit")
	case isDefault(limit):
		return diag.Place{Span: w.Span, Role: diag.RoleCap, Label: text + ": the default of " + describeWorker(w)}
	}
	return place(diag.RoleCap, limit.Origin(), w.Span, text+": the limit of "+describeWorker(w))
}

// lockEnd is the largest of the ends that a lock may have; false where one of them is not known or is no end.
func lockEnd(v queue.Value[time.Duration]) (queue.Value[time.Duration], bool) {
	all, ok := v.Each()
	if !ok || len(all) == 0 {
		return v, false
	}
	for _, one := range all {
		if _, known := one.Get(); !known {
			return v, false
		}
	}
	return extreme(all, true), true
}

// unending says that a lock is known to have no end of its own.
func unending(v queue.Value[time.Duration]) bool {
	all, ok := v.Each()
	return ok && !slices.ContainsFunc(all, func(one queue.Value[time.Duration]) bool { return !one.IsAbsent() && !one.IsInfinite() })
}

// certainly says that a value is known to be exactly that.
func certainly(v queue.Value[bool], want bool) bool {
	is, ok := v.Get()
	return ok && is == want
}

// reachesQueue says that a job is not known to run inline wherever it is dispatched.
func reachesQueue(j *queue.Job) bool {
	return len(j.Candidates) == 0 || slices.ContainsFunc(j.Candidates, func(c queue.Candidate) bool { return !runsInline(c.Connection) })
}

// variablePlaces shows where environment variables are set that a value was made from.
func variablePlaces(o *queue.Origin) []diag.Place {
	var out []diag.Place
	own := o.Place()
	o.Steps(func(step *queue.Origin) bool {
		if step.Via == queue.ViaEnvFile && !step.Span.IsZero() && step.Span != own {
			out = append(out, diag.Place{Span: step.Span, Role: diag.RoleOrigin, Label: step.Variable + " is set here"})
		}
		return true
	})
	return out
}

// storePlace shows what selects a cache store; false where that is written nowhere.
func storePlace(k keeper) (diag.Place, bool) {
	if k.from.Place().IsZero() {
		return diag.Place{}, false
	}
	return place(diag.RoleOrigin, k.from, source.Span{}, fmt.Sprintf("the cache store %q (driver %s)", k.name, k.driver)), true
}
