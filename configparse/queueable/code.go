package queueable

import (
	"slices"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/parallel"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Code is what of an application's PHP decides about its queued classes, whatever the environment. It is made once by Read; Jobs
// evaluates it for one environment after another, not for several at once.
type Code struct {
	classes  *phpeval.Classes
	subjects []*subject
	byName   map[string]*subject // by folded name

	declared  map[*php.Class]*phpeval.Class
	scopes    map[*php.Method]*scope
	listeners map[string]bool // folded names of registered listeners
	loose     []looseSite
	units     []*phpeval.Unit
	delaying  []*phpeval.Unit   // those of units that set a delay on something
	found     sync.Map          // texts that were searched in units, whether they stand there
	claimed   map[*php.New]bool // of which it is known where they go
	budget    int               // what is left of following one expression
	routes    []route
	forwards  bool
	// overridden are the payload's keys that Queue::createPayloadUsing may set; "*" for all.
	overridden map[string]bool

	// here is the chain of calls that is being read; the zero value where none is.
	here       here
	dispatches []dispatch
	batches    []batch
	tasks      []task
	callers    map[methodKey][]ownCall
	writes     map[string][]modelWrite // by the model's name, folded
	listening  map[string][]*subject   // by event; nil until it is asked for
}

// subject is one queued class.
type subject struct {
	*ancestry
	class *phpeval.Class
	// kinds are what the class may be queued as; the first is the likely one.
	kinds []queue.JobKind

	// creations are the places that make an instance; untraced says that others exist whose arguments are not known.
	creations []creation
	untraced  bool
	// sites are the places that put an instance on a queue.
	sites []site
	// mentions counts the references to the class by name, inline those that run it in place.
	mentions, inline int
	escapes          bool
	// mailed says that something puts a mailable on a queue, whether or not it is ShouldQueue.
	mailed bool
	// bypasses are places that put an instance on a queue without asking for its unique lock.
	bypasses []queue.Bypass
	// touched are clocks and counts that are set on an instance before it is dispatched.
	touched []propertySet
	// does are the effects of its handler.
	does []queue.Effect
}

// delays stands in files that set a delay on something.
const delays = "->delay("

// noted are the words that every file is searched for when it is read.
var noted = marks.New(append(slices.Clone(registrations), delays)...)

// Read finds the queued classes among those indexed, and in the given files, which hold at least the files of Interesting, the
// places that dispatch them. classes should answer with Outside, Lacks and a Finder.
func Read(classes *phpeval.Classes, units []*phpeval.Unit) *Code {
	c := &Code{
		classes: classes, byName: map[string]*subject{}, scopes: map[*php.Method]*scope{}, listeners: map[string]bool{},
		overridden: map[string]bool{}, claimed: map[*php.New]bool{}, declared: map[*php.Class]*phpeval.Class{},
		callers: map[methodKey][]ownCall{}, writes: map[string][]modelWrite{},
	}
	for i := 0; ; i++ {
		all := classes.All() // looking up parents adds their files
		if i >= len(all) {
			break
		}
		c.add(all[i])
	}
	for _, class := range classes.All() {
		c.declared[class.Decl] = class
	}
	units = withClasses(units, classes)
	c.units = units
	for _, u := range units {
		text := noted.Find(u.File.Data)
		if text.Has(delays) {
			c.delaying = append(c.delaying, u)
		}
		if text.HasAny(registrations...) {
			c.readListeners(u)
		}
	}
	scopes := c.readScopes(units)
	var does [][]queue.Effect
	parallel.Do(
		func() { c.readUses(scopes) },
		func() { does = parallel.Map(c.subjects, c.effects) },
	)
	for i, s := range c.subjects {
		s.kinds, s.does = c.kindsOf(s), does[i]
	}
	return c
}

// readUses reads how the application's code uses queued classes.
func (c *Code) readUses(scopes []*scope) {
	for _, s := range scopes {
		c.readSites(s)
	}
	for _, s := range scopes {
		c.readEscapes(s)
	}
	c.countMentions(c.units)
}

// add takes a class in that is, or whose children are, put on a queue.
func (c *Code) add(class *phpeval.Class) {
	if class.Decl.Kind != php.KindClass || c.classes.Lookup(class.Name) != class {
		return
	}
	a := ancestryOf(c.classes, class)
	// Handlers of spatie/laravel-event-sourcing are run by a job of the package, which has its own knobs.
	if !a.is(shouldQueue) && !a.is(shouldBroadcast) && !a.is(mailable) || a.under(`spatie\eventsourcing\`) {
		return
	}
	s := &subject{ancestry: a, class: class}
	c.subjects = append(c.subjects, s)
	c.byName[fold(class.Name)] = s
}

// withClasses are the given files and those that were found on demand.
func withClasses(units []*phpeval.Unit, classes *phpeval.Classes) []*phpeval.Unit {
	seen := map[*phpeval.Unit]bool{}
	var out []*phpeval.Unit
	take := func(u *phpeval.Unit) {
		if u != nil && !seen[u] {
			seen[u] = true
			out = append(out, u)
		}
	}
	for _, u := range units {
		take(u)
	}
	for _, class := range classes.All() {
		take(class.Unit)
	}
	return out
}

// of returns the subjects that a reference to a class from within another may mean: one, or for static:: all children as well.
func (c *Code) of(e php.Expr, s *scope) []*subject {
	name, ok := s.unit.Names().ClassExpr(e)
	if !ok {
		return nil
	}
	switch name {
	case "self", "static":
		if s.class == nil {
			return nil
		}
		if name == "static" || s.class.Decl.Kind == php.KindTrait {
			return c.heirs(fold(s.class.Name))
		}
		name = s.class.Name
	case "parent":
		if s.class == nil {
			return nil
		}
		name = s.class.Parent()
	}
	if x := c.byName[fold(name)]; x != nil {
		return []*subject{x}
	}
	return nil
}

// heirs lists the subjects that are, extend or use a class.
func (c *Code) heirs(folded string) []*subject {
	var out []*subject
	for _, s := range c.subjects {
		if s.is(folded) {
			out = append(out, s)
		}
	}
	return out
}

// Jobs evaluates every queued class in a world, for the possible versions of the framework. Mailables that are not ShouldQueue count
// where something queues them. The order is that of the classes.
func (c *Code) Jobs(w *phpeval.World, versions queue.Versions) []*queue.Job {
	jobs := parallel.MapWith(c.subjects, w.Fork, func(w *phpeval.World, s *subject) *queue.Job { return c.job(s, w, versions.Framework) })
	return slices.DeleteFunc(jobs, func(j *queue.Job) bool { return j == nil })
}

// job is nil for a class that is never queued.
func (c *Code) job(s *subject, w *phpeval.World, versions queue.VersionRange) *queue.Job {
	if len(s.kinds) == 0 {
		return nil
	}
	r := newReader(c, w, s)
	if c.broadcastsNow(r) {
		return nil
	}
	j := &queue.Job{
		Class: s.class.Name, Name: s.class.Short(), Kind: s.kinds[0], Kinds: s.kinds, Span: s.class.Span(),
		Abstract: s.class.Decl.Flags.Has(php.FlagAbstract), Parents: s.parents,
		OnlySync: s.kinds[0] == queue.PlainJob && s.onlyInline(),
	}
	r.knobs(j, representatives(versions))
	r.routing(j, representatives(versions))
	j.Unique, j.Bypasses, j.Debounce = r.unique(representatives(versions)), s.bypasses, r.debounce(representatives(versions))
	j.Middleware = r.middleware(representatives(versions))
	j.Declared = r.declarations()
	j.Conflicts = r.conflicts()
	j.Effects = s.does
	j.Opaque = s.opaque || r.run() != ""
	return j
}

// onlyInline says that every reference to a class runs it in place.
func (s *subject) onlyInline() bool {
	return s.inline > 0 && s.mentions == s.inline && s.neverQueued()
}

// neverQueued says that no place was found that queues a class or may do so.
func (s *subject) neverQueued() bool { return len(s.sites) == 0 && !s.escapes && !s.untraced }
