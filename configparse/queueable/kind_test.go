package queueable

import (
	"slices"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestWhatIsQueued(t *testing.T) {
	listener := `<?php namespace App\Listeners; use Illuminate\Contracts\Queue\ShouldQueue; `
	for _, c := range []struct {
		name   string
		source string
		want   []queue.JobKind // nil: not queued
	}{
		{"a job", `class A implements ShouldQueue { use Queueable; function handle() {} }`, []queue.JobKind{queue.PlainJob}},
		{"a job after commit", `class A implements ShouldQueueAfterCommit { use Queueable; function handle() {} }`, []queue.JobKind{queue.PlainJob}},
		{"a class that is not queued", `class A { use Queueable; }`, nil},
		{"unique alone is not queued", `class A implements \Illuminate\Contracts\Queue\ShouldBeUnique { use Queueable; }`, nil},
		{"a child of an own base class", `abstract class B implements ShouldQueue {} class A extends B { function handle() {} }`, []queue.JobKind{queue.PlainJob}},
		{"an own interface", `interface I extends ShouldQueue {} class A implements I { function handle() {} }`, []queue.JobKind{queue.PlainJob}},
		{"a parent outside is not known to be queued", `class A extends \Vendor\Job {}`, nil},
		{"a known parent of a package", `class A extends \Spatie\WebhookClient\Jobs\ProcessWebhookJob { function handle() {} }`, []queue.JobKind{queue.PlainJob}},
		{"a notification", `class A extends Notification implements ShouldQueue {}`, []queue.JobKind{queue.Notification}},
		{"a notification that is sent at once", `class A extends Notification {}`, nil},
		{"a mailable", `class A extends Mailable implements ShouldQueue {}`, []queue.JobKind{queue.Mailable}},
		{"a mailable that is sent at once", `class A extends Mailable {} class S { function f() { Mail::to('x')->send(new A); } }`, nil},
		{"a broadcast event", `class A implements ShouldBroadcast {}`, []queue.JobKind{queue.BroadcastEvent}},
		{"an event that is broadcast at once", `class A implements ShouldBroadcastNow {}`, nil},
		{"an event whose method broadcasts it at once", `class A implements ShouldBroadcast { function shouldBroadcastNow() { return true; } }`, nil},
		{"an event whose method may do so", `class A implements ShouldBroadcast { function shouldBroadcastNow() { return $this->x; } }`, []queue.JobKind{queue.BroadcastEvent}},
		{"a listener by its place", listener + `class A implements ShouldQueue { function handle($e) {} }`, []queue.JobKind{queue.Listener}},
		{"a listener by an event provider", `class A implements ShouldQueue { function handle($e) {} } class P { protected $listen = [E::class => [A::class]]; }`, []queue.JobKind{queue.Listener}},
		{"a listener by name and method", `class A implements ShouldQueue { function handle($e) {} } class P { protected $listen = ['E' => 'App\Jobs\A@handle']; }`, []queue.JobKind{queue.Listener}},
		{"a listener by Event::listen", `class A implements ShouldQueue { function on($e) {} } class P { function boot() { Event::listen(E::class, [A::class, 'on']); } }`, []queue.JobKind{queue.Listener}},
		{"an event is no listener", `class A implements ShouldQueue { function handle() {} } class P { protected $listen = [A::class => []]; }`, []queue.JobKind{queue.PlainJob}},
		{"a subscriber", `class A implements ShouldQueue {} class P { protected $subscribe = [A::class]; }`, []queue.JobKind{queue.Listener}},
		{"an observer", `class A implements ShouldQueue {} class P { function boot() { M::observe(A::class); } }`, []queue.JobKind{queue.Listener}},
		{"a listener that is dispatched as well", `class A implements ShouldQueue { function handle($e) {} } class P { protected $listen = [E::class => [A::class]]; function f() { dispatch(new A); } }`, []queue.JobKind{queue.Listener, queue.PlainJob}},
		{"one that nothing tells apart", `<?php namespace App\Things; use Illuminate\Contracts\Queue\ShouldQueue; class A implements ShouldQueue { function handle($e) {} }`, []queue.JobKind{queue.PlainJob, queue.Listener}},
		{"a dispatchable class is a job", `<?php namespace App\Things; use Illuminate\Contracts\Queue\ShouldQueue; class A implements ShouldQueue { use \Illuminate\Foundation\Bus\Dispatchable; function handle($e) {} }`, []queue.JobKind{queue.PlainJob}},
		{"a class with a parent outside and no handler", `class A extends \Vendor\Thing implements ShouldQueue {}`, []queue.JobKind{queue.PlainJob, queue.Notification, queue.Mailable}},
		{"an event handler of a package", `class A extends \Spatie\EventSourcing\EventHandlers\Reactors\Reactor implements ShouldQueue {}`, nil},
		{"a class that is declared twice", `class A implements ShouldQueue {} class A implements ShouldQueue {}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, w := read(t, c.source)
			var got []queue.JobKind
			for _, j := range code.Jobs(w, at("12.0.0")) {
				if j.Name == "A" {
					got = code.byName[fold(j.Class)].kinds
					if j.Kind != got[0] {
						t.Errorf("the job is a %s, its class a %s", j.Kind, got[0])
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("kinds are %v, want %v", got, c.want)
			}
		})
	}
}

func TestWhatDiffersBetweenPossibleKindsIsOneOfSeveral(t *testing.T) {
	j := job(t, at("12.0.0"), "A", `<?php namespace App\Things; use Illuminate\Contracts\Queue\ShouldQueue;
		class A implements ShouldQueue { public $timeout = 60; public $retryUntil = 99; function __construct() { $this->timeout = 90; } function handle($e) {} }`)
	if got := show(j.Timeout); got != "1m30s|1m0s" {
		t.Errorf("timeout is %s", got)
	}
	if got := show(j.RetryUntil); got != "true|absent" {
		t.Errorf("retryUntil is %s", got)
	}
}

func TestAbstractClassesAndParents(t *testing.T) {
	src := `abstract class C implements ShouldQueue {} abstract class B extends C {} class A extends B {}`
	a, b := job(t, at("12.0.0"), "A", src), job(t, at("12.0.0"), "B", src)
	if a.Abstract || !b.Abstract {
		t.Errorf("abstract: A %v, B %v", a.Abstract, b.Abstract)
	}
	if want := []string{`App\Jobs\B`, `App\Jobs\C`}; !slices.Equal(a.Parents, want) {
		t.Errorf("parents of A are %v", a.Parents)
	}
	if a.Class != `App\Jobs\A` || a.Span.Text() != "A" {
		t.Errorf("A is %s at %q", a.Class, a.Span.Text())
	}
}

func TestOnlySync(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         bool
	}{
		{"every dispatch is in place", service(`A::dispatchSync(); dispatch_sync(new A); Bus::dispatchNow(new A); A::dispatchAfterResponse(); A::dispatch()->afterResponse();`), true},
		{"its handler is called", service(`(new A)->handle(); $job = new A; $job->handle($unknown);`), true},
		{"nothing dispatches it", plain, false},
		{"one dispatch is queued", service(`A::dispatchSync(); A::dispatch();`), false},
		{"an instance goes elsewhere", service(`A::dispatchSync(); $this->later(new A);`), false},
		{"its name is used elsewhere", service(`A::dispatchSync(); $this->run(A::class);`), false},
		{"it is a parameter's type", service(`A::dispatchSync();`) + ` function g(A $job) {}`, false},
		{"the container makes it", service(`A::dispatchSync(); dispatch(app(A::class));`), false},
		{"an import is no use", "<?php namespace App; use Illuminate\\Contracts\\Queue\\ShouldQueue; class A implements ShouldQueue { use \\Illuminate\\Foundation\\Bus\\Dispatchable; } class S { function f() { A::dispatchSync(); } }", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := job(t, at("12.0.0"), "A", c.source).OnlySync; got != c.want {
				t.Errorf("OnlySync is %v", got)
			}
		})
	}
}

func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		name, source, chain, place string
		of                         func(*queue.Job) *queue.Origin
	}{
		{"a literal", `class A implements ShouldQueue { public $timeout = 300; }`, "$timeout = 300", "300", timeoutOf},
		{"a constant", `class A implements ShouldQueue { const T = 300; public $timeout = self::T; }`, "$timeout = self::T <- self::T <- 300", "self::T", timeoutOf},
		{"a parent", `abstract class B implements ShouldQueue { public $timeout = 300; } class A extends B {}`, "inherited from B <- $timeout = 300", "300", timeoutOf},
		{"a trait", `trait T { public $timeout = 300; } class A implements ShouldQueue { use T; }`, "from the trait T <- $timeout = 300", "300", timeoutOf},
		{"the constructor", `class A implements ShouldQueue { function __construct() { $this->timeout = 300; } }`, "$this->timeout = 300", "300", timeoutOf},
		{"an attribute", `#[Timeout(300)] class A implements ShouldQueue {}`, "#[Timeout(300)]", "300", timeoutOf},
		{"a dispatch", service(`A::dispatch()->onQueue('high');`), "->onQueue('high') where it is dispatched", "'high'", queueOf},
		{"a chain", service(`Bus::chain([new A])->onQueue('high')->dispatch();`), "->onQueue('high') where it is dispatched", "'high'", queueOf},
		{"onQueue in the constructor", `class A implements ShouldQueue { use Queueable; function __construct() { $this->onQueue('high'); } }`, "->onQueue('high') in the constructor", "'high'", queueOf},
		{"a method", `class A implements ShouldBroadcast { function broadcastQueue() { return 'high'; } }`, "A::broadcastQueue() <- 'high'", "'high'", queueOf},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := c.of(job(t, at("13.26.0"), "A", c.source))
			if got := chainOf(o); got != c.chain {
				t.Errorf("the chain is %q, want %q", got, c.chain)
			}
			if got := o.Place().Text(); got != c.place {
				t.Errorf("the place is %q, want %q", got, c.place)
			}
		})
	}
}

func timeoutOf(j *queue.Job) *queue.Origin { return j.Timeout.Origin() }

func queueOf(j *queue.Job) *queue.Origin { return j.Queue.Origin() }
