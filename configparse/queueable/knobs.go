package queueable

import (
	"slices"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// knobs fills the clocks and counts of a job: what each possible version makes of each possible kind.
func (r *reader) knobs(j *queue.Job, versions []queue.Version) {
	if why := r.run(); why != "" {
		r.unknownKnobs(j, why)
		if r.s.is(`maatwebsite\excel\concerns\withchunkreading`) { // Jobs/QueueImport.php and Jobs/ReadChunk.php take these two
			j.Timeout, j.Tries = timeout(r.after("timeout").value), tries(r.after("tries").value)
		}
		return
	}
	var (
		timeouts   []queue.Value[time.Duration]
		attempts   []queue.Value[int]
		exceptions []queue.Value[int]
		backoffs   []queue.Value[[]time.Duration]
		untils     []queue.Value[bool]
		fails      []queue.Value[bool]
	)
	for _, k := range r.s.kinds {
		for _, v := range versions {
			timeouts = append(timeouts, timeout(r.timeout(k, v)))
			attempts = append(attempts, tries(r.tries(k, v)))
			exceptions = append(exceptions, count(r.maxExceptions(k, v)))
			backoffs = append(backoffs, backoff(r.backoff(k, v)))
			untils = append(untils, r.retryUntil(k, v))
			fails = append(fails, flag(r.failOnTimeout(k, v)))
		}
	}
	j.Timeout = payload(r, "timeout", merged(timeouts, equals))
	j.Tries = payload(r, "maxTries", merged(attempts, equals))
	j.MaxExceptions = payload(r, "maxExceptions", merged(exceptions, equals))
	j.Backoff = payload(r, "backoff", merged(backoffs, slices.Equal))
	j.RetryUntil = payload(r, "retryUntil", merged(untils, equals))
	j.FailOnTimeout = payload(r, "failOnTimeout", merged(fails, equals))
}

// payload is a value unless Queue::createPayloadUsing may put another one in its place.
func payload[T any](r *reader, key string, v queue.Value[T]) queue.Value[T] {
	if r.code.overridden[key] || r.code.overridden["*"] {
		return queue.NotKnown[T]("Queue::createPayloadUsing() may set "+key, v.Origin())
	}
	return v
}

func (r *reader) unknownKnobs(j *queue.Job, why string) {
	j.Timeout = queue.NotKnown[time.Duration](why, nil)
	j.Tries = queue.NotKnown[int](why, nil)
	j.MaxExceptions = queue.NotKnown[int](why, nil)
	j.Backoff = queue.NotKnown[[]time.Duration](why, nil)
	j.RetryUntil = queue.NotKnown[bool](why, nil)
	j.FailOnTimeout = queue.NotKnown[bool](why, nil)
}

// run says why another class's job runs this one, with knobs of its own; "" where the class is queued itself.
func (r *reader) run() string {
	switch {
	case r.s.under(`maatwebsite\excel\concerns\`):
		return "the jobs of maatwebsite/excel run it"
	case r.s.under(`lorisleiva\actions\concerns\as`):
		return "a job of lorisleiva/laravel-actions runs it"
	}
	return ""
}

// mustRead is a property that notifications, mailables and broadcast events hand to the job that sends them. Before 13.0 the framework
// asks property_exists() and then reads it: PHP fails where it is not public or not initialised. A parent's private property does not
// exist for it.
func (r *reader) mustRead(name string, kind queue.JobKind, v queue.Version) property {
	p := r.of(name, kind)
	if p.hidden == "private" && p.owner != r.s.class {
		return p
	}
	if p.hidden != "" && (kind == queue.Notification || kind == queue.Mailable || kind == queue.BroadcastEvent) && !since(v, 13, 0, 0) {
		p.value = unknown("$"+name+" is "+p.hidden+": PHP fails when it is queued", nil)
	}
	return p
}

func (r *reader) timeout(k queue.JobKind, v queue.Version) phpeval.Value {
	if k == queue.BroadcastEvent && !since(v, 6, 0, 0) {
		return null()
	}
	return r.attributeOr("timeout", r.mustRead("timeout", k, v), v)
}

func (r *reader) tries(k queue.JobKind, v queue.Version) phpeval.Value {
	if k == queue.BroadcastEvent && !since(v, 6, 0, 0) {
		return null()
	}
	property := func() phpeval.Value { return r.attributeOr("tries", r.mustRead("tries", k, v), v) }
	switch {
	case k == queue.PlainJob && since(v, 13, 0, 0), k == queue.Listener && since(v, 12, 29, 0):
		return r.methodOr("tries", k, property)
	case k == queue.PlainJob && since(v, 10, 39, 0):
		return coalesce(property(), func() phpeval.Value { return r.methodValue("tries", k) })
	}
	return property()
}

// methodOr is what a method returns, or where the class has none what property gives.
func (r *reader) methodOr(name string, k queue.JobKind, property func() phpeval.Value) phpeval.Value {
	if m := r.call(name, k == queue.Listener); m.exists || m.maybe != "" {
		return m.value
	}
	return property()
}

// methodValue is what a method returns, null where the class has none.
func (r *reader) methodValue(name string, k queue.JobKind) phpeval.Value {
	return r.methodOr(name, k, null)
}

func (r *reader) maxExceptions(k queue.JobKind, v queue.Version) phpeval.Value {
	first := map[queue.JobKind]queue.Version{
		queue.PlainJob: {Major: 7}, queue.Listener: {Major: 8, Minor: 36, Patch: 1}, queue.Notification: {Major: 9, Minor: 38},
		queue.Mailable: {Major: 9, Minor: 40}, queue.BroadcastEvent: {Major: 10, Minor: 8},
	}[k]
	if v.Compare(first) < 0 {
		return null()
	}
	return r.attributeOr("maxExceptions", r.mustRead("maxExceptions", k, v), v)
}

func (r *reader) failOnTimeout(k queue.JobKind, v queue.Version) phpeval.Value {
	switch {
	case k == queue.PlainJob && since(v, 8, 43, 0), k == queue.Listener && since(v, 10, 47, 0), k == queue.Notification && since(v, 13, 25, 0):
		return r.attributeOr("failOnTimeout", r.of("failOnTimeout", k), v)
	}
	return null()
}

func (r *reader) backoff(k queue.JobKind, v queue.Version) phpeval.Value {
	if !since(v, 8, 0, 0) {
		return r.retryAfter(k, v)
	}
	if k == queue.BroadcastEvent {
		if !since(v, 9, 18, 0) {
			return null()
		}
		return r.attributeOr("backoff", r.mustRead("backoff", k, v), v)
	}
	property := func() phpeval.Value { return r.attributeOr("backoff", r.of("backoff", k), v) }
	if k == queue.Listener || since(v, 13, 0, 0) {
		return r.methodOr("backoff", k, property)
	}
	return coalesce(property(), func() phpeval.Value { return r.methodValue("backoff", k) })
}

// retryAfter is what backoff was called before 8.0.
func (r *reader) retryAfter(k queue.JobKind, v queue.Version) phpeval.Value {
	property := func() phpeval.Value { return r.of("retryAfter", k).value }
	switch {
	case k == queue.BroadcastEvent, k == queue.PlainJob && !since(v, 5, 8, 14), k != queue.PlainJob && !since(v, 5, 8, 17):
		return null()
	case k == queue.Listener && since(v, 7, 6, 0):
		return r.methodOr("retryAfter", k, property)
	case k == queue.Listener:
		return property()
	}
	return coalesce(property(), func() phpeval.Value { return r.methodValue("retryAfter", k) })
}

func (r *reader) retryUntil(k queue.JobKind, v queue.Version) queue.Value[bool] {
	switch {
	case k == queue.BroadcastEvent, k == queue.Mailable && !since(v, 9, 4, 0), k == queue.Notification && !since(v, 6, 1, 0):
		return queue.NotSet[bool](nil)
	case k == queue.Listener:
		return r.until(k)
	}
	name := "retryUntil"
	if !since(v, 8, 0, 0) {
		name = "timeoutAt"
	}
	p := r.of(name, k).value
	if p.IsNull() {
		return r.until(k)
	}
	some, known := p.Each()
	if !known {
		return queue.NotKnown[bool](p.Why, p.Origin)
	}
	out := make([]queue.Value[bool], len(some))
	for i, one := range some {
		if out[i] = bounded(one); one.IsNull() {
			out[i] = r.until(k)
		}
	}
	return merged(out, equals)
}

// until says whether retryUntil() gives a point in time. What it gives depends on the clock, so only its kind is asked for.
func (r *reader) until(k queue.JobKind) queue.Value[bool] {
	m := r.call("retryUntil", k == queue.Listener)
	if !m.exists && m.maybe == "" {
		return queue.NotSet[bool](nil)
	}
	if m.value.Kind != phpeval.Unknown {
		return bounded(m.value)
	}
	found, outside := r.code.classes.FindMethod(r.s.class, "retryUntil")
	if found != nil && outside == "" && !found.Decl.Flags.Has(php.FlagProtected) && !found.Decl.Flags.Has(php.FlagPrivate) && givesTime(found.Decl, found.In.Unit) {
		at := step(queue.ViaMethod, found.In.Unit, &found.Decl.Name, found.In.Short()+"::"+found.Decl.Name.Name+"()", phpeval.Value{})
		return queue.Is(true, r.inherited(at, found.In))
	}
	return queue.NotKnown[bool](m.value.Why, m.value.Origin)
}

// givesTime says that a method certainly returns a point in time: its return type has no null, or every return is a time made from now
// or by new.
func givesTime(m *php.Method, u *phpeval.Unit) bool {
	if m.Body == nil {
		return false
	}
	if t, ok := m.Return.(*php.Name); ok {
		switch fold(u.Names().Class(t)) {
		case "mixed", "null", "void", "never", "static", "self", "int", "float", "string", "bool", "false":
		default:
			return true
		}
	}
	certain, returns := true, 0
	php.Walk(m.Body, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Closure, *php.ArrowFn, *php.Class:
			return false
		case *php.Return:
			returns++
			certain = certain && n.X != nil && isTime(n.X, u)
		}
		return true
	})
	return certain && returns > 0
}

// isTime says that an expression is a time made from now(), Carbon and the like, or by new.
func isTime(e php.Expr, u *phpeval.Unit) bool {
	root, _ := unwind(e)
	switch root := root.(type) {
	case *php.New:
		return true
	case *php.Call:
		n, ok := root.Func.(*php.Name)
		if !ok {
			return false
		}
		_, last := cutLast(fold(n.Text), '\\')
		return last == "now" || last == "today"
	case *php.StaticCall:
		class, ok := u.Names().ClassExpr(root.Class)
		if !ok {
			return false
		}
		_, last := cutLast(fold(class), '\\')
		return last == "carbon" || last == "carbonimmutable" || last == "date"
	}
	return false
}
