package supervisor

import (
	"slices"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func parseText(text string) *File { return Parse(source.New("app.conf", []byte(text))) }

func TestEveryByteOfAValueKnowsItsPlace(t *testing.T) {
	const text = "[program:w] ; c\r\nCommand = php artisan  ; the worker\r\n\r\n    queue:work --tries=3 # note\r\n  ; comment\r\n\t--timeout=90\r\nuser=www\r\n"
	f := parseText(text)
	s := f.Sections[0]
	if s.Name != "program:w" || s.NameSpan.Text() != "program:w" {
		t.Errorf("section %q at %q", s.Name, s.NameSpan.Text())
	}
	o := s.Find("command")
	if o.KeySpan.Text() != "Command" || o.Value.String != "php artisan\n\nqueue:work --tries=3\n--timeout=90" {
		t.Fatalf("%q = %q", o.KeySpan.Text(), o.Value.String)
	}
	for _, word := range []string{"php", "artisan", "queue:work", "--tries=3", "--timeout=90", "90"} {
		at := strings.Index(o.Value.String, word)
		if got := o.Value.Span(at, at+len(word)); got.Text() != word {
			t.Errorf("%q stands at %q", word, got.Text())
		}
	}
	if at := o.Value.Span(len(o.Value.String), len(o.Value.String)); at.Start != strings.Index(text, "\r\nuser") {
		t.Errorf("end of the value at %d", at.Start)
	}
	var comments []string
	for _, c := range o.Comments {
		comments = append(comments, c.Text())
	}
	if want := []string{"; the worker", "# note"}; !slices.Equal(comments, want) {
		t.Errorf("comments %q, want %q", comments, want)
	}
}

func TestExpandedTextKeepsPlacesAndGaps(t *testing.T) {
	o := parseText("[program:w]\ncommand=%(here)s/run\n  %(ENV_X)s %%d --n=%(process_num)02d end\n").Sections[0].Find("command")
	names := Names{"here": {Text: "/srv"}, "process_num": {Number: 7, IsNumber: true}}
	got, err := Expand(o.Value, "program:w.command", "not in the repository", names)
	if err != nil {
		t.Fatal(err)
	}
	if want := "/srv/run\n%(ENV_X)s %d --n=07 end"; got.String != want {
		t.Errorf("%q, want %q", got.String, want)
	}
	for _, c := range []struct{ part, place, why string }{
		{"/srv", "%(here)s", ""}, {"/run", "/run", ""}, {"%(ENV_X)s", "%(ENV_X)s", "not in the repository"},
		{"%d", "%%d", ""}, {"--n=07", "--n=%(process_num)02d", ""}, {"end", "end", ""},
	} {
		at := strings.Index(got.String, c.part)
		if span := got.Span(at, at+len(c.part)).Text(); span != c.place || got.Unknown(at, at+len(c.part)) != c.why {
			t.Errorf("%q stands at %q, unknown %q", c.part, span, got.Unknown(at, at+len(c.part)))
		}
	}
	if want := "/srv/run\n__ENV_X_s %d --n=07 end"; got.Masked() != want {
		t.Errorf("masked %q, want %q", got.Masked(), want)
	}
}

func TestFormatErrorsPointAtTheConversion(t *testing.T) {
	for _, c := range []struct{ value, at, message string }{
		{"date +%Y x", "%Y", "Format string 'date +%Y x' for 'o' is badly formatted: unsupported format character 'Y' (0x59) at index 7"},
		{"a %(nope)s b", "%(nope)s", "Format string 'a %(nope)s b' for 'o' contains names ('nope') which cannot be expanded. Available names: here"},
		{"a %(here", "%(here", "Format string 'a %(here' for 'o' is badly formatted: incomplete format key"},
	} {
		v := parseText("[a]\nk=" + c.value).Sections[0].Options[0].Value
		_, err := Expand(v, "o", "", Names{"here": {Text: "/"}})
		if err == nil || err.Message != c.message || v.Span(err.Start, err.End).Text() != c.at {
			t.Errorf("%q: %+v", c.value, err)
		}
	}
}

func TestReadingGoesOnAfterErrors(t *testing.T) {
	f := parseText("\ufeff[supervisord]\nrem x\n[program:a]\nuser=u\nautostart\n  more\ncommand=c\n")
	var lines []int
	for _, e := range f.Errors {
		lines = append(lines, e.Line)
	}
	if want := []int{1, 2, 5}; !slices.Equal(lines, want) || f.Errors[2].Span.Text() != "autostart" {
		t.Errorf("errors in %v, want %v", lines, want)
	}
	if a := f.Sections[1]; len(f.Sections) != 2 || a.Find("command").Value.String != "c" || a.Find("user").Value.String != "u\nmore" {
		t.Errorf("sections %+v", f.Sections)
	}
	if early := parseText("x=1\ny=2\n[a]\nk=v\n"); len(early.Errors) != 1 || early.Sections[0].Find("k") == nil {
		t.Errorf("lines before the first section: %+v", early.Errors)
	}
}

func TestSwallowedKeysAreSeen(t *testing.T) {
	f := parseText("[program:a]\ncommand=x\n\tstopwaitsecs=42\n  --tries=3\n  [program:b]\n  Command : y\nenvironment=A=1,\n  user=x,\n")
	var got []string
	for _, o := range f.Sections[0].Options {
		for _, s := range o.Swallowed {
			got = append(got, o.Key+">"+s.Key+s.Section+"@"+s.Span.Text())
		}
	}
	want := []string{"command>stopwaitsecs@stopwaitsecs", "command>program:b@[program:b]", "command>command@Command"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLaterFilesAndDefaultsAreMerged(t *testing.T) {
	var c Config
	c.Add(parseText("[DEFAULT]\nuser=d\n[program:a]\ncommand=1\n[program:b]\n"))
	c.Add(parseText("[program:b]\nuser=own\n[program:a]\ncommand=2\nnumprocs=3\n"))
	a, b := c.Section("program:a"), c.Section("program:b")
	for _, x := range []struct {
		section   *Merged
		key, want string
	}{{a, "command", "2"}, {a, "numprocs", "3"}, {a, "user", "d"}, {b, "user", "own"}} {
		if o := c.Get(x.section, x.key); o == nil || o.Value.String != x.want {
			t.Errorf("%s of %s: %+v, want %q", x.key, x.section.Name, o, x.want)
		}
	}
	if c.Get(b, "command") != nil || len(a.All("command")) != 2 {
		t.Error("keys of other sections or replaced keys are mixed up")
	}
}

func TestTemplatesLeaveWhatTheyFillInUnknown(t *testing.T) {
	f := parseText(`{# managed #}
{% for q in queues %}
[program:{{ q.name }}]
command=php {{ root }}/artisan queue:work --tries={{ tries }}
{% if long %}
stopwaitsecs=3600
{% else %}
stopwaitsecs=10
{% endif %}
{{ extra }}
{% endfor %}
[program:z]
user=<%= @user %>
directory=${ROOT}/x
numprocs=2
`)
	if !f.Template || len(f.Errors) != 0 || len(f.Sections) != 2 {
		t.Fatalf("template %v, errors %v, %d sections", f.Template, f.Errors, len(f.Sections))
	}
	loop, plain := f.Sections[0], f.Sections[1]
	if loop.Open == "" || loop.Find("stopwaitsecs").Conditional == "" || plain.Open != "" || plain.Find("user").Conditional != "" {
		t.Errorf("loop %q %q, plain %q", loop.Open, loop.Find("stopwaitsecs").Conditional, plain.Open)
	}
	command := loop.Find("command").Value
	if want := "php ___root___/artisan queue:work --tries=___tries___"; command.Masked() != want {
		t.Errorf("masked %q, want %q", command.Masked(), want)
	}
	for key, why := range map[string]string{
		"user": "it holds the placeholder <%= @user %>", "directory": "it holds the placeholder ${ROOT}", "numprocs": "",
	} {
		if got := plain.Find(key).Value.Why(); got != why {
			t.Errorf("%s: %q, want %q", key, got, why)
		}
	}
}

func TestHereDocumentsAreReadInPlace(t *testing.T) {
	const script = "cat > x.conf <<-EOF\n\t[program:a]\n\tcommand=php $ROOT/artisan\n\t  more\n\tuser=\\$x\n\tnumprocs=2\n\tEOF\n"
	start, end := strings.Index(script, "\t[program"), strings.Index(script, "\tEOF")
	f := ParseRegion(source.New("i.sh", []byte(script)), Region{Start: start, End: end, StripTabs: true, Shell: true})
	s := f.Sections[0]
	if got := s.Find("command"); got.Value.String != "php $ROOT/artisan\nmore" || got.Value.Why() != "the shell that writes the file expands $ROOT" {
		t.Errorf("%q %q", got.Value.String, got.Value.Why())
	}
	if s.Find("user").Value.Why() == "" || s.Find("numprocs").Value.Why() != "" {
		t.Error("only what the shell expands is unknown")
	}
	if got := s.Find("numprocs").Value.Whole(); got.Text() != "2" {
		t.Errorf("numprocs stands at %q", got.Text())
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range generate(40) {
		f.Add([]byte(s), false)
	}
	f.Add([]byte("{% if a %}\n[a]\nk={{ v\n<% x\n"), true)
	f.Fuzz(func(t *testing.T, data []byte, shell bool) {
		file := ParseRegion(source.New("x.conf", data), Region{End: len(data), Shell: shell, StripTabs: shell})
		var c Config
		c.Add(file)
		for _, s := range file.Sections {
			if s.NameSpan.Text() != s.Name {
				t.Fatalf("section %q at %q", s.Name, s.NameSpan.Text())
			}
			for _, o := range s.Options {
				checkText(t, o.Value)
				if out, err := Expand(o.Value, "o", "unknown", environment); err == nil {
					checkText(t, out)
				}
			}
		}
	})
}

// checkText says that gaps are in order and that every byte that was copied stands where it says.
func checkText(t *testing.T, v Text) {
	t.Helper()
	last := 0
	for _, g := range v.Gaps {
		if g.Start < last || g.End <= g.Start || g.End > len(v.String) || g.Why == "" {
			t.Fatalf("gap %+v in %q", g, v.String)
		}
		last = g.End
	}
	if len(v.Masked()) != len(v.String) {
		t.Fatalf("mask of %q", v.String)
	}
	for i := range len(v.String) {
		span := v.Span(i, i+1)
		if v.Unknown(i, i+1) == "" && span.End-span.Start == 1 && v.String[i] != '\n' && v.String[i] != '%' && span.Text() != v.String[i:i+1] {
			t.Fatalf("byte %d of %q stands at %q", i, v.String, span.Text())
		}
	}
}
