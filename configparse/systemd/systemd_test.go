package systemd

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/source"
)

func parseText(text string, sections ...string) *File {
	return Parse(source.New("x.service", []byte(text)), sections...)
}

// shown is what was read of a file, one line for each section and assignment.
func shown(f *File) []string {
	var out []string
	for _, s := range f.Sections {
		out = append(out, "["+s.Name+"]")
		for _, a := range s.Assignments {
			out = append(out, a.Key+"="+a.Value.String)
		}
	}
	return out
}

func TestFilesAreReadAsSystemdReadsThem(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"blanks around key, sign and value", "[Service]\n  A = b c \t\n", []string{"[Service]", "A=b c"}},
		{"comments are whole lines", "# a\n[Service]\n; b\n  # c\nA=b # d\nB=; e\n", []string{"[Service]", "A=b # d", "B=; e"}},
		{"a backslash joins with a blank", "[Service]\nA=b\\\n  c\\\nd\n", []string{"[Service]", "A=b   c d"}},
		{"a comment within joined lines is left out", "[Service]\nA=b\\\n# c\n;d\nE=f\n", []string{"[Service]", "A=b E=f"}},
		{"an empty line ends joined lines", "[Service]\nA=b\\\n\nC=d\n", []string{"[Service]", "A=b", "C=d"}},
		{"two backslashes join nothing", "[Service]\nA=b\\\\\nC=d\n", []string{"[Service]", `A=b\\`, "C=d"}},
		{"joined at the end of the file", "[Service]\nA=b\\", []string{"[Service]", "A=b"}},
		{"indented lines are lines of their own", "[Service]\nA=b\n  C=d\n", []string{"[Service]", "A=b", "C=d"}},
		{"CRLF, and a carriage return alone", "[Service]\r\nA=b\rC=d\r\n", []string{"[Service]", "A=b", "C=d"}},
		{"a byte order mark", "\ufeff[Service]\nA=b\n", []string{"[Service]", "A=b"}},
		{"only the first sign counts", "[Service]\nA=b=c\n", []string{"[Service]", "A=b=c"}},
		{"case counts", "[service]\nA=b\n[Service]\na=c\n", []string{"[service]", "[Service]", "a=c"}},
		{"an unknown section swallows its keys", "[Other]\nA=b\n[X-Own]\nC=d\n[Service]\nE=f\n", []string{"[Other]", "[X-Own]", "[Service]", "E=f"}},
		{"a broken header hides what follows", "[Service\nA=b\n[Service]\nC=d\n", []string{"[Service]", "C=d"}},
		{"keys before any section", "A=b\n[Service]\nC=d\n", []string{"[Service]", "C=d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, shown(parseText(c.in, ServiceSections()...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTemplatesLeaveTheirValuesUnknown(t *testing.T) {
	f := parseText("[Service]\n{% if x %}\nA=b\n{% endif %}\nC={{ grace }}s\nD=<your path>/x\nE=f\n{% if y %}F=g{% endif %}\n", ServiceSections()...)
	var got []string
	for _, a := range f.Sections[0].Assignments {
		got = append(got, a.Key+" "+a.Value.Why+a.Conditional)
	}
	want := []string{"A it stands in a condition or loop of a template", "C it holds the placeholder {{ grace }}", "D it holds the placeholder <your path>", "E "}
	if diff := cmp.Diff(want, got); diff != "" || !f.Template {
		t.Error(diff, f.Template)
	}
}

func TestPositionsAreThoseOfTheBytes(t *testing.T) {
	f := parseText("# é日\n[Service]\nÄ=é \\\n  \"日 \\x41b\" c\n", ServiceSections()...)
	a := f.Sections[0].Assignments[0]
	if got := a.KeySpan.Text(); got != "Ä" {
		t.Errorf("key %q", got)
	}
	if at := a.KeySpan.First(source.CodePoints); at.Line != 3 || at.Column != 1 {
		t.Errorf("key at %v", at)
	}
	words, err := Words(a.Value)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range words {
		got = append(got, w.String+"|"+w.Whole().Text())
	}
	if diff := cmp.Diff([]string{"é|é", "日 Ab|日 \\x41b", "c|c"}, got); diff != "" {
		t.Error(diff)
	}
	if at := words[1].Whole().First(source.CodePoints); at.Line != 4 || at.Column != 4 {
		t.Errorf("second word at %v", at)
	}
}

func TestDropInsCountInTheOrderOfTheirNames(t *testing.T) {
	file := func(path, text string) *File {
		return Parse(source.New(path, []byte(text)), ServiceSections()...)
	}
	u := Merge("x.service", file("x.service", "[Service]\nTimeoutStopSec=1\nEnvironment=A=1\nExecStart=/bin/a\n"), []*File{
		file("x.service.d/20-b.conf", "[Service]\nTimeoutStopSec=3\nEnvironment=\nEnvironment=C=3\n"),
		file("x.service.d/10-a.conf", "[Service]\nTimeoutStopSec=2\nEnvironment=B=2\n"),
	})
	texts := func(all []*Assignment) string {
		var out []string
		for _, a := range all {
			out = append(out, a.Value.String)
		}
		return strings.Join(out, " ")
	}
	if got := texts(u.All("Service", "TimeoutStopSec")); got != "1 2 3" {
		t.Errorf("order %q", got)
	}
	if got := texts(u.List("Service", "Environment")); got != "C=3" {
		t.Errorf("the empty assignment resets the list: %q", got)
	}
	if u.Lone || !Merge("y.service", nil, nil).Lone {
		t.Error("a unit without a file of its own is a lone drop-in")
	}
}

func TestWordsTakeQuotesAndEscapesOff(t *testing.T) {
	for _, c := range []struct {
		in    string
		words []string
		ok    bool
	}{
		{`/bin/echo  one "two three" 'four "5"'`, []string{"/bin/echo", "one", "two three", `four "5"`}, true},
		{`a"b c"d ""`, []string{"ab cd", ""}, true},
		{`\x41\102\u00e9\s\t\"`, []string{"ABé \t\""}, true},
		{`\q a\;b "\w"`, []string{`\q`, `a\;b`, `\w`}, true},
		{`A=$B ${C} %i`, []string{"A=$B", "${C}", "%i"}, true},
		{`a "b c`, []string{"a"}, false},
		{`a b\`, []string{"a"}, false},
		{`\x00 \400 \xg1`, []string{`\x00`, `\400`, `\xg1`}, true},
	} {
		words, err := Words(parseText("[Service]\nA=" + c.in + " \n").value())
		var got []string
		for _, w := range words {
			got = append(got, w.String)
		}
		if (err == nil) != c.ok || !slices.Equal(got, c.words) {
			t.Errorf("%s: %q, %v", c.in, got, err)
		}
	}
}

// value is the first value of a file.
func (f *File) value() Text { return f.Sections[0].Assignments[0].Value }

func TestCommandsHavePrefixesAndSeveralStandBetweenSemicolons(t *testing.T) {
	for _, c := range []struct {
		in, want string
	}{
		{"/bin/a b", "[] /bin/a b"},
		{"-@/bin/a argv0 b", "[-@] /bin/a b"},
		{"!!:/bin/a", "[!!:] /bin/a"},
		{"|-/bin/a", "[|-] /bin/a"},
		{`/bin/a \; b ; /bin/c ;`, `[] /bin/a ; b / [] /bin/c`},
		{"php artisan", "[] php artisan"},
		{"relative/x", "Neither a valid executable name nor an absolute path: relative/x"},
		{"-", "Empty path in command line, ignoring: '-'"},
		{"/bin/", "Executable path specifies a directory: /bin/"},
		{`/bin/a "b`, `Unbalanced quoting, ignoring: "/bin/a "b"`},
		{"/bin/a | b > c", "[] /bin/a | b > c"},
	} {
		commands, err := ParseExec(parseText("[Service]\nA=" + c.in + "\n").value())
		var all []string
		for _, e := range commands {
			words := []string{"[" + e.Prefixes + "]"}
			for _, w := range e.Words {
				words = append(words, w.String)
			}
			all = append(all, strings.Join(words, " "))
		}
		got := strings.Join(all, " / ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
}

func TestSpecifiersAreFilledInWhereTheyAreKnown(t *testing.T) {
	names := map[byte]string{'n': "shop@3.service", 'i': "3"}
	for _, c := range []struct{ in, want, why string }{
		{"--name=%i-%n", "--name=3-shop@3.service", ""},
		{"100%% %Z %", "100% %Z %", ""},
		{"%h/x", "%h/x", "the machine decides what %h is"},
	} {
		got := Specifiers(parseText("[Service]\nA="+c.in+"\n").value(), names)
		if got.String != c.want || got.Why != c.why {
			t.Errorf("%s: %q %q", c.in, got.String, got.Why)
		}
	}
	filled := Specifiers(parseText("[Service]\nA=é%i-b\n").value(), names)
	if got := filled.Span(2, 3).Text() + " " + filled.Span(4, 5).Text(); got != "%i b" {
		t.Errorf("places %q", got)
	}
}

func TestBooleansAreSystemds(t *testing.T) {
	for text, want := range map[string]string{"yes": "true", "On": "true", "1": "true", "f": "false", "off": "false", "2": "", "": "", "enabled": ""} {
		v, ok := ParseBool(text)
		got := map[bool]string{true: "true", false: "false"}[v]
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzUnitFile(f *testing.F) {
	for _, s := range []string{
		"[Service]\nExecStart=-@/bin/a \"b c\" \\\n # x\n d ; /bin/e %i\\x41\nTimeoutStopSec=5m30\n", "\ufeff[A]\r\nb=c\x00d", "{% if x %}\n[A]\nB={{ c }}\n{% endif %}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := parseText(text, ServiceSections()...)
		for _, s := range file.Sections {
			inside(t, s.NameSpan)
			for _, a := range s.Assignments {
				inside(t, a.KeySpan)
				inside(t, a.Value.Whole())
				words, _ := Words(a.Value)
				for _, w := range words {
					inside(t, w.Whole())
					inside(t, Specifiers(w, map[byte]string{'i': "three"}).Whole())
				}
				commands, _ := ParseExec(a.Value)
				for _, c := range commands {
					for _, w := range c.Words {
						inside(t, w.Whole())
					}
				}
				if usec, err := ParseSpan(a.Value.String); err == nil && usec != Infinity {
					if again, err := ParseSpan(a.Value.String + " 0"); err != nil || again != usec {
						t.Errorf("%q: %d, with 0 behind it %d, %v", a.Value.String, usec, again, err)
					}
				}
			}
		}
	})
}

func inside(t *testing.T, s source.Span) {
	t.Helper()
	if s.File == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.File.Data) {
		t.Fatalf("a span outside of the file: %d to %d", s.Start, s.End)
	}
}
