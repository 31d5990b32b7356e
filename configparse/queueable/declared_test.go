package queueable

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestDeclarationsAreListedWhetherOrNotTheyCount(t *testing.T) {
	j := job(t, at("12.0.0"), "A", `
		trait T { private $retryUntil = 5; protected function middleware() { return []; } }
		abstract class B implements ShouldQueue { public $timeout = 10; protected $tries = '0'; public $other = 1; }
		#[Timeout(33)] class A extends B implements \Illuminate\Contracts\Queue\ShouldBeUnique { use T; public static $backoff = 7; public $maxAttempts = 3; public int $maxExceptions;
			public function __construct(public $uniqueFor = 60) {}
			public function tries($job) { return 9; }
			function failed(\Throwable $e) {} }`)
	forms := []string{"property", "method", "attribute"}
	var got []string
	for _, d := range j.Declared {
		value := "unknown"
		if v, ok := d.Value.Get(); ok {
			value = map[queue.ScalarKind]string{
				queue.IntScalar: strconv.FormatInt(v.Int, 10), queue.StringScalar: fmt.Sprintf("%q", v.Text), queue.NullScalar: "null", queue.OtherScalar: "other",
			}[v.Kind]
		} else if d.Value.IsAbsent() {
			value = "absent"
		}
		line := fmt.Sprintf("%s %s in %s: %s %s", forms[d.Form], d.Name, d.In, d.Visibility, value)
		if d.Static {
			line += " static"
		}
		if d.Required {
			line += " required"
		}
		got = append(got, line+" at "+d.Span.Text())
	}
	want := []string{
		`property timeout in App\Jobs\B: public 10 at $timeout`,
		`property tries in App\Jobs\B: protected "0" at $tries`,
		`property backoff in App\Jobs\A: public 7 static at $backoff`,
		`property maxExceptions in App\Jobs\A: public absent at $maxExceptions`,
		`property retryUntil in App\Jobs\T: private 5 at $retryUntil`,
		`property uniqueFor in App\Jobs\A: public unknown at $uniqueFor`,
		`property maxAttempts in App\Jobs\A: public 3 at $maxAttempts`,
		`method tries in App\Jobs\A: public 9 required at tries`,
		`method middleware in App\Jobs\T: protected other at middleware`,
		`method failed in App\Jobs\A: public null required at failed`,
		`attribute timeout in App\Jobs\A: public 33 at Timeout`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("declared are\n%q\nwant\n%q", got, want)
	}
}

func TestDeclarationsSayWhatElseUsesThem(t *testing.T) {
	tests := []struct {
		name, source    string
		own, changed    bool
		takes           []string
		declaration     string
		declarationForm queue.DeclarationForm
	}{
		{name: "nothing else", source: `class A implements ShouldQueue { protected $timeout = 30; function handle() {} }`, declaration: "timeout"},
		{name: "the class reads it", source: `class A implements ShouldQueue { protected $timeout = 30; function handle() { wait($this->timeout); } }`, declaration: "timeout", own: true},
		{name: "a text reads it", source: `class A implements ShouldQueue { protected $timeout = 30; function handle() { echo "for {$this->timeout} s"; } }`, declaration: "timeout", own: true},
		{name: "its trait reads it", source: `trait T { function f() { return $this->timeout; } } class A implements ShouldQueue { use T; protected $timeout = 30; }`, declaration: "timeout", own: true},
		{name: "its parent reads it", source: `abstract class B { function f() { return static::$timeout; } } class A extends B implements ShouldQueue { static $timeout = 30; }`, declaration: "timeout", own: true},
		{name: "all properties are read", source: `class A implements ShouldQueue { protected $timeout = 30; function f() { return get_object_vars($this); } }`, declaration: "timeout", own: true, changed: true},
		{name: "a magic method reads it", source: `class A implements ShouldQueue { protected $timeout = 30; function __get($n) { return 1; } }`, declaration: "timeout", own: true},
		{name: "a parent that is not known may read it", source: `class A extends \Vendor\Job implements ShouldQueue { protected $timeout = 30; }`, declaration: "timeout", own: true},
		{name: "the constructor sets it", source: `class A implements ShouldQueue { protected $timeout = 30; function __construct() { $this->timeout = 5; } }`, declaration: "timeout", changed: true},
		{name: "a method sets it", source: `class A implements ShouldQueue { public $delay = '5'; function f() { $this->delay(6); } }`, declaration: "delay", changed: true},
		{name: "a dispatch sets it", source: `class A implements ShouldQueue { public $delay = '5'; } A::dispatch()->delay(6);`, declaration: "delay", changed: true},
		{name: "other code reads a name of its own", source: `class A implements ShouldQueue { public $maxTries = 5; } class S { function f($j) { return $j->maxTries; } }`, declaration: "maxTries", own: true},
		{name: "the class calls it", source: `class A implements ShouldQueue { function timeout() { return 5; } function handle() { $this->timeout(); } }`, declaration: "timeout", declarationForm: queue.MethodForm, own: true},
		{name: "an interface asks for it", source: `interface I { function timeout(); } class A implements ShouldQueue, I { function timeout() { return 5; } }`, declaration: "timeout", declarationForm: queue.MethodForm, own: true},
		{name: "nobody calls it", source: `class A implements ShouldQueue { function timeout() { return 5; } }`, declaration: "timeout", declarationForm: queue.MethodForm},
		{name: "failed of a job", source: `class A implements ShouldQueue { use Dispatchable; function failed(?\Exception $e) {} }`, declaration: "failed", declarationForm: queue.MethodForm, takes: []string{"Exception"}},
		{name: "failed with two types", source: `class A implements ShouldQueue { use Dispatchable; function failed(\Exception|\Error $e) {} }`, declaration: "failed", declarationForm: queue.MethodForm, takes: []string{"Exception", "Error"}},
		{name: "failed with a name of the namespace", source: `class A implements ShouldQueue { use Dispatchable; function failed(Exception $e) {} }`, declaration: "failed", declarationForm: queue.MethodForm, takes: []string{`App\Jobs\Exception`}},
		{name: "failed without type", source: `class A implements ShouldQueue { use Dispatchable; function failed($e) {} }`, declaration: "failed", declarationForm: queue.MethodForm},
		{name: "failed of a listener gets the event first", source: `class A implements ShouldQueue { function handle(\App\E $e) {} function failed(\App\E $event, \Throwable $e) {} } Event::listen(\App\E::class, A::class);`, declaration: "failed", declarationForm: queue.MethodForm, takes: []string{"Throwable"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := job(t, at("12.0.0"), "A", test.source)
			i := slices.IndexFunc(j.Declared, func(d queue.Declaration) bool { return d.Name == test.declaration && d.Form == test.declarationForm })
			if i < 0 {
				t.Fatalf("not declared: %v", j.Declared)
			}
			d := j.Declared[i]
			if d.Own != test.own || d.Changed != test.changed || !slices.Equal(d.Takes.Types, test.takes) {
				t.Errorf("own %v, changed %v, takes %v; want %v, %v, %v", d.Own, d.Changed, d.Takes.Types, test.own, test.changed, test.takes)
			}
		})
	}
}
