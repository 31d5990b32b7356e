package queueable

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// taskText writes a task as the tests state it.
func taskText(t *queue.Task) string {
	var out []string
	for _, w := range t.Words {
		if w.Why != "" {
			out = append(out, "?")
		} else {
			out = append(out, w.Text)
		}
	}
	if t.Job != nil {
		out = append(out, t.Job.Name)
	}
	out = append(out, "every", show(t.Every))
	if s := show(t.Overlap); s != "absent" {
		out = append(out, "lock", s)
	}
	if s := show(t.OneServer); s != "false" {
		out = append(out, "one server", s)
	}
	if s := show(t.Background); s != "false" {
		out = append(out, "background", s)
	}
	if s := show(t.Environments); s != "absent" {
		out = append(out, "in", s)
	}
	if t.Conditional || t.Guarded {
		out = append(out, "perhaps")
	}
	return strings.Join(out, " ")
}

func TestTasksOfTheSchedule(t *testing.T) {
	kernel := func(body string) string {
		return plain + `class Kernel { protected function schedule(\Illuminate\Console\Scheduling\Schedule $schedule) { ` + body + ` } }`
	}
	for _, test := range []struct{ name, source, want string }{
		{"the facade", `Schedule::command('queue:work --queue=a,b --tries=3');`, "queue:work --queue=a,b --tries=3 every 1m0s"},
		{"the kernel", kernel(`$schedule->command('a:b')->hourly();`), "a:b every 1h0m0s"},
		{"the container", `class P { function boot() { $s = $this->app->make(\Illuminate\Console\Scheduling\Schedule::class); $s->command('a:b')->daily(); } }`, "a:b every 24h0m0s"},
		{"without a variable", `class P { function boot() { app(\Illuminate\Console\Scheduling\Schedule::class)->command('a:b')->daily(); } }`, "a:b every 24h0m0s"},
		{"a closure", `$this->callAfterResolving(\Illuminate\Console\Scheduling\Schedule::class, function (\Illuminate\Console\Scheduling\Schedule $x) { $x->command('a:b'); });`, "a:b every 1m0s"},
		{"something else", `class P { function boot($schedule, $x) { $x->command('a:b'); $schedule->command('a:b'); } }`, ""},
		{"a lock", kernel(`$schedule->command('a:b')->everyFiveMinutes()->withoutOverlapping();`), "a:b every 5m0s lock 24h0m0s"},
		{"a lock of its own length", kernel(`$schedule->command('a:b')->withoutOverlapping(10)->onOneServer();`), "a:b every 1m0s lock 10m0s one server true"},
		{"environments", kernel(`$schedule->command('a:b')->environments(['production', 'staging'])->runInBackground();`), "a:b every 1m0s background true in production staging"},
		{"a list of arguments", kernel(`$schedule->command('queue:work', ['redis', '--once', '--tries' => 3]);`), "queue:work redis --once --tries=3 every 1m0s"},
		{"arguments that are not known", kernel(`$schedule->command('queue:work', $x);`), "queue:work ? every 1m0s"},
		{"an argument that is changed", kernel(`$a = ['--timeout' => 30, '--queue' => 'a']; $a['--queue'] .= 'b'; $schedule->command('queue:work', $a);`), "queue:work --timeout=30 ? every 1m0s"},
		{"an interpolated text", kernel(`$schedule->command("queue:work --queue={$x} --once");`), "queue:work ? --once every 1m0s"},
		{"a class", kernel(`$schedule->command(\Illuminate\Queue\Console\PruneFailedJobsCommand::class)->daily();`), "queue:prune-failed every 24h0m0s"},
		{"a job", kernel(`$schedule->job(new A)->everyTenMinutes()->withoutOverlapping();`), "A every 10m0s lock 24h0m0s"},
		{"a job's class", kernel(`$schedule->job(A::class, 'high');`), "A every 1m0s"},
		{"cron", kernel(`$schedule->command('a:b')->cron('*/15 * * * *'); $schedule->exec('x')->cron('3 4 * * *'); $schedule->exec('y')->cron($x);`), "a:b every 15m0s; x every 24h0m0s; y every unknown"},
		{"a branch", kernel(`if ($x) { $schedule->command('a:b'); } $schedule->command('c:d')->when(fn () => true);`), "a:b every 1m0s perhaps; c:d every 1m0s perhaps"},
		{"a group", `Schedule::daily()->onOneServer()->group(function () { Schedule::command('a:b'); });`, "a:b every 24h0m0s one server true"},
		{"assigned", kernel(`$event = $schedule->command('a:b'); $event->daily();`), "a:b every unknown lock unknown one server unknown background unknown perhaps"},
		{"only its name", kernel(`$name = $schedule->command('a:b')->mutexName();`), ""},
		{"artisan with an array", `\Artisan::call('queue:work', ['connection' => 'redis', '--once' => true, '--force' => false, '--tries' => 2]);`, "queue:work redis --once --tries=2 every 1m0s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, w := read(t, test.source)
			var got []string
			for _, task := range code.Schedule(w, code.Jobs(w, at("12.0.0"))).Tasks {
				got = append(got, taskText(task))
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("%q, want %q", text, test.want)
			}
		})
	}
}

func TestWordsOfScheduledCommandsHaveTheirPlaces(t *testing.T) {
	src := "<?php\n// ü\n\\Illuminate\\Support\\Facades\\Schedule::command('queue:work --name=größe --tries=3');"
	file := source.New("routes/console.php", []byte(src))
	classes := phpeval.NewClasses()
	u := phpeval.NewUnit(file, php.Parse(file.Data))
	code := Read(classes, []*phpeval.Unit{u})
	for _, task := range code.Schedule(&phpeval.World{Classes: classes}, nil).Tasks {
		for _, w := range task.Words {
			if w.Span.Text() != w.Text {
				t.Errorf("%q stands at %q", w.Text, w.Span.Text())
			}
		}
	}
}
