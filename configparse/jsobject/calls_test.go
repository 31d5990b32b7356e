package jsobject

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestCallsAreFoundWithTheirLiteralArguments(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"new", "const w = new Worker('q', run, { lock: 5 })", `new Worker("q" ? {lock:5})`},
		{"types", "new Worker<Data, Promise<Result>, () => void>('q', async (job: Job<Data>) => { return f(job) }, {a: 1,})", `new Worker("q" ? {a:1})`},
		{"decorator", "@Worker('q', { a: 1 })\nexport class X {}", `Worker("q" {a:1})`},
		{"within a call", "f(new Worker(g(new Worker('a')), 'b'))", `new Worker(? "b"); new Worker("a")`},
		{"comments and strings", "// new Worker('a')\n/* new Worker('b') */ 'new Worker(1)'; `new Worker(${x ? `y` : \"}\"})`; new Worker('c')", `new Worker("c")`},
		{"regular expression", "x.replace(/'/g, '').match(/[/\"]/); new Worker('a'); y = a / b; new Worker('c')", `new Worker("a"); new Worker("c")`},
		{"spread", "new Worker('q', ...rest)", `new Worker("q") …`},
		{"shorthand", "new Worker('q', run, { connection, a: 1 })", `new Worker("q" ? {connection:? a:1})`},
		{"type assertion", "new Worker('q', run, { a: 1 } as Options)", `new Worker("q" ? ?)`},
		{"no call", "class Worker {}; let a: Worker; new Worker; x = Worker < 5", ""},
		{"cut off", "new Worker('q', {a: [1", `new Worker("q" {a:[1 …] …}) …`},
		{"other names", "new Workers('q'); MyWorker('q')", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, call := range Calls(source.New("x.ts", []byte("// é\n"+c.in)), "Worker") {
				text := call.Name + "("
				if call.New {
					text = "new " + text
				}
				for i, a := range call.Arguments {
					if i > 0 {
						text += " "
					}
					text += show(a)
				}
				text += ")"
				if call.Open {
					text += " …"
				}
				if call.Span.Text() != "Worker" {
					t.Errorf("at %q", call.Span.Text())
				}
				got = append(got, text)
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%s, want %s", strings.Join(got, "; "), c.want)
			}
		})
	}
}

func TestCallsWithinCallsEndInTime(t *testing.T) {
	for _, text := range []string{strings.Repeat("Worker(", 200000), "Worker(" + strings.Repeat("{ + ", 300000), "Worker(" + strings.Repeat("{[", 300000), "Worker<" + strings.Repeat("Worker<", 200000)} {
		if n := len(Calls(source.New("x.js", []byte(text)), "Worker")); n > maxCalls {
			t.Error(n)
		}
	}
}

func FuzzCalls(f *testing.F) {
	f.Add("const w = new Worker<D>('é', async () => `a${b}`, { lockDuration: 10 * 60, connection }) // /x/")
	f.Add("@Worker({a: /[/]/}, Worker(Worker(1)")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range Calls(source.New("x.ts", []byte(text)), "Worker", "add") {
			for _, a := range c.Arguments {
				if a.Span.Start > a.Span.End || a.Span.End > len(text) {
					t.Fatal(a.Span)
				}
			}
		}
	})
}
