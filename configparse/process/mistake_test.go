package process

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

// mistakes describes what a configuration gets wrong without a word from Supervisor, each with the text at its place.
func mistakes(text string) string {
	file := source.New("supervisor/queue.conf", []byte(text))
	c := Load(source.NewTree(nil, nil), file, Options{})
	var out []string
	for _, u := range c.UnknownKeys() {
		out = append(out, fmt.Sprintf("%s->%s@%q", u.Key, u.Near, u.Span.Text()))
	}
	for _, v := range c.CutValues() {
		out = append(out, fmt.Sprintf("%s cut at %q", v.Key, v.Span.Text()))
	}
	for _, v := range c.Truncated {
		out = append(out, fmt.Sprintf("%s is %q of %q@%q", v.Name, v.Kept, v.Written, v.Span.Text()))
	}
	return strings.Join(out, "; ")
}

func TestMistakesThatSupervisorPassesOver(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"dashes", "[program:a]\ncommand=x\nstop-wait-secs=1", `stop-wait-secs->stopwaitsecs@"stop-wait-secs"`},
		{"one letter", "[program:a]\ncommand=x\nnumproc=1", `numproc->numprocs@"numproc"`},
		{"upper case is no mistake", "[program:a]\ncommand=x\nNumProcs=1", ""},
		{"two letters of a short name", "[program:a]\ncommand=x\ncomment=1", ""},
		{"letters of several bytes before", "[program:ä]\ncommand=/bin/größe ; é\nautostrat=true", `autostrat->autostart@"autostrat"`},
		{"comment in quotes", "[program:a]\ncommand=sh -c 'a ; b'", `command cut at "; b'"`},
		{"comment in quotes on a later line", "[program:a]\ncommand=sh -c 'a\n  b # c'", `command cut at "# c'"`},
		{"comment behind quotes", "[program:a]\ncommand=sh -c 'a; b' ; c", ""},
		{"escaped quote", `[program:a]` + "\n" + `command=sh -c "a \" ; b"`, `command cut at "; b\""`},
		{"dollar", "[program:a]\ncommand=x\nenvironment=A=$HOME", `A is "$" of "$HOME"@"$HOME"`},
		{"blank", "[program:a]\ncommand=x\nenvironment=A=1,B=two words", `B is "two" of "two words"@"two words"`},
		{"quoted", "[program:a]\ncommand=x\nenvironment=A=\"$HOME\",B='two words',", ""},
		{"refused anyway", "[program:a]\ncommand=x\nenvironment=A=a@b,C=1", ""},
		{"template", "[program:a]\ncommand={{ x }}\nnumproc=1\nenvironment=A={{ y }}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mistakes(c.text); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
