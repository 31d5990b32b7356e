package worker

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

var laravel12 = Options{Laravel: queue.Exactly(queue.Version{Major: 12, Minor: 60}, nil)}

// inProgram reads a text as the command of a Supervisor program.
func inProgram(t *testing.T, command string) []*Command {
	t.Helper()
	f := supervisor.Parse(source.New("w.conf", []byte("[program:w]\ncommand="+command+"\n")))
	return ParseCommand(f.Sections[0].Find("command").Value, laravel12)
}

func inShell(text string) []*Command {
	return ParseShell(text, In(source.New("run.sh", []byte(text)), 0), laravel12)
}

func only(t *testing.T, commands []*Command) *Command {
	t.Helper()
	if len(commands) != 1 {
		t.Fatalf("%d commands, want 1", len(commands))
	}
	return commands[0]
}

func wrapperNames(c *Command) string {
	var out []string
	for _, w := range c.Wrappers {
		name := w.Name
		if !w.Reaches() {
			name += "!"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func TestWorkersAreFoundBehindEveryWrapper(t *testing.T) {
	for _, c := range []struct{ command, name, wrappers string }{
		{"php artisan queue:work", "queue:work", ""},
		{"/usr/bin/php8.2 -d memory_limit=512M -c /etc/php.ini /var/www/app/artisan queue:listen redis", "queue:listen", ""},
		{"./artisan horizon", "horizon", ""},
		{"%(ENV_PHP)s artisan horizon:work", "horizon:work", ""},
		{"php %(here)s/artisan schedule:work", "schedule:work", ""},
		{"php artisan --env=production -v schedule:run", "schedule:run", ""},
		{"php ENVOY_ARTISAN queue:work", "queue:work", ""},
		{"frankenphp php-cli artisan queue:work", "queue:work", ""},
		{"env -u X A=b nice -n 10 ionice -c2 -n 7 nohup php artisan queue:work", "queue:work", "env nice ionice nohup"},
		{"timeout -k 5 --signal=TERM 60 php artisan queue:work", "queue:work", "timeout"},
		{"sudo -E -u www-data A=b php artisan queue:work", "queue:work", "sudo"},
		{"gosu www-data stdbuf -oL php artisan queue:work", "queue:work", "gosu stdbuf"},
		{"chpst -u www -e /env php artisan queue:work", "queue:work", "chpst"},
		{"tini -g -- dumb-init --rewrite 15:3 -- php artisan queue:work", "queue:work", "tini dumb-init"},
		{"flock -n /tmp/x php artisan queue:work", "queue:work", "flock!"},
		{"flock --no-fork -w 5 /tmp/x php artisan queue:work", "queue:work", "flock"},
		{"flock /tmp/x -c 'php artisan queue:work'", "queue:work", "flock!"},
		{"su www-data -s /bin/sh -c 'exec php artisan queue:work'", "queue:work", "su! exec"},
		{"su - www-data --command='php artisan queue:work'", "queue:work", "su!"},
		{"runuser -u www-data -- php artisan queue:work", "queue:work", "runuser!"},
		{"sh -c 'php artisan queue:work'", "queue:work", "sh!"},
		{"sh -c 'cd /srv && exec php artisan queue:work'", "queue:work", "sh exec"},
		{"/bin/bash -lc 'cd /srv && A=b php artisan queue:work'", "queue:work", "bash"},
		{"bash -c 'cd /srv; php artisan queue:work'", "queue:work", "bash"},
		{"bash -c 'php artisan queue:work >> /log 2>&1'", "queue:work", "bash!"},
		{"bash -c 'php artisan queue:work | tee log'", "queue:work", "bash!"},
		{"bash -c 'php artisan queue:work || true'", "queue:work", "bash!"},
		{"bash -c 'php artisan queue:work; true'", "queue:work", "bash!"},
		{"bash -c 'trap x TERM; php artisan queue:work'", "queue:work", "bash!"},
		{"bash -c 'while true; do php artisan queue:work; done'", "queue:work", "bash!"},
		{"bash -c '(exec php artisan queue:work)'", "queue:work", "bash! exec"},
		{"busybox sh -c 'php artisan queue:work > /log'", "queue:work", "ash"},
		{`sh -c "bash -c 'php artisan queue:work'"`, "queue:work", "sh! bash"},
		{"/entrypoint.sh php artisan queue:work", "queue:work", "entrypoint.sh!"},
		{"docker compose exec -T app php artisan queue:work", "queue:work", "docker!"},
		{"sail artisan queue:work", "queue:work", "sail!"},
	} {
		t.Run(c.command, func(t *testing.T) {
			got := only(t, inProgram(t, c.command))
			if got.Name != c.name || wrapperNames(got) != c.wrappers {
				t.Errorf("%s behind %q, want %s behind %q", got.Name, wrapperNames(got), c.name, c.wrappers)
			}
			if got.NameSpan.Text() != c.name {
				t.Errorf("the command stands at %q", got.NameSpan.Text())
			}
		})
	}
}

// relays names what becomes of the stop signal at each wrapper.
func relays(all []queue.Wrapper) string {
	names := map[queue.Relay]string{
		queue.RelayUnknown: "unknown", queue.Replaces: "replaces", queue.Forwards: "forwards", queue.Leaves: "leaves", queue.Cuts: "cuts", queue.Keeps: "keeps",
	}
	var out []string
	for _, w := range all {
		text := w.Name + " " + names[w.Relay]
		if w.Why != "" {
			text += " " + w.Why
		}
		if w.Where != "" {
			text += " on dash"
		}
		if w.Group {
			text += " to all"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func TestWhatBecomesOfTheStopSignal(t *testing.T) {
	for _, c := range []struct{ command, shell, want string }{
		{"sh -c 'php artisan queue:work'", "", "sh keeps without exec on dash"},
		{"sh -c 'php artisan queue:work'", "dash", "sh keeps without exec"},
		{"sh -c 'php artisan queue:work'", "ash", "sh replaces"},
		{"sh -c 'php artisan queue:work'", "bash", "sh replaces"},
		{"sh -c 'php artisan queue:work > /log'", "bash", "sh keeps without exec"},
		{"sh -c 'cd /srv && exec php artisan queue:work > /log'", "dash", "sh replaces, exec replaces"},
		{"sh -c 'exec php artisan queue:work | tee /log'", "ash", "sh keeps in a pipe, exec replaces"},
		{"bash -c 'while true; do php artisan queue:work; done'", "", "bash keeps in a loop"},
		{"bash -c 'while sleep 1; do exec php artisan queue:work; done'", "", "bash replaces, exec replaces"},
		{"bash -c 'php artisan queue:work & exec php-fpm'", "", "bash keeps in the background"},
		{"bash -c 'php artisan queue:work & wait'", "", "bash keeps in the background"},
		{`bash -c 'trap "kill \$p" TERM; php artisan queue:work & p=\$!; wait \$p'`, "", "bash leaves in the background, and the shell ends as soon as its trap ran"},
		{`bash -c 'trap "kill \$p" TERM; php artisan queue:work & p=\$!; wait \$p; wait \$p'`, "", "bash forwards"},
		{`bash -c 'trap "kill \$p; wait \$p" TERM; php artisan queue:work & p=\$!; wait \$p'`, "", "bash forwards"},
		{`bash -c 'trap "kill 0" TERM; php artisan queue:work'`, "", "bash keeps without exec"},
		{`bash -c 'trap "echo bye" EXIT; php artisan queue:work'`, "", "bash keeps without exec"},
		{"bash -c 'run() { exec php artisan queue:work; }; run'", "", "bash replaces, exec replaces"},
		{"bash -c 'run() { exec php artisan queue:work; }; run & exec php-fpm'", "", "bash keeps in the background, exec replaces"},
		{"bash -c 'run() { php artisan queue:work; }; . /lib.sh'", "", "bash unknown"},
		{"su www-data -c 'exec php artisan queue:work'", "", "su cuts, exec replaces"},
		{"su www-data -c 'exec php artisan queue:work'", "ash", "su replaces, exec replaces"},
		{"sudo -u www-data timeout 5 php artisan queue:work", "", "sudo forwards, timeout forwards"},
		{"tini -- sh -c 'php artisan queue:work; true'", "", "tini forwards, sh keeps before other commands"},
		{"tini -g -- sh -c 'php artisan queue:work; true'", "", "tini forwards to all, sh keeps before other commands"},
		{"dumb-init bash -c 'php artisan queue:work; true'", "", "dumb-init forwards to all, bash keeps before other commands"},
		{"flock /tmp/l php artisan queue:work", "", "flock keeps as a child of flock, which ends at the signal"},
		{"docker-php-entrypoint php artisan queue:work", "", "docker-php-entrypoint replaces"},
		{"/opt/run.sh", "dash", "run.sh keeps without exec"},
		{"/opt/execs.sh", "", "execs.sh replaces, exec replaces, gosu replaces"},
		{"bash /opt/loop.sh", "", "loop.sh keeps in a loop"},
		{"/opt/passes.sh php artisan queue:work", "", "passes.sh replaces"},
		{"/opt/waits.sh php artisan queue:work", "", "waits.sh keeps without exec"},
		{"/opt/other.sh php artisan queue:work", "", "other.sh unknown"},
		{"/opt/line", "", ""},
	} {
		o := laravel12
		o.Shell, o.Script = c.shell, scriptOfTest
		words := splitWords(markPlaceholders(strings.ReplaceAll(c.command, `\\$`, "$"), nil), In(source.New("w", []byte(c.command)), 0))
		r := &reader{options: o}
		r.exec(words, bare())
		if got := relays(only(t, r.found).Wrappers); got != c.want {
			t.Errorf("%s where sh is %q:\n got %s\nwant %s", c.command, c.shell, got, c.want)
		}
	}
}

// scriptOfTest finds the scripts of a small repository.
func scriptOfTest(at string) *source.File {
	text := map[string]string{
		"/opt/run.sh":    "#!/bin/sh\nset -e\nphp artisan queue:work\n",
		"/opt/execs.sh":  "#!/usr/bin/env bash\ncase $ROLE in worker) exec gosu www php artisan queue:work \\\n  --tries=3 >> /log;; esac\n",
		"/opt/loop.sh":   "while true; do\n  php artisan queue:work --stop-when-empty\n  sleep 1\ndone\n",
		"/opt/passes.sh": "#!/bin/sh\nexec su-exec www \"$@\"\n",
		"/opt/waits.sh":  "#!/bin/sh\n\"$@\"\n",
		"/opt/line":      "#!/usr/bin/execlineb -P\nphp artisan queue:work\n",
	}[at]
	if text == "" {
		return nil
	}
	return source.New(at[1:], []byte(text))
}

func TestSupervisordIsFoundBehindEveryWrapper(t *testing.T) {
	for command, want := range map[string]string{
		"/usr/bin/supervisord -n -c /etc/s.conf":   "/etc/s.conf true ",
		"supervisord --configuration=/s.conf":      "/s.conf false ",
		"tini -- supervisord -c/s.conf --nodaemon": "/s.conf true tini forwards",
		"sh -c 'supervisord -c /s.conf'":           "/s.conf false sh keeps without exec on dash",
		"sh -c 'exec supervisord'":                 " false sh replaces, exec replaces",
	} {
		words := splitWords(markPlaceholders(command, nil), In(source.New("w", []byte(command)), 0))
		all := FindDaemons(words, Options{})
		if len(all) != 1 {
			t.Errorf("%s: %d found", command, len(all))
			continue
		}
		if got := fmt.Sprint(all[0].Configuration(), " ", all[0].Foreground(), " ", relays(all[0].Wrappers)); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}

func TestOtherCommandsAreNoWorkers(t *testing.T) {
	for _, command := range []string{
		"php artisan migrate", "php artisan queue:restart", "php -r 'queue:work'", "php worker.php queue:work", "php think queue:work", "nginx", "", "php",
		"artisan", "sh -c", "su", "timeout", "env", "php artisan", "npm run worker", "echo queue:work",
	} {
		if got := inProgram(t, command); len(got) != 0 {
			t.Errorf("%q: found %s", command, got[0].Name)
		}
	}
}

func TestOptionsKeepTextAndPlaces(t *testing.T) {
	const command = `php artisan queue:work redis --queue="high,low" --tries 3 --once -vv "--timeout=90" --sleep=%(ENV_S)s --new=1`
	c := only(t, inProgram(t, command))
	var got []string
	for _, o := range c.Worker.Options {
		value := "absent"
		switch v, ok := o.Value.Get(); {
		case ok:
			value = v + "@" + o.Value.Origin().Span.Text()
		case o.Value.IsUnknown():
			value = "unknown: " + o.Value.Why()
		}
		got = append(got, o.Name+"@"+o.Span.Text()+" "+value)
	}
	want := []string{
		`queue@--queue high,low@high,low`, "tries@--tries 3@3", "once@--once absent", "vv@-vv absent", "timeout@--timeout 90@90",
		"sleep@--sleep unknown: it holds the placeholder %(ENV_S)s", "new@--new 1@1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	w := c.Worker
	if name, _ := w.Connection.Get(); name != "redis" || !w.Once || w.Kind != queue.Work {
		t.Errorf("connection %q, once %v, kind %v", name, w.Once, w.Kind)
	}
	if text := c.Worker.Span.Text(); text != command {
		t.Errorf("the worker stands at %q", text)
	}
}

func show[T any](v queue.Value[T]) string {
	switch x, ok := v.Get(); {
	case ok:
		return fmt.Sprint(x)
	case v.IsInfinite():
		return "no limit"
	case v.IsAbsent():
		return "absent"
	case v.State() == queue.OneOf:
		return "one of several"
	default:
		return "unknown"
	}
}

func TestNumbersAreReadAsTheFrameworkReadsThem(t *testing.T) {
	for _, c := range []struct {
		options, timeout, tries, backoff string
		verdicts                         map[string]Verdict
	}{
		{"", "1m0s", "1", "[0s]", nil},
		{"--timeout=300 --tries=3", "5m0s", "3", "[0s]", map[string]Verdict{"timeout": Taken, "tries": Taken}},
		{"--timeout=60.5", "1m0s", "1", "[0s]", map[string]Verdict{"timeout": Taken}},
		{"--timeout=", "no limit", "1", "[0s]", map[string]Verdict{"timeout": Limitless}},
		{"--timeout", "no limit", "1", "[0s]", map[string]Verdict{"timeout": Limitless}},
		{"--timeout=0 --tries=0", "no limit", "no limit", "[0s]", map[string]Verdict{"timeout": Limitless, "tries": Taken}},
		{"--timeout=-1 --tries=-1", "no limit", "-1", "[0s]", map[string]Verdict{"timeout": Limitless, "tries": Taken}},
		{"--timeout=abc --tries=three", "unknown", "no limit", "[0s]", map[string]Verdict{"timeout": Crashes, "tries": ReadAsZero}},
		{"--timeout==1200 --tries==3", "unknown", "no limit", "[0s]", map[string]Verdict{"timeout": Crashes, "tries": ReadAsZero}},
		{"--timeout=90s --tries=", "unknown", "no limit", "[0s]", map[string]Verdict{"timeout": Crashes, "tries": ReadAsZero}},
		{"--tries=3x", "1m0s", "3", "[0s]", map[string]Verdict{"tries": ReadInPart}},
		{"--tries=2.9", "1m0s", "2", "[0s]", map[string]Verdict{"tries": ReadInPart}},
		{"--tries=1 --tries=5", "1m0s", "5", "[0s]", map[string]Verdict{"tries": Taken}},
		{"--backoff=1,2", "1m0s", "1", "[1s 2s]", nil},
		{"--backoff=5 --delay=9", "1m0s", "1", "[9s]", nil},
		{"--timeout=$T --tries={{ t }} --backoff=${B}", "unknown", "unknown", "unknown", nil},
		{"{{ options }}", "unknown", "unknown", "unknown", nil},
	} {
		got := only(t, inShell("php artisan queue:work "+c.options))
		w := got.Worker
		if show(w.Timeout) != c.timeout || show(w.Tries) != c.tries || show(w.Backoff) != c.backoff {
			t.Errorf("%q: timeout %s, tries %s, backoff %s; want %s, %s, %s", c.options, show(w.Timeout), show(w.Tries), show(w.Backoff), c.timeout, c.tries, c.backoff)
		}
		for name, want := range c.verdicts {
			if got.Verdicts[name] != want {
				t.Errorf("%q: verdict of %s %d, want %d", c.options, name, got.Verdicts[name], want)
			}
		}
		if len(got.Verdicts) != len(c.verdicts) {
			t.Errorf("%q: verdicts %v, want %v", c.options, got.Verdicts, c.verdicts)
		}
	}
}

func TestDefaultsFollowCommandAndVersion(t *testing.T) {
	for _, c := range []struct {
		command, tries, timeout string
		version                 queue.VersionRange
	}{
		{"queue:work", "1", "1m0s", queue.Exactly(queue.Version{Major: 6}, nil)},
		{"queue:work", "no limit", "1m0s", queue.Exactly(queue.Version{Major: 5, Minor: 8}, nil)},
		{"queue:work", "one of several", "1m0s", queue.VersionRange{}},
		{"horizon:work", "no limit", "1m0s", queue.Exactly(queue.Version{Major: 12}, nil)},
		{"queue:listen --timeout=-5", "1", "unknown", queue.Exactly(queue.Version{Major: 12}, nil)},
		{"queue:listen --timeout=0", "1", "no limit", queue.Exactly(queue.Version{Major: 12}, nil)},
		{"queue:listen --timeout=1.5", "1", "1.5s", queue.Exactly(queue.Version{Major: 12}, nil)},
	} {
		text := "php artisan " + c.command
		got := only(t, ParseShell(text, In(source.New("x", []byte(text)), 0), Options{Laravel: c.version})).Worker
		if show(got.Tries) != c.tries || show(got.Timeout) != c.timeout {
			t.Errorf("%s of %s: tries %s, timeout %s; want %s, %s", c.command, c.version, show(got.Tries), show(got.Timeout), c.tries, c.timeout)
		}
	}
}

func TestQueuesAreNotTrimmed(t *testing.T) {
	for in, want := range map[string]string{
		`--queue="high, default"`: `["high" " default"]`, "--queue=a,": `["a" ""]`, "--queue=": "absent", "--queue=0": "absent",
		"": "absent", "--queue=$Q": "unknown",
	} {
		w := only(t, inShell("php artisan queue:work "+in)).Worker
		got := show(w.Queues)
		if list, ok := w.Queues.Get(); ok {
			got = fmt.Sprintf("%q", list)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestScriptsAreReadInPlace(t *testing.T) {
	const script = `#!/bin/bash
set -e
cd /var/www/app && php artisan schedule:run >> /dev/null 2>&1
if [ "$ROLE" = worker ]; then
    exec gosu www-data php artisan queue:work \
        --queue="mail" --timeout=120
fi
timeout 5m php artisan queue:work --once &
ssh host "php artisan queue:work"
`
	found := inShell(script)
	var got []string
	for _, c := range found {
		got = append(got, fmt.Sprintf("%s %q %s folder %s limit %s background %v", c.Name, wrapperNames(c), c.Artisan.Origin().Span.Text(), show(c.Folder), show(c.Limit), c.Background))
	}
	want := []string{
		`schedule:run "" artisan folder /var/www/app limit absent background false`,
		`queue:work "exec gosu" artisan folder /var/www/app limit absent background false`,
		`queue:work "timeout" artisan folder /var/www/app limit 5m0s background true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	o := found[1].Worker.Option("timeout")
	if at := o.Value.Origin().Span; at.Text() != "120" || at.First(source.Bytes).Line != 6 {
		t.Errorf("--timeout stands at %q in line %d", at.Text(), at.First(source.Bytes).Line)
	}
}

func TestCronTablesAreRead(t *testing.T) {
	for text, folder := range map[string]string{
		"* * * * * cd /srv/app && php artisan schedule:run >> /dev/null 2>&1": "/srv/app",
		"*/5 0-6 1,15 * mon-fri www-data php /srv/artisan schedule:run":       "absent",
		"@daily root cd /srv && php artisan schedule:run":                     "/srv",
		"@reboot php artisan schedule:run":                                    "absent",
	} {
		c := only(t, inShell(text))
		if c.Name != "schedule:run" || wrapperNames(c) != "" || show(c.Folder) != folder {
			t.Errorf("%q: %s behind %q in %s", text, c.Name, wrapperNames(c), show(c.Folder))
		}
	}
}

func TestVariablesAreUnknownWithoutAShellToo(t *testing.T) {
	const text = "php artisan queue:work --timeout=$T --tries='${N}' --sleep=3"
	w := only(t, ParseSplit(text, In(source.New("c.yml", []byte(text)), 0), laravel12)).Worker
	if show(w.Timeout) != "unknown" || show(w.Tries) != "unknown" || show(w.Option("sleep").Value) != "3" {
		t.Errorf("timeout %s, tries %s, sleep %s", show(w.Timeout), show(w.Tries), show(w.Option("sleep").Value))
	}
	if w.Timeout.Why() != "it holds the variable $T" {
		t.Error(w.Timeout.Why())
	}
}

func TestTextsThatNoShellReadsStillGiveTheirPlainLines(t *testing.T) {
	found := inShell("if then ((\nphp artisan queue:work --timeout=5\n")
	if c := only(t, found); show(c.Worker.Timeout) != "5s" || c.Worker.Option("timeout").Span.Text() != "--timeout" {
		t.Errorf("timeout %s", show(c.Worker.Timeout))
	}
}

func TestNestedScriptsKnowTheirPlaces(t *testing.T) {
	c := only(t, inProgram(t, `bash -c "cd /srv/app &&
    exec php artisan queue:work --queue='a b' --timeout=\"90\""`))
	for name, want := range map[string]string{"queue": "a b", "timeout": "90"} {
		if o := c.Worker.Option(name); o == nil || o.Value.Origin().Span.Text() != want {
			t.Errorf("%s: %+v, want it at %q", name, o, want)
		}
	}
	if show(c.Folder) != "/srv/app" {
		t.Errorf("folder %s", show(c.Folder))
	}
}

func TestProgramsOwnTheirWorkers(t *testing.T) {
	p := &queue.Program{Name: "mail", Processes: queue.Is(8, nil)}
	found := inProgram(t, "php -dmemory_limit=1G artisan queue:work")
	Assign(p, found)
	w := found[0].Worker
	if w.Program != p || w.Name != "mail" || show(w.Processes) != "8" {
		t.Errorf("%+v", w)
	}
	if set := found[0].PHP; len(set) != 1 || set[0].Name != "memory_limit" || show(set[0].Value) != "1G" || set[0].Value.Origin().Span.Text() != "1G" {
		t.Errorf("php settings %+v", set)
	}
}

func TestKnownOptionsHangOnTheVersion(t *testing.T) {
	exact := func(major, minor int) queue.VersionRange {
		return queue.Exactly(queue.Version{Major: major, Minor: minor}, nil)
	}
	between := func(low, high int) queue.VersionRange {
		return queue.VersionRange{Low: queue.Version{Major: low}, High: queue.Version{Major: high}}
	}
	for _, c := range []struct {
		command, option string
		version         queue.VersionRange
		want            queue.Verdict
	}{
		{"queue:work", "timeout", queue.VersionRange{}, queue.Yes},
		{"queue:work", "timeouts", queue.VersionRange{}, queue.No},
		{"queue:work", "backoff", exact(7, 30), queue.No},
		{"queue:work", "backoff", exact(8, 0), queue.Yes},
		{"queue:work", "backoff", between(7, 9), queue.Maybe},
		{"queue:work", "backoff", queue.VersionRange{}, queue.Maybe},
		{"queue:work", "rest", exact(8, 31), queue.No},
		{"queue:work", "json", between(11, 12), queue.Maybe},
		{"queue:work", "json", between(12, 13), queue.Yes},
		{"queue:work", "stop-when-empty-for", exact(11, 53), queue.Yes},
		{"queue:work", "stop-when-empty-for", exact(12, 59), queue.No},
		{"queue:work", "stop-when-empty-for", between(12, 14), queue.Maybe},
		{"queue:work", "stop-when-empty-for", exact(14, 0), queue.Yes},
		{"queue:listen", "max-jobs", exact(12, 0), queue.No},
		{"queue:listen", "rest", exact(9, 0), queue.Yes},
		{"horizon:work", "tries", exact(12, 0), queue.Yes},
		{"queue:work", "vvv", exact(12, 0), queue.Yes},
		{"queue:work", "env", exact(12, 0), queue.Yes},
	} {
		if got := Knows(c.command, c.option, c.version); got != c.want {
			t.Errorf("%s --%s in %s: %d, want %d", c.command, c.option, c.version, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"php artisan queue:work --queue=a,b --tries 3", `bash -c "cd x && exec php -d a=b artisan queue:listen \"--timeout=9\""`,
		"su - u -c 'php artisan horizon' {{ x }} %(ENV_A)s", "timeout 5 sudo -u x php $APP/artisan queue:work <<E\nE", "`php artisan horizon`",
		"flock -c", "env A=b php\\\n artisan queue:work $'a\\n'", "if x; then php artisan queue:work; fi &",
		"r=${R:-a}\nif [ \"$r\" = a ] || ! [[ -n $R && $r == b* ]]; then php artisan queue:work; else php artisan horizon; fi",
		"T=\"${T:-9$R}\"\n: ${Q:=a b}\nexport O=\"--tries=3 --queue=$Q\"\nf() { T=8; }\nread Q <x\n. ./y\nexec $P artisan queue:work --timeout=\"$T\" $O",
		"npm run a -- --x='b c'\nyarn a | pnpm --dir x run a; sh x; ./x php artisan queue:work",
		"case $R in a|b*) php artisan queue:work;; *) php artisan horizon;; esac",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		file := source.New("x", []byte(s))
		known := variablesFrom(map[string]string{"R": "a"})
		commands := append(ParseShell(s, In(file, 0), Options{}), ParseShell(s, In(file, 0), Options{Variable: known})...)
		itself := Options{
			Package: func(string, string) *PackageScript { return &PackageScript{Text: s, At: In(file, 0)} },
			Script:  func(string) *source.File { return file },
		}
		commands = append(commands, ParseShell(s, In(file, 0), itself)...)
		conf := supervisor.Parse(source.New("x", []byte("[program:x]\ncommand="+s)))
		for _, section := range conf.Sections {
			if o := section.Find("command"); o != nil {
				commands = append(commands, ParseCommand(o.Value, Options{})...)
			}
		}
		for _, c := range commands {
			if !slices.Contains(artisanCommands, c.Name) || c.NameSpan.End <= c.NameSpan.Start {
				t.Fatalf("%q at %q", c.Name, c.NameSpan.Text())
			}
			for _, o := range c.Options {
				if o.Span.IsZero() || o.Span.End < o.Span.Start {
					t.Fatalf("option %q has no place", o.Name)
				}
			}
			if c.Worker != nil && c.Worker.Timeout.State() == queue.Known {
				if d, _ := c.Worker.Timeout.Get(); d <= 0 || d > maxSeconds*time.Second {
					t.Fatalf("timeout %s", d)
				}
			}
		}
	})
}
