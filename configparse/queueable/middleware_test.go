package queueable

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

// imports are the middleware that the sources of these tests use.
const imports = `
use Illuminate\Queue\Middleware\FailOnException;
use Illuminate\Queue\Middleware\RateLimited;
use Illuminate\Queue\Middleware\RateLimitedWithRedis;
use Illuminate\Queue\Middleware\Release;
use Illuminate\Queue\Middleware\Skip;
use Illuminate\Queue\Middleware\SkipIfBatchCancelled;
use Illuminate\Queue\Middleware\ThrottlesExceptions;
use Illuminate\Queue\Middleware\WithoutOverlapping;
use function Illuminate\Support\minutes;
`

// line is a middleware on one line; what is not set is left out.
func line(m *queue.Middleware) string {
	kinds := [...]string{"other", "overlap", "limit", "throttle", "fail", "skip", "release"}
	out := []string{kinds[m.Kind]}
	add := func(name, value, plain string) {
		if value != plain {
			out = append(out, name+"="+value)
		}
	}
	if m.Kind == queue.OtherMiddleware {
		return "other " + m.Class
	}
	add("key", show(m.Key), "absent")
	if m.Kind != queue.FailOnException && m.Kind != queue.SkipMiddleware {
		add("releases", show(m.Releases), "true")
		add("after", show(m.ReleaseAfter), "absent")
	}
	add("expires", show(m.ExpireAfter), "absent")
	add("shared", show(m.Shared), "false")
	add("decay", show(m.Decay), "absent")
	if m.DecayUnit {
		out = append(out, "unit")
	}
	if m.Conditional {
		out = append(out, "conditional")
	}
	return strings.Join(out, " ")
}

func TestMiddleware(t *testing.T) {
	body := func(list string) string { return "public function middleware() { " + list + " }" }
	for _, c := range []struct{ name, members, more, want string }{
		{name: "bare", members: body(`return [new WithoutOverlapping];`), want: "overlap"},
		{name: "with a key", members: body(`return [new WithoutOverlapping('a')];`), want: "overlap key=a"},
		{name: "with a key that is computed", members: body(`return [new WithoutOverlapping($this->x->id)];`), want: "overlap key=unknown"},
		{name: "by position", members: body(`return [new WithoutOverlapping('a', 5, 180)];`), want: "overlap key=a after=5s expires=3m0s"},
		{name: "by name", members: body(`return [new WithoutOverlapping(expiresAfter: 60)];`), want: "overlap expires=1m0s"},
		{name: "a null pause drops", members: body(`return [new WithoutOverlapping('a', null)];`), want: "overlap key=a releases=false"},
		{name: "chained", members: body(`return [(new WithoutOverlapping('a'))->releaseAfter(60)->expireAfter(180)->shared()->withPrefix('p')];`), want: "overlap key=a after=1m0s expires=3m0s shared=true"},
		{name: "chained without parentheses", members: body(`return [new WithoutOverlapping('a')->dontRelease()];`), want: "overlap key=a releases=false"},
		{name: "zero does not expire", members: body(`return [(new WithoutOverlapping('a'))->expireAfter(0)];`), want: "overlap key=a expires=infinite"},
		{name: "the last call counts", members: body(`return [(new WithoutOverlapping)->dontRelease()->releaseAfter(5)];`), want: "overlap after=5s"},
		{name: "a method that is not the framework's", members: body(`return [(new WithoutOverlapping)->tuned()];`), want: "overlap key=unknown releases=unknown after=unknown expires=unknown shared=unknown decay=unknown"},
		{name: "an unknown time", members: body(`return [(new WithoutOverlapping)->expireAfter($this->seconds())];`), want: "overlap expires=unknown"},
		{name: "from the timeout", members: `public $timeout = 60; ` + body(`return [(new WithoutOverlapping)->expireAfter($this->timeout + 30)];`), want: "overlap expires=1m30s"},
		{name: "from now", members: body(`return [(new WithoutOverlapping)->expireAfter(now()->addMinutes(5)->addSecond())];`), want: "overlap expires=5m1s"},
		{name: "an interval", members: body(`return [(new WithoutOverlapping)->expireAfter(\Carbon\CarbonInterval::minutes(3))];`), want: "overlap expires=3m0s"},
		{name: "Laravel's own function", members: body(`return [(new WithoutOverlapping)->expireAfter(minutes(2))];`), want: "overlap expires=2m0s"},
		{name: "PHP's interval", members: body(`return [(new WithoutOverlapping)->expireAfter(new \DateInterval('PT1M30S'))];`), want: "overlap expires=1m30s"},
		{name: "a month has no length", members: body(`return [(new WithoutOverlapping)->expireAfter(now()->addMonth())];`), want: "overlap expires=unknown"},
		{name: "a variable's time", members: body(`$ttl = 60 * 2; return [(new WithoutOverlapping)->expireAfter($ttl)];`), want: "overlap expires=2m0s"},
		{name: "a variable's interval", members: body(`$ttl = now()->addHour(); return [(new WithoutOverlapping)->expireAfter($ttl)];`), want: "overlap expires=1h0m0s"},
		{name: "configured in a variable", members: body(`$lock = new WithoutOverlapping('a'); $lock->expireAfter(60); $lock->dontRelease(); return [$lock];`), want: "overlap key=a releases=false expires=1m0s"},
		{name: "configured in a branch", members: body(`$lock = new WithoutOverlapping('a'); if ($this->x) { $lock->expireAfter(60); } return [$lock];`), want: "overlap key=a expires=absent|1m0s"},
		{name: "assigned again", members: body(`$lock = new WithoutOverlapping('a'); $lock = $lock->expireAfter(60); return [$lock];`), want: "overlap key=a expires=1m0s"},
		{name: "handed on", members: body(`$lock = new WithoutOverlapping('a'); $this->tune($lock); return [$lock];`), want: "overlap key=unknown releases=unknown after=unknown expires=unknown shared=unknown decay=unknown"},
		{name: "a list in a variable", members: body(`$all = [new RateLimited('x')]; $all[] = new WithoutOverlapping('a'); return $all;`), want: "limit key=x; overlap key=a"},
		{name: "appended in a branch", members: body(`$all = []; if ($this->x) { $all[] = new WithoutOverlapping('a'); } return $all;`), want: "overlap key=a conditional"},
		{name: "pushed", members: body(`$all = []; array_push($all, new RateLimited('x'), new WithoutOverlapping('a')); return $all;`), want: "limit key=x; overlap key=a"},
		{name: "two returns", members: body(`if ($this->x) { return []; } return [new WithoutOverlapping('a')];`), want: "overlap key=a conditional"},
		{name: "a ternary", members: body(`return $this->x ? [new WithoutOverlapping('a')] : [];`), want: "overlap key=a conditional"},
		{name: "a match of lists", members: body(`return match (true) { default => [new RateLimited('mail')] };`), want: "limit key=mail conditional"},
		{name: "an element that is one of two", members: body(`return [$this->x ? new WithoutOverlapping('a') : new RateLimited('b')];`), want: "overlap key=a conditional; limit key=b conditional"},
		{name: "merged", members: body(`return array_merge([new RateLimited('x')], array_filter([new WithoutOverlapping('a')]));`), want: "limit key=x; overlap key=a"},
		{name: "a collection", members: body(`return collect([new RateLimited('x')])->push(new WithoutOverlapping('a'))->all();`), want: "limit key=x; overlap key=a"},
		{
			name: "merged with the parent's", members: body(`return [...parent::middleware(), new RateLimited('x')];`),
			more: `abstract class Base { public function middleware() { return [(new WithoutOverlapping('a'))->expireAfter(5)]; } }`,
			want: "overlap key=a expires=5s; limit key=x",
		},
		{name: "inherited", more: `abstract class Base { public function middleware() { return [new WithoutOverlapping('a')]; } }`, want: "overlap key=a"},
		{name: "a list of a helper", members: body(`return $this->locks();`) + ` private function locks(): array { return [new WithoutOverlapping('a')]; }`, want: "overlap key=a"},
		{name: "an element of a helper", members: body(`return [$this->lock('a', 30)->shared()];`) + ` private function lock($key, $ttl, $pause = 7) { return (new WithoutOverlapping($key))->expireAfter($ttl * 2)->releaseAfter($pause); }`, want: "overlap key=a after=7s expires=1m0s shared=true"},
		{name: "an element of a static helper", members: body(`return [Locks::of('a')];`), more: `class Locks { public static function of($key) { return (new WithoutOverlapping($key))->expireAfter(30); } }`, want: "overlap key=a expires=30s"},
		{name: "from a trait", members: `use Once;`, more: `trait Once { public function middleware() { return [(new WithoutOverlapping($this->key()))->expireAfter(self::TTL)]; } } `, want: "overlap key=unknown expires=unknown"},
		{name: "a helper that calls itself", members: body(`return $this->middleware();`), want: ""},
		{name: "throttled", members: body(`return [(new ThrottlesExceptions(10, 5))->backoff(5)->by('x')->when(fn () => true)];`), want: "throttle after=5m0s decay=5"},
		{name: "throttled with a product", members: body(`return [new ThrottlesExceptions(10, 5 * 60)];`), want: "throttle decay=300 unit"},
		{name: "throttled by name", members: body(`return [new ThrottlesExceptions(maxAttempts: 10, decaySeconds: 30)];`), want: "throttle decay=30 unit"},
		{name: "limited", members: body(`return [(new RateLimitedWithRedis('x'))->dontRelease(), new RateLimited('y')];`), want: "limit key=x releases=false; limit key=y"},
		{name: "others of the framework", members: body(`return [new FailOnException([E::class]), Skip::when(fn () => true), new SkipIfBatchCancelled, Release::unless(false, 30)];`), want: "fail; skip; skip; release after=30s"},
		{name: "by class name", members: body(`return [SkipIfBatchCancelled::class, Own::class];`), want: `skip; other App\Jobs\Own`},
		{name: "the application's own", members: body(`return [new Own];`), more: `class Own {}`, want: `other App\Jobs\Own`},
		{name: "a child of the framework's", members: body(`return [new Own];`), more: `class Own extends WithoutOverlapping {}`, want: "overlap key=unknown releases=unknown after=unknown expires=unknown shared=unknown decay=unknown"},
		{name: "from the container", members: body(`return [app(SkipIfBatchCancelled::class)];`), want: "skip"},
		{name: "tapped", members: body(`return [tap(new WithoutOverlapping, fn ($l) => $l->expireAfter(9))];`), want: "overlap key=unknown releases=unknown after=unknown expires=unknown shared=unknown decay=unknown"},
		{name: "added by the constructor", members: `public function __construct() { $this->through([new WithoutOverlapping('a')]); $this->middleware[] = new RateLimited('x'); }`, want: "overlap key=a; limit key=x conditional"},
		{name: "spread arguments", members: body(`return [new WithoutOverlapping(...$this->args)];`), want: "overlap key=unknown releases=unknown after=unknown expires=unknown shared=unknown decay=unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			extends := ""
			if strings.Contains(c.more, "class Base") {
				extends = "extends Base "
			}
			source := imports + "class A " + extends + "implements ShouldQueue { use Queueable; " + c.members + " }\n" + c.more
			var got []string
			for _, m := range job(t, at("12.40.0"), "A", source).Middleware {
				got = append(got, line(m))
			}
			if g := strings.Join(got, "; "); g != c.want {
				t.Errorf("got  %s\nwant %s", g, c.want)
			}
		})
	}
}

func TestMiddlewareOfOtherKinds(t *testing.T) {
	listener := imports + `class A implements ShouldQueue { public function __construct() { $this->middleware[] = new RateLimited('x'); }
		public function middleware($event) { return [new WithoutOverlapping($event->id)]; } public function handle($event) {} }
		class P { protected $listen = [E::class => [A::class]]; }`
	event := imports + `class A implements ShouldBroadcast { public function middleware() { return [new RateLimited('x')]; } }`
	for _, c := range []struct{ name, source, version, want string }{
		{"a listener is made without its constructor", listener, "12.0.0", "overlap key=unknown"},
		{"an event before 11.42", event, "11.41.0", ""},
		{"an event from 11.42", event, "11.42.0", "limit key=x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, m := range job(t, at(c.version), "A", c.source).Middleware {
				got = append(got, line(m))
			}
			if g := strings.Join(got, "; "); g != c.want {
				t.Errorf("got %q, want %q", g, c.want)
			}
		})
	}
}

func TestMiddlewareOfHostileCodeIsBounded(t *testing.T) {
	var s strings.Builder
	s.WriteString(imports + "class A implements ShouldQueue { use Queueable; public function middleware() { $v0 = [new WithoutOverlapping];")
	for i := range 40 {
		fmt.Fprintf(&s, " $v%d = [...$v%d, ...$v%d]; $t%d = $t%d + $t%d;", i+1, i, i, i+1, i, i)
	}
	s.WriteString(" return [...$v40, (new WithoutOverlapping)->expireAfter($t40)]; } }")
	job(t, at("12.0.0"), "A", s.String())
}

func TestPlaceOfAMiddlewareOnAMultiByteLine(t *testing.T) {
	j := job(t, at("12.0.0"), "A", imports+"class A implements ShouldQueue { public function middleware() { return ['ü' => /* äöü */ (new WithoutOverlapping)->expireAfter(60)]; } }")
	if got := j.Middleware[0].Span.Text(); got != "new WithoutOverlapping" {
		t.Errorf("the middleware stands at %q", got)
	}
	if got := j.Middleware[0].ExpireAfter.Origin().Place().Text(); got != "60" {
		t.Errorf("the time stands at %q", got)
	}
}
