package python

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/source"
)

func shown(n *document.Node) string {
	switch {
	case n == nil:
		return "absent"
	case n.Why != "":
		return "unknown: " + n.Why
	case n.Kind == document.Null:
		return "null"
	case n.Kind == document.Sequence:
		var parts []string
		for _, item := range n.Items {
			parts = append(parts, shown(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case n.Kind == document.Mapping:
		var parts []string
		for _, e := range n.Entries {
			parts = append(parts, e.Key+":"+shown(e.Value))
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	text := n.Text
	if n.Quoted {
		text = fmt.Sprintf("%q", text)
	}
	for _, v := range n.Origin.OpenInputs() {
		text += " by " + v
	}
	return text
}

func read(text string) *File { return Read(source.New("größe/settings.py", []byte(text))) }

func TestValuesThatFollowFromTheModuleAreKnown(t *testing.T) {
	env := func(name string) string {
		if name == "SET" {
			return "SET is set by .env"
		}
		return ""
	}
	for _, test := range []struct{ code, want string }{
		{"X = 300", "300"},
		{"X = 60 * 60 * 2", "7200"},
		{"X = 1_000 + 0x10", "1016"},
		{"X = 10 - 3 - 2", "5"},
		{"X = 0.5 * 3", "1.5"},
		{"X: int = 30", "30"},
		{"X = (30)", "30"},
		{"X = (\n    30 # größe\n    * 2\n)", "60"},
		{"X = 2 \\\n  * 3", "6"},
		{"MINUTE = 60\nX = 5 * MINUTE", "300"},
		{"X = 'a' \"b\"", `"ab"`},
		{"X = r'a\\d'", `"a\\d"`},
		{"X = '''a\nb'''", "\"a\\nb\""},
		{"X = True", "true"},
		{"X = None", "null"},
		{"X = {'visibility_timeout': 60 * 60, 'x': [1, 'a']}", `{visibility_timeout:3600 x:[1 "a"]}`},
		{"X = dict(visibility_timeout=30)", "{visibility_timeout:30}"},
		{"X = int('7')", "7"},
		{"X = timedelta(minutes=5)", "300"},
		{"X = datetime.timedelta(1, 30).total_seconds()", "86430"},
		{"X = int(os.environ.get('LIMIT', 300))", "300 by LIMIT"},
		{"X = 60 * env.int('LIMIT', default=5)", "300 by LIMIT"},
		{"X = config('LIMIT', default=9, cast=int)", "9 by LIMIT"},
		{"X = 1; Y = 2", "1"},

		{"X = os.getenv('SET', 300)", "unknown: SET is set by .env"},
		{"X = os.environ['LIMIT']", "unknown: the environment gives it"},
		{"X = os.getenv('LIMIT')", "unknown: LIMIT is set nowhere"},
		{"if a:\n    X = 1", "unknown: X is set in a block, which may not run"},
		{"X = 1\nX = 2", "unknown: X is assigned several times"},
		{"X = 1\nX += 2", "unknown: X is assigned several times"},
		{"X = 1 if a else 2", "unknown: the expression 1 if a else 2 is not followed"},
		{"X = f'{a}'", "unknown: the expression f'{a}' is not followed"},
		{"X = a.b()", "unknown: a.b() is not followed"},
		{"X = Y\nY = X", "unknown: Y refers to itself"},
		{"X = {**a}", "unknown: the dictionary is not known as a whole"},
		{"X = -30", "unknown: the expression -30 is not followed"},
		{"X = 4 / 2", "unknown: the expression 4 / 2 is not followed"},
		{"X = 2 ** 4", "unknown: the expression 2 ** 4 is not followed"},
		{"X = 'a' * 3", "unknown: it is no sum of numbers"},
	} {
		f := read(test.code + "\n")
		var got string
		for _, a := range f.Assignments {
			if a.Target == "X" {
				got = shown(f.Value(a, env))
				break
			}
		}
		if got == "unknown: X refers to itself" {
			got = "unknown: Y refers to itself"
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}

func TestCallsAreFoundWhereverTheyStand(t *testing.T) {
	f := read(`
app = Celery("größe", broker="redis://localhost")
app.conf.update(
    task_time_limit=300,  # five minutes
    **more,
)

@app.task(bind=True, time_limit=60)
@other
async def import_all(self, x=f(1)):
    send.delay(a, b)
    run.si(1).apply_async(countdown=7200)

class A(Base, metaclass=M()):
    pass
`)
	var got []string
	for _, c := range f.Calls {
		line := c.Name
		if c.Decorates != "" {
			line += " of " + c.Decorates
		}
		if c.Nested {
			line += " nested"
		}
		for _, e := range f.Keywords(c, nil) {
			line += " " + e.Key + "=" + shown(e.Value)
		}
		got = append(got, line)
	}
	want := []string{
		`Celery broker="redis://localhost"`, "app.conf.update task_time_limit=300", "app.task of import_all bind=true time_limit=60",
		"send.delay nested", "run.si nested", ".apply_async nested countdown=7200",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := f.Keyword(f.Calls[1], "task_acks_late", nil); n == nil || n.Why == "" {
		t.Errorf("what is unpacked may hold it: %s", shown(n))
	}
	if at := f.Calls[0].Span; at.Text() != "Celery" || f.Positional(f.Calls[0], 0, nil).Span.Text() != `"größe"` {
		t.Errorf("the places are %q", at.Text())
	}
}

func TestHostileModulesEnd(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 100_000), "X = " + strings.Repeat("[", 50_000), "X = " + strings.Repeat("1+", 100_000) + "1", "X = '", "X = '''", "@", "@a", "def", "async", "X=", ":=", "X:", "X: =",
		"X = " + strings.Repeat("(1)*", 20_000) + "1", "a(" + strings.Repeat("b(", 5_000), "\\", "X = \\", "X = dict(a=)", "X = timedelta(a=)", "X = env()", "X = f(,)", "X = {:}", "*", "X = 9" + strings.Repeat("9*9", 3000),
	} {
		f := read(text)
		for _, a := range f.Assignments {
			f.Value(a, nil)
		}
		for _, c := range f.Calls {
			f.Keywords(c, nil)
			f.Positional(c, 0, nil)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("X = 60 * env.int('A', default=5)\n@app.task(a=1)\ndef f(): pass\n")
	f.Add("X: int = (1,\n 2) # x\nY = {'a': dict(b=timedelta(1))}; Z = '''q\n'''")
	f.Fuzz(func(t *testing.T, text string) {
		m := read(text)
		for _, a := range m.Assignments {
			m.Value(a, nil)
		}
		for _, c := range m.Calls {
			m.Keywords(c, nil)
			m.Positional(c, 0, nil)
		}
	})
}
