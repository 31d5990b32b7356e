package queueable

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

// routeCase is a class with what dispatches it, and where its instances must go.
type routeCase struct {
	name     string
	versions queue.Versions
	source   string

	connection, queue string
}

func (c routeCase) run(t *testing.T) {
	t.Helper()
	if c.versions.Framework.IsZero() {
		c.versions = at("12.0.0")
	}
	j := job(t, c.versions, "A", c.source)
	if got := show(j.Connection); c.connection != "" && got != c.connection {
		t.Errorf("connection is %s (%s), want %s", got, j.Connection.Why(), c.connection)
	}
	if got := show(j.Queue); c.queue != "" && got != c.queue {
		t.Errorf("queue is %s (%s), want %s", got, j.Queue.Why(), c.queue)
	}
}

// plain is the job of most cases.
const plain = `class A implements ShouldQueue { use Queueable, Dispatchable; public function __construct($x = null) {} } `

// within a method of a service.
func service(body string) string {
	return plain + "class S { public function f($unknown) { " + body + " } }"
}

func TestOwnConnectionAndQueue(t *testing.T) {
	class := func(body string) string { return "class A implements ShouldQueue { use Queueable; " + body + " }" }
	for _, c := range []routeCase{
		{name: "none", source: class(""), connection: "absent", queue: "absent"},
		{name: "in the constructor", source: class(`public function __construct() { $this->onConnection('redis')->onQueue('high'); }`), connection: "redis", queue: "high"},
		{name: "assigned in the constructor", source: class(`public function __construct() { $this->connection = 'redis'; $this->queue = 'high'; }`), connection: "redis", queue: "high"},
		{name: "an enum", source: class(`public function __construct() { $this->onQueue(Q::High); $this->onConnection(C::Redis); }`) + ` enum Q: string { case High = 'high'; } enum C { case Redis; }`, connection: "Redis", queue: "high"},
		{name: "null and the empty text choose nothing", source: class(`public function __construct() { $this->onConnection(null); $this->onQueue(''); }`), connection: "absent", queue: "absent"},
		{name: "in a branch", source: class(`public function __construct($x) { if ($x) { $this->onQueue('high'); } }`), queue: "high|absent"},
		{name: "from an unknown argument", source: class(`public function __construct($x) { $this->onQueue($x); }`), queue: "unknown", connection: "absent"},
		{name: "in a child of the class with the trait", source: `abstract class B implements ShouldQueue { use Queueable; } class A extends B { public $connection = 'redis'; public $queue = 'high'; }`, connection: "redis", queue: "high"},
		{name: "a trait that configures", source: `trait T { public function initT() { $this->onQueue('t'); } } class A implements ShouldQueue { use Queueable, T; public function __construct() { $this->initT(); } }`, queue: "t"},
		{name: "its own queue method", source: class(`public function queue($queue, $job) { $queue->pushOn('x', $job); }`), connection: "unknown", queue: "unknown"},
		{name: "a constructor outside the repository", source: `class A extends \Vendor\Job implements ShouldQueue { public $queue = 'x'; }`, connection: "unknown", queue: "unknown"},
		{name: "an own constructor in place of one outside", source: `class A extends \Vendor\Job implements ShouldQueue { public $queue = 'x'; public function __construct() {} public function handle() {} }`, queue: "x", connection: "unknown"},
		{name: "a constructor that calls a trait outside the repository", source: `class A implements ShouldQueue { use Queueable, \Vendor\T; public function __construct() { $this->onQueue('x'); $this->prepare(); } }`, connection: "unknown", queue: "unknown"},
		{name: "a constructor that calls a trait of the framework", source: class(`use \Illuminate\Broadcasting\InteractsWithSockets; public function __construct() { $this->onQueue('x'); $this->dontBroadcastToCurrentUser(); }`), connection: "absent", queue: "x"},
		{name: "a constructor that calls a parent's outside the repository", source: `class A extends \Vendor\Job implements ShouldQueue { public function __construct() { $this->queue = 'x'; parent::__construct(); } function handle() {} }`, connection: "unknown", queue: "unknown"},
		{name: "attributes are inert before 13", source: `#[OnConnection('redis')] #[OnQueue('high')] ` + class(""), connection: "absent", queue: "absent"},
		{name: "attributes", versions: at("13.0.0"), source: `#[OnConnection('redis'), OnQueue('high')] ` + class(""), connection: "redis", queue: "high"},
		{name: "attributes below the constructor", versions: at("13.4.0"), source: `#[OnQueue('high')] ` + class(`public function __construct() { $this->onQueue('low'); }`), queue: "low"},
		{name: "attributes above the constructor", versions: at("13.3.0"), source: `#[OnQueue('high')] ` + class(`public function __construct() { $this->onQueue('low'); }`), queue: "high"},
	} {
		t.Run(c.name, c.run)
	}
}

func TestDispatchSites(t *testing.T) {
	for _, c := range []routeCase{
		{name: "a plain dispatch", source: service(`A::dispatch(1);`), connection: "absent", queue: "absent"},
		{name: "static", source: service(`A::dispatch(1)->onConnection('redis')->onQueue('high');`), connection: "redis", queue: "high"},
		{name: "static with other calls between", source: service(`A::dispatch(1)->delay(5)->afterCommit()->onQueue('high');`), connection: "absent", queue: "high"},
		{name: "on a condition", source: service(`A::dispatchIf($unknown, 1)->onQueue('high');`), queue: "high"},
		{name: "the function", source: service(`dispatch(new A(1))->onQueue('high');`), queue: "high"},
		{name: "the function within a namespace", source: service(`\dispatch(new A(1))->onQueue('high');`), queue: "high"},
		{name: "on the instance", source: service(`dispatch((new A(1))->onQueue('high')->onConnection('redis'));`), connection: "redis", queue: "high"},
		{name: "the last choice wins", source: service(`dispatch((new A(1))->onQueue('low'))->onQueue('high');`), queue: "high"},
		{name: "the trait's method", source: service(`$this->dispatch((new A(1))->onQueue('high'));`), queue: "high"},
		{name: "the bus", source: service(`Bus::dispatch((new A(1))->onQueue('high'));`), queue: "high"},
		{name: "a dispatcher", source: service(`app(\Illuminate\Contracts\Bus\Dispatcher::class)->dispatch((new A)->onQueue('high'));`), queue: "high"},
		{name: "an enum", source: service(`A::dispatch()->onQueue(Q::High);`) + ` enum Q: string { case High = 'high'; }`, queue: "high"},
		{name: "a constant of the dispatching class", source: plain + `class S { const Q = 'high'; function f() { A::dispatch()->onQueue(self::Q); } }`, queue: "high"},
		{name: "an unknown argument", source: service(`A::dispatch()->onQueue($unknown);`), connection: "absent", queue: "unknown"},
		{name: "a local variable", source: service(`$q = 'high'; A::dispatch()->onQueue($q);`), queue: "high"},
		{name: "a local variable of several values", source: service(`$q = 'high'; if ($unknown) { $q = 'low'; } A::dispatch()->onQueue($q);`), queue: "unknown"},
		{name: "sites that differ", source: service(`A::dispatch()->onQueue('high'); A::dispatch()->onQueue('low'); A::dispatch();`), queue: "high|low|absent"},
		{name: "a site with an unknown argument among others", source: service(`A::dispatch()->onQueue('high'); A::dispatch()->onQueue($unknown);`), queue: "unknown"},
		{name: "over the job's own", source: `class A implements ShouldQueue { use Queueable, Dispatchable; function __construct() { $this->onQueue('own'); } } class S { function f() { A::dispatch()->onQueue('high'); A::dispatch(); } }`, queue: "high|own"},
		{name: "when()", source: service(`A::dispatch()->when($unknown, fn ($j) => $j->onQueue('high'));`), queue: "unknown"},
		{name: "a held instance", source: service(`$job = new A(1); $job->onQueue('high'); dispatch($job);`), queue: "high"},
		{name: "a held instance with a conditional choice", source: service(`$job = new A(1); if ($unknown) { $job->onQueue('high'); } dispatch($job);`), queue: "absent|high"},
		{name: "a held instance with a property set", source: service(`$job = new A(1); $job->queue = 'high'; dispatch($job);`), queue: "high"},
		{name: "a held instance in a closure", source: service(`$job = (new A(1))->onQueue('high'); DB::transaction(function () use ($job) { dispatch($job); });`), queue: "high"},
		{name: "a held instance in an arrow function", source: service(`$job = (new A(1))->onQueue('high'); DB::transaction(fn () => dispatch($job));`), queue: "high"},
		{name: "one of two instances", source: service(`dispatch($unknown ? (new A)->onQueue('high') : (new A)->onQueue('low'));`), queue: "high|low"},
		{name: "a clone", source: service(`$job = (new A)->onQueue('high'); dispatch(clone $job);`), queue: "high"},
		{name: "a factory of the class", source: `class A implements ShouldQueue { use Queueable; static function make() { return (new static)->onQueue('high'); } } class S { function f() { dispatch(A::make()); } }`, queue: "high"},
		{name: "from within the class", source: `class A implements ShouldQueue { use Queueable, Dispatchable; function handle() { self::dispatch()->onQueue('again'); static::dispatch(); } }`, queue: "again|absent"},
		{name: "a typed parameter", source: plain + `class S { function f(A $job) { dispatch($job)->onQueue('high'); } }`, queue: "high"},
		{name: "a parameter of a parent's type", source: `abstract class B implements ShouldQueue { use Queueable; } class A extends B {} class S { function f(B $job) { dispatch($job)->onQueue('high'); } }`, queue: "high"},
		{name: "an unknown job may be this one", source: plain + `class S { function f($job) { dispatch($job)->onQueue('high'); } }`, queue: "absent|high"},
		{name: "an unknown job is passed over where the class has sites", source: plain + `class S { function f($job) { dispatch($job)->onQueue('high'); A::dispatch(); } }`, queue: "absent"},
		{name: "an unknown job in the function that makes one", source: plain + `class S { function f($x) { $jobs = [new A]; $x->dispatchSomething($jobs); foreach ($jobs as $job) { dispatch($job)->onQueue('high'); } A::dispatch(); } }`, queue: "absent|high"},
		{name: "a method of the application's own in place of dispatch()", source: `class A implements ShouldQueue { use Queueable; static function dispatch() { return dispatch(new static)->onQueue('x'); } } class S { function f() { A::dispatch(); } }`, queue: "unknown"},
		{name: "sync dispatches do not count", source: service(`A::dispatchSync(); A::dispatch()->onQueue('high'); dispatch_sync(new A); Bus::dispatchNow(new A);`), queue: "high"},
		{name: "after the response is in place", source: service(`A::dispatch()->onQueue('low')->afterResponse(); A::dispatch()->onQueue('high');`), queue: "high"},
		{name: "a file without classes", source: plain + "\n function f() { A::dispatch()->onQueue('high'); } A::dispatch()->onQueue('low');", queue: "low|high"},
		{name: "attributes beat a dispatch before 13.4", versions: at("13.0.0"), source: `#[OnQueue('own')] class A implements ShouldQueue { use Queueable, Dispatchable; } class S { function f() { A::dispatch()->onQueue('high'); } }`, queue: "own"},
		{name: "a dispatch beats attributes since 13.4", versions: at("13.4.0"), source: `#[OnQueue('own')] class A implements ShouldQueue { use Queueable, Dispatchable; } class S { function f() { A::dispatch()->onQueue('high'); } }`, queue: "high"},
	} {
		t.Run(c.name, c.run)
	}
}

func TestChainsBatchesAndQueues(t *testing.T) {
	own := `class A implements ShouldQueue { use Queueable, Dispatchable, Batchable; function __construct() { $this->onQueue('own')->onConnection('mine'); } } class B implements ShouldQueue { use Queueable, Dispatchable; } `
	in := func(body string) string { return own + "class S { function f($unknown) { " + body + " } }" }
	for _, c := range []routeCase{
		{name: "a chain leaves a job's own choice", source: in(`Bus::chain([new A, new B])->onQueue('chain')->onConnection('redis')->dispatch();`), queue: "own", connection: "mine"},
		{name: "a chain fills what is not chosen", source: service(`Bus::chain([new A(1), new A(2)])->onQueue('chain')->onConnection('redis')->dispatch();`), queue: "chain", connection: "redis"},
		{name: "a chain of an array that is put together", source: service(`$jobs = [new A(1)]; $jobs[] = new A(2); Bus::chain($jobs)->onQueue('chain')->dispatch();`), queue: "chain"},
		{name: "a chain of mapped jobs", source: service(`Bus::chain(collect($unknown)->map(fn ($x) => new A($x)))->onQueue('chain')->dispatch();`), queue: "chain"},
		{name: "withChain", source: plain + `class B implements ShouldQueue { use Queueable, Dispatchable; } class S { function f() { B::withChain([new A])->dispatch()->allOnQueue('all'); } }`, queue: "all"},
		{name: "chain() of a dispatch", source: plain + `class B implements ShouldQueue { use Queueable, Dispatchable; } class S { function f() { B::dispatch()->allOnQueue('all')->chain([new A]); } }`, queue: "all"},
		{name: "a batch ignores a job's own choice", source: in(`Bus::batch([new A])->dispatch();`), queue: "absent", connection: "absent"},
		{name: "a batch chooses", source: in(`Bus::batch([new A, new A])->onQueue('batch')->onConnection('redis')->name('x')->dispatch();`), queue: "batch", connection: "redis"},
		{name: "a batch ignores attributes", versions: at("13.20.0"), source: `#[OnQueue('own')] class A implements ShouldQueue { use Queueable, Batchable; } class S { function f() { Bus::batch([new A])->dispatch(); } }`, queue: "absent"},
		{name: "a batch of a collection", source: in(`$jobs = collect(); foreach ($unknown as $x) { $jobs->push(new A($x)); } Bus::batch($jobs)->onQueue('batch')->dispatch();`), queue: "batch"},
		{name: "a batch of mapped models", source: in(`Bus::batch(User::all()->map(function ($u) { return new A($u); }))->onQueue('batch')->dispatch();`), queue: "batch"},
		{name: "a chain within a batch", source: in(`Bus::batch([[new A], new B])->onQueue('batch')->dispatch();`), queue: "batch"},
		{name: "the rest of a chain within a batch", source: in(`Bus::batch([[new B, new A]])->onQueue('batch')->dispatch();`), queue: "own"},
		{name: "added to a batch that runs", source: in(`$this->batch()->add([new A]);`), queue: "unknown", connection: "unknown"},
		{name: "a batch within a chain", source: in(`Bus::chain([new B, Bus::batch([new A])->onQueue('batch')])->dispatch();`), queue: "batch"},
		{name: "Queue::push ignores a job's own choice", source: in(`Queue::push(new A);`), queue: "absent", connection: "absent"},
		{name: "Queue::push chooses", source: in(`Queue::push(new A, '', 'q');`), queue: "q"},
		{name: "Queue::pushOn", source: in(`Queue::pushOn('q', new A);`), queue: "q"},
		{name: "Queue::later", source: in(`Queue::later(60, new A, '', 'q');`), queue: "q"},
		{name: "Queue::laterOn", source: in(`Queue::laterOn('q', 60, new A);`), queue: "q"},
		{name: "Queue::connection", source: in(`Queue::connection('redis')->push(new A);`), queue: "absent", connection: "redis"},
		{name: "the queue manager", source: in(`app('queue')->connection('redis')->pushOn('q', new A);`), queue: "q", connection: "redis"},
		{name: "an unknown queue", source: in(`$this->queue->push(new A);`), queue: "unknown", connection: "unknown"},
		{name: "a collection is no queue", source: in(`$this->items->push(new A); A::dispatch();`), queue: "own", connection: "mine"},
		{name: "scheduled", source: in(`$schedule->job(new A)->daily();`), queue: "own", connection: "mine"},
		{name: "scheduled with a choice", source: in(`$schedule->job(new A, 'q', 'redis')->daily();`), queue: "q", connection: "redis"},
		{name: "scheduled by class", source: in(`Schedule::job(A::class, 'q')->daily();`), queue: "q", connection: "mine"},
		{name: "scheduled with null", source: in(`$schedule->job(new A, null, 'redis')->daily();`), queue: "own", connection: "redis"},
		{name: "scheduled with named arguments", source: in(`$schedule->job(new A, connection: 'redis')->daily();`), queue: "own", connection: "redis"},
		{name: "a route may choose", versions: at("13.0.0"), source: service(`Queue::route(A::class, connection: 'redis'); A::dispatch()->onQueue('q');`), queue: "q", connection: "unknown"},
		{name: "a route by interface", versions: at("13.0.0"), source: service(`Queue::route([ShouldQueue::class => 'q']);`), connection: "unknown", queue: "unknown"},
		{name: "a route of another class", versions: at("13.0.0"), source: service(`Queue::route(\App\Other::class, connection: 'redis');`), connection: "absent"},
		{name: "no route before 13", source: service(`Queue::route(A::class, connection: 'redis');`), connection: "absent"},
		{name: "a forward", versions: at("13.26.0"), source: service(`Queue::forward('q', 'other'); A::dispatch()->onQueue('q');`), connection: "unknown", queue: "unknown"},
	} {
		t.Run(c.name, c.run)
	}
}

func TestRoutingOfOtherKinds(t *testing.T) {
	listener := func(body string) string {
		return "<?php namespace App\\Listeners; use Illuminate\\Contracts\\Queue\\ShouldQueue; class A implements ShouldQueue { " + body + " public function handle(\\App\\E $e) {} }"
	}
	n := func(body string) string {
		return "class A extends Notification implements ShouldQueue { use Queueable; " + body + " }"
	}
	b := func(body string) string { return "class A implements ShouldBroadcast { " + body + " }" }
	for _, c := range []routeCase{
		{name: "listener: properties", source: listener(`public $connection = 'redis'; public $queue = 'high';`), connection: "redis", queue: "high"},
		{name: "listener: methods win", source: listener(`public $connection = 'x'; public $queue = 'y'; function viaConnection() { return 'redis'; } function viaQueue() { return 'high'; }`), connection: "redis", queue: "high"},
		{name: "listener: a method that asks the event", source: listener(`function viaQueue($e) { return $e->q; }`), queue: "unknown"},
		{name: "listener: one of two", source: listener(`function viaQueue($e) { return $e->q ? 'high' : 'low'; }`), queue: "high|low"},
		{name: "listener: viaConnection before 8.51", versions: at("8.50.0"), source: listener(`function viaConnection() { return 'redis'; }`), connection: "absent"},
		{name: "listener: the constructor does not run", source: listener(`function __construct() { $this->queue = 'x'; }`), queue: "absent"},
		{name: "notification: constructor", source: n(`function __construct() { $this->onQueue('high'); }`), queue: "high"},
		{name: "notification: on the instance", source: n(``) + ` class S { function f($u) { $u->notify((new A)->onQueue('high')); } }`, queue: "high"},
		{name: "notification: with and without", source: n(``) + ` class S { function f($u) { $u->notify((new A)->onQueue('high')); $u->notify(new A); } }`, queue: "high|absent"},
		{name: "notification: viaQueues", source: n(`function viaQueues() { return ['mail' => 'mails', 'slack' => 'slacks']; } function via($n) { return ['mail', 'slack']; }`), queue: "mails|slacks"},
		{name: "notification: a channel that viaQueues leaves out", source: n(`function viaQueues() { return ['mail' => 'mails']; } function via($n) { return ['mail', 'database']; }`), queue: "mails|absent"},
		{name: "notification: such a channel on 13", versions: at("13.0.0"), source: n(`function __construct() { $this->onQueue('own'); } function viaQueues() { return ['mail' => 'mails']; } function via($n) { return ['mail', 'database']; }`), queue: "mails|own"},
		{name: "notification: unknown channels", source: n(`function viaConnections() { return ['mail' => 'redis']; } function via($n) { return $n->channels; }`), connection: "redis|absent"},
		{name: "notification: viaConnections before 9.44", versions: at("9.43.0"), source: n(`function viaConnections() { return ['mail' => 'redis']; }`), connection: "absent"},
		{name: "mailable: constructor", source: `class A extends Mailable implements ShouldQueue { use Queueable; function __construct() { $this->onQueue('mails'); } }`, queue: "mails"},
		{name: "mailable: queue with a name", source: `class A extends Mailable implements ShouldQueue { use Queueable; } class S { function f() { Mail::to('x')->queue(new A); Mail::queue(new A, 'mails'); } }`, queue: "absent|mails"},
		{name: "mailable: onQueue", source: `class A extends Mailable implements ShouldQueue { use Queueable; } class S { function f() { Mail::onQueue('mails', new A); } }`, queue: "mails"},
		{name: "mailable: queued without ShouldQueue", source: `class A extends Mailable { use Queueable; } class S { function f() { Mail::to('x')->queue((new A)->onQueue('mails')); } }`, queue: "mails"},
		{name: "broadcast: queue", source: b(`public $queue = 'q'; public $connection = 'redis';`), connection: "redis", queue: "q"},
		{name: "broadcast: broadcastQueue beats queue", source: b(`public $queue = 'q'; public $broadcastQueue = 'b';`), queue: "b"},
		{name: "broadcast: the method beats both", source: b(`public $queue = 'q'; public $broadcastQueue = 'b'; function broadcastQueue() { return 'm'; }`), queue: "m"},
		{name: "broadcast: attributes come last", versions: at("13.0.0"), source: `#[OnQueue('a')] #[OnConnection('c')] ` + b(`public $queue = 'q';`), queue: "q", connection: "c"},
		{name: "excel imports", source: `class A implements ShouldQueue, \Maatwebsite\Excel\Concerns\WithChunkReading { public $timeout = 60; public $queue = 'x'; }`, connection: "unknown", queue: "unknown"},
	} {
		t.Run(c.name, c.run)
	}
}
