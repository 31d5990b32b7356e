package unit

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// load reads the units of a small repository.
func load(archive string) []*Service {
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	tree := source.NewTree(memory, paths)
	var files []*source.File
	for _, p := range tree.Paths() {
		if file, err := tree.Read(p); err == nil && IsUnit(p) {
			files = append(files, file)
		}
	}
	return Load(tree, files)
}

func text[T any](v queue.Value[T]) string {
	switch x, ok := v.Get(); {
	case ok:
		return fmt.Sprint(x)
	case v.IsInfinite():
		return "no limit"
	case v.IsAbsent():
		return "not set"
	}
	return "unknown: " + v.Why()
}

func stop(s *Service) string {
	out := text(s.StopSignal) + " " + text(s.StopWait) + " " + text(s.Unit.KillMode)
	for _, i := range s.Unit.Ignored {
		out += fmt.Sprintf(" (%s=%s at line %d: %s)", i.Key, i.Text, i.Span.First(source.Bytes).Line, i.Reason)
	}
	return out
}

func TestStopIsWhatSystemdMakesOfIt(t *testing.T) {
	for _, c := range []struct{ name, lines, want string }{
		{"the defaults", "", "TERM 1m30s control-group"},
		{"the last one counts", "TimeoutStopSec=5\nTimeoutStopSec=5min 20s\n", "TERM 5m20s control-group"},
		{"TimeoutSec sets it too", "TimeoutStopSec=5\nTimeoutSec=600\n", "TERM 10m0s control-group"},
		{"the start's timeout does not", "TimeoutStartSec=5\n", "TERM 1m30s control-group"},
		{"zero is without limit", "TimeoutStopSec=0\n", "TERM no limit control-group"},
		{"infinity", "TimeoutStopSec=infinity\n", "TERM no limit control-group"},
		{"numbers add up", "TimeoutStopSec=5m30\n", "TERM 5m30s control-group"},
		{"a comment behind the value", "TimeoutStopSec=600 # ten minutes\n", "TERM 1m30s control-group (TimeoutStopSec=600 # ten minutes at line 3: Failed to parse time value, ignoring: 600 # ten minutes)"},
		{"an unknown unit keeps the value before", "TimeoutStopSec=60\nTimeoutStopSec=10mins\n", "TERM 1m0s control-group (TimeoutStopSec=10mins at line 4: Failed to parse time value, ignoring: 10mins)"},
		{"an empty value", "TimeoutStopSec=\n", "TERM 1m30s control-group (TimeoutStopSec= at line 3: Failed to parse time value, ignoring: )"},
		{"a key with a slip", "TimeoutStopSecs=600\n", "TERM 1m30s control-group (TimeoutStopSecs=600 at line 3: Unknown key 'TimeoutStopSecs' in section [Service], ignoring.)"},
		{"case counts", "timeoutstopsec=600\n", "TERM 1m30s control-group (timeoutstopsec=600 at line 3: Unknown key 'timeoutstopsec' in section [Service], ignoring.)"},
		{"in the wrong section", "[Unit]\nTimeoutStopSec=600\n", "TERM 1m30s control-group (TimeoutStopSec=600 at line 4: Unknown key 'TimeoutStopSec' in section [Unit], ignoring.)"},
		{"a template's value", "TimeoutStopSec={{ grace }}\n", "TERM unknown: it holds the placeholder {{ grace }} control-group"},
		{"never killed", "SendSIGKILL=no\n", "TERM no limit control-group"},
		{"a oneshot unit", "Type=oneshot\n", "TERM unknown: a oneshot unit ends by itself control-group"},
		{"nothing is stopped", "KillMode=none\n", "TERM unknown: KillMode=none stops nothing none"},
		{"an unknown mode is passed over", "KillMode=foo\nKillMode=mixed\nKillMode=bar\n", "TERM 1m30s mixed"},
		{"the signal by name and number", "KillSignal=SIGQUIT\nKillSignal=2\nKillSignal=FOO\n", "INT 1m30s control-group"},
		{"a command that only tells the worker", "ExecStop=/usr/bin/php artisan queue:restart\nTimeoutStopSec=60\n", "TERM 1m0s control-group"},
		{"a command that may wait", "ExecStop=/usr/local/bin/drain\n", "TERM unknown: ExecStop may wait for the worker control-group"},
		{"a command that sends a signal", "ExecStop=/bin/kill -s QUIT $MAINPID\n", "QUIT 1m30s control-group"},
		{"and one with a dash", "ExecStop=-/bin/kill -9 $MAINPID\n", "KILL 1m30s control-group"},
		{"the list of commands can be reset", "ExecStop=/usr/local/bin/drain\nExecStop=\n", "TERM 1m30s control-group"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := load("-- x.service --\n[Service]\nExecStart=/usr/bin/php artisan queue:work\n" + c.lines)
			if len(all) != 1 {
				t.Fatalf("%d services", len(all))
			}
			if diff := cmp.Diff(c.want, stop(all[0])); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRestartSaysWhatBecomesOfAnEndWithStatusZero(t *testing.T) {
	for lines, want := range map[string]string{
		"":                             "false Restart=no",
		"Restart=always":               "true Restart=always",
		"Restart=on-success":           "true Restart=on-success",
		"Restart=on-failure":           "false Restart=on-failure",
		"Restart=yes":                  "false Restart=no",
		"Restart=always\nRestart=true": "true Restart=always",
		"Restart={{ r }}":              "unknown: it holds the placeholder {{ r }} Restart=no",
		"Restart=on-failure\nRestartForceExitStatus=0 1": "unknown: RestartForceExitStatus names status 0 Restart=on-failure",
	} {
		s := load("-- x.service --\n[Service]\nExecStart=/bin/true\n" + lines + "\n")[0]
		if got := text(s.Restart.AfterSuccess) + " " + s.Restart.Setting; got != want {
			t.Errorf("%q: %s, want %s", lines, got, want)
		}
	}
}

func TestDropInsAreLaidOverTheirUnit(t *testing.T) {
	for _, c := range []struct{ name, archive, want string }{
		{"beside the unit", `
-- systemd/x.service --
[Service]
ExecStart=/bin/a
TimeoutStopSec=60
-- systemd/x.service.d/10-grace.conf --
[Service]
TimeoutStopSec=600
`, "x.service 10m0s"},
		{"of a template and of one instance", `
-- x@.service --
[Service]
ExecStart=/bin/a %i
-- x@.service.d/all.conf --
[Service]
TimeoutStopSec=100
-- x@high.service.d/more.conf --
[Service]
TimeoutStopSec=200
`, "x@.service 1m40s, x@high.service 3m20s"},
		{"for a prefix and for all", `
-- shop-queue.service --
[Service]
ExecStart=/bin/a
-- service.d/10.conf --
[Service]
TimeoutStopSec=10
-- shop-.service.d/20.conf --
[Service]
TimeoutStopSec=20
`, "shop-queue.service 20s"},
		{"of a unit of the machine", `
-- supervisor.service.d/override.conf --
[Service]
TimeoutStopSec=600
`, "supervisor.service 10m0s"},
		{"of a unit of the machine, without the clock", `
-- supervisor.service.d/override.conf --
[Service]
LimitNOFILE=600
`, "supervisor.service unknown: the unit's own file is not in the repository"},
		{"each beside its own", `
-- a/x.service --
[Service]
ExecStart=/bin/a
-- a/x.service.d/o.conf --
[Service]
TimeoutStopSec=10
-- b/x.service --
[Service]
ExecStart=/bin/b
`, "x.service 10s, x.service 1m30s"},
		{"systemd's own default", `
-- x.service --
[Service]
ExecStart=/bin/a
-- etc/systemd/system.conf.d/10.conf --
[Manager]
DefaultTimeoutStopSec=45s
`, "x.service 45s"},
		{"a template file", `
-- roles/queue/templates/x.service.j2 --
[Service]
ExecStart=/usr/bin/php {{ root }}/artisan queue:work
{% if grace %}
TimeoutStopSec={{ grace }}
{% endif %}
`, "x.service unknown: it holds the placeholder {{ grace }}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range load(c.archive) {
				got = append(got, s.Name+" "+text(s.StopWait))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCommandsAreWhatSystemdStarts(t *testing.T) {
	for _, c := range []struct{ name, lines, want string }{
		{"quotes and specifiers", `ExecStart=/usr/bin/php artisan queue:work --queue="high,%i" --name=%n`, "/usr/bin/php artisan queue:work --queue=high,3 --name=x@3.service"},
		{"a variable of the unit", "Environment=QUEUES=high,low \"OPTS=--tries=3 --max-time=60\"\nExecStart=/usr/bin/php artisan queue:work --queue=${QUEUES} $OPTS", "/usr/bin/php artisan queue:work --queue=high,low --tries=3 --max-time=60"},
		{"one that the unit does not set", "ExecStart=/usr/bin/php artisan queue:work $OPTS", "/usr/bin/php artisan queue:work $OPTS?"},
		{"a file may set it otherwise", "Environment=OPTS=--tries=3\nEnvironmentFile=-/etc/shop.env\nExecStart=/usr/bin/php artisan queue:work $OPTS", "/usr/bin/php artisan queue:work $OPTS?"},
		{"a colon leaves dollars alone", "Environment=A=1\nExecStart=:/bin/echo $A $$", "/bin/echo $A $$"},
		{"the machine's own", "ExecStart=/usr/bin/php %h/artisan queue:work", "/usr/bin/php %h/artisan? queue:work"},
		{"reset", "ExecStart=/bin/a\nExecStart=\nExecStart=/bin/b", "/bin/b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := load("-- x@.service --\n[Service]\n" + c.lines + "\n-- x@3.service.d/a.conf --\n[Service]\nUser=x\n")[1]
			var got []string
			for _, w := range s.Command.Words {
				if w.Why != "" {
					w.Text += "?"
				}
				got = append(got, w.Text)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestVariablesComeFromTheUnitAndFromFilesOfTheRepository(t *testing.T) {
	s := load(`
-- app/composer.json --
{}
-- app/deploy/queue.env --
# é
QUEUE_CONNECTION = "re\"dis" 
; x
APP_ENV='production'
A=b\
-- app/deploy/x.service --
[Service]
WorkingDirectory=/srv/shop
Environment=APP_ENV=staging "DB_HOST=é %N"
EnvironmentFile=/srv/shop/deploy/queue.env
ExecStart=/usr/bin/php artisan queue:work
`)[0]
	var got []string
	for _, v := range s.Environment {
		got = append(got, fmt.Sprintf("%s=%s %s:%d", v.Name, text(v.Value), v.Span.Path(), v.Span.First(source.Bytes).Line))
	}
	want := []string{
		"DB_HOST=é x app/deploy/x.service:3", "APP_ENV=production app/deploy/queue.env:4", "A=unknown: it goes on over several lines app/deploy/queue.env:5",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(s.EnvironmentFiles) != 1 || s.EnvironmentFiles[0].File == nil {
		t.Errorf("%+v", s.EnvironmentFiles)
	}
}

func TestOnlyUnitsAreRead(t *testing.T) {
	for path, want := range map[string]bool{
		"deploy/shop.service": true, "deploy/shop@.service.j2": true, "etc/shop.service.d/a.conf": true, "etc/system.conf": true,
		"etc/systemd/system.conf.d/a.conf": true, "app/user.service.js": false, "app/user.service.ts": false, "x.timer": false, "conf.d/a.conf": false, ".service": false,
	} {
		if got := IsUnit(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	s := load("-- größe.service --\n[Service]\nExecStart=/usr/bin/é \"ä ö\" queue:work\n")[0]
	last := s.Command.Words[len(s.Command.Words)-1].Span
	if last.Text() != "queue:work" || last.First(source.CodePoints).Column != 28 {
		t.Errorf("%q in column %d", last.Text(), last.First(source.CodePoints).Column)
	}
}
