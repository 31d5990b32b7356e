package queueable

import (
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Interfaces of classes that are to be queued once at a time, folded. Broadcast events have one of their own.
const (
	untilProcessing   = `illuminate\contracts\queue\shouldbeuniqueuntilprocessing`
	broadcastOnceOnly = `illuminate\contracts\broadcasting\shouldbeunique`
)

// unique is what a class says about its unique lock; nil for one that asks for none.
func (r *reader) unique(versions []queue.Version) *queue.Unique {
	if !r.s.is(shouldBeUnique) && !r.s.is(broadcastOnceOnly) {
		return nil
	}
	u := &queue.Unique{Span: uniqueSpan(r.s.class), UntilProcessing: r.s.is(untilProcessing)}
	if why := r.run(); why != "" {
		u.Asked, u.For = queue.NotKnown[bool](why, nil), queue.NotKnown[time.Duration](why, nil)
		u.HasID, u.Store = queue.NotKnown[bool](why, nil), queue.NotKnown[string](why, nil)
		return u
	}
	var asked []queue.Value[bool]
	var lasts []queue.Value[time.Duration]
	for _, k := range r.s.kinds {
		for _, v := range versions {
			asked = append(asked, r.asked(k, v))
			lasts = append(lasts, lockTime(r.uniqueFor(k, v)))
		}
	}
	u.Asked, u.For = merged(asked, equals), merged(lasts, equals)
	u.HasID, u.Store = r.hasUniqueID(), r.uniqueStore()
	u.Parameters = r.tellingParameters()
	return u
}

// asked says whether the framework asks for the lock of a class of that kind.
func (r *reader) asked(k queue.JobKind, v queue.Version) queue.Value[bool] {
	never := func(text string) queue.Value[bool] {
		return queue.Is(false, &queue.Origin{Via: queue.ViaFrameworkDefault, Text: text})
	}
	switch {
	case k == queue.BroadcastEvent && !r.s.is(broadcastOnceOnly):
		return never("a broadcast event is unique by Illuminate\\Contracts\\Broadcasting\\ShouldBeUnique alone")
	case k != queue.BroadcastEvent && !r.s.is(shouldBeUnique):
		return never("only broadcast events are unique by Illuminate\\Contracts\\Broadcasting\\ShouldBeUnique")
	case k == queue.Listener && !since(v, 12, 50, 0):
		return never("listeners can be unique since Laravel 12.50")
	case k == queue.Notification:
		return never("the lock of a notification is never asked for")
	case k == queue.Mailable:
		return never("the lock of a mailable is never asked for")
	case !since(v, 8, 14, 0):
		return never("jobs can be unique since Laravel 8.14")
	}
	return queue.Is(true, nil)
}

// uniqueFor is how long the lock lasts: the method, or else the attribute or property (Laravel: Bus/UniqueLock.php).
func (r *reader) uniqueFor(k queue.JobKind, v queue.Version) phpeval.Value {
	return r.methodOr("uniqueFor", k, func() phpeval.Value { return r.attributeOr("uniqueFor", r.of("uniqueFor", k), v) })
}

// lockTime is the time of a lock in the cache: 0 and below does not end it.
func lockTime(v phpeval.Value) queue.Value[time.Duration] {
	return converted(v, func(one phpeval.Value) queue.Value[time.Duration] {
		n, ok := number(one)
		switch {
		case !ok:
			return queue.NotKnown[time.Duration]("it is no number of seconds", one.Origin)
		case n <= 0:
			return queue.NoLimit[time.Duration](one.Origin)
		}
		return queue.Seconds(float64(n), one.Origin)
	})
}

// debounce is for how long later dispatches of a class take the place of an earlier one (#[DebounceFor] or $debounceFor, since 13.6).
func (r *reader) debounce(versions []queue.Version) queue.Value[time.Duration] {
	var all []queue.Value[time.Duration]
	for _, k := range r.s.kinds {
		for _, v := range versions {
			if !since(v, 13, 6, 0) || k != queue.PlainJob && k != queue.Listener {
				all = append(all, queue.NotSet[time.Duration](nil))
				continue
			}
			all = append(all, lockTime(r.attributeOr("debounceFor", r.of("debounceFor", k), v)))
		}
	}
	return merged(all, equals)
}

// hasUniqueID says whether instances of a class are told apart.
func (r *reader) hasUniqueID() queue.Value[bool] {
	if r.s.hasMethod("uniqueId") {
		found, outside := r.code.classes.FindMethod(r.s.class, "uniqueId")
		switch {
		case outside != "":
			return queue.NotKnown[bool](outside+" is not part of the repository and may have uniqueId()", nil)
		case found != nil:
			return queue.Is(true, &queue.Origin{Via: queue.ViaMethod, Span: found.In.Unit.Span(&found.Decl.Name), Text: "uniqueId()"})
		}
	}
	if r.s.members["$uniqueId"] || r.after("uniqueId").changed || slices.ContainsFunc(r.s.touched, func(t propertySet) bool { return t.name == "uniqueId" }) {
		return queue.Is(true, &queue.Origin{Via: queue.ViaProperty, Span: r.s.class.Span(), Text: "$uniqueId"})
	}
	if r.s.members["displayname"] { // the lock's key holds it in place of the class's name
		return queue.NotKnown[bool]("displayName() may tell instances apart", nil)
	}
	return queue.Is(false, nil)
}

// uniqueStore is the cache store that uniqueVia() names: return Cache::driver('redis').
func (r *reader) uniqueStore() queue.Value[string] {
	if !r.s.hasMethod("uniqueVia") {
		return queue.NotSet[string](nil)
	}
	found, outside := r.code.classes.FindMethod(r.s.class, "uniqueVia")
	switch {
	case outside != "":
		return queue.NotKnown[string](outside+" is not part of the repository and may have uniqueVia()", nil)
	case found == nil:
		return queue.NotSet[string](nil)
	}
	s := r.code.scopes[found.Decl]
	if s == nil || len(s.returns) != 1 {
		return queue.NotKnown[string]("qlint does not follow uniqueVia()", nil)
	}
	name := storeName(s.returns[0], s)
	if name == nil {
		return queue.NotKnown[string]("qlint does not follow uniqueVia()", nil)
	}
	v := r.w.Expr(name, phpeval.Scope{Unit: found.In.Unit, Class: r.selfOf(found.In, found.Self), This: r.s.class})
	return named(reorigin(v, func(one phpeval.Value) *queue.Origin {
		return step(queue.ViaMethod, found.In.Unit, name, "uniqueVia()", one)
	}))
}

// storeName is the argument of Cache::store('x'), Cache::driver('x'), cache()->store('x') and app('cache')->store('x').
func storeName(e php.Expr, s *scope) php.Expr {
	var args *php.Args
	var method string
	switch e := e.(type) {
	case *php.StaticCall:
		class, ok := s.unit.Names().ClassExpr(e.Class)
		if !ok || !isFacade(class, "cache") {
			return nil
		}
		method, args = e.Name.Name, &e.Args
	case *php.MethodCall:
		root, ok := e.Object.(*php.Call)
		if !ok || function(root) != "cache" && function(root) != "app" && function(root) != "resolve" {
			return nil
		}
		method, args = e.Name.Name, &e.Args
	default:
		return nil
	}
	if name := fold(method); name != "store" && name != "driver" || len(args.List) != 1 || args.List[0].Spread {
		return nil
	}
	return args.List[0].Value
}

// tellingParameters are the constructor's parameters that tell one instance from another: the required ones, and those that some
// place passes which makes an instance.
func (r *reader) tellingParameters() []string {
	found, outside := r.code.classes.FindMethod(r.s.class, "__construct")
	if found == nil || outside != "" {
		return nil
	}
	passed := 0
	for _, c := range r.s.creations {
		passed = max(passed, len(c.args.List)-c.skip)
	}
	var out []string
	for i, p := range found.Decl.Params {
		if p.Default == nil && !p.Variadic || i < passed {
			out = append(out, "$"+p.Name.Name)
		}
	}
	return out
}

// uniqueSpan is where a class says that it is unique: the interface's name in its declaration, or its own name.
func uniqueSpan(c *phpeval.Class) source.Span {
	for _, name := range c.Decl.Implements {
		switch fold(c.Unit.Names().Class(name)) {
		case shouldBeUnique, untilProcessing, broadcastOnceOnly:
			return c.Unit.Span(name)
		}
	}
	return c.Span()
}

// Unqueued lists the classes that ask to be unique and are never queued, as far as everything that they extend and implement is known.
func (c *Code) Unqueued() []queue.UnqueuedUnique {
	var out []queue.UnqueuedUnique
	for _, class := range c.classes.All() {
		if class.Decl.Kind != php.KindClass || class.Decl.Flags.Has(php.FlagAbstract) || c.classes.Lookup(class.Name) != class {
			continue
		}
		a := ancestryOf(c.classes, class)
		if !a.is(shouldBeUnique) || a.is(shouldQueue) || a.is(shouldBroadcast) || a.is(mailable) || !c.knownWhole(a) {
			continue
		}
		out = append(out, queue.UnqueuedUnique{Class: class.Name, Name: class.Short(), Span: uniqueSpan(class)})
	}
	return out
}

// knownWhole says that everything above a class is known: the application's own or the framework's.
func (c *Code) knownWhole(a *ancestry) bool {
	for name := range a.names {
		if _, known := outsideAncestors[name]; !known && !strings.HasPrefix(name, `illuminate\`) && c.classes.Lookup(name) == nil {
			return false
		}
	}
	return true
}
