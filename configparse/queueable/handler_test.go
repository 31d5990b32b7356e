package queueable

import (
	"slices"
	"testing"
)

func TestEffectsOfAHandlerAreFound(t *testing.T) {
	handle := func(body string) string {
		return `class A implements ShouldQueue { use Dispatchable; function handle(\GuzzleHttp\Client $guzzle) { ` + body + ` } function own() { \Http::get('x'); } function deep() { $this->own(); } }`
	}
	tests := []struct {
		name, source string
		want         []string
	}{
		{"nothing", handle(`$x = 1;`), nil},
		{"the HTTP client", handle(`\Illuminate\Support\Facades\Http::withToken('t')->timeout(5)->post('x', ['a' => 1]);`), []string{"calls another service: Http::post()"}},
		{"the HTTP client's alias", handle(`\Http::get('x');`), []string{"calls another service: Http::get()"}},
		{"a request that is only prepared", handle(`$r = \Http::withToken('t');`), nil},
		{"an injected client", handle(`$guzzle->request('GET', 'x');`), []string{"calls another service: a client of Guzzle"}},
		{"a client in a variable", handle(`$c = new \GuzzleHttp\Client(['timeout' => 5]); $c->get('x'); $c = null; $c->get('y');`), []string{"calls another service: a client of Guzzle"}},
		{"a client on the spot", handle(`(new \SoapClient('x'))->call();`), []string{"calls another service: a client of a SOAP service"}},
		{"what is only data", handle(`$r = new \GuzzleHttp\Psr7\Request('GET', 'x'); $r->getUri();`), nil},
		{"a payment", handle(`\Stripe\Charge::create(['amount' => 5]);`), []string{"calls a payment provider: Charge::create() of Stripe"}},
		{"a key of a payment library", handle(`\Stripe\Stripe::setApiKey('k');`), nil},
		{"a payment's client", handle(`$s = new \Stripe\StripeClient('k'); $s->charges->create([]); $s->refund();`), []string{"calls a payment provider: a client of Stripe"}},
		{"functions", handle(`curl_exec($h); file_get_contents('https://a/b'); file_get_contents('local'); mail('a', 'b', 'c');`),
			[]string{"calls another service: curl_exec()", "calls another service: file_get_contents() of an address", "sends mail: mail()"}},
		{"a mail", handle(`Mail::to('a')->send(new M);`) + ` class M extends Mailable {}`, []string{"sends mail: Mail::send()"}},
		{"a mail that is queued", handle(`Mail::to('a')->send(new M); Mail::to('a')->queue(new M);`) + ` class M extends Mailable implements ShouldQueue {}`, nil},
		{"a mail that is not known", handle(`Mail::to('a')->send($this->mail);`), nil},
		{"a status", handle(`$this->import->update(['status' => 'processing', 'x' => 1]); $i->state = Status::InProgress; $i->status = 'done'; $j->status = Import::STATUS_RUNNING;`),
			[]string{"marks its work as begun: 'processing'", "marks its work as begun: $i->state = Status::InProgress", "marks its work as begun: $j->status = Import::STATUS_RUNNING"}},
		{"a method of its own", handle(`$this->own();`), []string{"calls another service: Http::get()"}},
		{"two calls deep", handle(`$this->deep();`), nil},
		{"a method that it does not call", handle(``), nil},
		{"release", handle(`$this->release(30);`), []string{"pauses itself: release()"}},
		{"what is caught", handle(`try { \Http::get('x'); } catch (\Throwable $e) { report($e); }`), []string{"calls another service: Http::get(), caught"}},
		{"what is thrown again", handle(`try { \Http::get('x'); } catch (\Throwable $e) { report($e); throw $e; }`), []string{"calls another service: Http::get()"}},
		{"what runs later", handle(`dispatch(function () { \Http::get('x'); }); \DB::afterCommit(fn () => \Http::get('y')); \Bus::chain([fn () => \Http::get('z')]);`), nil},
		{"what runs within", handle(`\DB::transaction(function () { \Http::get('x'); });`), []string{"calls another service: Http::get()"}},
		{"an anonymous class", handle(`$x = new class { function f() { \Http::get('x'); } };`), nil},
		{"the middleware that throttles", `class A implements ShouldQueue { use Dispatchable; function __invoke() {} function middleware() { return [(new \Illuminate\Queue\Middleware\ThrottlesExceptions(3, 60))->backoff(1)]; } }`,
			[]string{"pauses itself: the middleware ThrottlesExceptions"}},
		{"a notification", `class A extends Notification implements ShouldQueue { function handle() { \Http::get('x'); } }`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, e := range job(t, at("12.0.0"), "A", test.source).Effects {
				line := e.Kind.String() + ": " + e.Text
				if e.Caught {
					line += ", caught"
				}
				got = append(got, line)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
