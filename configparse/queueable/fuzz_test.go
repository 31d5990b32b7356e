package queueable

import (
	"testing"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/marks"
)

func FuzzJobs(f *testing.F) {
	for _, seed := range []string{
		`class A implements ShouldQueue { use Queueable; public $timeout = 60; function __construct($x = 1) { $this->timeout = $x; $this->onQueue('q'); } } A::dispatch(2)->onQueue('x');`,
		`#[Timeout(1), Backoff(1, 2)] class A extends B implements ShouldQueue {} class B extends A { use T; } trait T { use T; public $tries = self::X; const X = self::X; }`,
		`class A extends Notification implements ShouldQueue { function viaQueues() { return ['mail' => $this->viaQueues()]; } function via() { return ['mail']; } }`,
		`Bus::batch([[new A, new A], new A])->onQueue('b'); Bus::chain($jobs = [$jobs])->onQueue($q = $q); class A implements ShouldQueue { static function make() { return self::make()->onQueue('x'); } } dispatch(A::make());`,
		`class A implements ShouldQueue { function tries(int $x = 'abc') { return $this->tries(); } function backoff($a, $b = 1) {} function retryUntil(): int { } }`,
		`class A implements ShouldQueue { function __construct() { parent::__construct(); self::__construct(); $this->__construct(); if ($a) { return; } else { throw 1; } } }`,
		`class A implements ShouldQueue {} $j = new A; $k = $j; $j = $k; dispatch($j ?: $k ?? match (1) { default => $j })->onQueue(...); dispatch(...); A::dispatch(...)->onQueue(...$x);`,
		`class A implements ShouldQueue { function __construct(public int $timeout = 1, ...$rest) {} } new A(...$x); A::dispatchIf(); $s->job(); Queue::push(); Queue::later(1); Queue::route(); Queue::route([1 => 2]);`,
		`class A implements ShouldQueue { function f() { DB::beginTransaction(); try { $this->g(); DB::commit(); } catch (E $e) { DB::rollBack(); } finally { } while (1) { DB::commit(); } } function g() { A::dispatch()->delay(now()->addDays(9e99)); $this->f(); } }`,
		`Schedule::command("a:b {$x} 'c", ['--d' => [1, null], $e])->cron('*/0 * *')->group(fn () => Schedule::job(A::class)->withoutOverlapping(-1)); $s = $s->make(Schedule::class); $s->command(...); Artisan::call();`,
		`DB::transaction(fn () => DB::connection(...)->transaction(function () use (&$j) { foreach ($x as $j) { dispatch($j = new A)->delay($d); } switch (1) { case 2: A::dispatch(); } })); event(new A); class A implements ShouldQueue {}`,
	} {
		f.Add(prelude+seed, uint8(13), uint8(4))
	}
	f.Fuzz(func(t *testing.T, src string, major, minor uint8) {
		Interesting("app/A.php", marks.Text{Data: []byte(src)})
		var s Survey
		s.Look("app/A.php", marks.Text{Data: []byte(src)})
		u := parse("app/A.php", src)
		classes := phpeval.NewClasses()
		classes.Outside, classes.Lacks = Outside, Lacks
		classes.Add(u)
		s.Heirs(classes)
		code := Read(classes, []*phpeval.Unit{u})
		versions := at("")
		if major > 0 {
			versions.Framework.Low.Major, versions.Framework.Low.Minor = int(major), int(minor)
			versions.Framework.High.Major = int(major) + 1
		}
		world := &phpeval.World{Classes: classes}
		jobs := code.Jobs(world, versions)
		code.Dispatches(world, jobs, versions.Framework)
		code.Batches(world, jobs)
		code.Schedule(world, jobs)
		for _, j := range jobs {
			if j.Span.IsZero() || j.Name == "" {
				t.Errorf("the job %q has no place", j.Class)
			}
		}
	})
}
