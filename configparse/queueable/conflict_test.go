package queueable

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// conflictSources declare properties beside the trait Queueable; conflict is whether PHP refuses the class A.
var conflictSources = []struct {
	name, source string
	conflict     bool
}{
	{"nothing declared", `class A implements ShouldQueue { use Queueable; }`, false},
	{"the same declaration", `class A implements ShouldQueue { use Queueable; public $queue; }`, false},
	{"null written out", `class A implements ShouldQueue { use Queueable; public $queue = null; }`, false},
	{"var", `class A implements ShouldQueue { use Queueable; var $queue; }`, false},
	{"an empty list of middleware", `class A implements ShouldQueue { use Queueable; public $middleware = []; }`, false},
	{"a default", `class A implements ShouldQueue { use Queueable; public $queue = 'mail'; }`, true},
	{"a default by a constant", `class A implements ShouldQueue { use Queueable; const Q = 'mail'; public $queue = self::Q; }`, true},
	{"a type", `class A implements ShouldQueue { use Queueable; public ?string $queue = null; }`, true},
	{"protected", `class A implements ShouldQueue { use Queueable; protected $queue; }`, true},
	{"static", `class A implements ShouldQueue { use Queueable; public static $queue; }`, true},
	{"a delay", `class A implements ShouldQueue { use Queueable; public $delay = 5; }`, true},
	{"afterCommit", `class A implements ShouldQueue { use Queueable; public $afterCommit = true; }`, true},
	{"middleware", `class A implements ShouldQueue { use Queueable; public $middleware = ['x']; }`, true},
	{"middleware without default", `class A implements ShouldQueue { use Queueable; public $middleware; }`, true},
	{"a promoted parameter", `class A implements ShouldQueue { use Queueable; function __construct(public $queue = 'mail') {} }`, false},
	{"a promoted parameter with a type", `class A implements ShouldQueue { use Queueable; function __construct(public string $queue) {} }`, true},
	{"another trait", `trait T { public $queue = 'mail'; } class A implements ShouldQueue { use Queueable, T; }`, true},
	{"a trait that uses it", `trait T { use Queueable; } class A implements ShouldQueue { use T; public $queue = 'mail'; }`, true},
	{"the parent's property", `abstract class B { public $queue = 'mail'; } class A extends B implements ShouldQueue { use Queueable; }`, true},
	{"the parent's private property", `abstract class B { private $queue = 'mail'; } class A extends B implements ShouldQueue { use Queueable; }`, false},
	{"a child of the class that uses it", `abstract class B implements ShouldQueue { use Queueable; } class A extends B { public $queue = 'mail'; }`, false},
	{"a child that uses it again", `abstract class B implements ShouldQueue { use Queueable; } class A extends B { use Queueable; public $queue = 'mail'; }`, true},
	{"a clock, which the trait lacks", `class A implements ShouldQueue { use Queueable; public int $timeout = 5; }`, false},
}

func TestConflictsWithQueueableAreFound(t *testing.T) {
	for _, c := range conflictSources {
		t.Run(c.name, func(t *testing.T) {
			if got := job(t, at("12.0.0"), "A", c.source).Conflicts; (len(got) > 0) != c.conflict {
				t.Errorf("conflicts are %v", got)
			}
		})
	}
}

// The same classes, loaded by PHP itself.
func TestConflictsAreThoseOfPHP(t *testing.T) {
	php, err := exec.LookPath("php")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("php is not installed")
		}
		t.Skip("php is not installed")
	}
	const trait = `interface ShouldQueue {} trait Queueable { public $connection; public $queue; public $delay; public $afterCommit; public $middleware = []; } `
	for _, c := range conflictSources {
		out, err := exec.CommandContext(t.Context(), php, "-n", "-r", trait+c.source).CombinedOutput()
		refused := strings.Contains(string(out), "incompatible")
		if refused != c.conflict || !refused && err != nil {
			t.Errorf("%s: PHP says %s", c.name, out)
		}
	}
}
