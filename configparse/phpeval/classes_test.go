package phpeval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

// classIn adds a file to a world and returns its last class.
func classIn(t testing.TB, w *World, code string) *Class {
	t.Helper()
	u := unitOf(t, fmt.Sprintf("app/File%d.php", len(w.classes().added)), code)
	for _, e := range u.Tree.Errors {
		t.Fatalf("%s: %s", code, e.Message)
	}
	w.classes().Add(u)
	all := w.classes().All()
	return all[len(all)-1]
}

const hierarchy = `<?php
namespace App;
interface Limited { const LIMIT = 7; }
interface Queued extends Limited, \Vendor\Contract {}
trait Slow { public $timeout = 900; public function backoff() { return [1, self::STEP]; } const FROM_TRAIT = 3; }
abstract class Base implements Queued { const STEP = 5; protected $tries = 3; public function tries() { return $this->tries; } }
class Middle extends Base { use Slow { backoff as protected slowBackoff; } const STEP = 6; }
final class Job extends Middle { public $queue = 'high'; public function __construct(public int $memory = 64) {} }
class Loose extends \Vendor\Job { public $timeout = 5; }
`

func TestIsAFollowsParentsInterfacesAndTraits(t *testing.T) {
	w := &World{}
	classIn(t, w, hierarchy)
	w.classes().Outside = func(class, of string) queue.Verdict {
		if class == `Vendor\Job` && of == `Vendor\Known` {
			return queue.Yes
		}
		return queue.Maybe
	}
	for _, test := range []struct {
		class, of string
		want      queue.Verdict
	}{
		{`App\Job`, `App\Base`, queue.Yes},
		{`\app\JOB`, `\App\limited`, queue.Yes},
		{`App\Job`, `App\Slow`, queue.Yes},
		{`App\Job`, `Vendor\Contract`, queue.Yes},
		{`App\Job`, `Vendor\Other`, queue.Maybe},
		{`App\Limited`, `Vendor\Other`, queue.No},
		{`App\Loose`, `Vendor\Job`, queue.Yes},
		{`App\Loose`, `Vendor\Known`, queue.Yes},
		{`App\Loose`, `Vendor\Other`, queue.Maybe},
		{`Exception`, `Throwable`, queue.Yes},
		{`Countable`, `App\Limited`, queue.No},
	} {
		if got := w.classes().IsA(test.class, test.of); got != test.want {
			t.Errorf("%s is a %s: got %d, want %d", test.class, test.of, got, test.want)
		}
	}
}

func TestMembersAreFoundInPHPsOrder(t *testing.T) {
	w := &World{}
	classIn(t, w, hierarchy)
	c := w.classes()
	find := func(kind, class, name string) string {
		var in *Class
		var outside string
		switch kind {
		case "method":
			m, o := c.FindMethod(c.Lookup(class), name)
			if outside = o; m != nil {
				in = m.In
			}
		case "property":
			m, o := c.FindProperty(c.Lookup(class), name)
			if outside = o; m != nil {
				in = m.In
			}
		case "const":
			m, o := c.FindConst(c.Lookup(class), name)
			if outside = o; m != nil {
				in = m.In
			}
		}
		found := "nothing"
		if in != nil {
			found = in.Short()
		}
		return strings.TrimSpace(found + " " + outside)
	}
	for _, test := range []struct{ kind, class, name, want string }{
		{"method", `App\Job`, "TRIES", "Base"},
		{"method", `App\Job`, "backoff", "Slow"},
		{"method", `App\Job`, "slowBackoff", "Slow"},
		{"method", `App\Job`, "missing", "nothing"},
		{"method", `App\Loose`, "tries", `nothing Vendor\Job`},
		{"property", `App\Job`, "timeout", "Slow"},
		{"property", `App\Job`, "memory", "Job"},
		{"property", `App\Loose`, "timeout", "Loose"},
		{"property", `App\Loose`, "tries", `nothing Vendor\Job`},
		{"const", `App\Job`, "STEP", "Middle"},
		{"const", `App\Job`, "LIMIT", "Limited"},
		{"const", `App\Job`, "FROM_TRAIT", "Slow"},
		{"const", `App\Job`, "NONE", `nothing Vendor\Contract`},
	} {
		if got := find(test.kind, test.class, test.name); got != test.want {
			t.Errorf("%s %s of %s: got %s, want %s", test.kind, test.name, test.class, got, test.want)
		}
	}
	c.Lacks = func(class string, kind MemberKind, name string) bool { return class == `Vendor\Job` && name == "tries" }
	if got := find("property", `App\Loose`, "tries"); got != "nothing" {
		t.Errorf("what a class outside lacks: got %s", got)
	}
	lineage, outside := c.Lineage(c.Lookup(`App\Job`))
	var names []string
	for _, l := range lineage {
		names = append(names, l.Short())
	}
	if got := strings.Join(names, " "); got != "Job Middle Slow Base" || outside != "" {
		t.Errorf("lineage: got %s, outside %q", got, outside)
	}
}

func TestTraitRulesDecideWhichMethodArrives(t *testing.T) {
	w := &World{}
	class := classIn(t, w, `<?php
trait A { public function tries() { return 1; } }
trait B { public function tries() { return 2; } public function other() { return 3; } }
class Job { use A, B { B::tries insteadof A; A::tries as aTries; other as private renamed; } }`)
	for name, want := range map[string]string{"tries": "2", "aTries": "1", "renamed": "3", "other": "3"} {
		m, _ := w.classes().FindMethod(class, name)
		if m == nil {
			t.Errorf("%s is not found", name)
			continue
		}
		if got := show(w.Return(m.Decl, m.In, class)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestMethodsAreEvaluatedForTheObjectsClass(t *testing.T) {
	w := &World{Config: func(name string) *Unit {
		if name == "queue" {
			return unitOf(t, "config/queue.php", "<?php return ['limits' => ['tries' => 4]];")
		}
		return nil
	}}
	classIn(t, w, hierarchy)
	class := classIn(t, w, `<?php
namespace App;
enum Level: string { case High = 'high'; public function seconds(): int { return match ($this) { self::High => 60 }; } }
class Child extends Middle {
	const STEP = 9;
	private $delay = 10;
	protected $counted = 1;
	private static $shared = 8;
	private int $unset;
	private $bare;
	public function viaUnset() { return $this->unset; }
	public function viaBare() { return $this->bare; }
	public function union() { return $this->either(5.5); }
	private function either(int|string $x) { return $x; }
	private array $map = ['a' => [1, 2]];
	public function tries(): int { return parent::tries() * 2; }
	public function late() { return static::STEP + self::STEP + parent::STEP; }
	public function own() { return $this->delay + $this->helper(5); }
	private function helper(int $x, int $y = 2) { return $x * $y; }
	public function counted() { return $this->counted; }
	public function count() { $this->counted++; }
	public function early($x = null) { if ($x) { return 1; } return 2; }
	public function environment(): int { return app()->isProduction() ? 5 : 1; }
	public function strings(): string { return 90; }
	public function backoffs(): array { $all = []; foreach ([1, 2, 3] as $n) { $all[] = $n ** 2; } return $all; }
	public function viaConfig() { return config('queue.limits.tries', 9); }
	public function viaEnum() { return Level::High; }
	public function viaValue() { return Level::High->value; }
	public function viaMethod() { return Level::High->seconds(); }
	public function viaStatic() { return self::$shared; }
	public function viaMap() { return $this->map['a'][1]; }
	public function never(): int { throw new \Exception; }
	public function gives() { yield 1; }
	public function later() { return now()->addMinutes(5); }
	public function closure() { return (fn () => $this->delay)(); }
	public function void() { }
	public function wrong(): int { return 'x'; }
	public static function made() { return new static; }
	public function name() { return static::class . '/' . self::class . '/' . __CLASS__ . '/' . __FUNCTION__; }
}`)
	for _, test := range []struct{ method, want string }{
		{"tries", "6"},
		{"late", "24"},
		{"own", "20"},
		{"counted", `unknown: the property $counted is set in the code of App\Child`},
		{"early", "2"},
		{"environment", "one of 5 | 1"},
		{"strings", `"90"`},
		{"backoffs", "[0 => 1, 1 => 4, 2 => 9]"},
		{"backoff", "[0 => 1, 1 => 6]"},
		{"viaConfig", "4"},
		{"viaEnum", `App\Level::High`},
		{"viaValue", `"high"`},
		{"viaMethod", "60"},
		{"viaStatic", "8"},
		{"viaMap", "2"},
		{"viaUnset", "unknown: the property $unset has no default"},
		{"viaBare", "null"},
		{"union", "unknown: a number with a fraction as an int"},
		{"never", "unknown: the code always ends in an exception or exit"},
		{"gives", "object Generator"},
		{"later", "unknown: qlint does not evaluate now()"},
		{"closure", "10"},
		{"void", "null"},
		{"wrong", "unknown: PHP refuses a text as this type"},
		{"made", `object App\Child`},
		{"name", `"App\\Child/App\\Child/App\\Child/name"`},
	} {
		m, outside := w.classes().FindMethod(class, test.method)
		if m == nil {
			t.Errorf("%s is not found (%s)", test.method, outside)
			continue
		}
		got := show(w.Return(m.Decl, m.In, class))
		if got != test.want && !strings.HasPrefix(got, test.want) || test.want == "" {
			t.Errorf("%s: got %s, want %s", test.method, got, test.want)
		}
	}
}

func TestPropertiesAndConstantsAreEvaluatedWithInheritance(t *testing.T) {
	w := &World{}
	classIn(t, w, hierarchy)
	class := classIn(t, w, `<?php
namespace App;
use App\Times as T;
class Times { const HOUR = 60 * self::MINUTE; const MINUTE = 60; const LOOP = self::LOOP2; const LOOP2 = T::LOOP; }
class Last extends Middle { public int $retry = T::HOUR * 2; public ?string $none = null; public $bare; public float $f = 1; }`)
	for _, test := range []struct{ name, want, chain string }{
		{"retry", "7200", "$retry = T::HOUR * 2 <- T::HOUR <- 60 * self::MINUTE <- self::MINUTE <- 60"},
		{"none", "null", "$none = null"},
		{"bare", "null", "$bare"},
		{"f", "float 1", "$f = 1"},
		{"timeout", "900", `from App\Slow <- $timeout = 900`},
		{"tries", "3", `from App\Base <- $tries = 3`},
		{"missing", "unknown: the property $missing is not found", ""},
	} {
		v, _, _ := w.Property(class, test.name)
		if got := show(v); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if got := chain(v.Origin); got != test.chain {
			t.Errorf("%s: got %s, want %s", test.name, got, test.chain)
		}
	}
	for _, test := range []struct{ class, name, want string }{
		{`App\Times`, "HOUR", "3600"},
		{`App\Last`, "LIMIT", "7"},
		{`App\Times`, "LOOP", `unknown: the constant App\Times::LOOP refers to itself`},
		{`App\Times`, "NONE", `unknown: the constant App\Times::NONE is not declared`},
	} {
		if got := show(w.Const(w.classes().Lookup(test.class), test.name)); got != test.want {
			t.Errorf("%s::%s: got %s, want %s", test.class, test.name, got, test.want)
		}
	}
}

func TestCyclesOfInheritanceEnd(t *testing.T) {
	w := &World{}
	class := classIn(t, w, `<?php class A extends B { use T; } class B extends A {} trait T { use T, U; } trait U { use T; } interface I extends I {}
class C extends C implements I { const X = parent::X; public function f() { return parent::f(); } }`)
	if got := w.classes().IsA("A", "Missing"); got != queue.No {
		t.Errorf("A is a Missing: %d", got)
	}
	if m, _ := w.classes().FindMethod(w.classes().Lookup("A"), "none"); m != nil {
		t.Error("a method was found")
	}
	if got := show(w.Const(class, "X")); got != "unknown: the constant C::X refers to itself" {
		t.Errorf("X: %s", got)
	}
	if got := w.Return(class.Decl.Method("f"), class, class); got.Kind != Unknown {
		t.Errorf("f(): %s", show(got))
	}
}

func TestClassesAreFoundOnDemandAndOnce(t *testing.T) {
	asked := map[string]int{}
	w := &World{}
	w.classes().Find = func(name string) *Unit {
		asked[name]++
		if name == `App\Above` {
			return unitOf(t, "app/Above.php", `<?php namespace App; class Beside {} class Above {}`)
		}
		return nil
	}
	classIn(t, w, `<?php namespace App; class Child extends Above implements Missing {}`)
	for range 2 {
		w.classes().IsA(`App\Child`, "X")
	}
	if asked[`App\Above`] != 1 || asked[`App\Missing`] != 1 {
		t.Errorf("asked %v", asked)
	}
	classIn(t, w, `<?php namespace App; class Above {}`)
	if w.classes().Lookup(`App\Above`) != nil {
		t.Error("a class that is declared twice is found")
	}
	if got := w.classes().IsA(`App\Child`, `App\Nothing`); got != queue.Maybe {
		t.Errorf("below a class that is declared twice: %d", got)
	}
}

func TestArgumentsGoToTheirParameters(t *testing.T) {
	w := &World{}
	class := classIn(t, w, `<?php #[Tries(5), Backoff([1, 2]), Named(queue: 'x', tries: self::N), Spread(1, ...self::LIST), Lost(1, ...FOO)]
class Job { const N = 3; const LIST = [7, 'tries' => 8]; }`)
	want := []string{"[first => 5]", "[first => [0 => 1, 1 => 2]]", `[queue => "x", tries => 3]`, "[first => 1, tries => 8]",
		"[first => 1, queue => unknown: the arguments are not known, tries => unknown: the arguments are not known]"}
	for i, attr := range class.Decl.Attrs[0].Attrs {
		args := w.Args(&attr.Args, In(class), "first", "queue", "tries")
		if i == 3 {
			delete(args, "queue") // 7
		}
		b := newBuilder(fromZero)
		for _, name := range []string{"first", "queue", "tries"} {
			if v, ok := args[name]; ok {
				b.put(StringKey(name), v)
			}
		}
		if got := show(b.value()); got != want[i] {
			t.Errorf("attribute %d: got %s, want %s", i, got, want[i])
		}
	}
}

func TestAFileThatWasEvaluatedCanStillBeAdded(t *testing.T) {
	w := &World{}
	const code = "<?php class Times { const A = 5; } return Times::A;"
	if got := show(w.File(unitOf(t, "config/times.php", code))); got != "5" {
		t.Errorf("got %s", got)
	}
	if n := len(w.classes().All()); n != 0 {
		t.Errorf("%d classes are listed that nobody added", n)
	}
	w.classes().Add(unitOf(t, "config/times.php", code))
	if n := len(w.classes().All()); n != 1 || w.classes().Lookup("times") != w.classes().All()[0] {
		t.Errorf("%d classes are listed, found is %v", n, w.classes().Lookup("times"))
	}
}
