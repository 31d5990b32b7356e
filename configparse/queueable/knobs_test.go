package queueable

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

// knobCase is a class, the versions it is read for, and what its knobs must be; an empty expectation is not looked at.
type knobCase struct {
	name     string
	versions queue.Versions
	source   string

	timeout, tries, backoff, exceptions, until, fail string
}

func (c knobCase) run(t *testing.T) {
	t.Helper()
	j := job(t, c.versions, "A", c.source)
	for _, x := range []struct{ what, want, got string }{
		{"timeout", c.timeout, show(j.Timeout)},
		{"tries", c.tries, show(j.Tries)},
		{"backoff", c.backoff, show(j.Backoff)},
		{"maxExceptions", c.exceptions, show(j.MaxExceptions)},
		{"retryUntil", c.until, show(j.RetryUntil)},
		{"failOnTimeout", c.fail, show(j.FailOnTimeout)},
	} {
		if x.want != "" && x.want != x.got {
			t.Errorf("%s is %s, want %s", x.what, x.got, x.want)
		}
	}
}

func TestPropertiesOfAJob(t *testing.T) {
	v := at("12.5.0")
	class := func(body string) string { return "class A implements ShouldQueue { use Queueable; " + body + " }" }
	for _, c := range []knobCase{
		{name: "none is absent", source: class(""), timeout: "absent", tries: "absent", backoff: "absent", exceptions: "absent", until: "absent", fail: "absent"},
		{
			name: "literals", source: class(`public $timeout = 300; public $tries = 3; public $backoff = [1, 5, 10]; public $maxExceptions = 2; public $failOnTimeout = true;`),
			timeout: "5m0s", tries: "3", backoff: "1s 5s 10s", exceptions: "2", fail: "true",
		},
		{name: "typed", source: class(`public int $timeout = 60; public ?int $tries = null;`), timeout: "1m0s", tries: "absent"},
		{name: "var is public", source: class(`var $timeout = 60;`), timeout: "1m0s"},
		{name: "zero has no limit", source: class(`public $timeout = 0; public $tries = 0;`), timeout: "infinite", tries: "infinite"},
		{name: "negative", source: class(`public $timeout = -1; public $tries = -1;`), timeout: "infinite", tries: "-1"},
		{name: "numeric strings", source: class(`public $timeout = '2'; public $tries = '3'; public $backoff = '1,2';`), timeout: "2s", tries: "3", backoff: "1s 2s"},
		{name: "the string 0 allows no attempt", source: class(`public $tries = '0'; public $timeout = '0';`), tries: "0", timeout: "infinite"},
		{name: "no numbers", source: class(`public $timeout = 'soon'; public $tries = []; public $backoff = ['a']; public $maxExceptions = 'x';`), timeout: "unknown", tries: "unknown", backoff: "unknown", exceptions: "unknown"},
		{name: "null", source: class(`public $timeout = null; public $failOnTimeout = null;`), timeout: "absent", fail: "absent"},
		{name: "no pauses in an array", source: class(`public $backoff = [];`), backoff: "0s"},
		{name: "constant expressions", source: class(`const MIN = 60; public $timeout = self::MIN * 5; public $tries = Limit::Tries->value; `) + " enum Limit: int { case Tries = 4; }", timeout: "5m0s", tries: "4"},
		{name: "protected", source: class(`protected $timeout = 60; protected int $tries = 3;`), timeout: "absent", tries: "absent"},
		{name: "private", source: class(`private $timeout = 60;`), timeout: "absent"},
		{name: "static", source: class(`public static $timeout = 60;`), timeout: "absent"},
		{name: "protected with __isset", source: class(`protected $timeout = 60; public function __isset($n) { return true; }`), timeout: "unknown"},
		{name: "uninitialised", source: class(`public int $timeout; public $tries;`), timeout: "absent", tries: "absent"},
		{name: "with hooks", source: class(`public int $timeout { get => 60; }`), timeout: "unknown"},
		{name: "public with private set", source: class(`public private(set) int $timeout = 60;`), timeout: "1m0s"},
		{name: "retryUntil", source: class(`public $retryUntil = 1111;`), until: "true"},
		{name: "retryUntil of 0 bounds nothing", source: class(`public $retryUntil = 0;`), until: "absent"},
		{name: "config is not read without its file", source: class(`public $timeout; public function __construct() { $this->timeout = config('a.b'); }`), timeout: "unknown"},
	} {
		c.versions = v
		t.Run(c.name, c.run)
	}
}

// The precedence that was measured on dispatched payloads of 10.50, 11.56, 12.67 and 13.26.
func TestPrecedence(t *testing.T) {
	class := func(before, body string) string {
		return before + " class A implements ShouldQueue { use Queueable; " + body + " }"
	}
	both := class("", `public $tries = 3; public function tries() { return 9; } public $backoff = 7; public function backoff() { return 8; }
		public $retryUntil = 1111; public function retryUntil() { return 2222; }`)
	methods := class("", `public function timeout() { return 5; } public function maxExceptions() { return 5; } public function failOnTimeout() { return true; }`)
	null := class("", `public $tries = 7; public function tries() { return null; } public $backoff = 7; public function backoff() { return null; }`)
	attributes := class("#[Tries(3)] #[Timeout(33)]", `public $tries = 7; public $timeout = 77;`)
	only := class("#[Tries(3), Timeout(33)] #[Backoff(1, 5)] #[MaxExceptions(2)] #[FailOnTimeout]", "")
	method := class("#[Tries(3)]", `public $tries = 7; public function tries() { return 9; }`)
	child := `#[Timeout(33)] abstract class B implements ShouldQueue { use Queueable; } class A extends B { public $timeout = 88; }`
	constructor := class("#[Timeout(33)]", `public $timeout = 77; public function __construct() { $this->timeout = 66; }`)
	sameAsDefault := class("#[Timeout(33)]", `public $timeout = 77; public function __construct() { $this->timeout = 77; }`)
	trait := `#[Timeout(33)] trait T {} class A implements ShouldQueue { use Queueable, T; public $timeout = 77; }`
	for _, c := range []knobCase{
		{name: "property beats method before 13", versions: at("12.67.0"), source: both, tries: "3", backoff: "7s", until: "true"},
		{name: "property beats method on 10.50", versions: at("10.50.3"), source: both, tries: "3", backoff: "7s"},
		{name: "method beats property on 13", versions: at("13.26.1"), source: both, tries: "9", backoff: "8s", until: "true"},
		{name: "an open range leaves both", versions: within("12.0.0", "14.0.0"), source: both, tries: "3|9", backoff: "7s|8s"},
		{name: "an unknown version leaves both", versions: at(""), source: both, tries: "3|9", backoff: "absent|7s|8s"},
		{name: "methods that do not exist", versions: at("12.67.0"), source: methods, timeout: "absent", exceptions: "absent", fail: "absent"},
		{name: "methods that do not exist on 13", versions: at("13.26.1"), source: methods, timeout: "absent", exceptions: "absent", fail: "absent"},
		{name: "null of a method before 13", versions: at("12.67.0"), source: null, tries: "7", backoff: "7s"},
		{name: "null of a method on 13", versions: at("13.26.1"), source: null, tries: "absent", backoff: "absent"},
		{name: "attributes are inert before 13", versions: at("12.67.0"), source: attributes, tries: "7", timeout: "1m17s"},
		{name: "attributes beat properties of the class", versions: at("13.26.1"), source: attributes, tries: "3", timeout: "33s"},
		{name: "attributes alone before 13", versions: at("12.67.0"), source: only, tries: "absent", timeout: "absent", backoff: "absent", exceptions: "absent", fail: "absent"},
		{name: "attributes alone", versions: at("13.26.1"), source: only, tries: "3", timeout: "33s", backoff: "1s 5s", exceptions: "2", fail: "true"},
		{name: "attributes in an open range", versions: within("12.0.0", "14.0.0"), source: only, tries: "absent|3", timeout: "absent|33s"},
		{name: "a method beats the attribute", versions: at("13.26.1"), source: method, tries: "9"},
		{name: "before 13 the property beats both", versions: at("12.67.0"), source: method, tries: "7"},
		{name: "a child's property on 13.26", versions: at("13.26.1"), source: child, timeout: "1m28s"},
		{name: "a child's property on 13.13", versions: at("13.13.0"), source: child, timeout: "33s"},
		{name: "a child's property on 12", versions: at("12.0.0"), source: child, timeout: "1m28s"},
		{name: "the constructor on 13.26", versions: at("13.26.1"), source: constructor, timeout: "1m6s"},
		{name: "the constructor on 13.4", versions: at("13.4.0"), source: constructor, timeout: "1m6s"},
		{name: "the constructor on 13.3", versions: at("13.3.9"), source: constructor, timeout: "33s"},
		{name: "a constructor that sets the default", versions: at("13.26.1"), source: sameAsDefault, timeout: "33s"},
		{name: "attributes of traits on 13.16", versions: at("13.16.0"), source: trait, timeout: "33s"},
		{name: "attributes of traits on 13.15", versions: at("13.15.0"), source: trait, timeout: "1m17s"},
		{name: "a named argument", versions: at("13.0.0"), source: class("#[Timeout(timeout: 33)]", ""), timeout: "33s"},
		{name: "a list of pauses", versions: at("13.0.0"), source: class("#[Backoff([1, 2])]", ""), backoff: "1s 2s"},
		{name: "a constant in an attribute", versions: at("13.0.0"), source: class("#[Timeout(self::T)]", "const T = 60;"), timeout: "1m0s"},
		{name: "an attribute of the same name", versions: at("13.0.0"), source: class(`#[\App\Timeout(33)]`, ""), timeout: "absent"},
	} {
		t.Run(c.name, c.run)
	}
}

func TestGatesOfJobs(t *testing.T) {
	source := `class A implements ShouldQueue { use Queueable;
		public $maxExceptions = 2; public $failOnTimeout = true; public $retryAfter = 4; public $timeoutAt = 99; public $backoff = 5; public $retryUntil = 98;
		public function tries() { return 9; } }`
	for _, c := range []knobCase{
		{name: "5.7", versions: at("5.7.0"), tries: "absent", exceptions: "absent", fail: "absent", backoff: "absent", until: "true"},
		{name: "6", versions: at("6.20.0"), exceptions: "absent", fail: "absent", backoff: "4s", until: "true"},
		{name: "7", versions: at("7.30.0"), exceptions: "2", backoff: "4s"},
		{name: "8.0", versions: at("8.0.0"), tries: "absent", exceptions: "2", fail: "absent", backoff: "5s", until: "true"},
		{name: "8.43", versions: at("8.43.0"), fail: "true"},
		{name: "10.38", versions: at("10.38.2"), tries: "absent"},
		{name: "10.39", versions: at("10.39.0"), tries: "9"},
		{name: "^10.0", versions: within("10.0.0", "11.0.0"), tries: "absent|9"},
	} {
		c.source = source
		t.Run(c.name, c.run)
	}
}

func TestKnobsOfListeners(t *testing.T) {
	source := `namespace App\Listeners; use Illuminate\Contracts\Queue\ShouldQueue;
		class A implements ShouldQueue {
			public $timeout = 60; public $tries = 3; public $maxExceptions = 2; public $failOnTimeout = true; public $retryUntil = 99; public $backoff = 5;
			public function __construct() { $this->timeout = 999; }
			public function tries($event) { return 9; }
			public function backoff($event) { return 8; }
			public function handle(\App\Events\E $event) {} }`
	for _, c := range []knobCase{
		{name: "the constructor does not run", versions: at("12.0.0"), timeout: "1m0s"},
		{name: "retryUntil is a method only", versions: at("12.0.0"), until: "absent"},
		{name: "backoff() beats the property on 12", versions: at("12.0.0"), backoff: "8s"},
		{name: "backoff() beats the property on 13", versions: at("13.20.0"), backoff: "8s"},
		{name: "tries() before 12.29", versions: at("12.28.0"), tries: "3"},
		{name: "tries() since 12.29", versions: at("12.29.0"), tries: "9"},
		{name: "maxExceptions before 8.36.1", versions: at("8.36.0"), exceptions: "absent"},
		{name: "maxExceptions since 8.36.1", versions: at("8.36.1"), exceptions: "2"},
		{name: "failOnTimeout before 10.47", versions: at("10.46.0"), fail: "absent"},
		{name: "failOnTimeout since 10.47", versions: at("10.47.0"), fail: "true"},
	} {
		c.source = "<?php " + source
		t.Run(c.name, c.run)
	}
}

func TestKnobsOfNotificationsMailablesAndBroadcasts(t *testing.T) {
	body := `{ use Queueable; public $timeout = 60; public $tries = 3; public $maxExceptions = 2; public $failOnTimeout = true; public $retryUntil = 99; public $backoff = 5;
		public function tries() { return 9; } public function backoff() { return 8; } }`
	n := "class A extends Notification implements ShouldQueue " + body
	m := "class A extends Mailable implements ShouldQueue " + body
	b := "class A implements ShouldBroadcast " + body
	hidden := func(kind string) string {
		return "class A " + kind + " { use Queueable; protected $timeout = 60; public int $tries; }"
	}
	for _, c := range []knobCase{
		{name: "notification on 12", versions: at("12.0.0"), source: n, timeout: "1m0s", tries: "3", backoff: "5s", until: "true", exceptions: "2", fail: "absent"},
		{name: "notification on 13.0", versions: at("13.0.0"), source: n, tries: "3", backoff: "8s", fail: "absent"},
		{name: "notification on 13.25", versions: at("13.25.0"), source: n, fail: "true"},
		{name: "notification on 9.37", versions: at("9.37.0"), source: n, exceptions: "absent"},
		{name: "mailable on 12", versions: at("12.0.0"), source: m, timeout: "1m0s", tries: "3", backoff: "5s", until: "true", exceptions: "2", fail: "absent"},
		{name: "mailable on 13.26", versions: at("13.26.0"), source: m, backoff: "8s", fail: "absent"},
		{name: "mailable on 9.3", versions: at("9.3.0"), source: m, until: "absent", exceptions: "absent"},
		{name: "broadcast on 12", versions: at("12.0.0"), source: b, timeout: "1m0s", tries: "3", backoff: "5s", until: "absent", exceptions: "2", fail: "absent"},
		{name: "broadcast on 13", versions: at("13.0.0"), source: b, tries: "3", backoff: "5s"},
		{name: "broadcast on 9.17", versions: at("9.17.0"), source: b, backoff: "absent", exceptions: "absent"},
		{name: "broadcast on 5.8", versions: at("5.8.0"), source: b, tries: "absent", timeout: "absent"},
		{name: "a hidden property of a notification dies before 13", versions: at("12.0.0"), source: hidden("extends Notification implements ShouldQueue"), timeout: "unknown", tries: "unknown"},
		{name: "a hidden property of a mailable dies before 13", versions: at("12.0.0"), source: hidden("extends Mailable implements ShouldQueue"), timeout: "unknown", tries: "unknown"},
		{name: "a hidden property of a broadcast dies before 13", versions: at("12.0.0"), source: hidden("implements ShouldBroadcast"), timeout: "unknown", tries: "unknown"},
		{name: "a parent's private property of a notification", versions: at("12.0.0"), source: "abstract class B extends Notification implements ShouldQueue { private $tries = 3; } class A extends B {}", tries: "absent"},
		{name: "a hidden property of a notification on 13", versions: at("13.0.0"), source: hidden("extends Notification implements ShouldQueue"), timeout: "absent", tries: "absent"},
	} {
		t.Run(c.name, c.run)
	}
}

func TestMethods(t *testing.T) {
	class := func(body string) string { return "class A implements ShouldQueue { use Queueable; " + body + " }" }
	for _, c := range []knobCase{
		{name: "not public", source: class(`protected function tries() { return 3; } private function backoff() { return 3; } protected function retryUntil() { return 1; }`), tries: "unknown", backoff: "unknown", until: "unknown"},
		{name: "with a required parameter", source: class(`public function backoff($x) { return 3; }`), backoff: "unknown"},
		{name: "with an optional parameter", source: class(`public function backoff($x = 3) { return $x; }`), backoff: "3s"},
		{name: "a range of values", source: class(`public function tries(): int { return app()->isProduction() ? 5 : 1; }`), tries: "5|1"},
		{name: "case is ignored", source: class(`public function Tries() { return 3; }`), tries: "3"},
		{name: "retryUntil by its type", source: class(`public function retryUntil(): \DateTime { return $this->when(); }`), until: "true"},
		{name: "retryUntil by its code", source: class(`public function retryUntil() { return now()->addHours(2); }`), until: "true"},
		{name: "retryUntil that may be null", source: class(`public function retryUntil(): ?\DateTime { return $this->when(); }`), until: "unknown"},
		{name: "retryUntil that is null", source: class(`public function retryUntil() { return null; }`), until: "absent"},
		{name: "retryUntil on two ways", source: class(`public function retryUntil() { if (rand()) { return now()->addHour(); } return $this->x; }`), until: "unknown"},
		{name: "from a trait", source: `trait T { public function backoff() { return [1, 2]; } } class A implements ShouldQueue { use Queueable, T; }`, backoff: "1s 2s"},
	} {
		c.versions = at("12.0.0")
		t.Run(c.name, c.run)
	}
}

func TestInheritance(t *testing.T) {
	for _, c := range []knobCase{
		{name: "from a parent", source: `abstract class B implements ShouldQueue { public $timeout = 60; } class A extends B {}`, timeout: "1m0s"},
		{name: "over a parent", source: `abstract class B implements ShouldQueue { public $timeout = 60; } class A extends B { public $timeout = 90; }`, timeout: "1m30s"},
		{name: "from a trait", source: `trait T { public $timeout = 60; } class A implements ShouldQueue { use Queueable, T; }`, timeout: "1m0s"},
		{name: "through an own interface", source: `interface I extends ShouldQueueAfterCommit {} class A implements I { public $timeout = 60; }`, timeout: "1m0s"},
		{name: "static constants of the child", source: `abstract class B implements ShouldQueue { const T = 5; public function backoff() { return static::T; } } class A extends B { const T = 9; }`, backoff: "9s"},
		{name: "a parent outside leaves what is not declared unknown", source: `class A extends \Vendor\Job implements ShouldQueue { public $timeout = 60; }`, timeout: "1m0s", tries: "unknown", backoff: "unknown"},
		{name: "a trait outside leaves what is not declared unknown", source: `class A implements ShouldQueue { use Queueable, \Vendor\T; public $timeout = 60; }`, timeout: "1m0s", tries: "unknown"},
		{name: "a trait outside may stand before the parent", source: `abstract class B implements ShouldQueue { public $timeout = 60; } class A extends B { use \Vendor\T; }`, timeout: "unknown"},
		{name: "the framework's parents declare none", source: `class A extends \Illuminate\Auth\Notifications\ResetPassword implements ShouldQueue { use Queueable; }`, timeout: "absent", tries: "absent"},
		{name: "a known parent of a package", source: `class A extends \Spatie\WebhookClient\Jobs\ProcessWebhookJob { public $tries = 3; }`, timeout: "absent", tries: "3"},
	} {
		c.versions = at("12.0.0")
		t.Run(c.name, c.run)
	}
}

func TestConstructors(t *testing.T) {
	class := func(body string) string { return "class A implements ShouldQueue { use Queueable; " + body + " }" }
	for _, c := range []knobCase{
		{name: "assigns", source: class(`public $timeout = 60; public function __construct() { $this->timeout = 90; }`), timeout: "1m30s"},
		{name: "assigns an undeclared property", source: class(`public function __construct() { $this->timeout = 90; }`), timeout: "1m30s"},
		{name: "initialises a typed property", source: class(`public int $timeout; public function __construct() { $this->timeout = 90; }`), timeout: "1m30s"},
		{name: "a protected property stays hidden", source: class(`protected $timeout; public function __construct() { $this->timeout = 90; }`), timeout: "absent"},
		{name: "several at once", source: class(`public $timeout, $tries; public function __construct() { $this->timeout = $this->tries = 9; }`), timeout: "9s", tries: "9"},
		{name: "in a branch", source: class(`public $timeout = 60; public function __construct($big) { if ($big) { $this->timeout = 90; } }`), timeout: "1m30s|1m0s"},
		{name: "in both branches", source: class(`public $timeout = 60; public function __construct($big) { if ($big) { $this->timeout = 90; } else { $this->timeout = 30; } }`), timeout: "1m30s|30s"},
		{name: "after an early return", source: class(`public $timeout = 60; public function __construct($big) { if ($big) { return; } $this->timeout = 90; }`), timeout: "1m0s|1m30s"},
		{name: "beside a throw", source: class(`public $timeout = 60; public function __construct($x) { if (! $x) { throw new \Exception; } $this->timeout = 90; }`), timeout: "1m30s"},
		{name: "from a local variable", source: class(`public function __construct() { $m = 60; $this->timeout = $m * 2; }`), timeout: "2m0s"},
		{name: "from an unknown argument", source: class(`public $timeout; public function __construct($t) { $this->timeout = $t; }`), timeout: "unknown"},
		{name: "in a loop", source: class(`public $timeout = 60; public function __construct() { foreach ([1] as $x) { $this->timeout = $x; } }`), timeout: "unknown"},
		{name: "under a computed name", source: class(`public $timeout = 60; public function __construct($o) { foreach ($o as $k => $v) { $this->$k = $v; } }`), timeout: "unknown", tries: "unknown"},
		{name: "??=", source: class(`public $timeout; public $tries = 2; public function __construct() { $this->timeout ??= 90; $this->tries ??= 5; }`), timeout: "1m30s", tries: "2"},
		{name: "in a method that it calls", source: class(`public $timeout = 60; public function __construct() { $this->init(90); } private function init($t) { $this->timeout = $t; }`), timeout: "1m30s"},
		{name: "in a parent's constructor", source: `abstract class B implements ShouldQueue { use Queueable; public $timeout; public function __construct($t = 30) { $this->timeout = $t; } }
			class A extends B { public function __construct() { parent::__construct(90); } }`, timeout: "1m30s"},
		{name: "a parent's constructor by inheritance", source: `abstract class B implements ShouldQueue { use Queueable; public $timeout; public function __construct() { $this->timeout = 30; } } class A extends B {}`, timeout: "30s"},
		{name: "a parent's constructor that is not called", source: `abstract class B implements ShouldQueue { use Queueable; public $timeout = 10; public function __construct() { $this->timeout = 30; } }
			class A extends B { public function __construct() {} }`, timeout: "10s"},
		{name: "other methods do not count", source: class(`public $timeout = 60; public function handle() { $this->timeout = 90; } public function setTimeout($t) { $this->timeout = $t; }`), timeout: "1m0s"},
		{name: "endless recursion", source: class(`public $timeout = 60; public function __construct() { $this->a(); } function a() { $this->a(); }`), timeout: "unknown"},
		{name: "a promoted parameter nobody passes", source: class(`use Dispatchable; public function __construct(public int $timeout = 60) {}`) + " class S { function f() { A::dispatch(); } }", timeout: "1m0s"},
		{name: "a promoted parameter that is passed", source: class(`use Dispatchable; public function __construct(public int $timeout = 60) {}`) + " class S { function f($t) { A::dispatch(); A::dispatch($t); } }", timeout: "unknown"},
		{name: "a promoted parameter with known arguments", source: class(`use Dispatchable; public function __construct(public int $timeout = 60) {}`) + " class S { function f() { A::dispatch(); A::dispatch(timeout: 90); } }", timeout: "1m0s|1m30s"},
		{name: "a promoted parameter behind a condition", source: class(`use Dispatchable; public function __construct(public int $timeout = 60) {}`) + " class S { function f($c) { A::dispatchIf($c); A::dispatchIf($c, 90); } }", timeout: "1m0s|1m30s"},
		{name: "a promoted parameter of a class that nothing makes", source: class(`public function __construct(public int $timeout = 60) {}`), timeout: "unknown"},
		{name: "a promoted parameter that the container may fill", source: class(`public function __construct(public int $timeout = 60) {}`) + " class S { function f() { dispatch(app(A::class)); dispatch(new A); } }", timeout: "unknown"},
		{name: "a protected promoted parameter is hidden", source: class(`public function __construct(protected int $timeout = 60) {}`) + " class S { function f() { dispatch(new A); } }", timeout: "absent"},
	} {
		c.versions = at("12.0.0")
		t.Run(c.name, c.run)
	}
}

func TestKnobsSetWhereTheJobIsDispatched(t *testing.T) {
	class := `class A implements ShouldQueue { use Queueable; public $timeout = 60; public $tries = 1;
		public function limit($t) { $this->timeout = $t; return $this; } } `
	for _, c := range []knobCase{
		{name: "a property", source: class + `class S { function f() { $job = new A; $job->timeout = 90; dispatch($job); } }`, timeout: "1m0s|1m30s", tries: "1"},
		{name: "a property of something else", source: class + `class S { function f() { $client = new C; $client->timeout = 90; } }`, timeout: "1m0s"},
		{name: "a method", source: class + `class S { function f() { dispatch((new A)->limit(90)); } }`, timeout: "unknown", tries: "1"},
		{name: "a payload hook", source: class + `class S { function f() { Queue::createPayloadUsing(fn () => ['timeout' => 5]); } }`, timeout: "unknown", tries: "1"},
		{name: "a payload hook for other keys", source: class + `class S { function f() { Queue::createPayloadUsing(fn () => ['tenant' => 5]); } }`, timeout: "1m0s", tries: "1"},
		{name: "a payload hook elsewhere", source: class + `class S { function f() { Queue::createPayloadUsing([$this, 'x']); } }`, timeout: "unknown", tries: "unknown"},
	} {
		c.versions = at("12.0.0")
		t.Run(c.name, c.run)
	}
}
