package queueable

import (
	"strings"
	"testing"
)

const uniqueImports = `
use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldBeUniqueUntilProcessing;
use Illuminate\Queue\Attributes\DebounceFor;
use Illuminate\Queue\Attributes\UniqueFor;
use Illuminate\Support\Facades\Cache;
`

func TestUniqueLock(t *testing.T) {
	class := func(body string) string {
		return "class A implements ShouldQueue, ShouldBeUnique { use Queueable, Dispatchable; " + body + " }"
	}
	for _, c := range []struct{ name, version, source, asked, lasts, id, store, parameters string }{
		{name: "nothing said", version: "12.0.0", source: class(""), asked: "true", lasts: "absent", id: "false", store: "absent"},
		{name: "property", version: "12.0.0", source: class("public $uniqueFor = 3600;"), lasts: "1h0m0s"},
		{name: "zero lasts until it is given back", version: "12.0.0", source: class("public int $uniqueFor = 0;"), lasts: "infinite"},
		{name: "method beats property", version: "12.0.0", source: class("public $uniqueFor = 3600; public function uniqueFor(): int { return 60 * 5; }"), lasts: "5m0s"},
		{name: "method that is not followed", version: "12.0.0", source: class("public function uniqueFor(): int { return $this->m->ttl; }"), lasts: "unknown"},
		{name: "constructor", version: "12.0.0", source: class("public $uniqueFor; public function __construct() { $this->uniqueFor = 30; }"), lasts: "30s"},
		{name: "attribute", version: "13.0.0", source: "#[UniqueFor(90)] " + class(""), lasts: "1m30s"},
		{name: "attribute before 13", version: "12.0.0", source: "#[UniqueFor(90)] " + class(""), lasts: "absent"},
		{name: "identified by a method", version: "12.0.0", source: class("public function uniqueId() { return $this->x; }"), id: "true"},
		{name: "identified by a property", version: "12.0.0", source: class("public $uniqueId;"), id: "true"},
		{name: "identified by a trait", version: "12.0.0", source: "trait ById { public function uniqueId() { return 1; } } " + class("use ById;"), id: "true"},
		{name: "identified by a parent outside", version: "12.0.0", source: "class A extends \\Vendor\\Job implements ShouldQueue, ShouldBeUnique {}", id: "unknown"},
		{name: "another store", version: "12.0.0", source: class("public function uniqueVia() { return Cache::driver('redis'); }"), store: "redis"},
		{name: "another store by helper", version: "12.0.0", source: class("public function uniqueVia() { return cache()->store('memcached'); }"), store: "memcached"},
		{name: "a store that is not followed", version: "12.0.0", source: class("public function uniqueVia() { return $this->cache; }"), store: "unknown"},
		{name: "required parameter", version: "12.0.0", source: class("public function __construct(public Order $order, public bool $force = false) {}"), parameters: "$order"},
		{name: "optional parameter that is passed", version: "12.0.0", source: class("public function __construct(public ?int $shop = null) {}") + " class C { function f() { A::dispatch(5); } }", parameters: "$shop"},
		{name: "optional parameter that nothing passes", version: "12.0.0", source: class("public function __construct(public ?int $shop = null) {}") + " class C { function f() { A::dispatch(); } }", parameters: ""},
		{name: "before unique jobs", version: "8.13.0", source: class(""), asked: "false"},
		{name: "notification", version: "12.0.0", source: "class A extends Notification implements ShouldQueue, ShouldBeUnique {}", asked: "false"},
		{name: "listener before 12.50", version: "12.49.0", source: "class A implements ShouldQueue, ShouldBeUnique { public function handle($e) {} } class P { protected $listen = [E::class => [A::class]]; }", asked: "false"},
		{name: "listener", version: "12.50.0", source: "class A implements ShouldQueue, ShouldBeUnique { public function handle($e) {} public function uniqueFor($e) { return 60; } } class P { protected $listen = [E::class => [A::class]]; }", asked: "true", lasts: "1m0s"},
		{name: "broadcast event by the queue's interface", version: "12.0.0", source: "class A implements ShouldBroadcast, ShouldBeUnique {}", asked: "false"},
		{name: "broadcast event", version: "12.0.0", source: "class A implements ShouldBroadcast, \\Illuminate\\Contracts\\Broadcasting\\ShouldBeUnique { public $uniqueFor = 5; }", asked: "true", lasts: "5s"},
		{name: "unknown version of a listener", source: "class A implements ShouldQueue, ShouldBeUnique { public function handle($e) {} } class P { protected $listen = [E::class => [A::class]]; }", asked: "false|true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := job(t, at(c.version), "A", uniqueImports+c.source).Unique
			if u == nil {
				t.Fatal("not unique")
			}
			for _, x := range []struct{ what, want, got string }{
				{"asked", c.asked, show(u.Asked)}, {"for", c.lasts, show(u.For)}, {"id", c.id, show(u.HasID)}, {"store", c.store, show(u.Store)},
				{"parameters", c.parameters, strings.Join(u.Parameters, " ")},
			} {
				if x.want != "" && x.want != x.got {
					t.Errorf("%s is %s, want %s", x.what, x.got, x.want)
				}
			}
		})
	}
}

func TestUniqueUntilProcessingAndItsPlace(t *testing.T) {
	u := job(t, at("12.0.0"), "A", uniqueImports+"class A implements ShouldQueue, ShouldBeUniqueUntilProcessing { }").Unique
	if !u.UntilProcessing || u.Span.Text() != "ShouldBeUniqueUntilProcessing" {
		t.Errorf("until processing %v at %q", u.UntilProcessing, u.Span.Text())
	}
	u = job(t, at("12.0.0"), "A", uniqueImports+"abstract class B implements ShouldQueue, ShouldBeUnique { } class A extends B { }").Unique
	if u.UntilProcessing || u.Span.Text() != "A" {
		t.Errorf("until processing %v at %q", u.UntilProcessing, u.Span.Text())
	}
}

func TestDebounce(t *testing.T) {
	for _, c := range []struct{ version, class, want string }{
		{"13.6.0", "#[DebounceFor(30, maxWait: 300)] class A implements ShouldQueue {}", "30s"},
		{"13.5.0", "#[DebounceFor(30)] class A implements ShouldQueue {}", "absent"},
		{"13.6.0", "class A implements ShouldQueue { public $debounceFor = 20; }", "20s"},
		{"13.6.0", "#[DebounceFor(30)] class A extends Notification implements ShouldQueue {}", "absent"},
	} {
		if got := show(job(t, at(c.version), "A", uniqueImports+c.class).Debounce); got != c.want {
			t.Errorf("%s: %s is debounced for %s, want %s", c.version, c.class, got, c.want)
		}
	}
}

func TestBypassesOfTheUniqueLock(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"A::dispatch();", ""},
		{"dispatch(new A);", ""},
		{"Schedule::job(new A);", ""},
		{"Bus::batch([new A, [new A, new A]])->dispatch();", "Bus::batch() Bus::batch()"},
		{"Queue::push(new A);", "Queue::push(new A)"},
		{"Bus::dispatch(new A);", "Bus::dispatch()"},
		{"Bus::dispatchSync(new A);", ""},
	} {
		var got []string
		for _, b := range job(t, at("12.0.0"), "A", "class A implements ShouldQueue { use Queueable, Dispatchable; } class C { function f() { "+c.code+" } }").Bypasses {
			got = append(got, b.By)
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: past the lock by %q, want %q", c.code, g, c.want)
		}
	}
}

func TestUniqueClassesThatAreNeverQueued(t *testing.T) {
	code, _ := read(t, uniqueImports+`
		class Idle implements ShouldBeUnique { use Queueable, Dispatchable; }
		abstract class Base implements ShouldBeUnique {}
		class Queued extends Base implements ShouldQueue {}
		class Perhaps extends \Vendor\Job implements ShouldBeUnique {}
		class ByInterface implements \Vendor\Queued, ShouldBeUnique {}
		class Inherits extends Base {}`)
	var got []string
	for _, u := range code.Unqueued() {
		got = append(got, u.Name)
	}
	if g := strings.Join(got, " "); g != "Idle Inherits" {
		t.Errorf("never queued are %q", g)
	}
}
