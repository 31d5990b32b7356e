package process

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// treeOf makes a tree of files and returns the one to start from.
func treeOf(t *testing.T, root string, files map[string]string) (*source.Tree, *source.File) {
	t.Helper()
	fsys := fstest.MapFS{}
	var paths []string
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		paths = append(paths, name)
	}
	tree := source.NewTree(fsys, paths)
	file, err := tree.Read(root)
	if err != nil {
		t.Fatal(err)
	}
	return tree, file
}

// loadText loads one file about whose machine nothing is known.
func loadText(t *testing.T, text string) *Config {
	t.Helper()
	tree, root := treeOf(t, "deploy/app.conf", map[string]string{"deploy/app.conf": text})
	return Load(tree, root, Options{})
}

func show[T any](v queue.Value[T]) string {
	switch {
	case v.IsUnknown():
		return "unknown: " + v.Why()
	case v.IsAbsent():
		return "absent"
	}
	return v.Origin().Text + " @" + v.Origin().Span.Text()
}

func TestProgramsKeepThePlaceOfEveryValue(t *testing.T) {
	c := loadText(t, `[program:worker]
process_name=%(program_name)s_%(process_num)02d
command=php /srv/app/artisan queue:work
  --queue="high"   ; the fast ones
  --name=w%(process_num)02d --tries=%(ENV_TRIES)s
numprocs=4
StopWaitSecs = 60
stopsignal=sigquit
environment=A="1",B="%(ENV_B)s"
`)
	if !c.Fragment || len(c.Refusals) != 0 || len(c.Programs) != 1 {
		t.Fatalf("fragment %v, refusals %v, %d programs", c.Fragment, c.Refusals, len(c.Programs))
	}
	p := c.Programs[0]
	if p.Name != "worker" || p.Span.Text() != "worker" || p.Group != "worker" || p.Kind != "program" {
		t.Errorf("%s %s at %q in %s", p.Kind, p.Name, p.Span.Text(), p.Group)
	}
	wait, _ := p.StopWait.Get()
	if wait != time.Minute || show(p.StopWait) != "stopwaitsecs=60 @60" || p.Settings["stopwaitsecs"].Key.Text() != "StopWaitSecs" {
		t.Errorf("stopwaitsecs %s %s, key at %q", wait, show(p.StopWait), p.Settings["stopwaitsecs"].Key.Text())
	}
	if signal, _ := p.StopSignal.Get(); signal != "QUIT" {
		t.Errorf("stopsignal %q", signal)
	}
	if show(p.StartSecs) != "Supervisor's default of startsecs @" {
		t.Errorf("startsecs %s", show(p.StartSecs))
	}
	var words []string
	for _, w := range p.Command.Words {
		words = append(words, w.Text+"@"+w.Span.Text()+" "+w.Why)
	}
	env := "the environment that starts supervisord sets it"
	want := []string{
		"php@php ", "/srv/app/artisan@/srv/app/artisan ", "queue:work@queue:work ", `--queue=high@--queue="high" `,
		"--name=w%(process_num)02d@--name=w%(process_num)02d %(process_num) differs from process to process",
		"--tries=%(ENV_TRIES)s@--tries=%(ENV_TRIES)s " + env,
	}
	if !slices.Equal(words, want) {
		t.Errorf("words\n%s\nwant\n%s", strings.Join(words, "\n"), strings.Join(want, "\n"))
	}
	if len(p.Environment) != 2 || p.Environment[0].Value.Origin().Span.Text() != `"1"` || show(p.Environment[1].Value) != "unknown: "+env {
		t.Errorf("environment %+v", p.Environment)
	}
}

func TestEnvironmentOfTheConfigurationItselfIsKnown(t *testing.T) {
	c := loadText(t, `[supervisord]
environment=WAIT="77",APP=/srv
[program:w]
command=%(ENV_APP)s/run %(ENV_LEVEL)s %(ENV_OTHER)s
environment=LEVEL=debug
stopwaitsecs=%(ENV_WAIT)s
startsecs=%(ENV_OTHER)s
user=%(ENV_LEVEL)s
`)
	p := c.Programs[0]
	if wait, _ := p.StopWait.Get(); wait != 77*time.Second {
		t.Errorf("stopwaitsecs %s", show(p.StopWait))
	}
	if p.Command.Text != "/srv/run debug %(ENV_OTHER)s" || !p.StartSecs.IsUnknown() || len(c.Refusals) != 0 {
		t.Errorf("%q, startsecs %s, refusals %v", p.Command.Text, show(p.StartSecs), c.Refusals)
	}
}

func TestRefusalsNameOptionAndPlaceAndReadingGoesOn(t *testing.T) {
	c := loadText(t, `[supervisord]
minfds=many
[program:a]
stopwaitsecs=60s
exitcodes=0;2
command=date +%Y
[program:b]
autostart=perhaps
command=/bin/cat
numprocs=2
[program:c]
user=x
[group:g]
programs=b,nobody
`)
	var got []string
	for _, r := range c.Refusals {
		got = append(got, r.Section+"."+r.Option+" @"+r.Span.Text()+": "+strings.SplitN(r.Message, " in section", 2)[0])
	}
	want := []string{
		"supervisord.minfds @many: invalid literal for int() with base 10: 'many'",
		"program:b.autostart @perhaps: not a valid boolean value: 'perhaps'",
		"program:b.numprocs @2: %(process_num) must be present within process_name when numprocs > 1",
		"group:g.programs @b,nobody: [program:b] names unknown program or fcgi-program nobody",
		"program:a.stopwaitsecs @60s: invalid literal for int() with base 10: '60s'",
		"program:a.exitcodes @0;2: not a valid list of exit codes: '0;2'",
		"program:a.command @%Y: Format string 'date +%Y' for 'program:a.command' is badly formatted: unsupported format character 'Y' (0x59) at index 7",
		"program:c.command @program:c: program section program:c does not specify a command",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if message := c.Refusals[4].Message; !strings.HasSuffix(message, " in section 'program:a' (file: 'deploy/app.conf')") {
		t.Error(message)
	}
	if len(c.Programs) != 3 || !c.Programs[1].StopWait.IsUnknown() {
		t.Errorf("%d programs, stopwaitsecs of a %s", len(c.Programs), show(c.Programs[1].StopWait))
	}
}

func TestCommandsThatCannotBeSplitFailWhenStarted(t *testing.T) {
	c := loadText(t, "[program:a]\ncommand=/bin/cat \"x\n[program:b]\ncommand=\n[program:c]\ncommand=cat \"\nnumprocs=0\n")
	if len(c.Refusals) != 0 || len(c.SpawnErrors) != 2 {
		t.Fatalf("%v %v", c.Refusals, c.SpawnErrors)
	}
	if e := c.SpawnErrors[0]; e.Message != `can't parse command '/bin/cat "x': No closing quotation` || e.Span.Text() != `"` {
		t.Errorf("%q at %q", e.Message, e.Span.Text())
	}
	if c.SpawnErrors[1].Message != "command is empty" {
		t.Error(c.SpawnErrors[1].Message)
	}
}

func TestIncludedFilesComeFromTheTreeOnly(t *testing.T) {
	tree, root := treeOf(t, "docker/supervisord.conf", map[string]string{
		"docker/supervisord.conf": "[supervisord]\n[include]\nfiles = conf.d/*.conf ../etc/w[0-9].ini /etc/supervisor/conf.d/*.conf ../../out.conf none/*\n[program:r]\ncommand=r\nstartsecs=5\n",
		"docker/conf.d/b.conf":    "[program:b]\ncommand=%(here)s/b\n",
		"docker/conf.d/a.conf":    "[program:a]\ncommand=a\nnumprocs=x\n",
		"docker/conf.d/.h.conf":   "[program:h]\ncommand=h\n",
		"docker/conf.d/d/e.conf":  "[program:e]\ncommand=e\n",
		"etc/w1.ini":              "[program:w1]\ncommand=w1\n[include]\nfiles=*\n",
		"etc/wx.ini":              "[program:wx]\ncommand=wx\n",
	})
	c := Load(tree, root, Options{})
	var programs, includes []string
	for _, p := range c.Programs {
		programs = append(programs, p.Name)
	}
	for _, inc := range c.Includes {
		entry := inc.Pattern + " @" + inc.Span.Text() + ":"
		for _, f := range inc.Files {
			entry += " " + f.Path
		}
		includes = append(includes, entry+" "+inc.Why)
	}
	if want := []string{"r", "a", "b", "w1"}; !slices.Equal(programs, want) {
		t.Errorf("programs %q, want %q", programs, want)
	}
	want := []string{
		"conf.d/*.conf @conf.d/*.conf: docker/conf.d/a.conf docker/conf.d/b.conf ",
		"../etc/w[0-9].ini @../etc/w[0-9].ini: etc/w1.ini ",
		"/etc/supervisor/conf.d/*.conf @/etc/supervisor/conf.d/*.conf: the folder is outside the repository",
		"../../out.conf @../../out.conf: the folder is outside the repository",
		"none/* @none/*: " + noMatch,
	}
	if !slices.Equal(includes, want) {
		t.Errorf("includes\n%s\nwant\n%s", strings.Join(includes, "\n"), strings.Join(want, "\n"))
	}
	r := c.Programs[0]
	if secs, _ := r.StartSecs.Get(); secs != 5 || !r.StopWait.IsUnknown() {
		t.Errorf("what no file that was read sets may be set by one outside: startsecs %d, stopwaitsecs %s", secs, show(r.StopWait))
	}
	if len(c.Refusals) != 1 || !strings.Contains(c.Refusals[0].Message, "(file: 'docker/conf.d/a.conf')") {
		t.Errorf("refusals %v", c.Refusals)
	}
}

func TestTemplatesAreNotRefused(t *testing.T) {
	c := loadText(t, `[program:{{ name }}]
{% if slow %}
stopwaitsecs=3600
{% endif %}
command={{ php }} artisan queue:work --timeout={{ timeout }}
numprocs={{ n }}
autostart=maybe{{ x }}
startretries=zwei
`)
	p := c.Programs[0]
	if !c.Template || !p.StopWait.IsUnknown() || !p.Processes.IsUnknown() || !p.AutoStart.IsUnknown() || !p.StartSecs.IsUnknown() {
		t.Errorf("template %v, stopwaitsecs %s, processes %s, startsecs %s", c.Template, show(p.StopWait), show(p.Processes), show(p.StartSecs))
	}
	if len(p.Command.Words) != 4 || p.Command.Words[3].Text != "--timeout={{ timeout }}" || p.Command.Words[3].Why == "" {
		t.Errorf("words %+v", p.Command.Words)
	}
	if len(c.Refusals) != 1 || c.Refusals[0].Option != "startretries" {
		t.Errorf("only what is written as it stands is refused: %v", c.Refusals)
	}
}

func TestHereDocumentsOfScriptsAreConfigurations(t *testing.T) {
	const script = `#!/bin/sh
cat <<EOT > notes
[no program] here
EOT
cat > /etc/supervisor/conf.d/a.conf <<EOF
[program:a]
command=php $APP/artisan queue:work
stopwaitsecs=$WAIT
startretries=3
EOF
if true; then
	tee b.conf c.conf <<-'EOF' <<"END" >/dev/null
	[program:b]
	command=php $APP/artisan
	stopwaitsecs=5
	EOF
	[program:ignored]
END
fi
`
	configs := LoadScript(source.New("install.sh", []byte(script)), Options{})
	if len(configs) != 3 {
		t.Fatalf("%d configurations, want 3", len(configs))
	}
	a, b := configs[0].Programs[0], configs[1].Programs[0]
	if a.Name != "a" || !a.StopWait.IsUnknown() || show(a.StartTries) != "startretries=3 @3" || a.Command.Words[1].Why != "the shell that writes the file expands $APP" {
		t.Errorf("%s: stopwaitsecs %s, startretries %s, %+v", a.Name, show(a.StopWait), show(a.StartTries), a.Command.Words)
	}
	if b.Name != "b" || show(b.StopWait) != "stopwaitsecs=5 @5" || b.Command.Words[1].Why != "" {
		t.Errorf("%s: stopwaitsecs %s, %+v", b.Name, show(b.StopWait), b.Command.Words)
	}
	if len(configs[0].Refusals)+len(configs[1].Refusals) != 0 {
		t.Errorf("%v %v", configs[0].Refusals, configs[1].Refusals)
	}
}

func TestNamesMatchAsInPython(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*.conf", "a.conf", true}, {"*.conf", ".a.conf", false}, {".*", ".a", true}, {"**", "ab", true}, {"a?c", "abc", true},
		{"[!a-c]x", "dx", true}, {"[!a-c]x", "bx", false}, {"[]]", "]", true}, {"[x", "[x", true}, {"a[b", "a[b", true},
		{"*a*b", "xayb", true}, {"*a*b", "xayc", false}, {"é?", "éü", true}, {`\*`, `\x`, true}, {"[a-]", "-", true},
	} {
		if got := matchName(c.pattern, c.name); got != c.want {
			t.Errorf("%q matches %q: %v", c.pattern, c.name, got)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("[supervisord]\nenvironment=A=1\n[include]\nfiles=*\n[program:a]\ncommand=%(ENV_A)s \"x\nnumprocs=3\n[group:g]\nprograms=a,a\n", "[program:a]\nnumprocs=2")
	f.Add("[program:a]\ncommand=x\nprocess_name=%(process_num)9d\nnumprocs_start=7\n", "[DEFAULT]\nx=%(here)s")
	f.Add("[eventlistener:e]\nevents=TICK_5,x\n[fcgi-program:f]\nsocket=tcp://h:0\ncommand=y\n", "cat <<A <<-'B'\n[program:a]\nA\n")
	f.Fuzz(func(t *testing.T, root, other string) {
		fsys := fstest.MapFS{"a.conf": {Data: []byte(root)}, "b.conf": {Data: []byte(other)}}
		tree := source.NewTree(fsys, []string{"a.conf", "b.conf"})
		file, _ := tree.Read("a.conf")
		script, _ := tree.Read("b.conf")
		for _, c := range append(LoadScript(script, Options{}), Load(tree, file, Options{}), Load(tree, file, measured)) {
			for _, p := range c.Programs {
				if p.Span.IsZero() || p.Span.End < p.Span.Start {
					t.Fatalf("program %q has no place", p.Name)
				}
				for _, w := range p.Command.Words {
					if w.Span.IsZero() {
						t.Fatalf("word %q has no place", w.Text)
					}
				}
			}
			for _, r := range append(c.Refusals, c.SpawnErrors...) {
				if r.Span.IsZero() || r.Message == "" {
					t.Fatalf("refusal %+v", r)
				}
			}
		}
	})
}
