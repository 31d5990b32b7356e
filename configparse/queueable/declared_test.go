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
		#[Timeout(33)] class A extends B { use T; public static $backoff = 7; public $maxAttempts = 3; public int $maxExceptions;
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
