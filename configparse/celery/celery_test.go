package celery

import (
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func command(text string) queue.Command {
	c := queue.Command{Text: text}
	for word := range strings.FieldsSeq(text) {
		c.Words = append(c.Words, queue.Word{Text: word})
	}
	return c
}

func shown(v queue.Value[time.Duration]) string {
	switch d, ok := v.Get(); {
	case ok:
		return d.String()
	case v.IsAbsent():
		return "absent"
	case v.IsInfinite():
		return "no limit"
	}
	return "unknown: " + v.Why()
}

func TestOnlyWorkersAreRead(t *testing.T) {
	for _, test := range []struct{ command, want string }{
		{"celery -A shop worker -l info", "absent"},
		{"celery --app=shop worker --time-limit=300", "5m0s"},
		{"/srv/venv/bin/celery worker -A shop --time-limit 90.5", "1m30.5s"},
		{"python3 -m celery -A shop worker", "absent"},
		{"poetry run celery -A shop worker --time-limit=0", "no limit"},
		{"celery -A shop worker --time-limit=$LIMIT", "unknown: it holds a variable"},
		{"celery -A shop worker --time-limit=soon", "unknown: it is no number of seconds"},
		{"celery -A shop worker --time-limit", "absent"},
		{"celery -A shop beat", "none"},
		{"celery multi start w1 -A shop", "none"},
		{"celery -A shop worker --detach", "none"},
		{"celery", "none"},
		{"python -m celery", "none"},
		{"uv run", "none"},
		{"python worker.py", "none"},
		{"", "none"},
	} {
		got := "none"
		if c := ReadCommand(command(test.command)); c != nil {
			got = shown(c.TimeLimit)
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.command, got, test.want)
		}
	}
}

func TestSettingsCountWhereCeleryReadsThem(t *testing.T) {
	const app = "from celery import Celery\napp = Celery('a')\n"
	for _, test := range []struct {
		name  string
		files map[string]string
		limit string
	}{
		{"nothing", map[string]string{"a.py": app}, "no limit"},
		{"app.conf", map[string]string{"a.py": app + "app.conf.task_time_limit = 60\n"}, "1m0s"},
		{"update", map[string]string{"a.py": app + "app.conf.update(task_time_limit=60)\n"}, "1m0s"},
		{"update with a dictionary", map[string]string{"a.py": app + "app.conf.update({'task_time_limit': 60})\n"}, "1m0s"},
		{"update from elsewhere", map[string]string{"a.py": app + "app.conf.update(load())\n"}, "unknown: conf.update() takes settings from elsewhere"},
		{"Django", map[string]string{"a.py": app + "app.config_from_object('django.conf:settings', namespace='CELERY')\n", "s.py": "CELERY_TASK_TIME_LIMIT = 60\n"}, "1m0s"},
		{"another prefix", map[string]string{"a.py": app + "app.config_from_object('django.conf:settings', namespace='JOBS')\n", "s.py": "CELERY_TASK_TIME_LIMIT = 60\nJOBS_TASK_TIME_LIMIT = 30\n"}, "30s"},
		{"old names", map[string]string{"a.py": app + "app.config_from_object('django.conf:settings')\n", "s.py": "CELERYD_TASK_TIME_LIMIT = 60\n"}, "1m0s"},
		{"a module", map[string]string{"p/a.py": app + "app.config_from_object('p.conf')\n", "p/conf.py": "task_time_limit = 60\n", "q.py": "task_time_limit = 1\n"}, "1m0s"},
		{"a module that is not there", map[string]string{"p/a.py": app + "app.config_from_object('p.conf')\n"}, "unknown: the module p.conf is not in the repository"},
		{"a class", map[string]string{"p/a.py": app + "app.config_from_object(Config)\n"}, "unknown: it is not known which module holds the settings"},
		{"the environment", map[string]string{"p/a.py": app + "app.config_from_envvar('CONF')\n"}, "unknown: the environment names the module of the settings"},
		{"two values", map[string]string{"a.py": app + "app.conf.task_time_limit = 60\n", "b.py": "app.conf.task_time_limit = 30\n"}, "unknown: task_time_limit is set in several places"},
		{"two applications", map[string]string{"a.py": app, "b.py": app}, "unknown: the repository has several applications of Celery"},
	} {
		var files []*source.File
		for at, text := range test.files {
			files = append(files, source.New(at, []byte(text)))
		}
		if got := shown(Load(files, nil).Settings().TimeLimit); got != test.limit {
			t.Errorf("%s: got %s, want %s", test.name, got, test.limit)
		}
	}
}

func TestTheVisibilityTimeoutIsThatOfTheBroker(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"app = Celery('a', broker='redis://x')", "1h0m0s"},
		{"app = Celery('a', broker='sqs://')", "30m0s"},
		{"app = Celery('a', broker='amqp://')", "absent"},
		{"app = Celery('a')", "unknown: it is not known which broker is used"},
		{"app = Celery('a', broker=url())", "unknown: it is not known which broker is used"},
		{"app = Celery('a')\napp.conf.broker_transport_options = {'visibility_timeout': 60}", "1m0s"},
		{"app = Celery('a', broker='redis://x')\napp.conf.broker_transport_options = {'visibility_timeout': n()}", "unknown: n() is not followed"},
		{"app = Celery('a', broker='redis://x')\napp.conf.broker_transport_options = options", "unknown: nothing in the module says what options is"},
		{"app = Celery('a', broker='redis://x')\napp.conf.broker_transport_options = {'max_retries': 3}", "1h0m0s"},
	} {
		files := []*source.File{source.New("a.py", []byte("from celery import Celery\n"+test.code+"\n"))}
		if got := shown(Load(files, nil).Settings().Visibility); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

func TestSettingsHaveTheirPlaceOnLinesOfSeveralBytesACharacter(t *testing.T) {
	const code = "from celery import Celery\napp = Celery('größe', broker='redis://é')\napp.conf.update(ä='ö', task_time_limit=60)\n"
	got := Load([]*source.File{source.New("a.py", []byte(code))}, nil).Settings().TimeLimit.Origin().Place()
	if got.Text() != "60" || got.First(source.CodePoints).Line != 3 || got.First(source.CodePoints).Column != 40 {
		t.Errorf("the limit is %q in line %d, column %d", got.Text(), got.First(source.CodePoints).Line, got.First(source.CodePoints).Column)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("from celery import Celery\napp = Celery('a', broker='redis://x')\napp.conf.update(task_time_limit=60, **x)\n@app.task(time_limit=5, acks_late=True)\ndef f(): pass\nf.apply_async(countdown=9)\n", "CELERY_TASK_TIME_LIMIT = 6 * 10\n")
	f.Add("app.config_from_object('b')\n@shared_task(bind=True, default_retry_delay=1 << 70)\ndef é(): pass\n", "broker_transport_options = {'visibility_timeout': -1}\n")
	f.Fuzz(func(t *testing.T, one, two string) {
		m := Load([]*source.File{source.New("a.py", []byte(one)), source.New("b.py", []byte(two))}, nil)
		m.Of("a")
		s := m.Settings()
		values := []queue.Value[time.Duration]{s.TimeLimit, s.Visibility}
		for _, task := range s.Tasks {
			task.Span.Text()
			values = append(values, task.TimeLimit, task.RetryDelay)
		}
		for _, d := range s.Delays {
			d.Span.Text()
			values = append(values, d.Countdown)
		}
		for _, v := range values {
			if d, known := v.Get(); known && d < 0 {
				t.Errorf("a clock of %s", d)
			}
			v.Origin().Place().Text()
		}
	})
}
