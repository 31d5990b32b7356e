package queueable

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

// dispatches lists the dispatches of a source as the tests state them: the source at each place, whether a transaction is open there, and
// what decides about the commit.
func dispatches(t *testing.T, src string) []string {
	t.Helper()
	code, w := read(t, src)
	var out []string
	for _, d := range code.Dispatches(w, code.Jobs(w, at("12.0.0")), at("12.0.0").Framework) {
		text := d.Span.Text()
		if i := strings.IndexByte(text, ';'); i > 0 {
			text = text[:i]
		}
		if d.Transaction != nil {
			text += " in " + strings.SplitN(d.Transaction.Span.Text(), "(", 2)[0]
		}
		if !d.AfterCommit.IsAbsent() {
			text += " decided"
		}
		if delay := show(d.Delay); delay != "absent" {
			text += " after " + delay
		}
		out = append(out, text)
	}
	return out
}

func TestTransactionsAroundDispatches(t *testing.T) {
	const use = "use Illuminate\\Support\\Facades\\DB; use Illuminate\\Database\\DatabaseManager; "
	method := func(body string) string {
		return use + plain + "class S { private DatabaseManager $db; private $log; public function f($unknown, $x) { " + body + " } private function helper() { A::dispatch(5); } " +
			"private function returns() { return A::dispatch(6); } }"
	}
	for _, test := range []struct{ name, source, want string }{
		{"a closure", method(`DB::transaction(function () { A::dispatch(1); });`), "A::dispatch(1) in DB::transaction"},
		{"with attempts", method(`DB::transaction(function () { A::dispatch(1); }, 3);`), "A::dispatch(1) in DB::transaction"},
		{"a named connection", method(`DB::connection('x')->transaction(function () { A::dispatch(1); });`), "A::dispatch(1) in DB::connection"},
		{"a typed property", method(`$this->db->transaction(function () { A::dispatch(1); });`), "A::dispatch(1) in $this->db->transaction"},
		{"a property of another type", method(`$this->log->transaction(function () { A::dispatch(1); });`), ""},
		{"a model's connection", method(`$x->getConnection()->transaction(function () { A::dispatch(1); });`), "A::dispatch(1) in $x->getConnection"},
		{"the container's", method(`app('db')->transaction(function () { A::dispatch(1); });`), "A::dispatch(1) in app"},
		{"a queue of another kind", method(`\Redis::transaction(function () { A::dispatch(1); });`), ""},
		{"a closure that runs inside", method(`DB::transaction(function () use ($x) { $x->each(function ($y) { A::dispatch(1); }); });`), "A::dispatch(1) in DB::transaction"},
		{"a closure that may run later", method(`DB::transaction(function () use ($x) { $x->later(function ($y) { A::dispatch(1); }); });`), ""},
		{"a closure in a variable", method(`DB::transaction(function () { $f = function () { A::dispatch(1); }; });`), ""},
		{"returned by an arrow function", method(`DB::transaction(fn () => A::dispatch(1));`), ""},
		{"within afterCommit", method(`DB::transaction(function () { DB::afterCommit(function () { A::dispatch(1); }); });`), ""},
		{"a helper", method(`DB::transaction(function () { $this->helper(); });`), "A::dispatch(5) in DB::transaction"},
		{"a helper whose result is dropped", method(`DB::transaction(function () { $this->returns(); });`), "A::dispatch(6) in DB::transaction"},
		{"a helper whose result leaves the transaction", method(`DB::transaction(function () { return $this->returns(); });`), ""},
		{"between begin and commit", method(`DB::beginTransaction(); A::dispatch(1); DB::commit();`), "A::dispatch(1) in DB::beginTransaction"},
		{"begin without commit", method(`DB::beginTransaction(); A::dispatch(1);`), ""},
		{"after the commit", method(`DB::beginTransaction(); DB::commit(); A::dispatch(1);`), ""},
		{"the outer of two", method(`DB::beginTransaction(); DB::beginTransaction(); DB::commit(); A::dispatch(1); DB::commit();`), "A::dispatch(1) in DB::beginTransaction"},
		{"on one of two ways", method(`if ($x) { DB::beginTransaction(); } A::dispatch(1); if ($x) { DB::commit(); }`), ""},
		{"on the way that did not leave", method(`DB::beginTransaction(); if ($x) { DB::rollBack(); return; } A::dispatch(1); DB::commit();`), "A::dispatch(1) in DB::beginTransaction"},
		{"in a loop of its own", method(`foreach ($x as $y) { DB::beginTransaction(); A::dispatch(1); DB::commit(); } A::dispatch(2);`), "A::dispatch(1) in DB::beginTransaction"},
		{"in a loop that leaves it open", method(`foreach ($x as $y) { A::dispatch(1); DB::beginTransaction(); } DB::commit();`), ""},
		{"in a catch", method(`DB::beginTransaction(); try { $x->y(); DB::commit(); } catch (\Exception $e) { A::dispatch(1); DB::rollBack(); }`), ""},
		{"in a condition", method(`DB::beginTransaction(); if ($unknown) { A::dispatch(1); } DB::commit();`), "A::dispatch(1) in DB::beginTransaction"},
		{"a chain", method(`DB::transaction(function () { Bus::chain([new A(1)])->dispatch(); });`), "Bus::chain([new A(1)])->dispatch() in DB::transaction"},
		{"a batch that is not dispatched", method(`DB::transaction(function () { $b = Bus::batch([new A(1)]); });`), ""},
		{"a scheduled job", method(`DB::transaction(function () { Schedule::job(new A); });`), ""},
		{"inline", method(`DB::transaction(function () { A::dispatchSync(1); A::dispatch(2)->afterResponse(); });`), ""},
		{"the dispatch decides", method(`DB::transaction(function () { A::dispatch(1)->afterCommit(); });`), "A::dispatch(1)->afterCommit() in DB::transaction decided"},
		{"a variable decides", method(`DB::transaction(function () { $job = (new A(1))->afterCommit(); dispatch($job); });`), "dispatch($job) in DB::transaction decided"},
		{"a multi-byte line", method(`DB::transaction(function () { $s = 'äöü'; /* ü */ A::dispatch('ß'); });`), "A::dispatch('ß') in DB::transaction"},
		{"a delay", method(`A::dispatch(1)->delay(30);`), "A::dispatch(1)->delay(30) after 30s"},
		{"a delay from now", method(`A::dispatch(1)->delay(now()->addHours(2)->addMinutes(3));`), "A::dispatch(1)->delay(now()->addHours(2)->addMinutes(3)) after 2h3m0s"},
		{"a delay that is not known", method(`A::dispatch(1)->delay($x);`), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(dispatches(t, test.source), "; "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestClassesDecideAboutTheCommit(t *testing.T) {
	const site = ` class S { function f() { \Illuminate\Support\Facades\DB::transaction(function () { A::dispatch(1); }); } }`
	for _, test := range []struct {
		name, class string
		decided     bool
	}{
		{"nothing", `class A implements ShouldQueue { use Queueable, Dispatchable; }`, false},
		{"the interface", `class A implements ShouldQueueAfterCommit { use Queueable, Dispatchable; }`, true},
		{"the constructor", `class A implements ShouldQueue { use Queueable, Dispatchable; function __construct() { $this->afterCommit(); } }`, true},
		{"a property", `class A implements ShouldQueue { use Dispatchable; public $afterCommit = true; }`, true},
		{"a parent", `class B implements ShouldQueue { public $afterCommit = true; } class A extends B { use Dispatchable; }`, true},
		{"a trait", `trait T { function wait() { $this->afterCommit = true; } } class A implements ShouldQueue { use T, Dispatchable; }`, true},
		{"a property without a word", `class A implements ShouldQueue { use Dispatchable; public $afterCommit; }`, false},
		{"a parent outside the repository", `class A extends \Vendor\Job implements ShouldQueue { use Dispatchable; }`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, w := read(t, test.class+site)
			found := code.Dispatches(w, code.Jobs(w, at("12.0.0")), at("12.0.0").Framework)
			if len(found) != 1 || found[0].AfterCommit.IsAbsent() == test.decided {
				t.Errorf("%d dispatches, want one that is decided: %t", len(found), test.decided)
			}
		})
	}
}

func TestBatchMembers(t *testing.T) {
	src := plain + `class B implements ShouldQueue { use Queueable, Batchable; function __construct() { $this->onQueue('own'); } } ` +
		`class S { function f() { Bus::batch([new A(1), new B, [new B, new A(2)]])->dispatch(); Bus::batch([new B])->onQueue('x'); } }`
	code, w := read(t, src)
	batches := code.Batches(w, code.Jobs(w, at("12.0.0")))
	if len(batches) != 2 || batches[0].Queue || !batches[1].Queue || batches[1].Connection {
		t.Fatalf("%d batches, the second with a queue", len(batches))
	}
	var got []string
	for _, m := range batches[0].Members {
		text := m.Span.Text()
		if m.Batchable == queue.Yes {
			text += " batchable"
		}
		if m.Queue != nil {
			text += " with a queue"
		}
		got = append(got, text)
	}
	if text := strings.Join(got, "; "); text != "new A(1); new B batchable with a queue; new B batchable with a queue" {
		t.Error(text)
	}
}
